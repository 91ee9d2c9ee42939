//! Saving a text by replacing the file, if the file has not changed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, PoisonError};

use super::File;
use super::read::{Content, LONGEST};

/// Why a text was not saved.
#[derive(Debug)]
pub(crate) enum SaveError {
    /// The server was started without the permission to write, or the file is read-only.
    NotAllowed,
    /// The file no longer contains the text that the page has edited.
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

/// Returns whether the system lets this process replace the file. The folder alone decides whether a file can be
/// renamed to this path, but a file without permission to write is not to be changed in this way either.
pub(super) fn can_replace(path: &Path) -> bool {
    let is_read_only = fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly());
    !is_read_only && can_write(path) && path.parent().is_none_or(can_write)
}

#[cfg(unix)]
fn can_write(path: &Path) -> bool {
    use rustix::fs::{Access, access};

    access(path, Access::WRITE_OK).is_ok()
}

/// Other systems have no such question; saving fails if it is not allowed.
#[cfg(not(unix))]
fn can_write(_path: &Path) -> bool {
    true
}

/// Replaces a file by one with its permissions. It has either content at any time.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".uri-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
