//! Files in the packages of `Cargo.lock`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The folders of all packages in `Cargo.lock`, by folder name.
///
/// On first use, `cargo metadata` downloads the packages that are missing, including those that no
/// platform builds.
static FOLDERS: LazyLock<BTreeMap<String, PathBuf>> = LazyLock::new(|| {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version=1", "--locked"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    let metadata = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let paths = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let folder = |path: &str| {
        let folder = Path::new(&path.replace("\\\\", "\\")).parent()?.to_owned();
        Some((folder.file_name()?.to_str()?.to_owned(), folder))
    };
    paths.filter_map(folder).collect()
});

/// Returns the text of a file of the package.
pub(crate) fn read(package: &str, file: &str) -> String {
    // A folder is named `json5-0.4.1`, or `json5` where packages are vendored.
    let is_version = |rest: &str| {
        rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let is_its =
        |name: &str| name.strip_prefix(package).is_some_and(|rest| rest.is_empty() || is_version(rest));
    let found: Vec<&PathBuf> =
        FOLDERS.iter().filter(|(name, _)| is_its(name)).map(|(_, folder)| folder).collect();
    let [folder] = found[..] else { panic!("{package} is not one package: {found:?}") };
    let path = folder.join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
