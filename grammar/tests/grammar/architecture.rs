//! The dependencies in docs/architecture.md: which room of the grammar crate may import which, checked by the
//! paths in the code.

#[path = "../../../tests/architecture/house.rs"]
mod house;

use rstest::rstest;

use house::{House, Plan};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const PLAN: Plan = Plan {
    sources: "grammar/src/",
    floors: &[
        &["error", "walk", "characters"],
        &["threads"],
        &["pest"],
        &["peg", "run"],
        &["dfa"],
        &["captures"],
        &["abnf", "sample", "findings", "compile", "search"],
        &["proof", "differences"],
    ],
    closed: &[],
};

#[test]
fn no_arrow_that_must_not_be() {
    assert_eq!(House::of(ROOT, &PLAN).faults(), [""; 0]);
}

#[rstest]
#[case::ground("src/characters.rs", "use crate::threads::both;", "`characters` is not above `threads`")]
#[case::the_notation("src/pest/names.rs", "use crate::peg::Peg;", "`pest` is not above `peg`")]
#[case::the_core("src/peg/order.rs", "use crate::dfa::{Dfa, minimize};", "`peg` is not above `dfa`")]
#[case::as_high("src/abnf/rules.rs", "use crate::compile::compile;", "`abnf` is not above `compile`")]
#[case::by_the_root("src/dfa/bdd.rs", "use crate::Dfa;", "the root imports rooms")]
#[case::circle("src/abnf/rules.rs", "use super::read::read;", "`abnf::rules::Abnf`: a circle")]
#[case::circle_with_the_face(
    "src/compile/write/writer.rs",
    "use super::Source;",
    "`compile::write::writer::Body`: a circle"
)]
fn a_bad_import_is_found(#[case] file: &str, #[case] text: &str, #[case] expected: &str) {
    let faults = House::with(ROOT, &PLAN, file, text).faults().join("\n");
    assert!(faults.contains(expected), "{faults}");
    assert!(faults.contains(file), "{faults}");
}

#[test]
fn rooms() {
    let undocumented = House::of(ROOT, &PLAN).undocumented(include_str!("../../../docs/architecture.md"));
    assert_eq!(undocumented, [""; 0]);
}
