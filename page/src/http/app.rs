//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;

use crate::file::File;
use crate::turns::Turns;

pub(crate) struct App {
    /// The command that answers.
    pub(crate) program: PathBuf,
    /// The time that it may take.
    pub(crate) time: Duration,
    /// The port of the addresses that the page may be asked for by.
    pub(crate) port: u16,
    /// What a request that writes must know.
    pub(crate) token: Option<String>,
    pub(crate) file: Option<Arc<File>>,
    pub(crate) turns: Arc<Turns>,
    /// Where commands find their files.
    pub(crate) directory: TempDir,
}
