//! Who wins a position of a taking game such as Triangular Nim, and what does a table of all positions cost?
//! Single positions are looked up in a solved table; sums of triangles in normal play are solved by nim values.

use crate::answers::{Fact, NimAnswer, NimBlocks, NimCost, NimRepresentation, NimSolution, NimStats, SCHEMA};
use rules::games::triangular_nim::{Convention, TriangularNim};
use rules::{BoardError, Position};
use tables::retrograde::{
    Error, Facts, Keep, Layout, LayoutError, Nimbers, PAPER, Sample, Schedule, Solved, TakingGame,
};
use thiserror::Error as ErrorMessage;
use values::{Budget, Outcome, Player};

/// The reason why the nim value of a sum is not known.
#[derive(ErrorMessage, Debug)]
pub enum NimError {
    /// The nim values of a triangle cannot be computed.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A part of a position has too many layers.
    #[error("{0} has a part of more than {most} layers, so its nim value is not known", most = Nimbers::MOST_LAYERS)]
    Large(TriangularNim),
}

impl NimBlocks {
    /// Counts the blocks of a layout.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let counts = layout.counts();
        let alive = Schedule::new(layout, Keep::Needed).most_alive(&Keep::Needed.at_the_end(layout));
        Self {
            blocks_alive: alive as u64,
            bid: layout.block_pieces().to_vec(),
            symmetry: layout.has_symmetry(),
            all_blocks: layout.all_blocks(),
            blocks: counts.blocks,
            block_bytes: layout.block_bytes(),
            updates: counts.updates,
            bytes: counts.blocks * layout.block_bytes(),
        }
    }
}

impl NimCost {
    /// Estimates the cost of a table with these blocks from the measured cost of one block.
    #[must_use]
    pub fn of(blocks: &NimBlocks, sample: &Sample) -> Self {
        let (memory, files) = sample.seconds(blocks.blocks, blocks.updates);
        let read = (blocks.updates * blocks.block_bytes) as f64 * sample.ratio;
        Self {
            seconds_of_a_block: sample.alone,
            seconds_of_an_update: sample.update,
            seconds_to_turn_a_block: sample.turn,
            seconds_to_compress_a_block: sample.compress,
            seconds_to_expand_a_block: sample.expand,
            compressed_to: sample.ratio,
            bytes_in_files: (blocks.bytes as f64 * sample.ratio) as u64,
            bytes_alive_packed: ((blocks.blocks_alive * blocks.block_bytes) as f64 * sample.ratio) as u64,
            bytes_to_read_at_most: read as u64,
            cpu_hours_in_memory: memory / 3600.0,
            cpu_hours_in_files: files / 3600.0,
        }
    }
}

impl NimSolution {
    /// The answer before the table is solved.
    #[must_use]
    pub fn of(layout: &Layout, convention: Convention) -> Self {
        let play = match convention {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        };
        let blocks = NimBlocks::of(layout);
        let (game, layers) = (layout.game().name().to_owned(), layout.game().layers());
        Self { game, layers, play, blocks, schema: SCHEMA, ..Self::default() }
    }

    /// Adds the facts of the solved table.
    pub fn add(&mut self, solved: &Solved) -> Result<(), Error> {
        self.add_facts(solved.layout(), solved.facts())
    }

    /// Adds facts that were found elsewhere.
    pub fn add_facts(&mut self, layout: &Layout, facts: &Facts) -> Result<(), Error> {
        let game = layout.game();
        let positions = game.full() + 1;
        self.outcome = Some(if facts.is_won { Outcome::Next } else { Outcome::Previous });
        self.winning_moves = Some(move_names(game, game.full(), &facts.winning)?);
        self.positions = Some(positions);
        self.lost = Some(facts.lost);
        self.share = Some(facts.lost as f64 / positions as f64);
        Ok(())
    }
}

impl NimAnswer {
    /// The answer before the positions are looked up.
    #[must_use]
    pub fn of(positions: &[TriangularNim]) -> Self {
        Self { positions: names(positions), schema: SCHEMA, ..Self::default() }
    }

    /// Looks up a position in a solved table.
    pub fn look_up(position: TriangularNim, solved: &Solved) -> Result<Self, Error> {
        let nim_value = match solved.convention() {
            Convention::Normal => {
                nim_value(&Nimbers::new(Nimbers::MOST_LAYERS)?, &position).map_or(Fact::Null, Fact::Known)
            }
            Convention::Misere => Fact::Missing,
        };
        Ok(Self {
            number: Some(position.number()),
            outcome: Some(solved.outcome(position)?),
            winning_moves: Some(names(&solved.winning_moves(position)?)),
            nim_value,
            ..Self::of(&[position])
        })
    }

