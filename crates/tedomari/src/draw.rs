//! What does a text say, and how is it drawn and played? Positions, values, sums and states of games with chance in
//! one answer, for pages and editors.

use crate::answers::{Drawing, DrawnAnswer, MoveDrawing, PartDrawing, RegionDrawing, SCHEMA};
use crate::{Engine, EngineError, Topic};
use fastrand::Rng;
use matches::Ending;
use rules::games::go::NoValue;
use rules::{AnyContest, AnyMove, AnyPosition, Coordinates, Drawn, Ruleset, attempt};
use sums::{Component, Part, Sum};
use values::notation::{Expression, LoopyGame, LoopyMove};
use values::{Budget, ByPlayer, Player};

/// The maximum number of moves of a player in a list.
const MOST_MOVES: usize = 2000;

/// The nodes of the question whether a position has a value, where nobody waits for more than a drawing.
const ASKING: u64 = 20_000;

impl Engine {
    /// Reads a text and says how it is drawn; with `details` also the regions and the moves. The seed decides
    /// chance events before the first move of a game with chance, whose opening is `GAME:`.
    pub fn draw(
        &self,
        text: &str,
        details: bool,
        seed: u64,
        budget: &Budget,
    ) -> Result<DrawnAnswer, EngineError> {
        if let Some((ruleset, state)) = self.contest(text, seed)? {
            return draw_contest(ruleset, &state, details);
        }
        let topic = self.topic(text);
        if let Topic::Value(value) = &topic {
            if self.is_loopy(value) {
                return Ok(draw_graph(value, &LoopyGame::parse(value)?, details));
            }
            // The error of a value has its place, that of a sum only its part.
            Expression::parse(value)?;
        }
        self.draw_sum(&self.sum_within(&topic.to_string(), budget)?, details)
    }

    /// The state of a game with chance in a text, `GAME:STATE`, or its opening, `GAME:`. `None` means that the
    /// text is about anything else.
    pub(crate) fn contest(
        &self,
        text: &str,
        seed: u64,
    ) -> Result<Option<(&Ruleset, AnyContest)>, EngineError> {
        let Some((game, state)) = text.split_once(':') else { return Ok(None) };
        let Ok(ruleset) = self.rulesets().contest(game.trim()) else { return Ok(None) };
        let mut random = Rng::with_seed(seed);
        let mut below = |most: u32| random.u32(..most.max(1));
        let state = match state.trim() {
            "" => ruleset.opening(&mut below)?,
            text => ruleset.deal(text, &mut below)?,
        };
        Ok(Some((ruleset, state)))
    }

    /// The drawing of a sum that was read.
    pub(crate) fn draw_sum(&self, sum: &Sum, details: bool) -> Result<DrawnAnswer, EngineError> {
        let kind = match &sum.parts[..] {
            [part] if part.game.is_empty() => "value",
            [_] => "position",
            _ => "sum",
        };
        let parts = sum.parts.iter().map(|part| self.draw_part(part, details));
        let parts = parts.collect::<Result<_, EngineError>>()?;
        let ending = attempt(|| Ending::of(sum).name()).ok();
        Ok(DrawnAnswer { kind, position: sum.to_string(), parts, ending, schema: SCHEMA })
    }

    fn draw_part(&self, part: &Part, details: bool) -> Result<PartDrawing, EngineError> {
        let ruleset = self.rulesets().get(&part.game).ok();
        let position = part.position.position();
        let (text, drawing) = (position.to_string(), self.drawing_of(part));
        let negative = match ruleset {
            None => Some(format!("-({text})")),
            Some(ruleset) => {
                ruleset.looks().negative.map(|negative| format!("{}:{}", part.game, negative(&text)))
            }
        };
        let mut answer = PartDrawing {
            part: part.to_string(),
            game: ruleset.map(|ruleset| ruleset.name.to_string()),
            negative,
            warning: ruleset.and_then(|ruleset| ruleset.warning(position)),
            sgf: ruleset.and_then(|ruleset| ruleset.record(position)),
            ..PartDrawing::default()
        };
        if details {
            let reason = self.no_value(position, &Budget::after_nodes(ASKING))?;
            answer.ko = reason.is_some();
            answer.no_value = reason.filter(|reason| *reason != NoValue::Ko).map(|reason| reason.to_string());
            // What is settled is not known without a value, so neither are regions.
            answer.regions = Some(if answer.ko { Vec::new() } else { self.draw_regions(part, &drawing)? });
            let mut moves = ByPlayer::<Vec<MoveDrawing>>::default();
            for player in Player::BOTH {
                let found = match answer.ko {
                    true => Some(self.open_moves(part, &drawing, player)),
                    false => self.moves_with_value(part, &drawing, player)?,
                };
                match found {
                    Some(listed) => moves[player] = listed,
                    None => answer.moves_left_out = true,
                }
            }
            answer.moves = Some(moves).filter(|_| !answer.moves_left_out);
        }
        Ok(PartDrawing { position: text, drawing, ..answer })
    }

    /// The drawing of a part.
    pub(crate) fn drawing_of(&self, part: &Part) -> Drawing {
        let position = part.position.position();
        match self.rulesets().get(&part.game) {
            Err(_) => Drawing::Text,
            Ok(ruleset) => Drawing::of(&position.to_string(), position.cells(), ruleset.looks().drawn),
        }
    }

