//! Automata of rules: the strings that they accept, and the rules without an automaton.

use std::collections::HashSet;

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Automata, Capture, Error, Grammar, Limits, Peg};

use crate::common;
use crate::common::{Pest, dfa, read, strings};
use crate::compiled::program;
use crate::compiled::program::{Question, Subject};
use crate::random;

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

/// pest's optimizer turns these repetitions into `skip_until`, which succeeds at the end of the
/// text if no stop follows.
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

/// Compiling the largest rules that the limits allow must not overflow the small stack of a test.
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

const GRAMMARS: u64 = 300;
const LONGEST: usize = 7;

/// Alphabets of two characters that occur in the random grammars.
const ALPHABETS: [&str; 4] = ["ab", "a%", "b%", "aé"];

#[test]
#[ignore = "compiles 300 grammars with rustc"]
fn every_short_string() {
    let subjects: Vec<Subject> = (0..GRAMMARS)
        .map(|seed| {
            let mut random = Rng::with_seed(seed);
            let source = random::small(&mut random);
            Subject::new(format!("small grammar {seed}"), &source, |_| random.usize(..4) > 0)
        })
        .collect();
    let texts = ALPHABETS.map(|alphabet| strings(alphabet, LONGEST));
    let texts = |at: usize| &texts[at % ALPHABETS.len()];
    let mut matched = 0;
    for (at, subject) in subjects.iter().enumerate() {
        matched += by_automata(subject, texts(at));
    }
    assert!(matched > 4_000, "{matched} strings were matched");
    let questions = subjects.iter().enumerate().map(|(at, subject)| {
        let of_rule =
            |rule: &str| texts(at).iter().map(|text| (rule.to_owned(), text.clone())).collect::<Vec<_>>();
        subject.names().flat_map(of_rule).collect()
    });
    program::all("small", &subjects, &questions.collect::<Vec<Vec<Question>>>());
}

/// Asserts that the automata agree with pest on all texts, and returns the number of accepted
/// texts.
fn by_automata(subject: &Subject, texts: &[String]) -> usize {
    let grammar = Grammar::read(&subject.source, &subject.name).unwrap();
    let (pest, peg) = (Pest::new(&grammar), Peg::new(&grammar));
    let mut automata = Automata::new(&peg);
    let captured: Vec<&str> = subject.captured.iter().map(String::as_str).collect();
    let counted: HashSet<&str> = captured.iter().copied().collect();
    let mut matched = 0;
    for rule in peg.names() {
        let captures = automata.captures(rule, &captured).unwrap();
        for text in texts {
            let mut expected = pest.tree(rule, text);
            if let Some(tree) = &mut expected {
                tree.retain(|Capture { rule, .. }| counted.contains(rule.as_str()));
                matched += 1;
            }
            let Subject { name, source, .. } = subject;
            assert_eq!(captures.read(text), expected, "{name}, rule {rule} on {text:?}\n{source}");
            assert_eq!(
                captures.dfa().accepts(text),
                expected.is_some(),
                "{name}, rule {rule} on {text:?}\n{source}"
            );
        }
    }
    matched
}

