//! Findings about sequences: redundant repetitions, lookaheads and optional parts.

use fastrand::Rng;
use rstest::rstest;
use urigram_grammar::{Automata, Grammar, Peg};
use urigram_workbench::{Finding, FindingKind, Purpose, findings};

use crate::common::{Pest, read};
use crate::findings::{automata, offset};
use crate::random;

/// Returns the findings without those about recursion and start rules, which are not faults.
pub(crate) fn faults(grammar: &Grammar) -> Vec<Finding> {
    let found = findings(grammar, &Purpose::default()).unwrap();
    let is_fault = |finding: &Finding| !matches!(finding.kind, FindingKind::Start | FindingKind::Refused);
    found.into_iter().filter(is_fault).collect()
}

fn accepts(grammar: &Grammar, text: &str) -> bool {
    Pest::new(grammar).accepts(&grammar.rules()[0].name, text)
}

const STARVING: FindingKind = FindingKind::StarvingRepetition;
const ALWAYS_FALSE: FindingKind = FindingKind::LookaheadAlwaysFalse;
const NEVER: FindingKind = FindingKind::NeverMatches;
const NEVER_SKIPPED: FindingKind = FindingKind::OptionalNeverSkipped;

/// The second grammar is the first one without the fault.
#[rstest]
#[case::any(
    "s = @{ \"'\" ~ ANY* ~ \"'\" }",
    "s = @{ \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" }",
    STARVING,
    "''",
    "test.pest:1:14: `ANY*` takes the rest of the text, so `\"'\"` can never match after it",
    "write `(!\"'\" ~ ANY)*`"
)]
#[case::any_once(
    "s = @{ ANY+ ~ \";\" }",
    "s = @{ (!\";\" ~ ANY)+ ~ \";\" }",
    STARVING,
    "a;",
    "test.pest:1:8: `ANY+` takes the rest of the text, so `\";\"` can never match after it",
    "write `(!\";\" ~ ANY)+`"
)]
#[case::any_at_least(
    "s = @{ ANY{2,} ~ \";\" }",
    "s = @{ (!\";\" ~ ANY){2,} ~ \";\" }",
    STARVING,
    "aa;",
    "test.pest:1:8: `ANY{2,}` takes the rest of the text, so `\";\"` can never match after it",
    "write `(!\";\" ~ ANY){2,}`"
)]
#[case::class(
    "s = @{ LETTER* ~ \"x\" ~ \"y\" }",
    "s = @{ (!\"x\" ~ LETTER)* ~ \"x\" ~ \"y\" }",
    STARVING,
    "xy",
    "test.pest:1:8: `LETTER*` takes what `\"x\"` would match, so that can never match after it",
    "write `(!\"x\" ~ LETTER)*`"
)]
#[case::several_parts(
    "s = @{ (h ~ \":\")* ~ h ~ \"::\" }\nh = { '0'..'9' }",
    "s = @{ h ~ (\":\" ~ h)* ~ \"::\" }\nh = { '0'..'9' }",
    STARVING,
    "0::",
    "test.pest:1:8: `(h ~ \":\")*` takes what `h ~ \"::\"` would match, so that can never match after it",
    "write `(!(h ~ \"::\") ~ h ~ \":\")*`"
)]
#[case::in_a_rule(
    "s = { c ~ \";\" }\nc = { \"a\" ~ ANY+ }",
    "s = { c ~ \";\" }\nc = { \"a\" ~ (!\";\" ~ ANY)+ }",
    STARVING,
    "aa;",
    "test.pest:1:7: `c` takes the rest of the text, so `\";\"` can never match after it",
    "write `(!\";\" ~ ANY)+` for `ANY+` in it"
)]
#[case::in_an_optional_part(
    "s = { (\"b\"* ~ \"b\")? }",
    "s = { (\"b\" ~ \"b\"*)? }",
    STARVING,
    "b",
    "test.pest:1:8: `\"b\"*` takes what `\"b\"` would match, so that can never match after it",
    "write `\"b\"+` for both"
)]
#[case::in_an_alternative(
    "s = { \"c\" | \"b\"* ~ \"b\" }",
    "s = { \"c\" | \"b\" ~ \"b\"* }",
    STARVING,
    "b",
    "test.pest:1:13: `\"b\"*` takes what `\"b\"` would match, so that can never match after it",
    "write `\"b\"+` for both"
)]
#[case::past_white_space(
    "s = { \"a\" ~ \"b\"* ~ \"b\" }\nWHITESPACE = _{ \" \" }",
    "s = { \"a\" ~ \"b\" ~ \"b\"* }\nWHITESPACE = _{ \" \" }",
    STARVING,
    "ab",
    "test.pest:1:13: `\"b\"*` takes what `\"b\"` would match, so that can never match after it",
    "write `\"b\"+` for both"
)]
#[case::in_a_recursive_rule(
    "s = { \"(\" ~ s ~ \")\" | \"'\" ~ ANY* ~ \"'\" }",
    "s = { \"(\" ~ s ~ \")\" | \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" }",
    STARVING,
    "''",
    "test.pest:1:29: `ANY*` takes the rest of the text, so `\"'\"` can never match after it",
    "write `(!\"'\" ~ ANY)*`"
)]
#[case::beside_a_recursive_rule(
    "s = { \"'\" ~ ANY* ~ \"'\" ~ s? }",
    "s = { \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" ~ s? }",
    STARVING,
    "''",
    "test.pest:1:13: `ANY*` takes the rest of the text, so `\"'\"` can never match after it",
    "write `(!\"'\" ~ ANY)*`"
)]
#[case::beside_the_stack(
    "s = { PUSH(\"a\") ~ POP | ASCII_DIGIT* ~ \"0\" }",
    "s = { PUSH(\"a\") ~ POP | (!\"0\" ~ ASCII_DIGIT)* ~ \"0\" }",
    STARVING,
    "0",
    "test.pest:1:25: `ASCII_DIGIT*` takes what `\"0\"` would match, so that can never match after it",
    "write `(!\"0\" ~ ASCII_DIGIT)*`"
)]
#[case::too_long_to_write(&format!("s = {{ (\"{0}\" | ANY)* ~ \"b\" }}", "a".repeat(200)), &format!("s = {{ (!\"b\" ~ (\"{0}\" | ANY))* ~ \"b\" }}", "a".repeat(200)), STARVING, "b",
    &format!("test.pest:1:7: `(\"{}…` takes what `\"b\"` would match, so that can never match after it", "a".repeat(48)),
    &format!("let `(\"{}…` stop before `\"b\"`", "a".repeat(48)))]