    fn draw_regions(&self, part: &Part, whole: &Drawing) -> Result<Vec<RegionDrawing>, EngineError> {
        let of_region = |position| Part { game: part.game.clone(), position };
        let regions: Vec<Part> =
            part.position.position().regions()?.into_iter().map(|region| of_region(region.into())).collect();
        let drawings: Vec<Drawing> = regions.iter().map(|region| self.drawing_of(region)).collect();
        let places = whole.places_of(drawings.iter());
        let drawn = regions.iter().zip(places);
        Ok(drawn.map(|(region, at)| RegionDrawing { position: region.position.to_string(), at }).collect())
    }

    /// The moves of a player in a part. `None` means that they are too many for a list.
    pub(crate) fn moves_of_part(
        &self,
        part: &Part,
        drawing: &Drawing,
        player: Player,
    ) -> Result<Option<Vec<MoveDrawing>>, EngineError> {
        match self.no_value(part.position.position(), &Budget::after_nodes(ASKING))? {
            Some(_) => Ok(Some(self.open_moves(part, drawing, player))),
            None => self.moves_with_value(part, drawing, player),
        }
    }

    /// The same in a part that has a value.
    fn moves_with_value(
        &self,
        part: &Part,
        drawing: &Drawing,
        player: Player,
    ) -> Result<Option<Vec<MoveDrawing>>, EngineError> {
        let position = &part.position;
        if attempt(|| position.count_moves(player))? > MOST_MOVES {
            return Ok(None);
        }
        let moves = attempt(|| position.moves(player).into_iter().zip(position.plays(player)).collect())?;
        Ok(Some(self.draw_moves(part, drawing, moves)))
    }

    /// Moves and the positions after them.
    fn draw_moves(
        &self,
        part: &Part,
        drawing: &Drawing,
        moves: Vec<(String, Component)>,
    ) -> Vec<MoveDrawing> {
        let draw = |(action, position): (String, Component)| {
            let after = Part { game: part.game.clone(), position };
            let (at, changed) = (drawing.mentioned(&action), drawing.changed(&self.drawing_of(&after)));
            MoveDrawing { part: None, action, at, changed, position: Some(after.to_string()) }
        };
        moves.into_iter().map(draw).collect()
    }

    /// The moves of a player in a part without a value. What a player may fill besides is not known there.
    fn open_moves(&self, part: &Part, drawing: &Drawing, player: Player) -> Vec<MoveDrawing> {
        let moves = exact::open_moves(part.position.position(), player).unwrap_or_default();
        let named = |(action, after): (AnyMove, AnyPosition)| (action.to_string(), after.into());
        self.draw_moves(part, drawing, moves.into_iter().map(named).collect())
    }
}

/// A graph of positions that come back, which is a text.
fn draw_graph(text: &str, game: &LoopyGame, details: bool) -> DrawnAnswer {
    let draw = |LoopyMove { name, text, .. }: LoopyMove| MoveDrawing {
        action: name,
        position: Some(text),
        ..MoveDrawing::default()
    };
    let moves = |player| game.moves(player).into_iter().map(draw).collect();
    let part = PartDrawing {
        part: text.to_owned(),
        position: text.to_owned(),
        ko: true,
        moves: details.then(|| ByPlayer::from_fn(moves)),
        ..PartDrawing::default()
    };
    DrawnAnswer { kind: "value", position: text.to_owned(), parts: vec![part], ending: None, schema: SCHEMA }
}

/// The drawing of the board of a state of a game with chance.
pub(crate) fn contest_drawing(state: &AnyContest) -> Drawing {
    let text = state.to_string();
    Drawing::of(text.split(' ').next().unwrap_or_default(), Some(Coordinates::Board), Drawn::Text)
}

/// The moves of a state of a game with chance.
pub(crate) fn contest_moves(state: &AnyContest) -> Result<Vec<MoveDrawing>, EngineError> {
    let drawing = contest_drawing(state);
    let draw = |action: String| {
        let at = drawing.mentioned(&action);
        MoveDrawing { action, changed: at.clone(), at, ..MoveDrawing::default() }
    };
    Ok(state.moves()?.iter().map(|action| draw(action.to_string())).collect())
}

/// A state of a game with chance.
pub(crate) fn draw_contest(
    ruleset: &Ruleset,
    state: &AnyContest,
    details: bool,
) -> Result<DrawnAnswer, EngineError> {
    let (position, to_move) = (state.to_string(), state.to_move());
    let text = format!("{}:{position}", ruleset.name);
    let mut moves = ByPlayer::<Vec<MoveDrawing>>::default();
    if details {
        moves[to_move] = contest_moves(state)?;
    }
    let drawing = contest_drawing(state);
    let banned = state.banned()?.and_then(|name| drawing.mentioned(&name).cells.first().copied());
    let part = PartDrawing {
        part: text.clone(),
        game: Some(ruleset.name.to_string()),
        position,
        drawing,
        banned,
        moves: details.then_some(moves),
        to_move: Some(to_move),
        score: state.score()?,
        remark: Some(state.remark()?).filter(|remark| !remark.is_empty()),
        ..PartDrawing::default()
    };
    Ok(DrawnAnswer { kind: "contest", position: text, parts: vec![part], ending: None, schema: SCHEMA })
}

/// The kind of drawing of a position of a ruleset, from its example.
pub(crate) fn kind_of(ruleset: &Ruleset) -> &'static str {
    if ruleset.has_chance() {
        return "grid";
    }
    let example = ruleset.read(&ruleset.example);
    example.map_or("text", |position| {
        Drawing::of(&position.to_string(), position.cells(), ruleset.looks().drawn).kind()
    })
}

impl Topic {
    /// Is it a sum of several parts?
    #[must_use]
    pub fn has_parts(&self) -> bool {
        match self {
            Self::Position { .. } => false,
            Self::Value(text) | Self::Sum(text) => text.contains(Sum::JOINT),
        }
    }
}
