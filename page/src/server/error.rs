//! Why the page cannot be served.

use std::io;
use std::path::PathBuf;

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The port cannot be had.
    #[error("cannot listen on port {port}: {source}")]
    Listen {
        /// The port.
        port: u16,
        /// The cause.
        source: io::Error,
    },
    /// The grammar cannot be read.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause, in words.
        why: String,
    },
    /// No directory for temporary files can be written to.
    #[error("cannot write temporary files: {0}")]
    Temporary(io::Error),
    /// The system does not provide what every server needs, such as random numbers or signals.
    #[error("cannot serve the page: {0}")]
    System(#[from] io::Error),
}
