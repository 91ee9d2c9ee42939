//! Each construct of ABNF, by the strings that it matches.

use rstest::rstest;

use crate::abnf::dfa;
use crate::common::strings;

/// The strings are separated by spaces; `""` is the empty one.
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
