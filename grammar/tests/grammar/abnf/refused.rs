//! Rules without an automaton.

use rstest::rstest;
use urigram_grammar::{Error, Limits};

use crate::abnf::read;

#[rstest]
#[case::unknown("a = \"x\"", "b", "there is no rule `b`")]
#[case::itself("a = \"x\" [a]", "a", "rule `a` is recursive: a -> a")]
#[case::as_it_is_written(
    "List-Of = \"x\" [LIST-OF]",
    "list_of",
    "rule `List-Of` is recursive: List-Of -> List-Of"
)]
#[case::mutual("a = \"x\" [b]\nb = \"y\" a", "a", "rule `a` is recursive: a -> b -> a")]
#[case::turned("a = \"x\" [b]\nb = \"y\" a", "b", "rule `b` is recursive: b -> a -> b")]
#[case::below("c = \"z\" / d\nd = a\na = \"x\" [a]", "c", "rule `a`, which `c` calls, is recursive: a -> a")]
#[case::in_repetition("a = *( \"x\" a )", "a", "rule `a` is recursive: a -> a")]
fn says_why(#[case] source: &str, #[case] rule: &str, #[case] expected: &str) {
    assert_eq!(read(source).dfa(rule).unwrap_err().to_string(), expected);
}

#[test]
fn leaves_the_other_rules_usable() {
    let abnf = read("bad = \"(\" [bad] \")\"\ngood = 1*\"a\"\nnever = good 0bad");
    assert!(abnf.dfa("bad").is_err());
    assert_eq!(abnf.dfa("never").unwrap(), abnf.dfa("good").unwrap(), "a call that is never made is none");
}

#[rstest]
#[case::multiplied("r = 1000*1000( 1000*1000\"x\" )".to_owned())]
#[case::at_most("r = *4294967295\"x\"".to_owned())]
#[case::many_times_nothing("r = 4294967295*4294967295( 4294967295\"\" )".to_owned())]
#[case::at_least_of_all("r = 4294967295*( 4294967295*( *\"x\" ) )".to_owned())]
#[case::doubled(doubling("a"))]
#[case::doubled_choice(doubling("/"))]
#[case::subsets("r = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )".to_owned())]
#[case::characters(format!("r = {}", (0x1000..0x2000).map(|c| format!("%x{c:X} ")).collect::<String>()))]
#[case::ranges(format!("r = {}", (0x1000..0x2000).map(|c| format!("%x{c:X}-{:X} ", 0x8000 - c)).collect::<String>()))]
#[case::long_text(format!("r = \"{}\"", "x".repeat(300_000)))]
fn what_is_too_large_is_refused(#[case] source: String) {
    assert_eq!(read(&source).dfa("r"), Err(Error::TooLarge { rule: "r".to_owned() }));
}

/// Returns sixty-one rules through which there are 2^60 paths.
fn doubling(between: &str) -> String {
    let last = "r60 = \"x\"".to_owned();
    let between = if between == "/" { "/" } else { "" };
    (0..60).map(|i| format!("r{i} = r{next} {between} r{next}\n", next = i + 1)).collect::<String>()
        + &last
        + "\nr = r0"
}

#[test]
fn limits_can_be_set() {
    let abnf = read("r = 100\"x\"");
    let mut limits = Limits::default();
    limits.states = 100;
    assert!(abnf.dfa_with_limits("r", limits).is_err(), "a state before each character and two more");
    limits.states = 102;
    assert_eq!(abnf.dfa_with_limits("r", limits).unwrap(), abnf.dfa("r").unwrap());
    limits.steps = 100;
    assert!(abnf.dfa_with_limits("r", limits).is_err());
}

#[test]
fn rules_together_stay_within_what_is_left() {
    let abnf = read("r = 100\"x\"");
    let mut left = 1_000;
    while abnf.dfa_within(&mut left, "r").is_ok() {}
    assert!(left < 1_000);
    assert!(abnf.dfa("r").is_ok());
}
