//! Endgames of dark chess: how long do wins take, and do tables and searches agree? Tables are made from the end
//! backwards, searches forwards and through histories; they share the rules and nothing else.

use crate::table::row;
use crate::{Outcome as Result, Settings, Table};
use adversary::history::{AlphaBeta, Repetition};
use adversary::proof_number::DfPn;
use anyhow::Context;
use fastrand::Rng;
use rules::games::dark_chess::{DarkChess, QUIET};
use rules::{Contest, Deterministic, Settled};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use tables::dark_chess::{Endings, Material, Outcome, Solution};
use values::{Budget, deep};

/// The number of materials in the list of the longest wins.
const LONGEST: usize = 20;

/// The solution of a material and of all that it needs.
fn solution(endings: &Endings, material: &Material, budget: &Budget) -> anyhow::Result<Arc<Solution>> {
    Ok(endings.solution(material, budget)?)
}

/// The longest wins, by material.
pub(crate) fn longest_wins(settings: &Settings) -> anyhow::Result<Result> {
    let endings = Endings::new();
    let mut tables = Vec::new();
    for pieces in 2..=if settings.full { 4 } else { 3 } {
        let mut rows = Vec::new();
        for material in Material::all(pieces) {
            settings.next(&material.to_string())?;
            let (mut counts, mut longest) = ([0_u64; 3], None::<(u8, DarkChess)>);
            for (state, outcome) in solution(&endings, &material, &settings.budget)?.positions() {
                counts[match outcome {
                    Outcome::Win(_) => 0,
                    Outcome::Draw => 1,
                    Outcome::Loss(_) => 2,
                }] += 1;
                if let Outcome::Win(moves) = outcome
                    && longest.is_none_or(|(most, _)| moves > most)
                {
                    longest = Some((moves, state));
                }
            }
            rows.push((longest, counts, material));
        }
        rows.sort_by_key(|(longest, ..)| std::cmp::Reverse(longest.map(|(moves, _)| moves)));
        let rows = rows.into_iter().take(LONGEST).map(|(longest, [won, drawn, lost], material)| {
            let (moves, state) = longest.map_or((0, String::new()), |(n, state)| (n, state.to_string()));
            row![material.to_string(), u32::from(moves), state, won, drawn, lost]
        });
        let title = format!(
            "The longest ways to the next capture of a won game with {pieces} pieces, and the results of all positions, reflections counted once"
        );
        tables.push(Table::new(title, "material|moves|position|won|drawn|lost", rows.collect()));
    }
    Ok(Result { tables, plots: Vec::new() })
}

/// A random position of a material, with a random number of quiet moves.
fn random_position(solution: &Solution, random: &mut Rng) -> (DarkChess, Outcome) {
    loop {
        if let Some((state, outcome)) = solution.position(random.u32(..), random.bool()) {
            let state = state.with_moves_left(random.u32(1..=QUIET.into()));
            return (state, outcome.within(state.moves_left().unwrap_or(0)));
        }
    }
}

/// The sign of the score of Left.
fn sign(state: &DarkChess, outcome: Outcome) -> i32 {
    state.to_move().sees(match outcome {
        Outcome::Draw => 0,
        Outcome::Win(_) => 1,
        Outcome::Loss(_) => -1,
    })
}

/// How often searches agreed with the table, did not, or did not end within their nodes.
#[derive(Clone, Copy, Default)]
struct Agreement {
    same: u64,
    other: u64,
    open: u64,
}

impl Agreement {
    fn add(&mut self, table: i32, search: std::result::Result<i32, values::Error>) {
        match search {
            Ok(found) if found == table => self.same += 1,
            Ok(_) => self.other += 1,
            Err(_) => self.open += 1,
        }
    }
}

/// The searches of a material, which keep what they have found out from position to position.
struct Searches {
    dfpn: DfPn<Settled<DarkChess>>,
    alphabeta: AlphaBeta<Settled<DarkChess>>,
    budget: Budget,
    nodes: u64,
}

impl Searches {
    fn new(nodes: u64, budget: &Budget) -> Self {
        const BYTES: usize = 1 << 28;
        Self {
            dfpn: DfPn::new(BYTES, Repetition::Never, budget.clone()),
            alphabeta: AlphaBeta::new(BYTES, Repetition::Never, budget.clone()),
            budget: budget.clone(),
            nodes,
        }
    }

    /// Depth-first proof-number search, with few quiet moves left first.
    fn by_proof_numbers(&mut self, root: &Settled<DarkChess>) -> std::result::Result<i32, values::Error> {
        self.dfpn.set_budget(self.budget.clone().with_nodes(self.nodes));
        for stage in Repetition::Never.stages(root) {
            if self.dfpn.solve(&stage, 1)?.holds() {
                return Ok(1);
            }
            if !self.dfpn.solve(&stage, 0)?.holds() {
                return Ok(-1);
            }
        }
        Ok(0)
    }

