//! Who is ahead, and how urgent is a move, where positions can come back: thermographs under a komaster, for
//! graphs in notation and for Go positions.

use crate::answers::{
    Analysis, Ended, Fact, KoFacts, KoMoveAnswer, KomasterAnswer, PartAnswer, SCHEMA, SumAnalysis,
    TemperatureAnswer, ValueAnswer,
};
use crate::{Engine, EngineError};
use exact::{KoAnswer, KoFinding, KoMoveFound, KoOrder, ko_answer, no_go_value};
use rules::games::go::NoValue;
use rules::{AnyPosition, attempt};
use std::time::Instant;
use sums::Sum;
use temperature::Method;
use values::notation::{LoopyGame, LoopyMove};
use values::{Budget, ByPlayer, Dyadic, Error, KoKind, KoThermograph, Komaster, Player, Rational};

/// The part of a budget that is spent on the question whether a position has a value.
pub(crate) const ASKING: f64 = 0.25;

impl Engine {
    /// Is this text a graph of positions that can come back?
    #[must_use]
    pub fn is_loopy(&self, text: &str) -> bool {
        LoopyGame::is_meant(text)
    }

    /// The thermographs of a graph in notation, for these distributions of threats.
    ///
    /// ```
    /// use tedomari::prelude::Engine;
    /// use values::Komaster;
    ///
    /// let answer = Engine::new().loopy("B where A={1|B}, B={A|0}", &Komaster::BOTH)?;
    /// assert_eq!(answer.kos.ko.map(|kind| kind.to_string()), Some("placid".to_owned()));
    /// # Ok::<(), tedomari::EngineError>(())
    /// ```
    pub fn loopy(&self, text: &str, komasters: &[Komaster]) -> Result<ValueAnswer, EngineError> {
        let game = LoopyGame::parse(text)?;
        let graph = |&komaster: &Komaster| game.thermograph(komaster);
        let graphs = komasters.iter().map(graph).collect::<Result<Vec<_>, _>>();
        let graphs = graphs.map_err(|error| EngineError::Other(error.to_string()))?;
        let answers = komasters.iter().zip(&graphs).map(|(&komaster, graph)| known(komaster, graph.clone()));
        let kos = KoFacts { ko: kind(game.has_ko(), komasters, &graphs), komasters: Some(answers.collect()) };
        let mut answer = ValueAnswer {
            expression: text.to_owned(),
            kos,
            nodes: game.graph().len() as u64,
            schema: SCHEMA,
            ..ValueAnswer::default()
        };
        let (mean, temperature) = agreed(&answer.kos);
        (answer.facts.mean, answer.facts.temperature) =
            (mean.and_then(Rational::to_dyadic), temperature.and_then(Rational::to_dyadic));
        Ok(answer)
    }

    /// The same for both komasters, with the moves of both players.
    pub(crate) fn loopy_with_moves(&self, text: &str, budget: &Budget) -> Result<ValueAnswer, EngineError> {
        let (game, mut answer) = (LoopyGame::parse(text)?, self.loopy(text, &Komaster::BOTH)?);
        let whole: Vec<_> =
            answer.kos.komasters.iter().flatten().map(|known| known.thermograph.as_ref()).collect();
        let moves = ByPlayer::try_from_fn(|player| {
            let told = |action: LoopyMove| {
                budget.check_now()?;
                Ok(KoMoveAnswer {
                    after: Komaster::BOTH.map(|komaster| of_graph(&game, action.to, komaster)).to_vec(),
                    action: action.name,
                    takes_ko: action.ko,
                    orthodox: None,
                })
            };
            let told = game.moves(player).into_iter().map(told).collect::<Result<_, Error>>()?;
            Ok(ranked(told, player, &whole))
        });
        match moves {
            Ok(moves) => answer.ko_moves = Some(moves),
            Err(error) => answer.error = Some(Ended::by(error)),
        }
        Ok(answer)
    }