#[case::contradiction(
    "s = { !\"a\" ~ \"a\" }",
    "s = { !\"b\" ~ \"a\" }",
    NEVER,
    "a",
    "test.pest:1:14: `\"a\"` can never match after `!\"a\"`",
    "change `!\"a\"` or `\"a\"`: no text satisfies both"
)]
#[case::after_the_end(
    "s = { \"a\" ~ EOI ~ \"b\" }",
    "s = { \"a\" ~ \"b\" ~ EOI }",
    NEVER,
    "ab",
    "test.pest:1:19: `\"b\"` can never match after `EOI`",
    "change `EOI` or `\"b\"`: no text satisfies both"
)]
#[case::after_the_end_twice(
    "s = { \"a\" ~ EOI ~ \"b\" ~ EOI ~ \"c\" }",
    "s = { \"a\" ~ \"b\" ~ EOI }",
    NEVER,
    "ab",
    "test.pest:1:19: `\"b\"` can never match after `EOI`",
    "change `EOI` or `\"b\"`: no text satisfies both"
)]
#[case::skipped(
    "s = { \"a\" ~ \" \" ~ \"b\" }\nWHITESPACE = _{ \" \" }",
    "s = @{ \"a\" ~ \" \" ~ \"b\" }\nWHITESPACE = _{ \" \" }",
    NEVER,
    "a b",
    "test.pest:1:13: `\" \"` can never match: pest skips it as white space or comments before",
    "leave `\" \"` out, or make the rule atomic, `@{ }` or `${ }`, so that nothing is skipped"
)]
#[case::always_false(
    "s = { \"a\"* ~ &\"a\" ~ ANY }",
    "s = { &\"a\" ~ ANY ~ \"a\"* }",
    ALWAYS_FALSE,
    "a",
    "test.pest:1:14: `&\"a\"` is always false after `\"a\"*`, so that nothing matches",
    "leave `&\"a\"` out"
)]
#[case::always_false_not(
    "s = { \"a\" ~ !(\"b\" | !\"b\") ~ ANY }",
    "s = { \"a\" ~ !\"c\" ~ ANY }",
    ALWAYS_FALSE,
    "ab",
    "test.pest:1:13: `!(\"b\" | !\"b\")` can never match anything",
    "leave it out, or write what it is to match"
)]
#[case::never_skipped(
    "s = { \"-\"? ~ \"-\" }",
    "s = { \"-\" ~ \"-\"? }",
    NEVER_SKIPPED,
    "-",
    "test.pest:1:7: `\"-\"?` can never be skipped: where it does not match, `\"-\"` does not either",
    "leave it out, or put `\"-\"` first in a choice"
)]
fn what_never_matches(
    #[case] source: &str,
    #[case] fine: &str,
    #[case] kind: FindingKind,
    #[case] counterexample: &str,
    #[case] message: &str,
    #[case] help: &str,
) {
    let grammar = read(source);
    let found = faults(&grammar);
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    assert_eq!((found[0].kind, found[0].help.as_deref()), (kind, Some(help)));
    assert_eq!(found[0].counterexample.as_deref().unwrap_or("ab"), counterexample);
    assert!(!accepts(&grammar, counterexample));
    let fine = read(fine);
    assert_eq!(faults(&fine), []);
    assert!(accepts(&fine, counterexample));
}

