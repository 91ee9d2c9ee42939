//! Tables of what rules accept, one for each thing that PEGs do differently.

use rstest::rstest;
use urigram_grammar::{Automata, Peg};

use crate::common::{self, dfa, strings};

const SPACE: &str = "WHITESPACE = _{ \" \" }\n";

#[rstest]
#[case::choice_commits("\"a\" | \"ab\"", "a", "ab b")]
#[case::longest_first("\"ab\" | \"a\"", "a ab", "aab")]
#[case::choice_commits_inside("(\"a\" | \"ab\") ~ \"c\"", "ac", "abc c")]
#[case::repetition_keeps("\"a\"* ~ \"a\"", "", "a aa aaa")]
#[case::option_keeps("\"a\"? ~ \"a\"", "aa", "a aaa")]
#[case::once("\"a\"+", "a aa", "b ab")]
#[case::not("!\"a\" ~ 'a'..'c'", "b c", "a d")]
#[case::and("&(\"a\" ~ \"b\") ~ ANY*", "ab abc", "a ac b")]
#[case::not_end("(!(\"a\" ~ EOI) ~ ANY)*", "b ab", "a ba")]
#[case::start("SOI ~ \"a\"", "a", "b")]
#[case::start_inside("\"a\" ~ SOI ~ \"b\"", "", "ab a")]
#[case::start_in_repetition("(SOI ~ \"a\" | \"b\")*", "a b ab abb bb", "ba aa")]
#[case::end_inside("\"a\" ~ EOI ~ \"b\"", "", "a ab")]
#[case::end_or_more("\"a\" ~ (EOI | \"b\")", "a ab", "b aa")]
#[case::exactly("\"a\"{2}", "aa", "a aaa")]
#[case::at_least("\"a\"{2,}", "aa aaa", "a")]
#[case::at_most("\"a\"{,2} ~ \"b\"", "b ab aab", "aaab")]
#[case::between("\"a\"{1, 2} ~ \"b\"", "ab aab", "b aaab")]
#[case::insensitive("^\"aB1\"", "ab1 AB1 aB1 Ab1", "ab")]
#[case::insensitive_ascii_only("^\"é\"", "é", "É")]
#[case::range("'à'..'ý'", "é ý", "e þ É")]
#[case::property("LETTER+ ~ DECIMAL_NUMBER?", "aé Ж٣ 漢 x1", "1 a-")]
#[case::script("HAN+", "漢字", "a 漢a")]
#[case::nested("((\"a\" ~ \"b\"?)+ ~ \"c\")*", "ac abac abcac", "bc a aca")]
#[case::double_negation("!!\"a\" ~ ANY", "a", "b")]
#[case::builtins("ASCII_HEX_DIGIT ~ ASCII_ALPHA_UPPER ~ ASCII_NONZERO_DIGIT", "aA1 0Z9", "gA1 aa1 aA0")]
fn accepts(#[case] body: &str, #[case] yes: &str, #[case] no: &str) {
    let dfa = dfa(&format!("r = @{{ {body} }}"), "r");
    for text in yes.split(' ').filter(|text| !text.is_empty()) {
        assert!(dfa.accepts(text), "{text:?}");
    }
    for text in no.split(' ').filter(|text| !text.is_empty()) {
        assert!(!dfa.accepts(text), "{text:?}");
    }
}

#[rstest]
#[case::between("r = { \"a\" ~ \"b\" }", &["ab", "a b", "a  b"], &[" ab", "ab ", "a"])]
#[case::repetition("r = { \"a\"* }", &["", "a", "a a", "aa"], &["a ", " "])]
#[case::given_back("r = ${ l ~ \" b\" }\nl = !{ \"a\"* }", &["a b", " b", "aa a b"], &["a  b", "ab"])]
#[case::not_given_back("r = { \"a\" ~ \" b\" }", &[], &["a b", "a  b"])]
#[case::atomic("r = @{ \"a\" ~ \"b\" }", &["ab"], &["a b"])]
#[case::compound("r = ${ i ~ i }\ni = { \"a\" ~ \"b\" }", &["abab"], &["ab ab", "a bab"])]
#[case::back_on("r = ${ i ~ i }\ni = !{ \"a\" ~ \"b\" }", &["abab", "a bab", "a ba b"], &["ab ab"])]
#[case::inherited("r = { \"a\" ~ i }\ni = _{ \"a\" ~ \"b\" }", &["aab", "a a b"], &["a b"])]
#[case::trailing_options("r = { \"a\"{,2} }", &["", "a", "aa", " ", "a ", "a a"], &["aaa", "a a "])]
fn skips_space(#[case] source: &str, #[case] yes: &[&str], #[case] no: &[&str]) {
    let dfa = dfa(&format!("{SPACE}{source}"), "r");
    for text in yes {
        assert!(dfa.accepts(text), "{text:?}");
    }
    for text in no {
        assert!(!dfa.accepts(text), "{text:?}");
    }
}