    /// The same as an answer about mean and temperature.
    pub fn temperature_of_loopy(&self, text: &str) -> Result<TemperatureAnswer, EngineError> {
        let started = Instant::now();
        let ValueAnswer { expression, facts, kos, nodes, .. } = self.loopy(text, &Komaster::BOTH)?;
        Ok(TemperatureAnswer {
            position: expression,
            method: Method::Exact.name().to_owned(),
            mean: facts.mean.map_or(Fact::Missing, Fact::Known),
            temperature: facts.temperature.map_or(Fact::Missing, Fact::Known),
            exact: true,
            kos,
            nodes: Some(nodes),
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
            ..TemperatureAnswer::default()
        })
    }

    /// Is a position about kos: can it come back, or is it a Go position with too many followers for a value? No more
    /// than a quarter of the budget is spent on the question.
    pub fn needs_komaster(&self, position: &AnyPosition, budget: &Budget) -> Result<bool, EngineError> {
        Ok(self.no_value(position, &budget.part(ASKING))?.is_some())
    }

    /// Why the value of a position is not looked for: kos, too many followers, or the end of this budget before that is
    /// known. `None` means that it has a value.
    pub(crate) fn no_value(
        &self,
        position: &AnyPosition,
        budget: &Budget,
    ) -> Result<Option<NoValue>, EngineError> {
        Ok(attempt(|| no_go_value(position, budget))?)
    }

    /// Does a method explore the tree of a position with komasters? A quarter of the budget is spent on the question.
    /// Where it ends, methods that play without komasters end, too.
    pub(crate) fn explores_kos(
        &self,
        method: &Method,
        position: &AnyPosition,
        budget: &Budget,
    ) -> Result<bool, EngineError> {
        match self.no_value(position, &budget.part(ASKING))? {
            Some(NoValue::Ended(error)) if matches!(method, Method::Tds(_)) => Err(error.into()),
            reason => Ok(reason.is_some()),
        }
    }

    /// Analyses a position with komasters, since it has no value for this reason.
    pub(crate) fn analyze_without_value(
        &self,
        position: &AnyPosition,
        reason: NoValue,
        budget: &Budget,
    ) -> Result<Analysis, EngineError> {
        let analysis = self.analyze_kos(position, &Komaster::BOTH, budget)?;
        Ok(Analysis { error: analysis.error.or(ended(reason)), ..analysis })
    }

    /// What a Go position is worth under both komasters, as far as the budget goes. Without a ko there is nothing to say.
    pub fn kos(&self, position: &AnyPosition, budget: &Budget) -> Result<KoFacts, EngineError> {
        let found = explored(position, &Komaster::BOTH, KoOrder::BestFirst, budget)?;
        Ok(if found.has_ko { facts(&found, &Komaster::BOTH) } else { KoFacts::default() })
    }

    /// Analyses a Go position under these distributions of threats.
    pub fn analyze_kos(
        &self,
        position: &AnyPosition,
        komasters: &[Komaster],
        budget: &Budget,
    ) -> Result<Analysis, EngineError> {
        let started = Instant::now();
        let found = explored(position, komasters, KoOrder::BestFirst, budget)?;
        let mut analysis = Analysis { position: position.to_string(), schema: SCHEMA, ..Analysis::default() };
        tell(&found, komasters, &mut analysis);
        analysis.seconds = started.elapsed().as_secs_f64();
        Ok(analysis)
    }

    /// Mean and temperature of a Go position with kos, under both komasters, by a method that explores its
    /// tree. Where they agree, they are those of the answer.
    pub(crate) fn temperature_of_kos(
        &self,
        method: &Method,
        position: &AnyPosition,
        budget: &Budget,
    ) -> Result<TemperatureAnswer, EngineError> {
        Ok(self.explored_temperature(method, position, budget)?.0)
    }

    /// The same, with what was found under each komaster.
    fn explored_temperature(
        &self,
        method: &Method,
        position: &AnyPosition,
        budget: &Budget,
    ) -> Result<(TemperatureAnswer, Vec<KoFinding>), EngineError> {
        let started = Instant::now();
        let found = explored(position, &Komaster::BOTH, order(method)?, budget)?;
        let kos = facts(&found, &Komaster::BOTH);
        let (mean, temperature) = agreed(&kos);
        let error = found.findings.iter().find_map(|finding| finding.open).map(Ended::by);
        let open = error.is_some();
        let [means, temperatures] = [KoFinding::mean, KoFinding::temperature]
            .map(|bounds| if open { around(&found.findings, bounds) } else { None });
        let answer = TemperatureAnswer {
            position: position.to_string(),
            method: method.name().to_owned(),
            mean: dyadic(mean),
            temperature: dyadic(temperature),
            exact: !open,
            mean_bounds: means.map(|bounds| bounds.map(Some)),
            temperature_bounds: temperatures.map(|bounds| bounds.map(Some)),
            kos,
            nodes: Some(found.nodes),
            error,
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
            ..TemperatureAnswer::default()
        };
        Ok((answer, found.findings))
    }

