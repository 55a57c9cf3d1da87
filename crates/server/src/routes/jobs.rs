//! Questions that may take long: each becomes a job.

use crate::app::App;
use crate::body::{Json, json};
use crate::error::ApiError;
use crate::events::Events;
use crate::jobs::{Job, Outcome, start};
use crate::requests::{
    AnalysisRequest, ExperimentRequest, MethodName, PlayRequest, SolveRequest, TemperatureRequest,
    ThermographRequest, short,
};
use crate::results;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lab::{EXPERIMENTS, Experiment, Report, Settings, Work};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json as object};
use std::sync::Arc;
use std::time::Duration;
use tedomari::answers::{Ended, SCHEMA, TemperatureAnswer, TopicAnalysis};
use tedomari::matches::players::Kind;
use tedomari::temperature::{Bounds, Enhancements, Finding, Leaves, Method, Tds};
use tedomari::values::{Error, Progress};
use tedomari::{EngineError, Question};

type Asked = State<Arc<App>>;
type Told = Result<Response, ApiError>;

/// The events of a job, or, for a client that wants JSON, the answer alone.
pub(super) async fn told(headers: &HeaderMap, events: Result<Events, ApiError>) -> Told {
    let mut events = events?;
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if !accepts.contains("application/json") {
        return Ok(events.into_response());
    }
    while let Some(event) = events.next().await {
        match event.name {
            "answer" => return Ok(json(&event.data)),
            "error" => return Ok(refused(&event.data)),
            _ => {}
        }
    }
    Err(ApiError::panicked())
}

/// An error of a job as an answer of its own.
fn refused(error: &Value) -> Response {
    let status = match error["error"]["code"].as_str() {
        Some("limit") => StatusCode::UNPROCESSABLE_ENTITY,
        Some("panic") => StatusCode::INTERNAL_SERVER_ERROR,
        Some("busy") => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, json(error)).into_response()
}

/// The outcome of a question of the engine about the text of a key.
fn outcome<T: Serialize>(
    found: Result<T, EngineError>,
    ended: impl FnOnce(&T) -> Option<&Ended>,
    field: &'static str,
    text: &str,
) -> Outcome {
    match found {
        Ok(answer) => Outcome::of(&answer, ended(&answer).cloned()),
        Err(error) => ApiError::of_engine(&error, field, text).into(),
    }
}

/// Checks that the parts of a text can be read, before a job for it begins.
async fn check(app: &Arc<App>, text: &str, field: &'static str) -> Result<(), ApiError> {
    short(text, field)?;
    let text = text.to_owned();
    crate::quick::answer(app, move |app, _| {
        app.engine.check(&text).map_err(|error| ApiError::of_engine(&error, field, &text))
    })
    .await
}

pub(super) async fn analysis(
    State(app): Asked,
    headers: HeaderMap,
    Json(asked): Json<AnalysisRequest>,
) -> Told {
    let time = asked.time;
    check(&app, &asked.position, "position").await?;
    let work = move |app: &App, job: &Arc<Job>| {
        let text = &asked.position;
        let tell = |bounds: &Bounds| job.improve("bounds", |seconds| of_bounds(bounds, seconds));
        let found = app.engine.analyze_topic(text, asked.details, &job.budget, &tell);
        outcome(found, TopicAnalysis::error, "position", text)
    };
    told(&headers, start(&app, "analysis", time, work)).await
}

fn of_bounds(bounds: &Bounds, seconds: f64) -> Value {
    let (mean, temperature) = (bounds.mean, bounds.temperature);
    object!({ "mean_bounds": [mean.0, mean.1], "temperature_bounds": [temperature.0, temperature.1], "seconds": seconds })
}

pub(super) async fn temperature(
    State(app): Asked,
    headers: HeaderMap,
    Json(asked): Json<TemperatureRequest>,
) -> Told {
    let time = asked.time;
    check(&app, &asked.position, "position").await?;
    let work = move |app: &App, job: &Arc<Job>| {
        let found = find_temperature(app, job, &asked);
        outcome(found, |answer| answer.error.as_ref(), "position", &asked.position)
    };
    told(&headers, start(&app, "temperature", time, work)).await
}

fn find_temperature(
    app: &App,
    job: &Job,
    asked: &TemperatureRequest,
) -> Result<TemperatureAnswer, EngineError> {
    let position = app.engine.position_about(&app.engine.topic(&asked.position), &job.budget)?;
    let method = asked.method.method();
    if let Some(threshold) = asked.threshold {
        return app.engine.is_hotter(&method, &position, threshold, &job.budget);
    }
    let mut tell = |finding: &Finding| {
        job.improve("bounds", |seconds| {
            let (mean, temperature) = (finding.mean_bounds, finding.temperature_bounds);
            object!({
                "mean_bounds": [mean.low, mean.high],
                "temperature_bounds": [temperature.low, temperature.high],
                "nodes": finding.nodes,
                "seconds": seconds,
            })
        });
    };
    app.engine.temperature_by(&method, &position, &job.budget, &mut tell)
}

