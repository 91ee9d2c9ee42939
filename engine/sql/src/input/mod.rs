//! Names in a statement that are files, as tables.
//!
//! In: a name in quotes, such as 'links/*.parquet' or '-', or the files that stand beside the statement.
//! Out: a table of DataFusion. `files` finds the files, with `walk` and `pattern`, and `location` says what DataFusion calls
//! them; `format` says what they are, `magic` what they are not, and `columns` what they have. `listing` makes a table of
//! files that can be read anywhere, by several threads and several times, with `folders` as columns, and `stream` of what
//! can be read once. `external` is for tables that a statement creates, and `renamed` for clusters.
//! Next: `session`, which looks names up here.

mod columns;
mod external;
mod files;
mod folders;
mod format;
mod listing;
mod location;
mod magic;
mod pattern;
mod renamed;
mod stream;
mod walk;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use datafusion::catalog::{TableProvider, UrlTableFactory};
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::prelude::SessionContext;

pub(crate) use self::external::{ExternalCsv, ExternalJson};
use self::files::Found;
use self::stream::{Stream, StreamTable};
use crate::args::Reading;
use crate::outcome::Failure;

/// The name of the table of the files beside the statement.
const FILES: &str = "files";

/// The name of standard input.
const STANDARD_INPUT: &str = "-";

type Session = Box<dyn Fn() -> Option<SessionState> + Send + Sync>;

/// Makes tables of names.
pub(crate) struct Tables {
    reading: Reading,
    session: OnceLock<Session>,
    /// What can be read once, by its name, so that a second look at its columns does not read on.
    streams: Mutex<HashMap<String, Arc<Stream>>>,
    /// Whether the queries run on other machines.
    remote: bool,
    renamed: AtomicUsize,
    streamed: Arc<AtomicU64>,
}

impl Tables {
    pub(crate) fn new(reading: Reading, remote: bool) -> Arc<Self> {
        Arc::new(Self {
            reading,
            session: OnceLock::new(),
            streams: Mutex::default(),
            remote,
            renamed: AtomicUsize::new(0),
            streamed: Arc::default(),
        })
    }

    /// Sets the session in which schemas are inferred. It is not kept alive.
    pub(crate) fn look_up_in(&self, session: impl Fn() -> Option<SessionState> + Send + Sync + 'static) {
        // A second session would be the same as the first.
        let _ = self.session.set(Box::new(session));
    }

    /// Registers the files beside the statement as one table.
    pub(crate) async fn register(&self, context: &SessionContext, files: &[PathBuf]) -> Result<()> {
        let mut found = Found::default();
        for file in files {
            let Some(name) = file.to_str() else {
                let shown = file.display();
                return Err(Failure::unable(format!("the name of {shown} is not UTF-8")).into());
            };
            if name == STANDARD_INPUT || files::is_pipe(name) {
                return if files.len() == 1 {
                    context.register_table(FILES, self.once(name).await?).map(drop)
                } else {
                    let said = format!("{name} can be read only once, and not together with other files");
                    Err(Failure::unable(said).into())
                };
            }
            found.add(files::find(name)?.ok_or_else(|| files::missing(name))?);
        }
        let table = listing::table(&self.session()?, &found, &self.reading, FILES).await?;
        context.register_table(FILES, table).map(drop)
    }

    /// Returns an error if a table of files would be created without a file. DataFusion would make an empty one.
    pub(crate) fn check(locations: &[String]) -> std::result::Result<(), Failure> {
        for location in locations.iter().filter(|location| !location.contains("://")) {
            if location == STANDARD_INPUT || files::is_pipe(location) {
                let said =
                    format!("{location} can be read only once, and a table is read as often as it is named");
                return Err(Failure::unable(said).named(location).help(format!(
                    "read it in a query, or keep its rows: create table t as select * from '{location}';"
                )));
            }
            if files::find(location)?.is_none() {
                return Err(files::missing(location));
            }
        }
        Ok(())
    }

    /// Returns the count of the rows that have come from streams.
    pub(crate) fn streamed(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.streamed)
    }

    /// Returns a number that no other table has.
    fn next_number(&self) -> usize {
        self.renamed.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn session(&self) -> Result<SessionState> {
        let state = self.session.get().and_then(|session| session());
        state.ok_or_else(|| DataFusionError::Internal("a table is looked up outside of a session".to_owned()))
    }

    async fn once(&self, name: &str) -> Result<Arc<dyn TableProvider>> {
        if self.remote {
            let said =
                "a cluster cannot read standard input or a pipe; save it to a file that all executors see";
            return Err(Failure::unable(said).named(name).into());
        }
        let known = self.streams.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let stream = match known {
            Some(stream) => stream,
            None => {
                let stream = Stream::open(name, self.reading.clone(), self.streamed()).await?;
                let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(streams.entry(name.to_owned()).or_insert(stream))
            }
        };
        Ok(Arc::new(StreamTable(stream)))
    }
}

#[async_trait]
impl UrlTableFactory for Tables {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        if name == STANDARD_INPUT || files::is_pipe(name) {
            return self.once(name).await.map(Some);
        }
        if let Some((scheme, _)) = name.split_once("://")
            && !scheme.eq_ignore_ascii_case("file")
        {
            let state = self.session()?;
            return listing::remote(&state, name, &self.reading).await.map(Some);
        }
        match files::find(name)? {
            Some(found) => listing::table(&self.session()?, &found, &self.reading, name).await.map(Some),
            None if files::looks_like_one(name) => {
                let failure = files::missing(name);
                let seen = "a cluster's files are named as its executors see them, and this machine must see them too";
                Err(if self.remote { failure.help(seen) } else { failure }.into())
            }
            None => Ok(None),
        }
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").field("reading", &self.reading).finish_non_exhaustive()
    }
}

impl From<Failure> for DataFusionError {
    fn from(failure: Failure) -> Self {
        Self::External(Box::new(failure))
    }
}
