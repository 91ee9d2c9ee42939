//! Walks through directories that come to an end, also where links lead in circles.

use std::collections::HashSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// A directory that cannot be read, and why.
#[derive(Debug)]
pub(super) struct Unread(pub(super) PathBuf, pub(super) io::Error);

/// What a walk has met, without the directories that it began with.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) files: Vec<PathBuf>,
    pub(super) directories: Vec<PathBuf>,
    /// The directories that it has been in, without links.
    visited: HashSet<PathBuf>,
}

impl Walk {
    /// Walks through the directory and all directories in it, but not what `is_left` says of a name.
    pub(super) fn through(directory: &Path, is_left: impl Fn(&str) -> bool) -> Result<Self, Unread> {
        let mut walk = Self::default();
        // Links come last, so that a directory is met by its own name if that is in the walk as well.
        let mut links = Vec::new();
        walk.within(directory, &is_left, &mut links)?;
        while let Some(link) = links.pop() {
            if walk.within(&link, &is_left, &mut links)? {
                walk.directories.push(link);
            }
        }
        walk.files.sort();
        walk.directories.sort();
        Ok(walk)
    }

    /// Returns whether this is the first visit.
    fn within(
        &mut self,
        directory: &Path,
        is_left: &impl Fn(&str) -> bool,
        links: &mut Vec<PathBuf>,
    ) -> Result<bool, Unread> {
        // The current directory is the empty path, in front of which no pattern stands.
        let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let unread = |error| Unread(here.to_path_buf(), error);
        if !self.visited.insert(here.canonicalize().map_err(unread)?) {
            return Ok(false);
        }
        let entries = fs::read_dir(here).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let mut entries = entries.map_err(unread)?;
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            if is_left(&entry.file_name().to_string_lossy()) {
                continue;
            }
            let path = directory.join(entry.file_name());
            if !path.is_dir() {
                self.files.push(path);
            } else if entry.file_type().map_err(unread)?.is_symlink() {
                links.push(path);
            } else if self.within(&path, is_left, links)? {
                self.directories.push(path);
            }
        }
        Ok(true)
    }
}

/// Leaves out files that are others by a link.
pub(super) fn once(files: &mut Vec<PathBuf>) {
    let mut known = HashSet::new();
    // A link that leads nowhere is an error where it is read.
    let mut is_new = |file: &PathBuf| known.insert(file.canonicalize().unwrap_or_else(|_| file.clone()));
    let own: Vec<_> = files.iter().map(|file| !file.is_symlink() && is_new(file)).collect();
    let mut own = own.into_iter();
    files.retain(|file| own.next().unwrap_or_default() || (file.is_symlink() && is_new(file)));
}
