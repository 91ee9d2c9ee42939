//! Writing files to a folder.

use std::fs;
use std::path::Path;

use crate::input::name::Name;
use crate::outcome::Error;

/// Writes files with these names to a folder, which is created if it does not exist.
pub(super) fn fill(
    folder: &Path,
    files: impl IntoIterator<Item = (String, impl AsRef<[u8]>)>,
) -> Result<(), Error> {
    let refused = |path: &Path| {
        let name = Name::of_file(path).shown;
        move |error| Error::Refused(format!("uri: {name}: {error}"))
    };
    fs::create_dir_all(folder).map_err(refused(folder))?;
    for (name, content) in files {
        let path = folder.join(name);
        fs::write(&path, content).map_err(refused(&path))?;
    }
    Ok(())
}