const ALWAYS_TRUE: FindingKind = FindingKind::LookaheadAlwaysTrue;
const NEVER_MATCHES: FindingKind = FindingKind::OptionalNeverMatches;

#[rstest]
#[case::always_true("s = { \"a\"* ~ !\"a\" }", "s = { \"a\"? ~ !\"a\" }", ALWAYS_TRUE, "!\"a\"", "a")]
#[case::through_rules(
    "n = @{ d+ ~ !d }\nd = { '0'..'9' }",
    "n = @{ d{1,3} ~ !d }\nd = { '0'..'9' }",
    ALWAYS_TRUE,
    "!d",
    "00"
)]
#[case::search(
    "s = @{ (!\"x\" ~ ANY)* ~ &(\"x\" | EOI) }",
    "s = @{ (!\"x\" ~ ANY)* ~ &\"x\" }",
    ALWAYS_TRUE,
    "&(\"x\" | EOI)",
    ""
)]
#[case::by_itself("s = { !'z'..'a' ~ \"b\" }", "s = { !'a'..'a' ~ \"b\" }", ALWAYS_TRUE, "!'z'..'a'", "")]
#[case::last_line(
    "s = @{ l ~ (\"\\n\" ~ l)* ~ \"\\n\"? }\nl = { 'a'..'z'* }",
    "s = @{ l ~ (\"\\n\" ~ l)* ~ \"\\n\"? }\nl = { 'a'..'z'+ }",
    NEVER_MATCHES,
    "\"\\n\"?",
    "\n"
)]
#[case::twice(
    "s = { \"a\"* ~ \"a\"* ~ \"b\" }",
    "s = { \"a\"* ~ \"c\"* ~ \"b\" }",
    NEVER_MATCHES,
    "\"a\"*",
    "a"
)]
#[case::up_to(
    "s = { \"a\"* ~ \"a\"{,3} ~ \"b\" }",
    "s = { \"a\"{,3} ~ \"a\"* ~ \"b\" }",
    NEVER_MATCHES,
    "\"a\"{,3}",
    "a"
)]
#[case::after_the_end(
    "s = { \"a\" ~ EOI ~ \"b\"? }",
    "s = { \"a\" ~ \"b\"? ~ EOI }",
    NEVER_MATCHES,
    "\"b\"?",
    "ab"
)]
#[case::skipped(
    "s = { \"a\" ~ \" \"? ~ \"b\" }\nWHITESPACE = _{ \" \" }",
    "s = ${ \"a\" ~ \" \"? ~ \"b\" }\nWHITESPACE = _{ \" \" }",
    NEVER_MATCHES,
    "\" \"?",
    "a "
)]
fn what_can_be_left_out(
    #[case] source: &str,
    #[case] fine: &str,
    #[case] kind: FindingKind,
    #[case] text: &str,
    #[case] counterexample: &str,
) {
    let found = faults(&read(source));
    assert_eq!(
        found.iter().map(|finding| (finding.kind, finding.text.as_str())).collect::<Vec<_>>(),
        [(kind, text)]
    );
    let shown = found[0].counterexample.as_deref();
    assert!(shown == Some(counterexample) || shown.is_none() && counterexample.is_empty(), "{shown:?}");
    assert!(found[0].help.as_deref().is_some_and(|help| help.starts_with("leave ")));
    assert_eq!(faults(&read(fine)), []);
}

