//! The automata of ABNF rules: the strings that they accept, for each kind of element and for random
//! expressions, and the rules without an automaton.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rstest::rstest;
use urigram_grammar::{Abnf, Error, Limits};

use crate::abnf::{dfa, read};
use crate::common::strings;

/// The strings are separated by spaces; `""` is the empty string.
#[rstest]
#[case::hexadecimal("%x61", "a", "A 61")]
#[case::upper_case_base("%X61", "a", "A")]
#[case::decimal("%d97", "a", "A")]
#[case::binary("%b1100001", "a", "A")]
#[case::leading_zeros("%x0000000000061", "a", "A")]
#[case::beyond_ascii("%xE9.10FFFF", "é\u{10FFFF}", "é")]
#[case::string_of_numbers("%d97.98.99", "abc", "aBc a ab abcd")]
#[case::hexadecimal_string("%x61.62", "ab", "a b AB")]
#[case::binary_string("%b1100001.1100010", "ab", "a")]
#[case::range("%x61-63", "a b c", "d ` A")]
#[case::decimal_range("%d97-99", "a b c", "d")]
#[case::binary_range("%b1100001-1100011", "a b c", "d")]
#[case::range_of_one("%x61-61", "a", "b")]
#[case::range_over_surrogates("%xD7FF-E000", "\u{D7FF} \u{E000}", "\u{D7FE}")]
#[case::string(r#""aB-1""#, "aB-1 ab-1 AB-1 Ab-1", "ab1 ab-")]
#[case::empty_string(r#""""#, "\"\"", "a")]
#[case::sensitive(r#"%s"aB""#, "aB", "ab AB Ab")]
#[case::sensitive_upper_case(r#"%S"aB""#, "aB", "ab")]
#[case::insensitive(r#"%i"aB""#, "aB ab AB Ab", "a")]
#[case::signs_fold_nothing(r#""@[`{""#, "@[`{", "`[`{ @{`{ @[@{ @[`[")]
#[case::sequence(r#""a" "b""#, "ab", "a b ba")]
#[case::sequence_without_space(r#""a""b"1"c""#, "abc", "ab")]
#[case::choice(r#""a" / "bc" / "b""#, "a b bc", "\"\" ab c")]
#[case::choice_does_not_commit(r#"("a" / "ab") "c""#, "ac abc", "ab a")]
#[case::sequence_before_choice(r#""a" "b" / "c""#, "ab c", "ac a b")]
#[case::group(r#""a" ("b" / "c")"#, "ab ac", "c a")]
#[case::option(r#"["a"] "b""#, "b ab", "a aab")]
#[case::any(r#"*"a""#, "\"\" a aaa", "b")]
#[case::some(r#"1*"a""#, "a aa", "\"\"")]
#[case::at_least(r#"2*"a""#, "aa aaaa", "\"\" a")]
#[case::at_most(r#"*2"a""#, "\"\" a aa", "aaa")]
#[case::between(r#"1*3"a""#, "a aa aaa", "\"\" aaaa")]
#[case::exactly(r#"2"a""#, "aa", "\"\" a aaa")]
#[case::exactly_both(r#"2*2"a""#, "aa", "\"\" a aaa")]
#[case::once(r#"1"a""#, "a", "\"\" aa")]
#[case::never(r#"0"a""#, "\"\"", "a")]
#[case::at_most_never(r#"*0"a""#, "\"\"", "a")]
#[case::repetition_gives_back(r#"*"a" "a""#, "a aa aaa", "\"\"")]
#[case::group_gives_back(r#"*2( h ":" ) h"#, "x x:x x:x:x", "\"\" x: x:x:x:x")]
#[case::repeated_group(r#"2("a" / "bc")"#, "aa abc bca bcbc", "a bc aaa")]
#[case::repeated_option(r#"2*3["a"]"#, "\"\" a aa aaa", "aaaa")]
#[case::any_of_what_may_be_empty(r#"*( *"a" ["b"] )"#, "\"\" a b abba", "c")]
#[case::neighbouring_loops(r#"*"a" *"b" *"a""#, "\"\" aba ba ab aabbaa", "bab")]
#[case::loop_in_loop(r#"*( "a" *"b" )"#, "\"\" a ab aab abab", "b ba")]
#[case::choice_of_loops(r#"*"a" / *"b""#, "\"\" aa bb", "ab ba")]
#[case::prose_never("0<anything at all>", "\"\"", "a")]
#[case::prose_that_is_a_name("2<h>", "xx", "x")]
#[case::call_in_any_case("H h", "xx", "x")]
#[case::comment("\"a\" ; \"b\"", "a", "ab")]
#[case::semicolon_in_string(r#"";" "a""#, ";a", ";")]
fn stands_for(#[case] elements: &str, #[case] yes: &str, #[case] no: &str) {
    let dfa = dfa(&format!("r = {elements}\nh = \"x\""), "r");
    let split = |texts: &str| texts.split(' ').map(|text| text.replace("\"\"", "")).collect::<Vec<_>>();
    for text in split(yes) {
        assert!(dfa.accepts(&text), "{text:?}");
    }
    for text in split(no) {
        assert!(!dfa.accepts(&text), "{text:?}");
    }
}

