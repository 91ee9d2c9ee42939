//! Modules of `src/` import only modules that docs/architecture.md allows.
//!
//! A test target of its own, so that it can be run without compiling the other tests.

#![allow(clippy::unwrap_used, reason = "a source that cannot be read is a failure")]

mod layers;

use std::fs;
use std::path::PathBuf;

use rstest::rstest;

use layers::{Plan, Sources};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const PLAN: Plan = Plan {
    sources: "src/",
    layers: &[
        &["bytes", "html", "suffixes"],
        &["grammar"],
        &["layout", "percent"],
        &["component"],
        &["reference", "query", "scheme"],
        &["site"],
        &["resolve", "normalize", "build", "bulk", "edit", "template"],
        &["base", "convert", "draft1996", "validate"],
        &["extract"],
        &["suggest", "policy"],
        &["error", "documentation"],
    ],
    closed: &[
        "query",
        "scheme",
        "resolve",
        "normalize",
        "build",
        "edit",
        "extract",
        "template",
        "base",
        "convert",
        "validate",
        "suggest",
        "policy",
    ],
};

#[test]
fn no_arrow_that_must_not_be() {
    assert_eq!(Sources::of(ROOT, &PLAN).faults(), [""; 0]);
}

#[rstest]
#[case::ground("src/bytes/search.rs", "use crate::grammar::Rule;", "`bytes` is not above `grammar`")]
#[case::layout("src/layout/dots.rs", "use crate::reference::Parts;", "`layout` is not above `reference`")]
#[case::an_operation("src/grammar/error.rs", "use crate::edit::EditError;", "`grammar` is not above `edit`")]
#[case::as_high("src/edit/error.rs", "use crate::build::BuildError;", "`edit` is not above `build`")]
#[case::within_a_function(
    "src/layout/guard.rs",
    "fn f() { crate::edit::f() }",
    "`layout` is not above `edit`"
)]
#[case::in_braces(
    "src/layout/guard.rs",
    "use crate::{bytes, edit::{EditError}};",
    "`layout` is not above `edit`"
)]
#[case::by_the_root("src/grammar/error.rs", "use crate::Rule;", "the root imports modules")]
#[case::files_of_an_operation(
    "src/base/html.rs",
    "use crate::resolve::options::ResolveError;",
    "the files of `resolve` are its own"
)]
#[case::circle(
    "src/normalize/options.rs",
    "use super::by_scheme::SchemeRulesError;",
    "src/normalize/by_scheme.rs:9: `normalize::options::Level`: a circle"
)]
#[case::circle_by_the_face(
    "src/grammar/components/mod.rs",
    "use crate::grammar::ParseError;\nuse super::Rfc3986;",
    "`grammar::Rfc3986`: a circle"
)]
#[case::circle_with_the_face("src/resolve/options.rs", "use super::parse;", "`resolve::parse`: a circle")]
fn a_bad_import_is_found(#[case] file: &str, #[case] text: &str, #[case] expected: &str) {
    let faults = Sources::with(ROOT, &PLAN, file, text).faults().join("\n");
    assert!(faults.contains(expected), "{faults}");
    assert!(faults.contains(file), "{faults}");
}

#[test]
fn modules() {
    let architecture = fs::read_to_string(format!("{ROOT}/docs/architecture.md")).unwrap();
    assert_eq!(Sources::of(ROOT, &PLAN).undocumented(&architecture), [""; 0]);
}

/// The files of a crate do not import one another in a cycle, even in crates without a table of
/// modules.
#[test]
fn no_circle_in_any_crate() {
    let plan = &Plan { sources: "src/", layers: &[], closed: &[] };
    let mut crates = 0;
    let mut folders = vec![PathBuf::from(ROOT)];
    while let Some(folder) = folders.pop() {
        if folder.join("Cargo.toml").exists() && folder.join("src").exists() {
            let root = folder.clone().into_os_string().into_string().unwrap();
            assert_eq!(Sources::of(root.leak(), plan).circle(), None, "{}", folder.display());
            crates += 1;
        }
        let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        folders.extend(entries.filter(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            path.is_dir() && !name.starts_with('.') && !["target", "src", "tests"].contains(&name)
        }));
    }
    assert!(crates >= 14, "{crates} crates");
}