#[rstest]
#[case::by_itself("s = { \"b\" ~ !'z'..'a' }", "test.pest:1:13: `!'z'..'a'` is always true")]
#[case::after_a_part("s = { \"a\"* ~ !\"a\" }", "test.pest:1:14: `!\"a\"` is always true after `\"a\"*`")]
fn what_is_always_true(#[case] source: &str, #[case] message: &str) {
    let found = faults(&read(source));
    assert!(found.iter().any(|finding| finding.to_string() == message), "{found:?}");
}

#[rstest]
#[case::predicate(
    "s = { t ~ \"x\" }\nt = { 'z'..'a' }",
    "t",
    "test.pest:2:1: rule `t` can never match anything"
)]
#[case::one_cause(
    "s = { t ~ \"x\" | \"y\" }\nt = { u }\nu = { !\"a\" ~ \"a\" }",
    "u",
    "test.pest:3:14: `\"a\"` can never match after `!\"a\"`"
)]
fn a_rule_that_never_matches_is_named_once(#[case] source: &str, #[case] rule: &str, #[case] message: &str) {
    let found = faults(&read(source));
    let never: Vec<&Finding> = found.iter().filter(|finding| finding.kind == NEVER).collect();
    assert_eq!(never.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
    assert_eq!(*never[0].rule, *rule);
}

/// There are no findings for these sequences, because the rest of the grammar is ignored, or
/// because pest's optimizer rewrites the sequence.
#[rstest]
#[case::rotated("s = @{ (\"a\" ~ \",\")* ~ \"a\" }")]
#[case::rotated_lookahead("s = @{ (&\"a\" ~ ANY)* ~ &\"a\" }")]
#[case::gives_back_after_a_separator("s = @{ (h ~ \":\")* ~ h }\nh = { '0'..'9'+ }")]
#[case::bounded("s = @{ \"a\"{,3} ~ \"a\" }")]
#[case::optional("s = @{ \"a\"? ~ \"a\"? ~ \"b\" }")]
#[case::rest_of_the_text("s = { \"#\" ~ ANY* ~ EOI }")]
#[case::rest_of_the_line("s = { (!NEWLINE ~ ANY)* ~ NEWLINE? }")]
#[case::empty_is_optional("s = { \"?\" ~ q? }\nq = { \"a\"* }")]
#[case::matches_in_an_atomic_rule_only(
    "s = { \"'\" ~ a ~ \"'\" }\na = @{ t }\nt = _{ \"b\" ~ NEWLINE }\nWHITESPACE = _{ NEWLINE }"
)]
#[case::guard("s = { !k ~ 'a'..'z'+ }\nk = { \"if\" ~ !'a'..'z' }")]
#[case::white_space_is_given_back("s = { \"a\"* ~ \"b\" }\nWHITESPACE = _{ \" \" }")]
#[case::white_space_before_the_next("s = { \"x\"? ~ \"x\" }\nWHITESPACE = _{ \" \" }")]
#[case::white_space_before_the_rest("s = { (\"x\" ~ ANY*)? ~ \"x\" }\nWHITESPACE = _{ \" \" }")]
#[case::atomic_or_not("s = { \"a\" ~ \" \"? ~ \"b\" }\nt = @{ s }\nWHITESPACE = _{ \" \" }")]
#[case::end("s = { SOI ~ \"a\"* ~ EOI }")]
#[case::end_or_more("s = { \"a\" ~ (EOI | \"b\") }")]
#[case::look_behind_the_next("s = { \"a\" ~ &(\"b\" ~ \"c\") ~ ANY* }")]
fn nothing_is_said_of(#[case] source: &str) {
    assert_eq!(faults(&read(source)), []);
}

