//! A file that gets its name when it is complete.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::outcome::Failure;

/// How many directories of processes that were killed, and had the same number, may be left.
const MOST_LEFT: usize = 1000;

/// How many links one may lead to another, as on Linux.
const MOST_LINKS: usize = 40;

/// The directory of the file that is being written.
static OPEN: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes what has been written, before the process ends in the midst of it.
pub(crate) fn abandon() {
    if let Some(directory) = OPEN.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // The process ends, so there is nothing else to be done.
        let _ = fs::remove_dir_all(directory);
    }
}

/// A file in a directory beside the one that is asked for. It is removed unless it is completed.
pub(super) struct Partial {
    /// Where the rows are written.
    path: PathBuf,
    /// The file that is asked for.
    target: PathBuf,
}

impl Partial {
    /// Creates a directory in the same directory, so that renaming cannot fail half way. Nobody else can read it,
    /// because the file that is asked for may be closed to others.
    pub(super) fn beside(target: &Path) -> Result<Self, Failure> {
        // A link stays a link: what it leads to is replaced, or created.
        let target = led_to(target);
        let Some(name) = target.file_name() else {
            return Err(Failure::unable(format!("{} is not the name of a file", target.display())));
        };
        let directory = (0..MOST_LEFT).find_map(|number| {
            let number = if number == 0 { String::new() } else { format!("-{number}") };
            let process = std::process::id();
            let hidden = format!(".{}.{process}{number}.partial", name.to_string_lossy());
            let directory = target.with_file_name(hidden);
            match private().create(&directory) {
                Ok(()) => Some(Ok(directory)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(error)),
            }
        });
        let unwritable = |error| Failure::unable(format!("cannot write {}: {error}", target.display()));
        let directory =
            directory.unwrap_or_else(|| Err(ErrorKind::AlreadyExists.into())).map_err(unwritable)?;
        *OPEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(directory.clone());
        Ok(Self { path: directory.join(name), target })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, and the permissions of the file that it replaces.
    pub(super) fn complete(self) -> io::Result<()> {
        if let Ok(replaced) = fs::metadata(&self.target) {
            fs::set_permissions(&self.path, replaced.permissions())?;
        }
        fs::rename(&self.path, &self.target)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        abandon();
    }
}

/// Returns where links lead, though there may be no file.
fn led_to(target: &Path) -> PathBuf {
    let mut path = target.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = path.parent().map_or_else(|| to.clone(), |parent| parent.join(&to));
    }
    path
}

#[cfg(unix)]
fn private() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private() -> DirBuilder {
    DirBuilder::new()
}
