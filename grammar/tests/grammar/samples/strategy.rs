//! Samples as a strategy of `proptest`.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use rstest::rstest;
use urigram_grammar::Sampler;

use super::{JSON, TAGS};
use crate::common::{Pest, read};

/// A failing test shrinks to the shortest string for which it fails.
#[rstest]
#[case::recursive("list = { \"[\" ~ (list ~ (\",\" ~ list)*)? ~ \"]\" }", "list", ',', "[[],[]]")]
#[case::automaton("word = { ('a'..'z' | \"-\")+ }", "word", '-', "-")]
#[case::stack(TAGS, "element", 'é', "<é></é>")]
fn a_failure_shrinks(#[case] source: &str, #[case] rule: &str, #[case] fatal: char, #[case] expected: &str) {
    let sampler = Sampler::of_rule(&read(source), rule, 0..=40).unwrap();
    let config = Config { failure_persistence: None, max_shrink_iters: u32::MAX, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let found = runner.run(&sampler, |text| {
        proptest::prop_assert!(!text.contains(fatal));
        Ok(())
    });
    let Err(TestError::Fail(_, text)) = found else { panic!("{found:?}") };
    assert_eq!(text.chars().count(), expected.chars().count(), "{text:?}");
}

#[rstest]
#[case::recursive(JSON, "value")]
#[case::stack(TAGS, "element")]
fn every_step_is_accepted(#[case] source: &str, #[case] rule: &str) {
    let pest = Pest::new(&read(source));
    let sampler = Sampler::of_rule(&read(source), rule, 7..=40).unwrap();
    let mut runner = TestRunner::deterministic();
    for _ in 0..50 {
        let mut tree = sampler.new_tree(&mut runner).unwrap();
        loop {
            let before = tree.current();
            assert!(pest.accepts(rule, &before) && before.chars().count() >= 7, "{before:?}");
            if !tree.simplify() {
                break;
            }
            let shorter = tree.current();
            assert!(shorter.chars().count() < before.chars().count());
            if shorter.len().is_multiple_of(2) {
                assert!(tree.complicate());
                assert_eq!(tree.current(), before);
            }
        }
    }
}

#[test]
fn no_string_is_a_failure() {
    let sampler = Sampler::of_rule(&read("r = { !\"x\" ~ \"x\" ~ r? }"), "r", 0..=9).unwrap();
    assert!(sampler.new_tree(&mut TestRunner::deterministic()).is_err());
}
