//! Samples of rules without an automaton, and of rules with weights.

use rstest::rstest;
use urigram_grammar::{Error, SampleError, Sampler};

use super::{CALCULATOR, CSV, JSON, TAGS, slow};
use crate::common::{Pest, read, uri};

fn strings(source: &str, rule: &str, longest: usize, seed: u64, count: usize) -> Vec<String> {
    let sampler = Sampler::of_rule(&read(source), rule, 0..=longest).unwrap();
    sampler.strings(seed).take(count).collect()
}

#[rstest]
#[case::json(JSON, "json")]
#[case::value(JSON, "value")]
#[case::csv(CSV, "file")]
#[case::calculator(CALCULATOR, "expression")]
#[case::tags(TAGS, "element")]
fn pest_accepts_every_sample(#[case] source: &str, #[case] rule: &str, #[values(8, 60)] longest: usize) {
    let pest = Pest::new(&read(source));
    let texts = strings(source, rule, longest, 1, 300);
    assert_eq!(texts.len(), 300);
    for text in &texts {
        assert!(text.chars().count() <= longest && pest.accepts(rule, text), "{text:?}");
    }
    let mut different = texts.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 30, "{different:?}");
}

#[test]
fn pest_accepts_every_sample_of_uri_pest() {
    let (grammar, pest) = (uri(), Pest::new(&uri()));
    for rule in grammar.rules() {
        let sampler = Sampler::of_rule(&grammar, &rule.name, 0..=40).unwrap();
        for text in sampler.strings(2).take(20) {
            assert!(pest.accepts(&rule.name, &text), "{}: {text:?}", rule.name);
        }
    }
}

#[test]
fn equal_seeds_give_equal_strings() {
    let sampler = Sampler::of_rule(&read(JSON), "value", 0..=30).unwrap();
    assert!(sampler.strings(3).take(50).eq(sampler.strings(3).take(50)));
    assert!(!sampler.strings(3).take(50).eq(sampler.strings(4).take(50)));
}

#[rstest]
#[case::recursive("list = { \"(\" ~ list* ~ \")\" }", "list", 10, 14)]
#[case::exact("list = { \"(\" ~ list* ~ \")\" | \"x\"+ }", "list", 33, 33)]
#[case::automaton("hex = @{ ASCII_HEX_DIGIT+ }", "hex", 5, 6)]
fn lengths_are_kept(
    #[case] source: &str,
    #[case] rule: &str,
    #[case] shortest: usize,
    #[case] longest: usize,
) {
    let sampler = Sampler::of_rule(&read(source), rule, shortest..=longest).unwrap();
    let texts: Vec<String> = sampler.strings(1).take(100).collect();
    assert_eq!(texts.len(), 100);
    assert!(texts.iter().all(|text| (shortest..=longest).contains(&text.chars().count())), "{texts:?}");
}

#[rstest]
#[case::line_comment("// sample: 8 | 1 | 1\nr = { \"a\" | \"b\" | \"c\" }", 1600)]
#[case::doc_comment("/// A letter.\n/// sample: 1|0|1\nr = { \"a\" | \"b\" | \"c\" }", 1000)]
#[case::never("// sample: 0 | 3 | 1\nr = { \"a\" | \"b\" | \"c\" }", 0)]
#[case::of_a_rule_that_is_called("r = { x }\n//sample:  1 |3\nx = { \"a\" | \"b\" }", 500)]
#[case::not_of_inner_choices("// sample: 1 | 1\nr = { (\"a\" | \"b\") | \"c\" }", 500)]
fn weights_are_shares(#[case] source: &str, #[case] expected: usize) {
    let texts = strings(source, "r", 9, 5, 2000);
    assert_eq!(texts.len(), 2000);
    let a = texts.iter().filter(|text| *text == "a").count();
    assert!(a.abs_diff(expected) < 100, "{a}");
}

#[test]
fn weights_lead_recursion() {
    let deep = JSON.replace("    value = {", "    // sample: 0 | 9 | 0 | 1 | 0 | 0 | 0\n    value = {");
    let texts = strings(&deep, "value", 60, 5, 200);
    let arrays = texts.iter().filter(|text| text.starts_with('[')).count();
    assert!(arrays > 150, "{arrays}");
    assert!(!texts.iter().any(|text| text.contains(['{', '"', 't'])));
}

#[rstest]
#[case::too_few("// sample: 1\nr = { \"a\" | \"b\" }", "test.pest:1:12: 1 weight for 2 alternatives")]
#[case::too_many("\n // sample: 1 | 2\nr = { \"a\" }", "test.pest:2:13: 2 weights for 1 alternative")]
#[case::no_number(
    "// sample: 1 | x\nr = { \"a\" | \"b\" }",
    "test.pest:1:16: expected a weight, a whole number up to 1000000"
)]
#[case::large(
    "// sample: 1 | 1000001\nr = { \"a\" | \"b\" }",
    "test.pest:1:16: expected a weight, a whole number up to 1000000"
)]
#[case::all_zero(
    "/// sample: 0 | 0\nr = { \"a\" | \"b\" }",
    "test.pest:1:13: at least one weight must be above 0"
)]
#[case::twice(
    "// sample: 1 | 1\n// sample: 1 | 1\nr = { \"a\" | \"b\" }",
    "test.pest:2:12: rule `r` has weights already"
)]
fn malformed_weights_have_a_place(#[case] source: &str, #[case] expected: &str) {
    let error = Sampler::of_rule(&read(source), "r", 0..=9).unwrap_err();
    assert!(matches!(error, SampleError::Grammar(Error::Faulty(_))), "{error:?}");
    assert_eq!(error.to_string(), expected);
}

#[rstest]
#[case::unknown("r = { \"a\" }", "s", "there is no rule `s`")]
#[case::no_string("r = { \"(\" ~ r ~ \")\" }", "r", "no string of at most 9 characters is accepted")]
fn no_samples(#[case] source: &str, #[case] rule: &str, #[case] expected: &str) {
    let error = Sampler::of_rule(&read(source), rule, 0..=9).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

/// What rejects everything ends.
#[rstest]
#[case::contradiction("r = { !\"x\" ~ \"x\" ~ r? }")]
#[case::doubling("r = { PUSH(\"x\") ~ (PUSH(PEEK ~ PEEK)){60} ~ !\"y\" ~ \"y\" }")]
#[case::deep("r = { \"(\"{9} ~ r ~ \")\" | \"\" ~ !\"\" ~ PEEK[..] }")]
fn hostile_grammars_end(#[case] source: &str) {
    let sampler = Sampler::of_rule(&read(source), "r", 0..=1000).unwrap();
    assert_eq!(sampler.strings(1).next(), None);
}

/// Where each string takes many steps, there are only so many.
#[test]
#[ignore = "derives up to the limit"]
fn costly_strings_end() {
    let source = format!("r = {{ slow0 ~ &\"ababab\" ~ ('a'..'b'){{6}} ~ PEEK[..] }} {}", slow());
    let sampler = Sampler::of_rule(&read(&source), "r", 6..=6).unwrap();
    let count = sampler.strings(1).take(1_000).count();
    assert!((1..1_000).contains(&count), "{count}");
}
