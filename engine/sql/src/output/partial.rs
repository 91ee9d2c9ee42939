//! A file that gets its name when it is complete.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::outcome::Failure;

/// A file beside the one that is asked for. It is removed unless it is completed.
pub(super) struct Partial {
    /// Where the rows are written.
    path: PathBuf,
    /// The file that is asked for.
    target: PathBuf,
}

impl Partial {
    /// Chooses a name in the same directory, so that renaming cannot fail half way.
    pub(super) fn beside(target: &Path) -> Result<Self, Failure> {
        // A link stays a link: what it leads to is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let Some(name) = target.file_name() else {
            return Err(Failure::unable(format!("{} is not the name of a file", target.display())));
        };
        let name = format!(".{}.{}.partial", name.to_string_lossy(), std::process::id());
        Ok(Self { path: target.with_file_name(name), target })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    pub(super) fn complete(self) -> io::Result<()> {
        fs::rename(&self.path, &self.target)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After a success there is nothing to remove.
        let _ = fs::remove_file(&self.path);
    }
}
