//! Checks the contents of the published packages.
#![allow(clippy::unwrap_used, reason = "cargo that cannot be run is a failure")]

use std::process::Command;

use rstest::rstest;

/// Returns the files of a package.
fn files(package: &str) -> Vec<String> {
    let listed = Command::new(env!("CARGO"))
        .args(["package", "--list", "--offline", "--allow-dirty", "--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    String::from_utf8(listed.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[rstest]
fn carries_its_licences_and_a_readme(
    #[values("urigram", "urigram-grammar", "urigram-workbench", "urigram-cli", "urigram-page")] package: &str,
    #[values("LICENSE-APACHE", "LICENSE-MIT", "README.md")] file: &str,
) {
    let files = files(package);
    assert!(files.iter().any(|it| it == file), "{files:?}");
}

/// The packages require exactly the same version of one another, because they use hidden items of one
/// another. See "A release" in CONTRIBUTING.md.
#[rstest]
#[case::library(include_str!("../Cargo.toml"), 2)]
#[case::command(include_str!("../cli/Cargo.toml"), 5)]
#[case::workbench(include_str!("../workbench/Cargo.toml"), 1)]
#[case::page(include_str!("../page/Cargo.toml"), 1)]
fn requires_exactly_this_version_of_the_others(#[case] manifest: &str, #[case] count: usize) {
    let exact = concat!("version = \"=", env!("CARGO_PKG_VERSION"), "\"");
    // A package may also depend on itself, because its tests enable its features. That dependency
    // needs no version.
    let of_others = |line: &&str| {
        line.starts_with("urigram") && line.contains(" path = ") && !line.contains("path = \".\"")
    };
    let others: Vec<&str> = manifest.lines().filter(of_others).collect();
    assert!(others.len() == count && others.iter().all(|line| line.contains(exact)), "{others:?}");
}

/// The documentation includes these documents, so it could not be built from a package without
/// them.
#[test]
fn carries_the_documents_of_which_the_documentation_makes_pages() {
    let files = files("urigram");
    let modules =
        [include_str!("../src/documentation/mod.rs"), include_str!("../src/documentation/cookbook.rs")];
    let mut pages = 0;
    for (_, rest) in
        modules.iter().flat_map(|module| module.lines()).filter_map(|line| line.split_once("!(\"../../"))
    {
        let page = rest.split('"').next().unwrap();
        assert!(files.iter().any(|it| it == page), "{page} is not in {files:?}");
        pages += 1;
    }
    assert!(pages > 10);
}