/// `skip_until` without a stop ahead goes to the end and succeeds.
#[rstest]
#[case("@{ (!(\"a\" | \"bc\") ~ ANY)* }", &["", "x", "b", "c", "cb"], &["a", "xa", "bc"])]
#[case("@{ (!(\"a\" | \"bc\") ~ ANY)* ~ \"a\" }", &["a", "xa", "ba"], &["", "x", "bca", "aa"])]
#[case("@{ (!(\"a\" | \"bc\") ~ ANY)* ~ ANY* }", &["", "bcx", "aé"], &[])]
#[case("@{ (!stop ~ ANY)* ~ stop }\nstop = { \"é\" | \"*/\" }", &["é", "*/", "**/", "/é"], &["*", "é*/"])]
fn skips_until(#[case] body: &str, #[case] yes: &[&str], #[case] no: &[&str]) {
    let dfa = dfa(&format!("r = {body}"), "r");
    assert!(yes.iter().all(|text| dfa.accepts(text)) && !no.iter().any(|text| dfa.accepts(text)));
}

#[test]
fn equal_languages_have_equal_automata() {
    let same = ["(\"ab\" | \"ac\")*", "(\"a\" ~ ('b'..'c'))*", "(\"a\" ~ !('d'..'z') ~ (\"c\" | \"b\"))*"];
    let automata: Vec<_> = same.iter().map(|body| dfa(&format!("r = @{{ {body} }}"), "r")).collect();
    assert_eq!(automata[0], automata[1]);
    assert_eq!(automata[0], automata[2]);
    assert_eq!(automata[0].states(), 3, "before and after `a`, and dead");
    assert_eq!(automata[0].width(), 3, "`a`, `b` with `c`, and all else");
    assert_ne!(automata[0], dfa("r = @{ (\"a\" ~ 'b'..'c')+ }", "r"));
}

#[test]
fn trivial_languages() {
    let all = dfa("r = @{ ANY* }", "r");
    assert_eq!((all.states(), all.width()), (1, 1));
    assert!(all.is_live(0) && all.accepts("\u{10FFFF}"));
    let none = dfa("r = @{ 'b'..'a' }", "r");
    assert_eq!((none.states(), none.width()), (1, 1));
    assert!(!none.is_live(0) && !none.accepts(""));
    let empty = dfa("r = @{ \"\" }", "r");
    assert_eq!((empty.states(), empty.width()), (2, 1));
    assert!(empty.accepts("") && empty.viable_prefix("a") == 0);
}

#[rstest]
#[case("r = { (\"a\" ~ \"b\")+ ~ (\"c\" | \"cd\")? ~ !\"a\" ~ ANY }", "abcd")]
#[case("r = @{ (!\"ab\" ~ ANY){2} ~ \"ab\" }", "ab")]
#[case("r = @{ &(ANY{2} ~ \"b\") ~ ANY{2,4} }", "ab")]
#[case("r = @{ \"é\" ~ \"a\" | \"a\"+ ~ \"é\" }", "aé")]
#[case("r = @{ \"a\"* ~ \"a\" }", "ab")]
#[case("r = @{ \"a\" ~ !ANY | \"b\" ~ (\"ab\" ~ \"a\"+)* }", "ab")]
fn viable_prefix_is_the_longest(#[case] source: &str, #[case] alphabet: &str) {
    let dfa = dfa(source, "r");
    let accepted: Vec<_> = strings(alphabet, 8).into_iter().filter(|text| dfa.accepts(text)).collect();
    for text in strings(alphabet, 4) {
        let prefixes = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let longest = prefixes
            .filter(|&at| accepted.iter().any(|whole| whole.starts_with(&text[..at])))
            .max()
            .unwrap_or(0);
        assert_eq!(dfa.viable_prefix(&text), longest, "{text:?}");
    }
}

#[rstest]
#[case("host", "[1::2::3]", 6)]
#[case("scheme", "ht tp", 2)]
#[case("URI_reference", "http://a/%6G", 11)]
#[case("IP_literal", "[::1", 4)]
#[case("port", "8a", 1)]
fn viable_prefix_in_uris(#[case] rule: &str, #[case] text: &str, #[case] expected: usize) {
    let peg = Peg::new(&common::uri());
    assert_eq!(Automata::new(&peg).dfa(rule).unwrap().viable_prefix(text), expected);
}

/// The largest that the limits allow must also fit a test's small stack.
#[rstest]
#[case::long("r = @{ \"ab\"{2000} }".to_owned())]
#[case::wide(format!("r = @{{ {} }}", (0..400).map(|i| format!("\"{i:03}x\"")).collect::<Vec<_>>().join(" | ")))]
#[case::deep(format!("r = @{{ {}\"b\"{} }}", "(".repeat(60), "?)".repeat(60)))]
#[case::stars(format!("r = @{{ {}\"b\"{} }}", "(\"a\" ~ ".repeat(60), ")*".repeat(60)))]
#[case::predicates(format!("r = @{{ {}\"b\" ~ ANY }}", "!".repeat(180)))]
fn large_rules_fit(#[case] source: String) {
    dfa(&source, "r");
}

#[test]
fn every_rule_of_uri_has_an_automaton() {
    let peg = Peg::new(&common::uri());
    let mut automata = Automata::new(&peg);
    for name in peg.names() {
        let dfa = automata.dfa(name).unwrap();
        assert!(dfa.is_live(dfa.start()), "{name}");
    }
}