    /// Is a Go position with kos hotter than a threshold, under both komasters?
    pub(crate) fn is_hotter_with_kos(
        &self,
        method: &Method,
        position: &AnyPosition,
        threshold: Dyadic,
        budget: &Budget,
    ) -> Result<TemperatureAnswer, EngineError> {
        let t = Rational::try_from(threshold)?;
        let (answer, findings) = self.explored_temperature(method, position, budget)?;
        let verdict = |finding: &KoFinding| {
            let [cold, hot] = finding.temperature()?;
            // Walls begin at a floor and say nothing about lower temperatures.
            if cold > finding.bounds[0].floor().max(t) { Some(true) } else { (hot <= t).then_some(false) }
        };
        let verdicts: Vec<Option<bool>> = findings.iter().map(verdict).collect();
        let hotter = verdicts.first().copied().flatten();
        let hotter = hotter.filter(|_| verdicts.iter().all(|&verdict| verdict == hotter));
        Ok(TemperatureAnswer {
            hotter: hotter.into(),
            exact: hotter.is_some(),
            threshold: Some(threshold),
            error: answer.error.filter(|_| hotter.is_none()),
            ..answer
        })
    }

    /// Analyses a sum of which some parts have kos, each part alone. Means add where one part has kos: loop-free
    /// parts are threats for neither komaster. Thermographs of parts do not add.
    pub(crate) fn analyze_sum_with_kos(
        &self,
        sum: &Sum,
        reasons: &[Option<NoValue>],
        budget: &Budget,
    ) -> Result<SumAnalysis, EngineError> {
        let started = Instant::now();
        let mut analysis = SumAnalysis { sum: sum.to_string(), schema: SCHEMA, ..SumAnalysis::default() };
        for (i, (part, &reason)) in sum.parts.iter().zip(reasons).enumerate() {
            let share = budget.part(1.0 / (sum.parts.len() - i) as f64);
            let (error, answer, nodes) = if let Some(reason) = reason {
                let found = self.analyze_without_value(part.position.position(), reason, &share)?;
                let Analysis { facts, kos, error, nodes, .. } = found;
                let (mean, temperature) = (facts.mean, facts.temperature);
                let answer =
                    PartAnswer { part: part.to_string(), mean, temperature, kos, ..PartAnswer::default() };
                (error, answer, nodes)
            } else {
                let mut found = self.analyze_sum(&Sum { parts: vec![part.clone()] }, &share)?;
                (found.error, found.parts.remove(0), found.nodes)
            };
            analysis.nodes += nodes;
            analysis.error = analysis.error.or(error);
            analysis.parts.push(answer);
        }
        let may_have_ko = |part: &&PartAnswer| {
            let is_open = |answer: &KomasterAnswer| answer.thermograph.is_none();
            part.kos.ko.is_some() || part.kos.komasters.iter().flatten().any(is_open)
        };
        let one = analysis.parts.iter().filter(may_have_ko).count() <= 1;
        let mean = |komaster: Komaster| -> Option<Rational> {
            analysis.parts.iter().try_fold(Rational::ZERO, |sum, part| {
                let of_ko = part.kos.komasters.iter().flatten().find(|answer| answer.komaster == komaster);
                let mean = match of_ko {
                    Some(answer) => answer.mean?,
                    None => Rational::try_from(part.mean?).ok()?,
                };
                sum.plus(mean).ok()
            })
        };
        let answers = Komaster::BOTH.map(|komaster| KomasterAnswer {
            komaster,
            mean: mean(komaster).filter(|_| one),
            temperature: None,
            mean_bounds: None,
            temperature_bounds: None,
            thermograph: None,
            error: Some(if one { ONE_KO } else { SEVERAL_KOS }.to_owned()),
        });
        analysis.kos.komasters = Some(answers.to_vec());
        analysis.exact = Some(false);
        analysis.seconds = started.elapsed().as_secs_f64();
        Ok(analysis)
    }
}