    /// The answer before a position of any taking game, a set of pieces as bits, is looked up.
    #[must_use]
    pub fn of_set(text: &str, position: u64) -> Self {
        Self { positions: vec![text.to_owned()], number: Some(position), schema: SCHEMA, ..Self::default() }
    }

    /// Looks up such a position.
    pub fn look_up_set(text: &str, position: u64, solved: &Solved) -> Result<Self, Error> {
        Ok(Self {
            outcome: Some(solved.outcome_of(position)?),
            winning_moves: Some(move_names(
                solved.layout().game(),
                position,
                &solved.winning_moves_of(position)?,
            )?),
            ..Self::of_set(text, position)
        })
    }

    /// The winner and the winning moves of a sum in normal play, by nim values.
    pub fn of_sum(positions: &[TriangularNim]) -> Result<Self, NimError> {
        let nimbers = Nimbers::new(Nimbers::MOST_LAYERS)?;
        let values = positions
            .iter()
            .map(|position| nim_value(&nimbers, position).ok_or(NimError::Large(*position)))
            .collect::<Result<Vec<_>, _>>()?;
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let mut winning = Vec::new();
        for ((position, value), part) in positions.iter().zip(&values).zip(1..) {
            for run in position.moves(Player::Left) {
                // A move to the nim-sum of all others leaves the nim-sum 0.
                if nim_value(&nimbers, &position.play(Player::Left, run)) == Some(sum ^ value) {
                    winning.push(format!("{run} in part {part}"));
                }
            }
        }
        Ok(Self {
            outcome: Some(if sum == 0 { Outcome::Previous } else { Outcome::Next }),
            winning_moves: Some(winning),
            nim_values: Some(values),
            nim_value: Fact::Known(sum),
            ..Self::of(positions)
        })
    }
}

/// The names of moves of a position, those of Triangular Nim in the order of its rules.
fn move_names(game: &TakingGame, position: u64, taken: &[u64]) -> Result<Vec<String>, Error> {
    let Some(layers) = game.layers() else {
        return Ok(taken.iter().map(|&taken| game.name_of(taken)).collect());
    };
    let mut runs = TriangularNim::from_number(layers, position)?.moves(Player::Left);
    runs.retain(|run| taken.contains(&run.pieces()));
    Ok(names(&runs))
}

/// The nim-sum of the connected components. `None` means that one of them is too large.
fn nim_value(nimbers: &Nimbers, position: &TriangularNim) -> Option<u8> {
    let parts = position.regions();
    parts.iter().try_fold(0, |sum, part| Some(sum ^ nimbers.of(&part.normal_form().0)?))
}

fn names(things: &[impl ToString]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}

impl NimStats {
    /// Counts the work for a table, and measures the cost of a block on this machine.
    pub fn of(layout: &Layout, budget: &Budget) -> Result<Self, values::Error> {
        let blocks = NimBlocks::of(layout);
        Ok(Self {
            game: layout.game().name().to_owned(),
            layers: layout.game().layers(),
            groups: layout.counts().groups,
            space_factor: f64::from(blocks.all_blocks) / blocks.blocks as f64,
            cost: NimCost::of(&blocks, &Sample::measure(layout, budget)?),
            blocks,
            bytes_free: None,
            schema: SCHEMA,
        })
    }
}

impl NimRepresentation {
    /// Recounts Tables 1 to 4 of the paper.
    pub fn of_paper() -> Result<Vec<Self>, Error> {
        let count = |line: &tables::retrograde::Representation| -> Result<Self, Error> {
            let layout = Layout::new(
                &TakingGame::triangular_nim(line.layers).map_err(LayoutError::from)?,
                line.block_pieces,
                line.symmetry,
            )?;
            let counts = layout.counts();
            Ok(Self {
                table: line.name,
                layers: line.layers,
                symmetry: line.symmetry,
                updates: counts.updates,
                blocks: counts.blocks,
                block_bytes: layout.block_bytes(),
                factor: f64::from(layout.all_blocks()) / counts.blocks as f64,
                bid: line.block_pieces,
                schema: SCHEMA,
            })
        };
        PAPER.iter().map(count).collect()
    }
}
