//! The files and directories that match a pattern, as in a shell.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern, PatternError};

use super::walk::{Unread, Walk};
use crate::outcome::Failure;

/// `*` matches no hidden files, and nothing across directories.
const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// Returns the files and directories that match the pattern, in the order of their names; only directories if a `/` ends
/// it.
pub(super) fn matching(name: &str) -> Result<Vec<PathBuf>, Failure> {
    let pattern = compiled(name, name)?;
    let mut found = match name.split_once("**") {
        Some((start, _)) => below(&pattern, name, start)?,
        None => by_component(name)?,
    };
    if name.ends_with('/') {
        found.retain(|path| path.is_dir());
    }
    found.sort();
    Ok(found)
}

fn compiled(pattern: &str, name: &str) -> Result<Pattern, Failure> {
    let wrong = |error: PatternError| {
        Failure::unable(format!("'{name}' is not a pattern: {} at character {}", error.msg, error.pos + 1))
            .named(name)
    };
    Pattern::new(pattern).map_err(wrong)
}

/// Returns what matches a pattern with `**`, which begins with `start`.
fn below(pattern: &Pattern, name: &str, start: &str) -> Result<Vec<PathBuf>, Failure> {
    let starts = if start.contains(['*', '?', '[']) {
        matching(start.trim_end_matches('/'))?
    } else {
        vec![PathBuf::from(start)]
    };
    let names_hidden = name.starts_with('.') || name.contains("/.");
    let mut found = Vec::new();
    for start in starts.into_iter().filter(|start| start.as_os_str().is_empty() || start.is_dir()) {
        let walk = Walk::through(&start, |name| name.starts_with('.') && !names_hidden);
        let walk = walk.map_err(|Unread(path, error)| unreadable(&error, &path, name))?;
        found.extend(walk.files.into_iter().chain(walk.directories));
    }
    // U+FFFD stands for what is not UTF-8, so that `*` matches it.
    found.retain(|path| pattern.matches_with(&path.to_string_lossy(), OPTIONS));
    Ok(found)
}

/// Returns what matches a pattern without `**`.
fn by_component(name: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut found = vec![PathBuf::new()];
    for component in Path::new(name).components() {
        let text = component.as_os_str().to_string_lossy();
        if !matches!(component, Component::Normal(_)) || !text.contains(['*', '?', '[']) {
            found.iter_mut().for_each(|path| path.push(component));
            continue;
        }
        let pattern = compiled(&text, name)?;
        let mut next = Vec::new();
        for directory in found {
            let names = names(&directory).map_err(|error| unreadable(&error, &directory, name))?;
            let matching =
                names.into_iter().filter(|name| pattern.matches_with(&name.to_string_lossy(), OPTIONS));
            next.extend(matching.map(|name| directory.join(name)));
        }
        found = next;
    }
    // A link that leads nowhere, and what may not be looked at, is an error where it is read.
    found.retain(|path| path.symlink_metadata().map_or_else(|error| !is_absent(&error), |_| true));
    Ok(found)
}

/// Returns the names in the directory, or none if it is no directory.
fn names(directory: &Path) -> io::Result<Vec<std::ffi::OsString>> {
    let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    match fs::read_dir(here) {
        Ok(entries) => entries.map(|entry| Ok(entry?.file_name())).collect(),
        Err(error) if is_absent(&error) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotADirectory | ErrorKind::NotFound)
}

fn unreadable(error: &io::Error, path: &Path, name: &str) -> Failure {
    Failure::unable(format!("cannot read {}: {error}", path.display())).named(name)
}