/// Why an analysis has no value, if only the end of a budget is the reason.
fn ended(reason: NoValue) -> Option<Ended> {
    if let NoValue::Ended(error) = reason { Some(Ended::by(error)) } else { None }
}

/// What is not said of a sum with a ko, and why.
const ONE_KO: &str = "the thermographs of parts do not add, only their means under a komaster do";
/// What is not said of a sum with several kos, and why.
const SEVERAL_KOS: &str =
    "each ko is a threat for the others, so nothing about the sum follows from its parts alone";

/// The order in which a method looks at positions.
fn order(method: &Method) -> Result<KoOrder, EngineError> {
    match method {
        Method::Exact => Ok(KoOrder::Breadth),
        Method::Mts(..) => Ok(KoOrder::Alternating),
        Method::Best | Method::Interval => Ok(KoOrder::BestFirst),
        Method::Tds(_) => Err(EngineError::other(
            "temperature discovery search plays without ko threats and needs parts of at most 12 open points: here the methods are best, interval, exact and mts",
        )),
    }
}

/// The least and the largest bound under any komaster. `None` means that there is no such bound, or that it has
/// another denominator than a power of two.
fn around(findings: &[KoFinding], bounds: fn(&KoFinding) -> Option<[Rational; 2]>) -> Option<[Dyadic; 2]> {
    let all = findings.iter().map(bounds).collect::<Option<Vec<_>>>()?;
    let low = all.iter().map(|[low, _]| *low).min()?;
    let high = all.iter().map(|[_, high]| *high).max()?;
    Some([low.to_dyadic()?, high.to_dyadic()?])
}

fn explored(
    position: &AnyPosition,
    komasters: &[Komaster],
    order: KoOrder,
    budget: &Budget,
) -> Result<KoAnswer, EngineError> {
    match attempt(|| ko_answer(position, komasters, order, budget))? {
        Some(found) => Ok(found?),
        None => Err(EngineError::other(
            "positions of this game cannot come back: only Go positions and graphs with 'where' have komasters",
        )),
    }
}

fn known(komaster: Komaster, graph: KoThermograph) -> KomasterAnswer {
    KomasterAnswer {
        komaster,
        mean: graph.mean(),
        temperature: graph.temperature(),
        mean_bounds: None,
        temperature_bounds: None,
        thermograph: Some(graph),
        error: None,
    }
}

fn answer(finding: &KoFinding) -> KomasterAnswer {
    if let Some(graph) = finding.thermograph() {
        return known(finding.komaster, graph.clone());
    }
    let example = finding.example.as_ref().map(|example| format!(", as in {example}"));
    let reason = finding.open.map(|error| format!("{error}{}", example.unwrap_or_default()));
    KomasterAnswer {
        komaster: finding.komaster,
        mean: None,
        temperature: None,
        mean_bounds: finding.mean(),
        temperature_bounds: finding.temperature(),
        thermograph: None,
        error: reason,
    }
}

/// The kind of the ko under both komasters. `None` means that there is no ko, or that not both were asked for.
fn kind(has_ko: bool, komasters: &[Komaster], graphs: &[KoThermograph]) -> Option<KoKind> {
    let of = |wanted| komasters.iter().position(|&komaster| komaster == wanted);
    let (left, right) = (of(Komaster::Left)?, of(Komaster::Right)?);
    has_ko.then(|| KoKind::of(&graphs[left], &graphs[right]))
}

fn facts(found: &KoAnswer, komasters: &[Komaster]) -> KoFacts {
    let graphs: Option<Vec<_>> =
        found.findings.iter().map(|finding| finding.thermograph().cloned()).collect();
    let ko = graphs.and_then(|graphs| kind(found.has_ko, komasters, &graphs));
    KoFacts { ko, komasters: Some(found.findings.iter().map(answer).collect()) }
}

