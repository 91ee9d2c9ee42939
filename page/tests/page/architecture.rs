//! docs/architecture.md: the imports that the modules of the page may have, checked by the paths in the code.

#[path = "../../../tests/architecture/layers.rs"]
mod layers;

use rstest::rstest;

use layers::{Plan, Sources};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const PLAN: Plan = Plan {
    sources: "page/src/",
    layers: &[&["assets", "examples", "file", "panels"], &["child", "site", "turns"], &["http"], &["server"]],
    closed: &[],
};

#[test]
fn no_arrow_that_must_not_be() {
    assert_eq!(Sources::of(ROOT, &PLAN).faults(), [""; 0]);
}

#[rstest]
#[case::panels("src/panels/table.rs", "use crate::child::run;", "`panels` is not above `child`")]
#[case::child("src/child.rs", "use crate::http::App;", "`child` is not above `http`")]
#[case::http("src/http/mod.rs", "use crate::server::Server;", "`http` is not above `server`")]
fn a_bad_import_is_found(#[case] file: &str, #[case] text: &str, #[case] expected: &str) {
    let faults = Sources::with(ROOT, &PLAN, file, text).faults().join("\n");
    assert!(faults.contains(expected), "{faults}");
    assert!(faults.contains(file), "{faults}");
}

#[test]
fn modules() {
    let undocumented = Sources::of(ROOT, &PLAN).undocumented(include_str!("../../../docs/architecture.md"));
    assert_eq!(undocumented, [""; 0]);
}
