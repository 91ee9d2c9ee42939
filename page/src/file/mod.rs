//! The file that the page was started with.
//!
//! In: a path, and texts to save.
//! Out: what the file contains, each time that it changes, or why it cannot be read. `read` reads it, `watch` looks for
//! changes, and `save` replaces it.
//! Next: `http`, which tells the page.

mod read;
mod save;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde::Serialize;
use tokio::sync::watch::{Receiver, Sender};

pub(crate) use self::read::Content;
pub(crate) use self::save::SaveError;

/// A file that is shown, and perhaps watched and saved.
pub(crate) struct File {
    /// The path without links, so that saving does not replace a link.
    path: PathBuf,
    /// The name in messages.
    name: String,
    is_writable: bool,
    is_watched: bool,
    latest: Sender<Latest>,
    /// Held while the file is replaced.
    saving: Mutex<()>,
}

/// What the file contained when it was read last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Latest {
    pub(crate) content: Arc<Content>,
    /// Why it cannot be read any more.
    pub(crate) trouble: Option<String>,
}

/// What the page is told about the file.
#[derive(Debug, Serialize)]
pub(crate) struct Shown<'a> {
    name: &'a str,
    text: &'a str,
    writable: bool,
    saved: &'a str,
}

impl File {
    /// Reads the file for the first time, or tells why it cannot be read.
    pub(crate) fn open(path: &Path, is_watched: bool, is_writable: bool) -> Result<Self, String> {
        let real = path.canonicalize().map_err(|error| error.to_string())?;
        let content = Arc::new(Content::read(&real)?);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let latest = Sender::new(Latest { content, trouble: None });
        Ok(Self { path: real, name, is_writable, is_watched, latest, saving: Mutex::default() })
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Reads the file again, and tells those who subscribed if it is another.
    pub(crate) fn refresh(&self) -> Latest {
        let read = Content::read(&self.path);
        self.latest.send_if_modified(|latest| {
            let before = latest.clone();
            match read {
                Ok(content) => *latest = Latest { content: Arc::new(content), trouble: None },
                Err(trouble) => latest.trouble = Some(trouble),
            }
            *latest != before
        });
        self.latest.borrow().clone()
    }

    pub(crate) fn subscribe(&self) -> Receiver<Latest> {
        self.latest.subscribe()
    }

    pub(crate) fn shown<'a>(&'a self, content: &'a Content) -> Shown<'a> {
        Shown { name: &self.name, text: &content.text, writable: self.is_writable, saved: &content.saved }
    }
}
