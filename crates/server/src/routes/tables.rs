//! Endgame tables: those of the server's folder, and what is in them. A client names a table of the list, never a
//! file.

use super::jobs::told;
use crate::app::App;
use crate::body::{Json, json};
use crate::error::ApiError;
use crate::jobs::{Job, Outcome, start};
use crate::quick;
use crate::requests::{BoardsRequest, CensusRequest, short};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tedomari::answers::ListedTable;
use tedomari::tables::endgame::{BuildFailure, Table};
use tedomari::values::Budget;
use tedomari::{Browse, CensusError, list_tables};

type Asked = State<Arc<App>>;

/// The maximum number of boards in an answer, and the number unless the client says otherwise.
const BOARDS: [usize; 2] = [500, 50];

/// The tables of the server's folder.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableList {
    tables: Vec<NamedTable>,
}

/// A table and its name.
#[derive(Serialize, JsonSchema)]
struct NamedTable {
    /// The name, by which a census asks for it.
    table: String,
    #[serde(flatten)]
    listed: ListedTable,
}

/// The tables of the folder, each with its path.
fn tables(app: &App) -> Result<Vec<(NamedTable, PathBuf)>, ApiError> {
    let Some(folder) = &app.settings.tables else { return Ok(Vec::new()) };
    // A message would name the folder.
    let wrong =
        |_| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "tables", "the folder of tables cannot be read");
    let named = |mut listed: ListedTable| {
        let path = PathBuf::from(&listed.file);
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        listed.file.clone_from(&name);
        listed.error = listed.error.map(|_| "this file cannot be read".to_owned());
        (NamedTable { table: name, listed }, path)
    };
    Ok(list_tables(folder).map_err(wrong)?.into_iter().map(named).collect())
}

pub(super) async fn list(State(app): Asked) -> Result<Response, ApiError> {
    quick::answer(&app, |app, _| {
        let tables = tables(app)?.into_iter().map(|(table, _)| table).collect();
        Ok(json(&TableList { tables }))
    })
    .await
}

/// The table that a request means: where its file is, or which boards it has.
enum Wanted {
    File(PathBuf),
    Boards(String, [u8; 2], PathBuf),
}

/// The game and the size in `nogo 3x3`. `None` means that a text says something else.
fn boards(text: &str) -> Option<(String, [u8; 2])> {
    let (game, size) = text.trim().split_once(' ')?;
    let (columns, rows) = size.trim().split_once('x')?;
    Some((game.to_owned(), [columns.parse().ok()?, rows.parse().ok()?]))
}

async fn wanted(app: &Arc<App>, table: String) -> Result<Wanted, ApiError> {
    short(&table, "table")?;
    quick::answer(app, move |app, _| {
        if let Some((_, path)) = tables(app)?.into_iter().find(|(listed, _)| listed.table == table) {
            return Ok(Wanted::File(path));
        }
        let missing = || ApiError::bad("unknown_table", "there is no table of this name").about("table");
        let (game, size) = boards(&table).ok_or_else(missing)?;
        let full =
            || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "tables", "there is no room for a table");
        let folder = app.small_tables().ok_or_else(full)?.path().to_owned();
        Ok(Wanted::Boards(game, size, folder))
    })
    .await
}

impl Wanted {
    fn open(&self, app: &App, budget: &Budget) -> Result<Table, CensusError> {
        match self {
            Self::File(path) => Ok(Table::open(Path::new(path))?),
            Self::Boards(game, size, folder) => app.engine.small_table(game, *size, folder, budget),
        }
    }
}

/// The outcome of a census. Messages about files would name folders.
fn outcome<T: Serialize>(found: Result<T, CensusError>) -> Outcome {
    let error = match found {
        Ok(answer) => return Outcome::of(&answer, None),
        Err(error) => error,
    };
    match error {
        CensusError::Build(BuildFailure::Value(error)) if error.is_limit() => ApiError::limit(error).into(),
        CensusError::Build(error @ (BuildFailure::Memory { .. } | BuildFailure::Rectangle(_))) => {
            ApiError::bad("bad_request", error.to_string()).into()
        }
        CensusError::Build(BuildFailure::Busy(_)) => ApiError::busy().into(),
        error @ CensusError::NoTables(..) => {
            ApiError::bad("unknown_game", error.to_string()).about("table").into()
        }
        _ => ApiError::bad("unknown_table", "the table cannot be read").about("table").into(),
    }
}

pub(super) async fn census(
    State(app): Asked,
    headers: HeaderMap,
    Json(asked): Json<CensusRequest>,
) -> Result<Response, ApiError> {
    let wanted = wanted(&app, asked.table).await?;
    let work = move |app: &App, job: &Arc<Job>| {
        let table = wanted.open(app, &job.budget);
        outcome(table.and_then(|table| app.engine.census_graphs(&table, &job.budget)))
    };
    told(&headers, start(&app, "census", asked.time, work)).await
}

pub(super) async fn positions(
    State(app): Asked,
    headers: HeaderMap,
    Json(asked): Json<BoardsRequest>,
) -> Result<Response, ApiError> {
    let wanted = wanted(&app, asked.table).await?;
    let [most, usual] = BOARDS;
    let limit = asked.limit.unwrap_or(usual);
    if limit > most {
        let message = format!("{limit} boards are too many: at most {most}");
        return Err(ApiError::bad("bad_request", message).about("limit"));
    }
    let browse = Browse { mean: asked.mean, temperature: asked.temperature, offset: asked.offset, limit };
    let work = move |app: &App, job: &Arc<Job>| {
        let table = wanted.open(app, &job.budget);
        outcome(table.and_then(|table| app.engine.browse(&table, &browse, &job.budget)))
    };
    told(&headers, start(&app, "boards", asked.time, work)).await
}
