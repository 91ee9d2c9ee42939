//! The fixes of findings.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Fix, Grammar};
use urigram_workbench::{Purpose, findings};

use crate::random;

/// Returns the text after each fix of a finding, in the order of the findings.
fn fixed(source: &str) -> Vec<String> {
    let grammar = Grammar::read(source, "test.pest").unwrap();
    let found = findings(&grammar, &Purpose::default()).unwrap();
    let fixes = found.into_iter().filter_map(|finding| finding.fix);
    fixes.map(|Fix { start, end, text }| [&source[..start], &text, &source[end..]].concat()).collect()
}

#[rstest]
#[case::anything(r#"a = { "<" ~ ANY* ~ ">" }"#, &[r#"a = { "<" ~ (!">" ~ ANY)* ~ ">" }"#])]
#[case::anything_in_brackets(r#"a = { "<" ~ (ANY*) ~ ">" }"#, &[])]
#[case::optional_repetition(r#"a = { ("b" ~ "c"?)*? ~ "b" }"#, &[])]
#[case::brackets_around_what_follows(r#"a = { ("b" ~ "c")* ~ ("b" ~ "c") }"#, &[])]
#[case::dead(r#"a = { "x" ~ ("b" | "c" | "b") }"#, &[r#"a = { "x" ~ ("b" | "c") }"#])]
fn findings_have_fixes(#[case] source: &str, #[case] expected: &[&str]) {
    assert_eq!(fixed(source), expected);
}

/// No fix of a finding makes a grammar that pest refuses.
#[test]
fn grammars_can_be_read_after_fixes() {
    let (mut random, mut count) = (Rng::with_seed(11), 0);
    for _ in 0..150 {
        let source = random::small(&mut random);
        for changed in fixed(&source) {
            let read = Grammar::read(&changed, "changed.pest");
            read.unwrap_or_else(|error| panic!("{error}: {changed} from\n{source}"));
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}
