//! The paths of the server: one list, from which requests are counted and the description is made.

mod jobs;
mod quick;
mod tables;

use crate::app::App;
use crate::body::json;
use crate::error::ApiError;
use crate::openapi::{Route, job, look, picture, quick as ask};
use crate::requests::{
    AnalysisRequest, BoardsRequest, CensusRequest, ExperimentRequest, PictureRequest, PlayRequest,
    PositionRequest, SolveRequest, TemperatureRequest, ThermographRequest,
};
use crate::{assets, results};
use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use lab::Report;
use std::sync::Arc;
use tedomari::answers::{
    BoardsAnswer, CensusGraphs, ChosenMove, DrawnAnswer, GameAnswer, PlayersAnswer, ReviewAnswer, Solution,
    TemperatureAnswer, ThermographAnswer, TopicAnalysis,
};

/// The path of the description.
pub(crate) const OPENAPI: &str = "/api/v1/openapi.json";
/// The path of the counts.
const METRICS: &str = "/metrics";
/// All other paths, in counts.
const OTHER: &str = "other";

/// All paths of the API.
pub(crate) static ROUTES: &[Route] = &[
    look::<quick::Health>("/api/v1/health", "Is the server well, and how busy is it?"),
    look::<quick::RulesetList>("/api/v1/rulesets", "The games"),
    look::<PlayersAnswer>("/api/v1/players", "The players and their sources of temperatures"),
    look::<jobs::ExperimentList>("/api/v1/experiments", "The papers' experiments"),
    look::<tables::TableList>("/api/v1/tables", "The endgame tables of the server"),
    ask::<PositionRequest, DrawnAnswer>("/api/v1/positions", "How is a text drawn and played?"),
    ask::<PlayRequest, GameAnswer>("/api/v1/play", "What is on the board after the moves of a game?"),
    picture::<PictureRequest>("/api/v1/pictures", "A board or a thermograph as a picture"),
    job::<AnalysisRequest, TopicAnalysis>("/api/v1/analysis", "Who is ahead, and how urgent is a move?"),
    job::<TemperatureRequest, TemperatureAnswer>("/api/v1/temperature", "Mean and temperature by any method"),
    job::<ThermographRequest, ThermographAnswer>("/api/v1/thermograph", "The thermograph"),
    job::<SolveRequest, Solution>("/api/v1/solve", "Who wins a sum, and with which move?"),
    job::<PlayRequest, Option<ChosenMove>>("/api/v1/choose", "What does a player choose?"),
    job::<PlayRequest, ReviewAnswer>("/api/v1/review", "What did each move of a game lose?"),
    job::<ExperimentRequest, Report>("/api/v1/experiments", "Run an experiment"),
    job::<CensusRequest, CensusGraphs>("/api/v1/census", "All boards by mean and temperature"),
    job::<BoardsRequest, BoardsAnswer>("/api/v1/census/positions", "Boards with a mean and a temperature"),
];

/// The paths with what answers them.
pub(crate) fn all() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/health", get(quick::health))
        .route("/api/v1/rulesets", get(quick::rulesets))
        .route("/api/v1/players", get(quick::players))
        .route("/api/v1/experiments", get(jobs::experiments).post(jobs::experiment))
        .route("/api/v1/tables", get(tables::list))
        .route("/api/v1/positions", post(quick::positions))
        .route("/api/v1/play", post(quick::play))
        .route("/api/v1/pictures", post(quick::pictures))
        .route("/api/v1/analysis", post(jobs::analysis))
        .route("/api/v1/temperature", post(jobs::temperature))
        .route("/api/v1/thermograph", post(jobs::thermograph))
        .route("/api/v1/solve", post(jobs::solve))
        .route("/api/v1/choose", post(jobs::choose))
        .route("/api/v1/review", post(jobs::review))
        .route("/api/v1/census", post(tables::census))
        .route("/api/v1/census/positions", post(tables::positions))
        .route(OPENAPI, get(quick::openapi))
        .route(METRICS, get(quick::metrics))
        .method_not_allowed_fallback(async || {
            let message = "this path is not asked in that way";
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
        })
        .fallback(file)
}

/// A file of the page, a result of an experiment, or nothing.
async fn file(request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let path = request.uri().path();
    let found = assets::get(path, request.headers());
    let found = found.or_else(|| Some(json(&results::get(path)?))).filter(|_| is_read);
    let missing = || ApiError::new(StatusCode::NOT_FOUND, "not_found", "there is nothing here");
    found.unwrap_or_else(|| missing().into_response())
}

/// The path as it is counted: one of a short list.
pub(crate) fn known(path: &str) -> &'static str {
    let named = ROUTES.iter().map(|route| route.path).chain([OPENAPI, METRICS, "/"]);
    named.into_iter().find(|known| *known == path).unwrap_or(OTHER)
}

/// Does the path need the token?
pub(crate) fn is_private(path: &str) -> bool {
    path.starts_with("/api") || path == METRICS
}