/// Mean and temperature where all distributions of threats agree.
fn agreed(kos: &KoFacts) -> (Option<Rational>, Option<Rational>) {
    let answers = kos.komasters.as_deref().unwrap_or_default();
    let same = |of: fn(&KomasterAnswer) -> Option<Rational>| {
        let first = of(answers.first()?)?;
        answers.iter().all(|answer| of(answer) == Some(first)).then_some(first)
    };
    (same(|answer| answer.mean), same(|answer| answer.temperature))
}

/// A number that may be missing, because it has another denominator than a power of two: `komasters` has it.
fn dyadic(x: Option<Rational>) -> Fact<Dyadic> {
    x.and_then(Rational::to_dyadic).map_or(Fact::Missing, Fact::Known)
}

fn tell(found: &KoAnswer, komasters: &[Komaster], analysis: &mut Analysis) {
    analysis.kos = facts(found, komasters);
    let (mean, temperature) = agreed(&analysis.kos);
    analysis.facts.mean = mean.and_then(Rational::to_dyadic);
    analysis.facts.temperature = temperature.and_then(Rational::to_dyadic);
    let error = found.findings.iter().find_map(|finding| finding.open);
    if error.is_some() {
        analysis.mean_bounds = around(&found.findings, KoFinding::mean);
        analysis.temperature_bounds = around(&found.findings, KoFinding::temperature);
    }
    analysis.exact = Some(error.is_none());
    analysis.error = error.map(Ended::by);
    analysis.nodes = found.nodes;
    let whole: Vec<_> = found.findings.iter().map(KoFinding::thermograph).collect();
    analysis.ko_moves = Some(ByPlayer::from_fn(|player| {
        let told = |action: &KoMoveFound| KoMoveAnswer {
            action: action.at.to_string(),
            takes_ko: action.ko,
            orthodox: None,
            // The bounds of a move that cannot matter are left apart, and that has no reason.
            after: action
                .after
                .iter()
                .map(|finding| KomasterAnswer { error: None, ..answer(finding) })
                .collect(),
        };
        ranked(found.moves[player].iter().map(told).collect(), player, &whole)
    }));
}

/// The moves of a player, with the best ones at the temperature first, where it is known which these are. `whole` has
/// the thermograph of the position for each komaster.
fn ranked(
    mut moves: Vec<KoMoveAnswer>,
    player: Player,
    whole: &[Option<&KoThermograph>],
) -> Vec<KoMoveAnswer> {
    // What a capture of the komaster leads to is not the wall after it.
    if moves.iter().all(|action| !action.takes_ko) {
        let best = best_moves(&moves, player, whole);
        for (action, is_best) in moves.iter_mut().zip(best.into_iter().flatten()) {
            action.orthodox = Some(is_best);
        }
    }
    moves.sort_by(|a, b| (b.orthodox, &a.action).cmp(&(a.orthodox, &b.action)));
    moves
}

/// Is each move one of the best at the temperature, whoever is komaster? `None` means that this is not known.
fn best_moves(moves: &[KoMoveAnswer], player: Player, whole: &[Option<&KoThermograph>]) -> Option<Vec<bool>> {
    let mut best = vec![true; moves.len()];
    for (index, graph) in whole.iter().enumerate() {
        let t = (*graph)?.temperature()?;
        let reached = |action: &KoMoveAnswer| -> Option<Rational> {
            let wall = action.after.get(index)?.thermograph.as_ref()?.wall(player.opponent());
            wall.at(t).ok().map(|value| player.sees(value))
        };
        let reached = moves.iter().map(reached).collect::<Option<Vec<_>>>()?;
        let most = reached.iter().max().copied();
        for (is_best, value) in best.iter_mut().zip(&reached) {
            *is_best &= Some(*value) == most;
        }
    }
    Some(best)
}

/// What a position of a graph is worth under a komaster, or why that is not known.
fn of_graph(game: &LoopyGame, id: usize, komaster: Komaster) -> KomasterAnswer {
    match game.thermograph_of(id, komaster) {
        Ok(graph) => known(komaster, graph),
        Err(error) => KomasterAnswer {
            komaster,
            mean: None,
            temperature: None,
            mean_bounds: None,
            temperature_bounds: None,
            thermograph: None,
            error: Some(error.to_string()),
        },
    }
}
