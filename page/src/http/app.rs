//! The state that requests share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::file::File;
use crate::turns::Turns;

/// The server, as its handlers see it.
pub(crate) struct App {
    /// The command that answers.
    pub(crate) program: PathBuf,
    /// The time that it may take.
    pub(crate) time: Duration,
    /// The port of the addresses that the page may be asked for by.
    pub(crate) port: u16,
    /// The secret that a request to save the file must contain.
    pub(crate) token: Option<String>,
    pub(crate) file: Option<Arc<File>>,
    pub(crate) turns: Arc<Turns>,
    /// The directory for temporary files.
    pub(crate) temporary: PathBuf,
}
