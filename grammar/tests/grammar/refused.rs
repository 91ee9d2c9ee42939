//! Rules without an automaton: they are named with the reason, and do not affect other rules.

use rstest::rstest;
use urigram_grammar::{Automata, Error, Limits, Peg};

use crate::common::read;

#[rstest]
#[case::unknown("a = { \"x\" }", "b", "there is no rule `b`")]
#[case::right("a = { \"x\" ~ a? }", "a", "rule `a` is recursive: a -> a")]
#[case::middle("a = { \"(\" ~ a? ~ \")\" }", "a", "rule `a` is recursive: a -> a")]
#[case::mutual("a = { \"x\" ~ b }\nb = { \"y\" ~ a? }", "a", "rule `a` is recursive: a -> b -> a")]
#[case::turned("a = { \"x\" ~ b }\nb = { \"y\" ~ a? }", "b", "rule `b` is recursive: b -> a -> b")]
#[case::in_predicate("a = { \"x\" ~ (!a ~ \"y\")? }", "a", "rule `a` is recursive: a -> a")]
#[case::caller("c = { a }\na = { \"x\" ~ a? }", "c", "rule `a`, which `c` calls, is recursive: a -> a")]
#[case::push("a = { PUSH(\"x\") }", "a", "`PUSH` in rule `a` takes pest's stack")]
#[case::peek("a = { PEEK }", "a", "`PEEK` in rule `a` takes pest's stack")]
#[case::peek_all("a = { PEEK_ALL }", "a", "`PEEK_ALL` in rule `a` takes pest's stack")]
#[case::pop("a = { POP? }", "a", "`POP` in rule `a` takes pest's stack")]
#[case::pop_all("a = { \"x\" ~ POP_ALL }", "a", "`POP_ALL` in rule `a` takes pest's stack")]
#[case::drop("a = { DROP }", "a", "`DROP` in rule `a` takes pest's stack")]
#[case::slice("a = { PEEK[0..1] }", "a", "`PEEK[0..1]` in rule `a` takes pest's stack")]
#[case::stack_below(
    "b = { \"x\" ~ a }\na = { PUSH(\"x\") }",
    "b",
    "`PUSH` in rule `a`, which `b` calls, takes pest's stack"
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
    &format!("`PUSH` in rule `{}…`, which `a` calls, takes pest's stack", "n".repeat(100))
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

/// Returns a rule with so many items that its formulas nest too deeply, spread over several rules.
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

/// The start, that after "a", "ab" and "abc", and the one from which nothing is accepted.
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