#[rstest]
#[case::unknown("a = { \"x\" }", "b", "there is no rule `b`")]
#[case::right("a = { \"x\" ~ a? }", "a", "rule `a` is recursive: a -> a")]
#[case::middle("a = { \"(\" ~ a? ~ \")\" }", "a", "rule `a` is recursive: a -> a")]
#[case::mutual("a = { \"x\" ~ b }\nb = { \"y\" ~ a? }", "a", "rule `a` is recursive: a -> b -> a")]
#[case::turned("a = { \"x\" ~ b }\nb = { \"y\" ~ a? }", "b", "rule `b` is recursive: b -> a -> b")]
#[case::in_predicate("a = { \"x\" ~ (!a ~ \"y\")? }", "a", "rule `a` is recursive: a -> a")]
#[case::caller("c = { a }\na = { \"x\" ~ a? }", "c", "rule `a`, which `c` calls, is recursive: a -> a")]
#[case::push("a = { PUSH(\"x\") }", "a", "`PUSH` in rule `a` uses pest's stack")]
#[case::peek("a = { PEEK }", "a", "`PEEK` in rule `a` uses pest's stack")]
#[case::peek_all("a = { PEEK_ALL }", "a", "`PEEK_ALL` in rule `a` uses pest's stack")]
#[case::pop("a = { POP? }", "a", "`POP` in rule `a` uses pest's stack")]
#[case::pop_all("a = { \"x\" ~ POP_ALL }", "a", "`POP_ALL` in rule `a` uses pest's stack")]
#[case::drop("a = { DROP }", "a", "`DROP` in rule `a` uses pest's stack")]
#[case::slice("a = { PEEK[0..1] }", "a", "`PEEK[0..1]` in rule `a` uses pest's stack")]
#[case::stack_below(
    "b = { \"x\" ~ a }\na = { PUSH(\"x\") }",
    "b",
    "`PUSH` in rule `a`, which `b` calls, uses pest's stack"
)]
#[case::space_in_space(
    "WHITESPACE = _{ \" \" ~ b }\nb = !{ \"x\" ~ \"y\" }\nok = { \"z\" }",
    "b",
    "rule `b` is recursive: b -> WHITESPACE -> b"
)]
#[case::long_cycle(
    &(0..40).map(|i| format!("r{i} = {{ \"x\" ~ r{}? }}\n", (i + 1) % 40)).collect::<String>(),
    "r38",
    "rule `r38` is recursive: r38 -> r39 -> r0 -> r1 -> r2 -> r3 -> r4 -> r5 -> r6 -> r7 -> r8 -> r9 -> r10 -> r11 \
     -> r12 -> r13 -> r14 -> r15 -> … -> r24 -> r25 -> r26 -> r27 -> r28 -> r29 -> r30 -> r31 -> r32 -> r33 -> r34 \
     -> r35 -> r36 -> r37 -> r38"
)]
#[case::left_out_of_a_long_cycle(
    &(0..40).map(|i| format!("r{i} = {{ \"x\" ~ r{}? }}\n", (i + 1) % 40)).collect::<String>(),
    "r20",
    "rule `r0`, which `r20` calls, is recursive: r0 -> r1 -> r2 -> r3 -> r4 -> r5 -> r6 -> r7 -> r8 -> r9 \
     -> r10 -> r11 -> r12 -> r13 -> r14 -> r15 -> … -> r24 -> r25 -> r26 -> r27 -> r28 -> r29 -> r30 -> r31 -> r32 \
     -> r33 -> r34 -> r35 -> r36 -> r37 -> r38 -> r39 -> r0"
)]
#[case::long_name(
    &format!("a = {{ {0} }}\n{0} = {{ PUSH(\"x\") }}", "n".repeat(101)),
    "a",
    &format!("`PUSH` in rule `{}…`, which `a` calls, uses pest's stack", "n".repeat(100))
)]
#[case::long_name_of_its_own(
    &format!("{0} = {{ \"x\" ~ {0}? }}", "n".repeat(101)),
    &"n".repeat(101),
    &format!("rule `{0}…` is recursive: {0}… -> {0}…", "n".repeat(100))
)]
fn says_why(#[case] source: &str, #[case] rule: &str, #[case] expected: &str) {
    let peg = Peg::new(&read(source));
    assert_eq!(peg.rule(rule).unwrap_err().to_string(), expected);
    assert_eq!(Automata::new(&peg).dfa(rule).unwrap_err().to_string(), expected);
}

#[test]
fn leaves_the_other_rules_usable() {
    let source = "bad = { \"(\" ~ bad? ~ \")\" }\ngood = { \"a\"+ }\nworse = { good ~ PUSH(bad) }";
    let peg = Peg::new(&read(source));
    assert_eq!(peg.names().collect::<Vec<_>>(), ["bad", "good", "worse"]);
    assert!(peg.rule("bad").is_err() && peg.rule("worse").is_err());
    assert!(Automata::new(&peg).dfa("good").unwrap().accepts("aa"));
}

#[test]
fn long_chains_of_calls_are_refused_and_not_followed() {
    let chain: String = (0..5000).map(|i| format!("r{i} = {{ \"b\" ~ r{} }}\n", i + 1)).collect();
    let peg = Peg::new(&read(&(chain + "r5000 = { \"c\" }")));
    let error = peg.rule("r0").unwrap_err().to_string();
    assert!(error.contains("nests deeper than 400 levels"), "{error}");
    let deepest = peg.names().find(|name| peg.rule(name).is_ok()).unwrap();
    Automata::new(&peg).dfa(deepest).unwrap();
}

