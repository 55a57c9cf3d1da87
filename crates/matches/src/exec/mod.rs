//! How do two programs play each other? The referee starts the player `exec:COMMAND` as a process and writes
//! requests to its standard input, each a line of JSON. The program answers every request with one line of
//! JSON on its standard output. Its standard error is passed on. `tedomari player NAME` serves any player of
//! this program in this way ([`serve`]).
//!
//! The protocol has version 1. A program may ignore keys that it does not know. `side` and `first` are `left`
//! or `right`; a part is a number counted from 1; `seed` is a number of 64 bits, as text. The requests:
//!
//! - `hello` with `protocol`, the version. The answer is `hello` with `protocol` and the `name` of the program.
//! - `begin`, a new game, with `start`: a sum, or `GAME:STATE` of a game with chance; `first`, the player who
//!   moves first; `side` of the program; `seed` of its random choices; and `play`, how a sum ends: `normal` if
//!   the player who makes the last move wins, `misere` if that player loses. Without `play` the score decides.
//!   The answer is `ready`.
//! - `choose` with `moves`, all moves since the start, each with `part`, `move` and, in a game with chance, the
//!   `state` after it; and the limit of this move, `time_ms` or `nodes`. The answer is `move` with `part`,
//!   `move` and, if wanted, a `reason` and the `depth` of a search that the limit ended; or `none` if there is
//!   no move.
//! - `bye`: the program should end, without an answer.
//!
//! Any request may be answered with `error` and a `message`.
//!
//! A game by our side (`>`) and a program's (`<`):
//!
//! ```text
//! > {"request":"hello","protocol":1}
//! < {"answer":"hello","protocol":1,"name":"hotstrat:exact"}
//! > {"request":"begin","start":"{5|-3} + {1|-1}","first":"left","side":"right","seed":"17"}
//! < {"answer":"ready"}
//! > {"request":"choose","moves":[{"part":1,"move":"option 1"}],"time_ms":100.0}
//! < {"answer":"move","part":2,"move":"option 1","reason":"hottest component, t = 1, orthodox move"}
//! > {"request":"bye"}
//! ```
//!
//! A program has five seconds for `hello` and for `begin`, and a second beyond the time of a move, or ten
//! minutes if there is no limit of time. Then it is killed, as it is after an answer that is not of this form
//! or an illegal move. It has lost that game, and is started again for the next one.

mod program;
mod serve;

pub(crate) use program::Program;
pub use serve::serve;

use crate::Ending;
use serde::{Deserialize, Serialize};
use values::Player;

/// The version of the protocol.
const VERSION: u32 = 1;

/// A request of the referee.
#[derive(Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "lowercase")]
enum Request {
    Hello {
        protocol: u32,
    },
    Begin {
        start: String,
        first: Player,
        side: Player,
        seed: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<Ending>,
    },
    Choose {
        moves: Vec<Made>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u64>,
    },
    Bye,
}

/// The answer of a program.
#[derive(Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
enum Answer {
    Hello {
        protocol: u32,
        name: String,
    },
    Ready,
    Move {
        part: usize,
        #[serde(rename = "move")]
        action: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        #[serde(default)]
        reason: String,
    },
    None,
    Error {
        message: String,
    },
}

/// A move that was made.
#[derive(Serialize, Deserialize, Clone, PartialEq)]
struct Made {
    part: usize,
    #[serde(rename = "move")]
    action: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
}
