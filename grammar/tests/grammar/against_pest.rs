//! Automata agree with pest on all short strings and on many long ones.

use std::sync::LazyLock;

use proptest::prelude::*;
use rstest::rstest;
use urigram_grammar::{Automata, Dfa, Peg};

use crate::common::{Pest, read, strings, uri};

#[rstest]
#[case::arithmetic(
    "WHITESPACE = _{ \" \" }
    sum = { term ~ (\"+\" ~ term)* }
    term = { \"1\"+ ~ (\"-\"? ~ \"1\")? }",
    "1+- ",
    6
)]
#[case::comments(
    "WHITESPACE = _{ \" \" }
    COMMENT = @{ \"/\" ~ (!\"/\" ~ ANY)* ~ \"/\" }
    list = { \"a\" ~ (\",\" ~ \"a\")* ~ \",\"? }
    tight = ${ \"a\" ~ list ~ loose }
    loose = !{ \"a\" ~ \",\"+ }",
    "a,/ ",
    6
)]
#[case::noisy_space(
    "WHITESPACE = { \" \" ~ \" \"? }
    COMMENT = ${ \"#\" ~ note* }
    note = { \"n\" ~ \" \" }
    pair = { \"n\" ~ \"n\" }
    many = { pair{2, 3} }
    few = { pair{,2} ~ \"#\" }",
    "n# ",
    7
)]
#[case::commitments(
    "a = { (\"a\" | \"ab\") ~ (\"b\" | \"bc\")* ~ \"c\"? }
    b = { (\"a\"* ~ \"b\")* ~ \"a\" ~ !a }
    c = _{ (a | b | \"c\")+ ~ \"a\"? }",
    "abc",
    7
)]
#[case::predicates(
    "even = @{ (!(\"b\" ~ \"b\") ~ ANY ~ ANY)* ~ EOI }
    guarded = { &(\"a\"* ~ \"b\") ~ ANY{1, 3} ~ !(\"a\" | \"c\" ~ EOI) ~ ANY* }
    odd = ${ !even ~ ANY* }
    both = { &even ~ &guarded ~ ANY* }",
    "abc",
    7
)]
#[case::ends(
    "first = { (SOI ~ \"a\" | \"b\" ~ SOI? ~ \"c\")* }
    last = { (\"a\" ~ (EOI | \"b\"))+ }
    empty = { SOI ~ EOI }
    not_first = { \"a\"? ~ !SOI ~ \"b\" ~ &EOI }",
    "abc",
    7
)]
#[case::skipping(
    "quoted = @{ \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" }
    either = @{ (!(\"ab\" | \"b\" | \"'a\") ~ ANY)* ~ \"b\"? }
    four = @{ (!(\"aa\" | \"bb\" | \"''\" | \"a'\") ~ ANY)* ~ ANY{2} }
    named = @{ (!end ~ ANY)* ~ end }
    end = { \"ab\" | \"'\" }",
    "ab'",
    7
)]
#[case::lists(
    "list = ${ (item ~ \":\")* ~ item }
    item = { \"a\"{1, 2} }
    same = @{ item ~ \":\" ~ item | item ~ \":\" | item }
    prefix = ${ \"a\" ~ \"b\" | \"a\" }
    more = { item | item ~ \":\" }",
    "ab:",
    7
)]
#[case::cases(
    "word = { ^\"ab\" ~ ^\"é\"? }
    line = @{ (word | \"é\")+ ~ NEWLINE? }",
    "aBé\n\r",
    5
)]
#[case::unicode(
    "name = @{ (LETTER | NUMBER)+ ~ (!LOWERCASE_LETTER ~ ANY)? }
    wide = { 'à'..'\u{FFFF}'* ~ ANY? }",
    "aA1é漢😀",
    5
)]
#[case::bounded(
    "h = { \"a\"{2} ~ (\"a\" ~ \"b\"){1, 2} ~ \"b\"{2,} }
    opt = { \"a\"{0, 2} ~ \"b\"{,1} ~ (\"a\"? ~ \"b\")* }",
    "ab",
    11
)]
#[case::octets(
    "octet = @{ \"25\" ~ '0'..'5' | \"2\" ~ '0'..'4' ~ ASCII_DIGIT | \"1\" ~ ASCII_DIGIT{2}
        | '1'..'9' ~ ASCII_DIGIT | ASCII_DIGIT }
    two = ${ octet ~ \".\" ~ octet ~ !\".\" }
    name = ${ two | (\"2\" | \"5\" | \".\")* }",
    "25.",
    8
)]
#[case::switching(
    "WHITESPACE = _{ \" \" }
    outer = @{ \"a\" ~ inner ~ plain }
    inner = !{ \"b\" ~ plain* }
    plain = { \"a\" ~ \"b\" }
    seen = { &outer ~ (\"a\" | \"b\")+ }",
    "ab ",
    8
)]
#[case::non_atomic_spaces(
    "WHITESPACE = !{ \"a\" ~ pair? }
    COMMENT = !{ \"c\" ~ pair }
    pair = { \"a\" ~ \"b\" }
    list = { \"b\" ~ pair* ~ \"b\" }",
    "abc",
    8
)]
fn on_every_short_string(#[case] source: &str, #[case] alphabet: &str, #[case] longest: usize) {
    let grammar = read(source);
    let (pest, peg) = (Pest::new(&grammar), Peg::new(&grammar));
    let mut automata = Automata::new(&peg);
    let texts = strings(alphabet, longest);
    for name in peg.names() {
        let dfa = automata.dfa(name).unwrap();
        for text in &texts {
            assert_eq!(dfa.accepts(text), pest.accepts(name, text), "{name} on {text:?}");
        }
    }
}

struct Both {
    pest: Pest,
    automata: Vec<(String, Dfa)>,
}

impl Both {
    /// Returns the first rule for which the automaton and pest disagree.
    fn differ(&self, text: &str) -> Option<&str> {
        let mut rules = self.automata.iter();
        let found = rules.find(|(name, dfa)| dfa.accepts(text) != self.pest.accepts(name, text));
        found.map(|(name, _)| name.as_str())
    }
}

/// Shared by all tests, because building the automata takes long.
static URI: LazyLock<Both> = LazyLock::new(|| {
    let grammar = uri();
    let peg = Peg::new(&grammar);
    let mut automata = Automata::new(&peg);
    let mut dfa = |name| automata.dfa(name).unwrap_or_else(|error| panic!("{error}"));
    let all = peg.names().map(|name| (name.to_owned(), dfa(name))).collect();
    Both { pest: Pest::new(&grammar), automata: all }
});

#[test]
fn on_short_strings_of_delimiters() {
    for text in strings("a1:/@[]", 4) {
        assert_eq!(URI.differ(&text), None, "{text:?}");
    }
}

/// Generates strings that are concatenated from parts of URIs and a few other strings.
fn uri_like() -> impl Strategy<Value = String> {
    const PIECES: [&str; 36] = [
        "http", "a", "F", "g", "z", "1", "0", "25", "255", "256", "192", ".", "..", ":", "::", "/", "//",
        "@", "[", "]", "?", "#", "%", "%41", "%4", "%zz", "-", "+", "v1.", "~", "!", "1:2", "ffff", " ", "é",
        "1.2.3.4",
    ];
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14).prop_map(|pieces| pieces.concat())
}

fn ipv6_like() -> impl Strategy<Value = String> {
    let group = prop::sample::select(&["1", "ab", "FFFF", ":", ":", ":", "::", "1.2.3.4", "12345", ""][..]);
    prop::collection::vec(group, 0..18).prop_map(|groups| groups.concat())
}

proptest! {
    #[test]
    fn on_strings_like_uris(text in uri_like()) {
        prop_assert_eq!(URI.differ(&text), None);
    }

    #[test]
    fn on_strings_like_addresses(text in ipv6_like()) {
        prop_assert_eq!(URI.differ(&text), None);
        prop_assert_eq!(URI.differ(&format!("//[{text}]")), None);
    }
}
