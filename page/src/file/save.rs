//! Saving a text, if the file has not changed.

use std::io;
use std::sync::{Arc, PoisonError};

use super::File;
use super::read::{Content, LONGEST};
use super::replace::{can_replace, replace};

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