#[rstest]
#[case::alpha("ALPHA", "azAZ", "@[`{0")]
#[case::bit("BIT", "01", "2")]
#[case::char("CHAR", "\u{1}\u{7F}a", "\0\u{80}")]
#[case::cr("CR", "\r", "\n")]
#[case::ctl("CTL", "\0\u{1F}\u{7F}", " ~")]
#[case::digit("DIGIT", "09", "/:")]
#[case::dquote("DQUOTE", "\"", "'")]
#[case::hexdig("HEXDIG", "09afAF", "gG/:@`")]
#[case::htab("HTAB", "\t", " ")]
#[case::lf("LF", "\n", "\r")]
#[case::octet("OCTET", "\0\u{FF}", "\u{100}")]
#[case::sp("SP", " ", "\t")]
#[case::vchar("VCHAR", "!~", " \u{7F}")]
#[case::wsp("WSP", " \t", "\n")]
fn core_rules(#[case] rule: &str, #[case] yes: &str, #[case] no: &str) {
    for dfa in [dfa("", rule), dfa(&format!("r = {rule}"), "r")] {
        assert!(yes.chars().all(|c| dfa.accepts(&c.to_string())), "{rule}");
        assert!(!no.chars().any(|c| dfa.accepts(&c.to_string())), "{rule}");
        assert!(!dfa.accepts("") && !dfa.accepts("00"), "{rule} is one character");
    }
}

#[test]
fn core_rules_of_many_characters() {
    let (line_end, space) = (dfa("", "CRLF"), dfa("", "LWSP"));
    let accepted = |texts: Vec<String>, dfa: &urigram_grammar::Dfa| {
        texts.into_iter().filter(|text| dfa.accepts(text)).collect::<Vec<_>>()
    };
    assert_eq!(accepted(strings(" \t\r\n", 3), &line_end), ["\r\n"]);
    let expected = ["", " ", "  ", "   ", "\r\n "];
    assert_eq!(accepted(strings(" \r\n", 3), &space), expected);
}

#[test]
fn a_file_may_define_a_core_rule() {
    let abnf = crate::abnf::read("DIGIT = \"x\"\nr = HEXDIG");
    assert!(abnf.dfa("r").unwrap().accepts("x") && !abnf.dfa("r").unwrap().accepts("0"));
    assert_eq!(abnf.names().collect::<Vec<_>>(), ["DIGIT", "r"]);
}

#[test]
fn one_rule_goes_by_many_names() {
    let abnf = crate::abnf::read("path-empty = 0<pchar>\nURI = Path-Empty");
    assert_eq!(abnf.names().collect::<Vec<_>>(), ["path-empty", "URI"]);
    for name in ["path-empty", "path_empty", "PATH_empty", "uri"] {
        assert_eq!(abnf.dfa(name), abnf.dfa("URI"), "{name}");
    }
}

#[test]
fn the_same_strings_have_the_same_automaton() {
    let abnf = crate::abnf::read(
        "a = *( \"x\" / %s\"y\" )\nb = [ c ] / 2*c\nc = *%s\"y\" *( \"x\" *\"\" / 0\"z\" %x79 )\nd = *%i\"x\"",
    );
    assert_eq!(abnf.dfa("a"), abnf.dfa("b"));
    assert_eq!(abnf.dfa("a").unwrap().states(), 2, "live and dead");
    assert_ne!(abnf.dfa("a"), abnf.dfa("d"));
}

const PIECES: [&str; 34] = [
    "a",
    "b",
    "c-d",
    "DIGIT",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\n ",
    "\r",
    "\t",
    "=",
    " = ",
    "=/",
    "/",
    "(",
    ")",
    "[",
    "]",
    "*",
    "2",
    "99999999999",
    "\"",
    "\"x\"",
    "%",
    "%x4",
    "%s\"",
    "-",
    ".",
    "<",
    ">",
    ";",
    "é",
    "_",
];