/// Returns the source with the text of the finding replaced.
fn replaced(source: &str, finding: &Finding, by: &str) -> String {
    let (before, rest) = source.split_at(offset(source, finding.line, finding.column));
    format!("{before}{by}{}", rest.strip_prefix(finding.text.as_str()).unwrap())
}

/// Correcting a grammar as a finding says does not change the strings that it accepts.
#[rstest]
#[case::some(100, 1)]
#[ignore = "hundreds of grammars"]
#[case::many(600, 11)]
fn what_is_found_is_true(#[case] grammars: u64, #[case] least: u64) {
    let mut tried = [0; 4];
    for seed in 0..grammars {
        let source = random::grammar(&mut Rng::with_seed(seed));
        let before = automata(&read(&source));
        for finding in faults(&read(&source)) {
            let (kind, by) = match finding.kind {
                FindingKind::LookaheadAlwaysTrue => (0, "\"\""),
                FindingKind::LookaheadAlwaysFalse => (1, "'z'..'a'"),
                FindingKind::OptionalNeverMatches => (2, "\"\""),
                FindingKind::OptionalNeverSkipped => (3, finding.text.strip_suffix('?').unwrap()),
                _ => continue,
            };
            let changed = replaced(&source, &finding, by);
            // After the correction, the operand of a repetition may match the empty string, which
            // pest refuses.
            let Ok(grammar) = Grammar::read(&changed, "changed.pest") else { continue };
            assert_eq!(automata(&grammar), before, "{finding}\n{source}\n{changed}");
            tried[kind] += 1;
        }
    }
    assert!(tried.iter().all(|&count| count >= least), "{tried:?}");
}

/// Checks by automata that no finding is missed in sequences of three parts.
#[rstest]
#[case::some(100)]
#[ignore = "hundreds of grammars"]
#[case::many(800)]
fn no_other_sequence_fails(#[case] grammars: u64) {
    let (mut failing, mut matching) = (0, 0);
    for seed in 0..grammars {
        let mut random = Rng::with_seed(seed);
        let [a, b, c]: [String; 3] = std::array::from_fn(|_| random::expr(&mut random, &[], 2));
        let source = format!("r = @{{ {a} ~ {b} ~ {c} }}\n");
        let asked = format!("{source}now = @{{ r ~ ANY* }}\nlater = @{{ ANY ~ now }}");
        let Ok(grammar) = Grammar::read(&asked, "random.pest") else { continue };
        let peg = Peg::new(&grammar);
        let mut automata = Automata::new(&peg);
        let mut is_empty = |rule: &str| {
            let dfa = automata.dfa(rule).unwrap();
            !dfa.is_live(dfa.start())
        };
        let never = is_empty("now") && is_empty("later");
        let found = faults(&read(&source));
        // If the part is an alternative of a choice, the finding may be about the alternative.
        let says = found.iter().any(|finding| {
            matches!(finding.kind, STARVING | NEVER | ALWAYS_FALSE)
                || finding.kind == FindingKind::DeadAlternative && finding.counterexample.is_none()
        });
        assert!(says || !never, "seed {seed}: {source}");
        *if never { &mut failing } else { &mut matching } += 1;
    }
    assert!(failing > grammars / 16 && matching > grammars * 3 / 8, "{failing} {matching}");
}
