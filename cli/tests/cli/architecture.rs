//! docs/architecture.md: the imports that the modules of the command may have, checked by the paths in the
//! code.

#[path = "../../../tests/architecture/layers.rs"]
mod layers;

use rstest::rstest;

use layers::{Plan, Sources};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const PLAN: Plan = Plan {
    sources: "cli/src/",
    layers: &[
        &["fault"],
        &["output"],
        &["input"],
        &["outcome"],
        &["args", "limit"],
        &["answer", "parser"],
        &["config", "policy"],
        &["commands", "grammar"],
    ],
    closed: &[],
};

#[test]
fn no_arrow_that_must_not_be() {
    assert_eq!(Sources::of(ROOT, &PLAN).faults(), [""; 0]);
}

#[rstest]
#[case::faults("src/fault.rs", "use crate::output::visible;", "`fault` is not above `output`")]
#[case::arguments("src/args/shared.rs", "use crate::grammar::run;", "`args` is not above `grammar`")]
#[case::reading_a_grammar(
    "src/parser/start.rs",
    "use crate::grammar::run;",
    "`parser` is not above `grammar`"
)]
#[case::as_high("src/commands/check.rs", "use crate::grammar::run;", "`commands` is not above `grammar`")]
#[case::circle("src/input/blocks.rs", "use super::fields::Fields;", "`input::fields::Fields`: a circle")]
#[case::circle_by_the_face("src/input/blocks.rs", "use crate::input::Fields;", "`input::Fields`: a circle")]
#[case::circle_with_the_face(
    "src/args/resolve.rs",
    "use super::Command;",
    "`args::resolve::of_targets`: a circle"
)]
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