    fn by_alphabeta(&mut self, root: &Settled<DarkChess>) -> std::result::Result<i32, values::Error> {
        self.alphabeta.set_budget(self.budget.clone().with_nodes(self.nodes));
        Ok(self.alphabeta.value(root)?.signum())
    }
}

/// The sign of the score of Left by depth-first search with a table that ignores the path: repetition is a draw.
fn naive(
    state: &Settled<DarkChess>,
    path: &mut FxHashMap<Settled<DarkChess>, ()>,
    known: &mut FxHashMap<Settled<DarkChess>, i32>,
) -> i32 {
    if let Some(score) = state.score() {
        return score.signum();
    }
    if let Some(&score) = known.get(state) {
        return score;
    }
    path.insert(*state, ());
    let mut best = -1;
    for action in state.moves() {
        // The count of quiet moves stays where it is.
        let next = state.play(action).with_moves_left(QUIET.into());
        let score = if path.contains_key(&next) { 0 } else { deep(|| naive(&next, path, known)) };
        best = best.max(state.to_move().sees(score));
        if best == 1 {
            break;
        }
    }
    path.remove(state);
    let score = state.to_move().sees(best);
    known.insert(*state, score);
    score
}

/// Tables beside searches through histories and a naive table.
pub(crate) fn agreement(settings: &Settings) -> anyhow::Result<Result> {
    compare(
        settings,
        if settings.full { 10_000 } else { 200 },
        if settings.full { 3_000_000 } else { 100_000 },
    )
}

/// Compares all positions of two pieces, and this number of random ones of three and of four, whose searches
/// may take this number of nodes.
fn compare(settings: &Settings, count: usize, nodes: u64) -> anyhow::Result<Result> {
    let (endings, mut random) = (Endings::new(), Rng::with_seed(settings.seed));
    let mut rows = Vec::new();
    for pieces in 2..=4 {
        let (mut positions, mut agreements, mut errors) = (0_u64, [Agreement::default(); 2], 0_u64);
        let materials = Material::all(pieces);
        // Positions of one material are searched one after the other with one table.
        let mut drawn: BTreeMap<Material, usize> = BTreeMap::new();
        for _ in 0..count {
            *drawn.entry(materials[random.usize(..materials.len())]).or_default() += 1;
        }
        if pieces == 2 {
            drawn = materials.iter().map(|&material| (material, 0)).collect();
        }
        for (material, count) in drawn {
            settings.next(&material.to_string())?;
            let solution = solution(&endings, &material, &settings.budget)?;
            let chosen: Vec<(DarkChess, Outcome)> = match pieces {
                2 => solution.positions().collect(),
                _ => (0..count).map(|_| random_position(&solution, &mut random)).collect(),
            };
            let mut searches = Searches::new(nodes, &settings.budget);
            let mut known = FxHashMap::default();
            for (state, outcome) in chosen {
                settings.budget.check_now()?;
                let root = Settled::new(&state).context("nothing lies face down")?;
                let table = sign(&state, outcome);
                agreements[0].add(table, searches.by_proof_numbers(&root));
                agreements[1].add(table, searches.by_alphabeta(&root));
                if pieces == 2 {
                    let full = root.with_moves_left(QUIET.into());
                    errors += u64::from(naive(&full, &mut FxHashMap::default(), &mut known) != table);
                }
                positions += 1;
            }
        }
        for (name, Agreement { same, other, open }) in ["df-pn", "αβ"].into_iter().zip(agreements) {
            rows.push(row![pieces, name, positions, same, other, open]);
        }
        if pieces == 2 {
            rows.push(row![
                pieces,
                "a table without histories",
                positions,
                positions - errors,
                errors,
                0_u32
            ]);
        }
    }
    let title = format!("Results of searches and of the tables; a search ends after {nodes} nodes");
    Ok(Table::new(title, "pieces|search|positions|same|other|not finished", rows).into())
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::Settings;

    #[test]
    fn tables_and_searches_agree_and_a_naive_table_errs() -> anyhow::Result<()> {
        let settings = Settings::short(1);
        let outcome = compare(&settings, 30, 20_000)?;
        for row in &outcome.tables[0].rows {
            let [same, other] = [3, 4].map(|column| row[column].number().unwrap_or_default());
            let is_naive = row[1].to_string().contains("without");
            assert_eq!(other > 0.0, is_naive, "{row:?}");
            assert!(same > 0.0, "{row:?}");
        }
        Ok(())
    }
}