proptest! {
    #[test]
    fn nothing_panics(text in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        build_automata(&text.concat())?;
    }

    #[test]
    fn nothing_panics_in_a_rule(text in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..20)) {
        build_automata(&format!("a = {}", text.concat()))?;
    }

    #[test]
    fn no_characters_panic(text in "(?s).{0,60}") {
        build_automata(&text)?;
    }

    #[test]
    fn the_automaton_accepts_what_matches(expr in expr()) {
        let dfa = dfa(&format!("r = {}", expr.text()), "r");
        for text in strings("aAb", 5) {
            let matches = expr.ends(text.as_bytes(), 0).contains(&text.len());
            prop_assert_eq!(dfa.accepts(&text), matches, "{} on {:?}", expr.text(), text);
        }
    }
}

fn build_automata(text: &str) -> Result<(), TestCaseError> {
    match Abnf::read(text, "f") {
        Ok(abnf) => {
            let mut limits = Limits::default();
            (limits.states, limits.steps) = (1000, 10_000);
            for name in abnf.names() {
                let _ = abnf.dfa_with_limits(name, limits);
            }
        }
        Err(Error::Faulty(faults)) => {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                let line = text.split('\n').nth(fault.line - 1);
                let width = line.map(|line| line.chars().count());
                prop_assert!(width.is_some_and(|width| fault.column <= width + 1), "{}", fault);
            }
        }
        Err(error) => prop_assert!(false, "{}", error),
    }
    Ok(())
}

#[derive(Debug, Clone)]
enum Expr {
    Text(&'static str),
    Sensitive(&'static str),
    Range,
    Seq(Vec<Expr>),
    Choice(Vec<Expr>),
    Opt(Box<Expr>),
    Repeat(usize, Option<usize>, Box<Expr>),
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["", "a", "b", "ab"]).prop_map(Expr::Text),
        prop::sample::select(vec!["", "a", "A", "bA"]).prop_map(Expr::Sensitive),
        Just(Expr::Range),
    ];
    leaf.prop_recursive(5, 20, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Seq),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Choice),
            inner.clone().prop_map(|inner| Expr::Opt(Box::new(inner))),
            (0..3usize, prop::option::of(0..3usize), inner).prop_map(|(least, more, inner)| Expr::Repeat(
                least,
                more.map(|more| least + more),
                Box::new(inner)
            )),
        ]
    })
}

impl Expr {
    fn text(&self) -> String {
        let list = |parts: &[Expr], between: &str| {
            let parts: Vec<String> = parts.iter().map(Expr::text).collect();
            format!("({})", parts.join(between))
        };
        match self {
            Expr::Text(text) => format!("\"{text}\""),
            Expr::Sensitive(text) => format!("%s\"{text}\""),
            Expr::Range => "%x61-62".to_owned(),
            Expr::Seq(parts) => list(parts, " "),
            Expr::Choice(parts) => list(parts, " / "),
            Expr::Opt(inner) => format!("[{}]", inner.text()),
            Expr::Repeat(least, most, inner) => {
                let most = most.map(|most| most.to_string()).unwrap_or_default();
                format!("{least}*{most}({})", inner.text())
            }
        }
    }

    /// Returns the offsets at which a match from `at` can end.
    fn ends(&self, text: &[u8], at: usize) -> BTreeSet<usize> {
        let prefix = |matches: bool, length| matches.then_some(at + length).into_iter().collect();
        let rest = &text[at..];
        match self {
            Expr::Text(own) => {
                let same =
                    rest.get(..own.len()).is_some_and(|text| text.eq_ignore_ascii_case(own.as_bytes()));
                prefix(same, own.len())
            }
            Expr::Sensitive(own) => prefix(rest.starts_with(own.as_bytes()), own.len()),
            Expr::Range => prefix(matches!(rest, [b'a' | b'b', ..]), 1),
            Expr::Seq(parts) => parts.iter().fold(BTreeSet::from([at]), |ends, part| part.after(text, &ends)),
            Expr::Choice(parts) => parts.iter().flat_map(|part| part.ends(text, at)).collect(),
            Expr::Opt(inner) => inner.ends(text, at).into_iter().chain([at]).collect(),
            Expr::Repeat(least, most, inner) => {
                // Each round that reaches a new offset consumes a character, so no more rounds are
                // needed.
                let rounds = most.unwrap_or(least + text.len());
                let mut ends = BTreeSet::from([at]);
                let mut found = BTreeSet::new();
                for round in 0..=rounds {
                    if round >= *least {
                        found.extend(&ends);
                    }
                    ends = inner.after(text, &ends);
                }
                found
            }
        }
    }

    fn after(&self, text: &[u8], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        starts.iter().flat_map(|&start| self.ends(text, start)).collect()
    }
}

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

/// Returns 61 rules with 2^60 paths through them.
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
