//! The contents of the published packages.
#![allow(clippy::unwrap_used, reason = "cargo that cannot be run is a failure")]

use std::process::Command;

use rstest::rstest;

#[rstest]
fn carries_its_licences_and_a_readme(
    #[values("urigram", "urigram-grammar", "urigram-cli", "urigram-page")] package: &str,
    #[values("LICENSE-APACHE", "LICENSE-MIT", "README.md")] file: &str,
) {
    let listed = Command::new(env!("CARGO"))
        .args(["package", "--list", "--offline", "--allow-dirty", "--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let files = String::from_utf8(listed.stdout).unwrap();
    assert!(files.lines().any(|line| line == file), "{files}{}", String::from_utf8_lossy(&listed.stderr));
}
