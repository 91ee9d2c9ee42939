//! Nothing panics with the smallest and the largest grammars, texts and numbers.

use std::ops::RangeInclusive;
use std::time::Duration;

use rstest::rstest;
use urigram_grammar::{
    Abnf, Automata, CharSet, Grammar, Limits, Peg, Relation, Target, Undo, compile_within, keeps_outline,
};
use urigram_workbench::{
    Context, Counterexample, Counts, Differ, Differs, Effort, Machine, Purpose, Sampler, Search, Taken,
    cover, findings, near,
};

use crate::common::read;

const LARGEST: usize = usize::MAX;

/// Calls every function on a rule, with the smallest and the largest numbers.
#[rstest]
#[case::nothing("")]
#[case::empty_string("r = { \"\" }")]
#[case::bounds_out_of_order("r = { \"a\"{4294967295, 2} }")]
#[case::up_to_many("r = { (\"a\" | \"b\"){, 300} }")]
#[case::last_character("r = { '\\u{10FFFF}'..'\\u{10FFFF}' ~ (!'\\u{10FFFF}'..'\\u{10FFFF}' ~ ANY)* }")]
#[case::around_surrogates("r = { '\\u{D7FF}'..'\\u{E000}'+ ~ '\\u{00}'..'\\u{10FFFF}'? }")]
#[case::no_character("r = { 'z'..'a' | \"x\" ~ 'b'..'a'? }")]
#[case::slices("r = { PUSH(\"a\") ~ PEEK[-2147483648..2147483647] | PEEK[5..1] | PEEK[-1..] ~ POP ~ DROP? }")]
#[case::empty_stack("r = { POP | PEEK ~ PEEK_ALL | POP_ALL ~ DROP }")]
#[case::recursive("r = { \"(\" ~ r* ~ \")\" | WHITESPACE } WHITESPACE = { \" \" }")]
#[case::never("r = { !ANY ~ \"a\" | r2 } r2 = { \"b\" ~ r2 }")]
#[case::skips_to_the_end("r = @{ (!(\"aa\" | \"b\") ~ ANY)* ~ ANY? } COMMENT = { \"#\" }")]
#[case::weighted("// sample: 0 | 1000000\nr = { \"a\" | ^\"b\"{1, 3} }")]
fn of_grammars(#[case] source: &str) {
    let grammar = read(source);
    let peg = Peg::new(&grammar);
    let other = read("r = { \"a\" ~ ANY* }");
    run(&grammar);
    let purpose = Purpose { starts: &["r", "missing"], ..Purpose::default() };
    findings(&grammar, &purpose).unwrap();
    for longest in [0, 1, LARGEST] {
        let (capture, sink, rule) = ("Capture", "Sink", "Rule");
        let target = Target {
            captured: &["r", "r"],
            capture,
            sink,
            undo: Undo::Copy,
            rule,
            rules: &["r"],
            simd: true,
            bulk: true,
        };
        assert_eq!(compile_within(longest, &peg, &target).is_some(), longest == LARGEST);
    }
    for left in [0, 1, LARGEST] {
        let mut limits = Limits::DEFAULT;
        (limits.states, limits.steps) = (left.min(limits.states), left.min(limits.steps));
        let dfa = Automata::with_limits(&peg, limits).dfa("r");
        if let Ok(dfa) = &dfa {
            let none = dfa.over(&CharSet::empty());
            assert_ne!(none.compare(dfa).relation(), Relation::Wider);
            assert!(Counts::of(dfa).take(3).count() <= 3);
        }
        for steps in [0, 1, 100_000, LARGEST] {
            assert!(!Differ::new(&grammar, &other).explained().steps(steps).differences().is_empty());
        }
    }
    for (steps, time) in [(0, Duration::MAX), (1_000, Duration::MAX), (u64::MAX, Duration::ZERO)] {
        Search::new(&grammar, &other).effort(Effort { steps, time }).compare(&["r", "r", "missing"]).unwrap();
    }
}

fn run(grammar: &Grammar) {
    let machine = Machine::new(grammar);
    for text in ["", "a", "\u{10FFFF}", "aé\u{D7FF}\u{E000}"] {
        for steps in [0, 1, 10, u64::MAX] {
            let _ = machine.run("r", text, steps);
            let _ = machine.failure("r", text, steps);
        }
        for limit in [0, 1, 2, LARGEST] {
            if let Ok(trace) = machine.trace("r", text, limit) {
                let said: Vec<String> = (0..trace.steps.len()).map(|step| trace.then(step)).collect();
                assert!(!said.is_empty());
            }
            Taken::of(grammar, "r", "r", text, limit).unwrap();
        }
    }
}

#[rstest]
#[case::of_nothing(0..=0)]
#[case::to_the_largest(0..=LARGEST)]
#[ignore = "samples of the greatest length"]
#[case::the_largest(LARGEST..=LARGEST)]
#[expect(clippy::reversed_empty_ranges, reason = "as a caller may give it")]
#[case::out_of_order(9..=2)]
fn of_lengths(
    #[case] lengths: RangeInclusive<usize>,
    #[values(
        "r = { \"a\"{2, 5} ~ \"b\"? }",
        "r = { \"(\" ~ r* ~ \")\" }",
        "// sample: 2 | 1\nr = { \"a\" ~ r | \"b\" }"
    )]
    source: &str,
) {
    let grammar = read(source);
    let _ = cover(&grammar, "r", lengths.clone(), 0);
    let _ = near(&grammar, "r", lengths.clone(), u64::MAX);
    if let Ok(sampler) = Sampler::of_rule(&grammar, "r", lengths.clone()) {
        assert!(sampler.strings(0).take(3).all(|text| lengths.contains(&text.chars().count())));
    }
}

#[rstest]
#[case::counts("r = 4294967295\"a\"")]
#[case::options("r = *4294967295\"a\"")]
#[case::nested_counts("r = 4294967295(4294967295(*4294967295\"\"))")]
#[case::none("r = 0\"a\" *0%x61 \"\"")]
#[case::last_character("r = %x0-10FFFF %x10FFFF.10FFFF")]
fn of_abnf(#[case] source: &str) {
    let abnf = Abnf::read(&format!("{source}\r\n"), "test.abnf").unwrap();
    for left in [0, 1, 10_000] {
        let _ = abnf.dfa_within(&mut { left }, "r");
        let _ = abnf.captures_within(&mut { left }, "r", &["r", "r", "missing"], &["r"]);
    }
    let peg = Peg::new(&read("r = { \"a\" }"));
    let _ = keeps_outline(&peg, &abnf, &["r"; 40]);
}

/// A state that does not exist panics, as documented, instead of having the row of another state,
/// even if the computation of the offset wraps around.
#[rstest]
#[case::behind_the_last(3)]
#[case::wraps_around(1 << (usize::BITS - 1))]
#[case::the_largest(LARGEST)]
#[should_panic(expected = "out of range")]
fn of_states(#[case] state: usize) {
    let peg = Peg::new(&read("r = { \"a\" }"));
    let dfa = Automata::new(&peg).dfa("r").unwrap();
    assert_eq!((dfa.states(), dfa.width()), (3, 2));
    let _ = dfa.row(state);
}

#[test]
fn of_counterexamples() {
    let counterexample =
        Counterexample { text: String::new(), old: None, new: None, context: Context::Own, paths: None };
    let differs = Differs {
        relation: Relation::Equal,
        makes_node: None,
        counterexamples: vec![counterexample],
        more: usize::MAX,
    };
    assert!(!differs.in_captures());
}
