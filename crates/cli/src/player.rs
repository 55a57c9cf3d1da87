//! `tedomari player`: a player that another program plays against, over standard input and output.

use crate::ending::Ending;
use crate::options::{Tables, Thought};
use crate::output;
use clap::Args;
use tedomari::matches::serve;
use tedomari::prelude::{Budget, Engine};

const PROTOCOL: &str = r#"The protocol, version 1: each request is a line of JSON on standard input, each answer one on standard output.

  {"request":"hello","protocol":1}
    {"answer":"hello","protocol":1,"name":"informed"}
  {"request":"begin","start":"{5|-3} + {1|-1}","first":"left","side":"right","seed":"17"}
    {"answer":"ready"}
  {"request":"choose","moves":[{"part":1,"move":"option 1"}],"time_ms":100.0}
    {"answer":"move","part":2,"move":"option 1","reason":"hottest component, t = 1"}
  {"request":"bye"}

`start` is a sum, or GAME:STATE of a game with chance, such as ewn:1....|.2...|.....|..a3.|.b... left 3. `first` moves first,
`side` is that of the player, `seed` is for its random choices. A sum with "play":"normal" is won by the last move, one with "play":"misere" is lost
by it; without `play` the score decides. `moves` are all moves since the start, parts counted from 1; in a game with chance
each has the `state` that followed it. The limit of a move is `time_ms` or `nodes`. `reason` and `depth` of an answer may be missing.
A player without a move answers {"answer":"none"}, one that does not understand {"answer":"error","message":"..."}.

`tedomari match --left exec:COMMAND` plays against any program that speaks it: it has five seconds for hello and for begin. A program that
ends, is silent for a second after its time, or answers anything else has lost that game, and is started again for the next.

Examples:
  tedomari match --left informed --right 'exec:old/tedomari player informed' --games 20
  tedomari match --left mcts --right 'exec:tedomari player mcts --threads 4' --threads 1
  tedomari match --game ewn --left star2 --right 'exec:python3 my-player.py'"#;

/// Let a player answer the requests of another program, such as `tedomari match`
#[derive(Args)]
#[command(after_help = PROTOCOL)]
pub(crate) struct Arguments {
    /// The player; `tedomari match --help` lists them
    #[arg(value_name = "PLAYER")]
    name: String,
    #[command(flatten)]
    thought: Thought,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let name = arguments.name.parse()?;
    let budget = arguments.thought.limit(Budget::endless());
    let (input, output) = (std::io::stdin().lock(), output::stdout());
    serve(&name, engine.knowledge(), engine.rulesets(), &budget, input, output)?;
    Ok(Ending::Complete)
}
