//! Questions that are answered at once.

use crate::app::App;
use crate::body::{Json, MOST_BYTES, json};
use crate::error::ApiError;
use crate::openapi::description;
use crate::quick;
use crate::requests::{Format, MOST_POSITION, PictureRequest, PlayRequest, PositionRequest, Subject, short};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use tedomari::answers::KomasterAnswer;
use tedomari::answers::{PlayersAnswer, RulesetAnswer};
use tedomari::pictures::{Picture, ko_thermographs, thermograph};
use tedomari::values::Budget;
use tedomari::{Topic, board_picture};

type Asked = State<Arc<App>>;

/// How the server is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
    /// Seconds since the start.
    uptime: f64,
    jobs: JobCounts,
    limits: Limits,
}

/// The jobs of this moment.
#[derive(Serialize, JsonSchema)]
struct JobCounts {
    running: usize,
    waiting: usize,
    most_running: usize,
    most_waiting: usize,
}

/// What a request may cost.
#[derive(Serialize, JsonSchema)]
struct Limits {
    /// Seconds of a job.
    seconds: f64,
    /// Memory of a job.
    bytes: usize,
    /// Bytes of a body.
    body: usize,
    /// Bytes of a position.
    position: usize,
}

pub(super) async fn health(State(app): Asked) -> Response {
    let jobs = &app.jobs;
    json(&Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        uptime: app.started.elapsed().as_secs_f64(),
        jobs: JobCounts {
            running: jobs.running(),
            waiting: jobs.waiting(),
            most_running: jobs.most_running,
            most_waiting: jobs.most_waiting,
        },
        limits: Limits {
            seconds: app.settings.time.as_secs_f64(),
            bytes: app.settings.bytes,
            body: MOST_BYTES,
            position: MOST_POSITION,
        },
    })
}

/// All games.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesetList {
    rulesets: Vec<RulesetAnswer>,
}

pub(super) async fn rulesets(State(app): Asked) -> Result<Response, ApiError> {
    quick::answer(&app, |app, _| {
        let rulesets = app.engine.rulesets().iter().map(RulesetAnswer::from).collect();
        Ok(json(&RulesetList { rulesets }))
    })
    .await
}

pub(super) async fn players() -> Response {
    json(&PlayersAnswer::all())
}

pub(super) async fn openapi() -> Response {
    json(&description())
}

pub(super) async fn metrics(State(app): Asked) -> Response {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4");
    ([(header::CONTENT_TYPE, kind)], app.metrics.text(&app)).into_response()
}

pub(super) async fn positions(
    State(app): Asked,
    Json(asked): Json<PositionRequest>,
) -> Result<Response, ApiError> {
    short(&asked.position, "position")?;
    quick::answer(&app, move |app, budget| {
        let PositionRequest { position, details, seed } = &asked;
        let drawn = app.engine.draw(position, *details, *seed, budget);
        drawn.map(|drawn| json(&drawn)).map_err(|error| ApiError::of_engine(&error, "position", position))
    })
    .await
}

pub(super) async fn play(State(app): Asked, Json(asked): Json<PlayRequest>) -> Result<Response, ApiError> {
    let game = asked.game()?;
    quick::answer(&app, move |app, budget| {
        let answer = app.engine.game(&game, budget);
        answer.map(|answer| json(&answer)).map_err(|error| ApiError::of_engine(&error, "start", &game.start))
    })
    .await
}

pub(super) async fn pictures(
    State(app): Asked,
    Json(asked): Json<PictureRequest>,
) -> Result<Response, ApiError> {
    short(&asked.position, "position")?;
    quick::answer(&app, move |app, budget| {
        let picture = draw(app, &asked, budget)?;
        let (kind, bytes) = match asked.format {
            Format::Svg => ("image/svg+xml", picture.svg().into_bytes()),
            Format::Tikz => ("text/plain; charset=utf-8", picture.tikz().into_bytes()),
            Format::Png => ("image/png", png(&picture)?),
        };
        Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], bytes).into_response())
    })
    .await
}

fn draw(app: &App, asked: &PictureRequest, budget: &Budget) -> Result<Picture, ApiError> {
    let text = &asked.position;
    let wrong = |error| ApiError::of_engine(&error, "position", text);
    match asked.of {
        Subject::Board => {
            let Topic::Position { game, text: rows } = app.engine.topic(text) else {
                return Err(ApiError::bad("bad_position", "a board belongs to a position").about("position"));
            };
            let position = app.engine.rulesets().open(&game, &rows).map_err(|error| wrong(error.into()))?;
            let missing = || ApiError::bad("bad_position", "this position has no board").about("position");
            board_picture(&position).ok_or_else(missing)
        }
        Subject::Thermograph => {
            let answer = app.engine.thermograph_of_topic(text, budget).map_err(wrong)?;
            let error = answer.error.as_ref().and_then(|ended| ended.errors().next());
            let found = |known: &KomasterAnswer| Some((known.komaster, known.thermograph.clone()?));
            let panels: Vec<_> = answer.kos.komasters.iter().flatten().filter_map(found).collect();
            if !panels.is_empty() {
                return Ok(ko_thermographs(&panels, None));
            }
            match (answer.thermograph, error) {
                (Some(found), _) => Ok(thermograph(&found, None)),
                (None, Some(error)) => Err(wrong(error.into())),
                (None, None) => Err(ApiError::panicked()),
            }
        }
    }
}

#[cfg(feature = "png")]
fn png(picture: &Picture) -> Result<Vec<u8>, ApiError> {
    picture.png().map_err(|error| ApiError::bad("bad_request", error.to_string()).about("format"))
}

#[cfg(not(feature = "png"))]
fn png(_: &Picture) -> Result<Vec<u8>, ApiError> {
    Err(ApiError::bad("bad_request", "this program was built without PNG").about("format"))
}
