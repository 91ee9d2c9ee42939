//! The file with which the page was started.
//!
//! In: a path, and texts to save.
//! Out: the content of the file whenever it changes, or the reason why it cannot be read. `read` reads the
//! file, `watch` polls for changes, and `save` replaces the file. All of this runs on threads that may block,
//! because a network drive may be slow.
//! Next: `http`, which sends the content to the page.

mod read;
mod watch;

use std::fs;
use std::future::pending;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::watch::{Receiver, Sender};
use tokio::task::spawn_blocking;

use read::{Content, LONGEST};

/// The file that the page shows.
pub(crate) struct File {
    /// The path with symbolic links resolved, so that saving does not replace a link.
    path: PathBuf,
    /// The name for messages.
    name: String,
    /// Whether the page may save the file, if the system allows it.
    may_write: bool,
    is_watched: bool,
    latest: Sender<Latest>,
    /// Held while the file is replaced.
    saving: Mutex<()>,
}

/// The state of the file when it was last read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Latest {
    pub(crate) content: Arc<Content>,
    /// The reason why the file can no longer be read.
    pub(crate) trouble: Option<String>,
    /// Whether the page can save the file.
    is_writable: bool,
}

/// The file, in the JSON for the page.
#[derive(Debug, Serialize)]
pub(crate) struct Shown<'a> {
    name: &'a str,
    text: &'a str,
    writable: bool,
    saved: &'a str,
}

impl File {
    /// Reads the file for the first time, or returns why it cannot be read.
    pub(crate) fn open(path: &Path, is_watched: bool, may_write: bool) -> Result<Self, String> {
        let real = path.canonicalize().map_err(|error| error.to_string())?;
        let content = Arc::new(Content::read(&real)?);
        // Refused only at the start: later, an editor may just be writing the file.
        if content.text.is_empty() {
            return Err("the file is empty, so there is no grammar to show".to_owned());
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let is_writable = may_write && can_replace(&real);
        let latest = Sender::new(Latest { content, trouble: None, is_writable });
        Ok(Self { path: real, name, may_write, is_watched, latest, saving: Mutex::default() })
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Returns whether the page could save the file at the time of the last read.
    pub(crate) fn is_writable(&self) -> bool {
        self.latest.borrow().is_writable
    }

    /// Reads the file again, and returns its state.
    pub(crate) async fn refreshed(self: &Arc<Self>) -> Latest {
        self.blocking(Self::refresh).await
    }

    /// Runs the function on a thread that may block.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> T {
        let file = Arc::clone(self);
        match spawn_blocking(move || work(&file)).await.map_err(|error| error.try_into_panic()) {
            Ok(done) => done,
            Err(Ok(panic)) => resume_unwind(panic),
            // The server is shutting down, and will drop this future.
            Err(Err(_)) => pending().await,
        }
    }

    /// Reads the file again, and notifies the subscribers if it has changed.
    fn refresh(&self) -> Latest {
        let (read, is_writable) = (Content::read(&self.path), self.may_write && can_replace(&self.path));
        self.latest.send_if_modified(|latest| {
            let before = latest.clone();
            match read {
                Ok(content) => {
                    *latest = Latest { content: Arc::new(content), trouble: None, is_writable };
                }
                Err(trouble) => latest.trouble = Some(trouble),
            }
            *latest != before
        });
        self.latest.borrow().clone()
    }

    pub(crate) fn subscribe(&self) -> Receiver<Latest> {
        self.latest.subscribe()
    }

    pub(crate) fn shown<'a>(&'a self, latest: &'a Latest) -> Shown<'a> {
        let Latest { content, is_writable, .. } = latest;
        Shown { name: &self.name, text: &content.text, writable: *is_writable, saved: &content.saved }
    }
}

/// The reason why a text was not saved.
#[derive(Debug)]
pub(crate) enum SaveError {
    /// The server was started without `--write`, or the file is read-only.
    NotAllowed,
    /// The file has changed since the page loaded it.
    Changed,
    TooLong,
    Failed(io::Error),
}

impl File {
    /// Replaces the file if it still contains the text with the hash `expected`. Returns the hash of the new text.
    pub(crate) async fn save(self: &Arc<Self>, text: String, expected: String) -> Result<String, SaveError> {
        self.blocking(move |file| file.replace(text, &expected)).await
    }

    fn replace(&self, text: String, expected: &str) -> Result<String, SaveError> {
        if !self.may_write {
            return Err(SaveError::NotAllowed);
        }
        if text.len() as u64 > LONGEST {
            return Err(SaveError::TooLong);
        }
        let saving = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        if !Content::read(&self.path).is_ok_and(|content| content.saved == expected) {
            return Err(SaveError::Changed);
        }
        if !can_replace(&self.path) {
            return Err(SaveError::NotAllowed);
        }
        let content = Content::new(text);
        replace(&self.path, content.text.as_bytes()).map_err(SaveError::Failed)?;
        drop(saving);
        self.refresh();
        Ok(content.saved)
    }
}

/// Returns whether this process may replace the file. Replacing requires only permissions for the folder, but
/// a read-only file is not replaced.
fn can_replace(path: &Path) -> bool {
    let is_read_only = fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly());
    !is_read_only && can_write(path) && path.parent().is_none_or(can_write)
}

#[cfg(unix)]
fn can_write(path: &Path) -> bool {
    use rustix::fs::{Access, access};

    access(path, Access::WRITE_OK).is_ok()
}

/// Returns true, because other systems have no such check. Saving fails if it is not allowed.
#[cfg(not(unix))]
fn can_write(_path: &Path) -> bool {
    true
}

/// Replaces the content of a file atomically, and keeps its permissions.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".uri-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