/// Returns a grammar with one rule of 1200 items, spread over eight rules. Its formulas are nested too
/// deep.
fn many(last: &str, item: impl Fn(usize) -> String, by: &str) -> String {
    let part = |part: usize| (part * 150..part * 150 + 150).map(&item).collect::<Vec<_>>().join(by);
    let parts: String = (0..8).map(|at| format!("p{at} = {{ {} }}\n", part(at))).collect();
    let calls: Vec<_> = (0..8).map(|at| format!("p{at}")).collect();
    format!("r0 = {{ {}{by}\"{last}\" }}\n{parts}", calls.join(by))
}

#[rstest]
#[case::doubling((0..40).map(|i| format!("r{i} = {{ r{0} ~ \"b\"? ~ r{0} }}\n", i + 1)).collect::<String>() + "r40 = { \"c\" }")]
#[case::many_at_once(many("a", |i| format!("\"{i:04}x\""), " | "))]
#[case::many_later(format!("r0 = {{ \"a\" ~ s }}\n{}", many("a", |i| format!("\"{i:04}\" ~ ^\"x\""), " | ").replacen("r0", "s", 1)))]
#[case::many_predicates(many("", |i| format!("!\"{i:04}\""), " ~ "))]
#[case::counting("r0 = { (!(\"a\" ~ ANY{18} ~ \"a\") ~ ANY)* ~ ANY* }".to_owned())]
fn explosions_hit_a_limit(#[case] source: String) {
    let peg = Peg::new(&read(&source));
    let mut limits = Limits::default();
    (limits.states, limits.steps) = (1000, 200_000);
    let error = Automata::with_limits(&peg, limits).dfa("r0").unwrap_err();
    assert_eq!(error, Error::TooLarge { rule: "r0".to_owned() });
}

/// The automaton of `"abc"` has five states: the start, those after "a", "ab" and "abc", and the
/// dead state.
#[rstest]
#[case::as_many("a = { \"abc\" }", 5, true)]
#[case::one_less("a = { \"abc\" }", 4, false)]
#[case::several_more_at_once("a = { \"ab\" | \"cd\" | \"ef\" | \"gh\" }", 3, false)]
fn the_most_states(#[case] source: &str, #[case] most: usize, #[case] is_enough: bool) {
    let peg = Peg::new(&read(source));
    let mut limits = Limits::default();
    limits.states = most;
    assert_eq!(Automata::with_limits(&peg, limits).dfa("a").is_ok(), is_enough);
}

#[test]
fn a_limit_reached_by_one_rule_does_not_touch_the_next() {
    let source = "big = { (!(\"a\" ~ ANY{18} ~ \"a\") ~ ANY)* ~ ANY* }\nsmall = { \"a\"* ~ \"b\" }";
    let peg = Peg::new(&read(source));
    let mut limits = Limits::default();
    limits.states = 100;
    let mut automata = Automata::with_limits(&peg, limits);
    assert!(automata.dfa("big").is_err());
    assert!(automata.dfa("small").unwrap().accepts("aab"));
}

#[test]
fn rules_together_stay_within_what_is_left() {
    let source =
        "big = { (!(\"a\" ~ ANY{18} ~ \"a\") ~ ANY)* ~ ANY* }\nsmall = { \"a\"* ~ \"b\" }\nother = { \"c\" }";
    let peg = Peg::new(&read(source));
    let mut limits = Limits::default();
    limits.steps = 10_000;
    let mut automata = Automata::with_limits(&peg, limits);
    let mut left = 15_000;
    assert!(automata.dfa_within(&mut left, "big").is_err());
    assert_eq!(left, 5_000, "one rule takes as much as the limits allow, and no more");
    assert_eq!(automata.dfa_within(&mut left, "small"), automata.dfa("small"));
    assert!(left < 5_000);
    assert!(automata.dfa_within(&mut left, "big").is_err());
    assert_eq!(left, 0);
    let other = automata.dfa_within(&mut left, "other").unwrap_err();
    assert_eq!(other, Error::TooLarge { rule: "other".to_owned() });
}