impl MethodName {
    fn method(self) -> Method {
        let tds = |enhancements| Tds { enhancements, ..Tds::default() };
        match self {
            Self::Best => Method::Best,
            Self::Exact => Method::Exact,
            Self::Interval => Method::Interval,
            Self::Tds => Method::Tds(Box::new(tds(Enhancements::NONE))),
            Self::TdsPlus => Method::Tds(Box::new(tds(Enhancements::ALL))),
            Self::Mts => Method::Mts(tedomari::temperature::mts::Mts::default(), Leaves::default()),
        }
    }
}

pub(super) async fn thermograph(
    State(app): Asked,
    headers: HeaderMap,
    Json(asked): Json<ThermographRequest>,
) -> Told {
    let time = asked.time;
    check(&app, &asked.position, "position").await?;
    let work = move |app: &App, job: &Arc<Job>| {
        let found = app.engine.thermograph_of_topic(&asked.position, &job.budget);
        outcome(found, |answer| answer.error.as_ref(), "position", &asked.position)
    };
    told(&headers, start(&app, "thermograph", time, work)).await
}

pub(super) async fn solve(State(app): Asked, headers: HeaderMap, Json(asked): Json<SolveRequest>) -> Told {
    let time = asked.time;
    check(&app, &asked.sum, "sum").await?;
    let work = move |app: &App, job: &Arc<Job>| {
        let question = Question { first: asked.first, score: asked.score, ..Question::default() };
        let text = app.engine.topic(&asked.sum).to_string();
        let solution = app.engine.sum_within(&text, &job.budget).and_then(|sum| {
            let told = job.clone();
            let progress: Progress =
                Arc::new(move |nodes| told.improve("progress", |_| object!({ "nodes": nodes })));
            Ok(app.engine.solve_sum(&sum, question, &job.budget, &progress)?.0)
        });
        outcome(solution, |solution| solution.error.as_ref(), "sum", &asked.sum)
    };
    told(&headers, start(&app, "solve", time, work)).await
}

/// The time that a player has unless the client says otherwise.
const MOVE: f64 = 1.0;
/// What a player leaves of the time, so that its choice is there in time.
const MARGIN: Duration = Duration::from_millis(20);

pub(super) async fn choose(State(app): Asked, headers: HeaderMap, Json(asked): Json<PlayRequest>) -> Told {
    let game = asked.game()?;
    let kind = if app.engine.is_contest(&game.start) { Kind::Contest } else { Kind::Sum };
    let player = asked.player(kind)?;
    let time = asked.time.or(Some(MOVE));
    let work = move |app: &App, job: &Arc<Job>| {
        let found = app.engine.resume(&game, &player, &job.budget);
        let found = found.and_then(|mut session| session.choose(&job.budget.earlier(MARGIN)));
        outcome(found, |_| None, "start", &game.start)
    };
    told(&headers, start(&app, "choose", time, work)).await
}

pub(super) async fn review(State(app): Asked, headers: HeaderMap, Json(asked): Json<PlayRequest>) -> Told {
    let (game, time) = (asked.game()?, asked.time);
    let work = move |app: &App, job: &Arc<Job>| {
        let found = app.engine.review(&game, &job.budget, &mut |judged| job.tell("move", judged));
        outcome(found, |_| None, "start", &game.start)
    };
    told(&headers, start(&app, "review", time, work)).await
}

/// All experiments.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExperimentList {
    experiments: Vec<ListedExperiment>,
}

/// An experiment in the list.
#[derive(Serialize, JsonSchema)]
struct ListedExperiment {
    name: &'static str,
    /// The result that it shows, and the paper.
    about: &'static str,
    /// Does the seed make a difference?
    random: bool,
    /// Is there a result that was kept, at `/results/NAME.json`?
    kept: bool,
}

pub(super) async fn experiments() -> Response {
    let listed = |&Experiment { name, about, is_random, .. }: &Experiment| ListedExperiment {
        name,
        about,
        random: is_random,
        kept: results::has(name),
    };
    json(&ExperimentList { experiments: EXPERIMENTS.iter().map(listed).collect() })
}

pub(super) async fn experiment(
    State(app): Asked,
    headers: HeaderMap,
    Json(asked): Json<ExperimentRequest>,
) -> Told {
    let Some(experiment) = EXPERIMENTS.iter().find(|experiment| experiment.name == asked.name) else {
        let message = "there is no experiment of this name";
        return Err(ApiError::bad("unknown_experiment", message).about("name"));
    };
    let work = move |_: &App, job: &Arc<Job>| run_experiment(experiment, asked.seed, job);
    told(&headers, start(&app, "experiment", None, work)).await
}

fn run_experiment(experiment: &Experiment, seed: u64, job: &Job) -> Outcome {
    let progress = |message: &str| job.improve("progress", |_| object!({ "message": message }));
    let settings = Settings {
        full: false,
        seed,
        budget: job.budget.clone(),
        work: Work::default(),
        progress: &progress,
    };
    let command = format!("tedomari experiment run {}", experiment.name);
    let command = if experiment.is_random { format!("{command} --seed {seed}") } else { command };
    match experiment.store(&settings, command) {
        Ok((_, stored)) => Outcome::of(&Report::of(&stored, SCHEMA), None),
        Err(error) => match error.downcast_ref::<Error>().filter(|error| error.is_limit()) {
            Some(error) => ApiError::limit(error).into(),
            None => ApiError::bad("bad_request", error.to_string()).into(),
        },
    }
}
