//! Replacing a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::PoisonError;

use super::File;
use super::read::{Content, LONGEST};

/// Why a text was not saved.
#[derive(Debug)]
pub(crate) enum SaveError {
    /// The server was started without the permission to write.
    NotAllowed,
    /// The file is not what the page thinks that it is.
    Changed,
    TooLong,
    Failed(io::Error),
}

impl File {
    /// Replaces the file if it still contains the text with the hash `expected`. Returns the hash of the new text.
    pub(crate) fn save(&self, text: String, expected: &str) -> Result<String, SaveError> {
        if !self.is_writable {
            return Err(SaveError::NotAllowed);
        }
        if text.len() as u64 > LONGEST {
            return Err(SaveError::TooLong);
        }
        let saving = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        if !Content::read(&self.path).is_ok_and(|content| content.saved == expected) {
            return Err(SaveError::Changed);
        }
        let content = Content::new(text);
        replace(&self.path, content.text.as_bytes()).map_err(SaveError::Failed)?;
        drop(saving);
        self.refresh();
        Ok(content.saved)
    }
}

/// Replaces a file by one with its permissions. It has either content at any time.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".uri-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
