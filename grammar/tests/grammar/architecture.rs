//! Modules of the grammar crate and of the workbench import only modules that docs/architecture.md
//! allows.

#[path = "../../../tests/architecture/layers.rs"]
mod layers;

use rstest::rstest;

use layers::{Plan, Sources};

const GRAMMAR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const WORKBENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../workbench");

const PLAN: Plan = Plan {
    sources: "grammar/src/",
    layers: &[
        &["error", "walk", "characters"],
        &["stack"],
        &["pest"],
        &["peg"],
        &["dfa"],
        &["captures"],
        &["abnf", "compile"],
    ],
    closed: &[],
};

const PLAN_OF_WORKBENCH: Plan = Plan {
    sources: "workbench/src/",
    layers: &[&["parallel", "trace"], &["sample", "search"], &["check", "prove", "diff"]],
    closed: &[],
};

#[rstest]
#[case::grammar(GRAMMAR, &PLAN)]
#[case::workbench(WORKBENCH, &PLAN_OF_WORKBENCH)]
fn no_arrow_that_must_not_be(#[case] root: &'static str, #[case] plan: &'static Plan) {
    assert_eq!(Sources::of(root, plan).faults(), [""; 0]);
}

#[rstest]
#[case::ground("src/characters.rs", "use crate::stack::with_stack;", "`characters` is not above `stack`")]
#[case::the_notation("src/pest/names.rs", "use crate::peg::Peg;", "`pest` is not above `peg`")]
#[case::the_core("src/peg/order.rs", "use crate::dfa::{Dfa, minimize};", "`peg` is not above `dfa`")]
#[case::as_high("src/abnf/rules.rs", "use crate::compile::compile;", "`abnf` is not above `compile`")]
#[case::by_the_root("src/dfa/bdd.rs", "use crate::Dfa;", "the root imports modules")]
#[case::circle("src/abnf/rules.rs", "use super::read::read;", "`abnf::rules::Abnf`: a circle")]
#[case::circle_with_the_face(
    "src/compile/write/writer.rs",
    "use super::Source;",
    "`compile::write::writer::Body`: a circle"
)]
fn a_bad_import_is_found(#[case] file: &str, #[case] text: &str, #[case] expected: &str) {
    let faults = Sources::with(GRAMMAR, &PLAN, file, text).faults().join("\n");
    assert!(faults.contains(expected), "{faults}");
    assert!(faults.contains(file), "{faults}");
}

#[rstest]
#[case::grammar(GRAMMAR, &PLAN)]
#[case::workbench(WORKBENCH, &PLAN_OF_WORKBENCH)]
fn modules(#[case] root: &'static str, #[case] plan: &'static Plan) {
    let undocumented = Sources::of(root, plan).undocumented(include_str!("../../../docs/architecture.md"));
    assert_eq!(undocumented, [""; 0]);
}
