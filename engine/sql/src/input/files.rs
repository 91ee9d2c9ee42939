//! The files that a name stands for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use url::Url;

use super::pattern::matching;
use super::walk::{self, Unread, Walk};
use crate::outcome::Failure;

/// How many files are named to someone who looks for another.
const MOST_NAMED: usize = 5;

/// The files of a table, in the order of their names.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<PathBuf>,
    /// The directory whose folders are columns, if there is one.
    pub(super) partitioned: Option<PathBuf>,
}

impl Found {
    /// Adds the files of another name. Folders are columns only in a table of one directory.
    pub(super) fn add(&mut self, other: Self) {
        self.partitioned = if self.files.is_empty() { other.partitioned } else { None };
        self.files.extend(other.files);
    }
}

/// Returns the files that the name stands for, or nothing if there are none: a file, the files in a directory and in
/// all directories in it, or those that match a pattern.
pub(super) fn find(name: &str) -> Result<Option<Found>, Failure> {
    let unreadable = |error: io::Error, path: &Path| {
        Failure::unable(format!("cannot read {}: {error}", path.display())).named(name)
    };
    let path = path_of(name)?;
    match fs::metadata(&path) {
        Ok(data) if data.is_dir() => {
            let files = within(&path).map_err(|Unread(path, error)| unreadable(error, &path))?;
            if files.is_empty() {
                return Err(
                    Failure::unable(format!("the directory {} has no files", path.display())).named(name)
                );
            }
            let is_partitioned = files.iter().all(|file| has_column(file, &path));
            return Ok(Some(Found { files, partitioned: is_partitioned.then_some(path) }));
        }
        Ok(_) => return Ok(Some(Found { files: vec![path], partitioned: None })),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(unreadable(error, &path));
        }
        // It may be a pattern.
        Err(_) => {}
    }
    if !name.contains(['*', '?', '[']) {
        return Ok(None);
    }
    let mut files = Vec::new();
    for path in matching(name)? {
        if path.is_dir() {
            files.extend(within(&path).map_err(|Unread(path, error)| unreadable(error, &path))?);
        } else {
            files.push(path);
        }
    }
    walk::once(&mut files);
    Ok((!files.is_empty()).then_some(Found { files, partitioned: None }))
}

/// Returns the path that the name is, also if it is a `file:` URI.
fn path_of(name: &str) -> Result<PathBuf, Failure> {
    let is_uri = name.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    if !is_uri || Path::new(name).exists() {
        return Ok(PathBuf::from(name));
    }
    Url::parse(name).ok().and_then(|uri| uri.to_file_path().ok()).ok_or_else(|| {
        Failure::unable(format!("'{name}' is not the URI of a file on this machine")).named(name)
    })
}

/// Returns the files in the directory and in all directories in it, in order. Names that begin with `.` or `_` are
/// those of markers and checksums that other programs leave.
fn within(directory: &Path) -> Result<Vec<PathBuf>, Unread> {
    let mut files = Walk::through(directory, |name| name.starts_with(['.', '_']))?.files;
    walk::once(&mut files);
    Ok(files)
}

/// Returns whether a folder between the directory and the file is a column, as in `day=1/a.parquet`.
fn has_column(file: &Path, directory: &Path) -> bool {
    let folders = file.strip_prefix(directory).ok().and_then(Path::parent);
    folders.is_some_and(|folders| folders.iter().any(|folder| folder.to_string_lossy().contains('=')))
}

/// Returns whether the name is that of a pipe, a terminal or a device, which have no size and no second reading.
pub(super) fn is_pipe(name: impl AsRef<Path>) -> bool {
    fs::metadata(name).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns whether the name is that of a file rather than that of a table.
pub(super) fn looks_like_one(name: &str) -> bool {
    name.contains(['/', '\\', '.', '*', '?', '['])
}

/// Returns the error that there is no such file.
pub(super) fn missing(name: &str) -> Failure {
    let path = path_of(name).unwrap_or_else(|_| PathBuf::from(name));
    let absolute = std::path::absolute(&path).unwrap_or(path);
    if name.contains(['*', '?', '[']) {
        let said = format!("no file matches {}", absolute.display());
        return Failure::unable(said).named(name);
    }
    let failure = Failure::unable(format!("there is no file {}", absolute.display())).named(name);
    let Some(parent) = absolute.parent() else { return failure };
    match within_only(parent) {
        Err(_) => match absolute.ancestors().find(|ancestor| ancestor.is_dir()) {
            Some(there) => failure.help(format!("{} is there, but not what follows", there.display())),
            None => failure,
        },
        Ok(names) => match alike(&names, &absolute) {
            Some(names) => failure.help(format!("{} has {names}", parent.display())),
            None => failure,
        },
    }
}

fn within_only(directory: &Path) -> io::Result<Vec<String>> {
    fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// Returns those names that begin like the one that is missing, as a list.
fn alike(names: &[String], missing: &Path) -> Option<String> {
    let stem = missing.file_stem()?.to_string_lossy().to_lowercase();
    let start: String = stem.chars().take(3).collect();
    let mut alike: Vec<_> = names.iter().filter(|name| name.to_lowercase().starts_with(&start)).collect();
    alike.sort();
    let named: Vec<_> = alike.iter().take(MOST_NAMED).map(|name| name.escape_debug().to_string()).collect();
    (!named.is_empty()).then(|| named.join(", "))
}
