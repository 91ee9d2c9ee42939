//! Replacing a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

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
