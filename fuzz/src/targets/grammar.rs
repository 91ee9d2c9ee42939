//! Grammar tools, on random and edited grammars. The automaton, the interpreter and pest's virtual machine
//! agree. Samples match, and near misses do not. A grammar equals itself, and each counterexample shows a
//! difference. A text is either a grammar or has faults.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use urigram_grammar::{Abnf, Automata, Capture, Dfa, Error, Grammar, Limits, OptimizedRule, Peg, RuleType};
use urigram_workbench::{
    Change, CounterexampleKind, Differ, Machine, Node, Purpose, Sampler, Stopped, findings, near,
};

use crate::compiled::{GRAMMARS, TEXTS};
use crate::oracle::vm::Pest;
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a grammar, the name of its file, another grammar, and strings.
pub(super) const TARGET: Target = Target { name: "grammar", generate, check };

static URI: LazyLock<Grammar> = LazyLock::new(|| {
    let grammar = Grammar::read(include_str!("../../../uri.pest"), "uri.pest");
    grammar.expect("uri.pest is a grammar")
});

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let name = input.get(1).map_or("a.pest", |name| name);
    let other = input.get(2).map_or("", |other| other);
    let strings = input.get(3..).unwrap_or_default();
    if name.ends_with(".abnf") {
        return check_abnf(text, strings);
    }
    let grammar = match read(text, name) {
        Ok(grammar) => grammar,
        Err(error) => return check_faults(&error, text, name),
    };
    check_rules(&grammar, strings);
    // These checks are slow, so each runs for a few inputs.
    match text.len() % 32 {
        0 => check_samples(&grammar),
        1 => check_same(&grammar),
        2 => drop(findings(&grammar, &Purpose::default())),
        _ => {}
    }
    if !other.is_empty()
        && let Ok(other) = read(other, name)
    {
        check_difference(&grammar, &other);
    }
}

fn read(text: &str, name: &str) -> Result<Grammar, Error> {
    if name.starts_with("variant") { Grammar::read_over(&URI, text, name) } else { Grammar::read(text, name) }
}

/// Checks that each fault has a message, and a position in its file.
fn check_faults(error: &Error, text: &str, name: &str) {
    let Error::Faulty(faults) = error else { return };
    assert!(!faults.is_empty(), "a fault");
    for fault in faults {
        // A variant may make a rule of the base faulty, so the fault may be in `uri.pest`.
        let text = if *fault.file == *name { text } else { URI.text() };
        let line = text.split('\n').nth(fault.line - 1);
        let width = line.map(|line| line.chars().count());
        assert!(width.is_some_and(|width| fault.column <= width + 1), "where a fault is: {fault}");
        assert!(!fault.message.is_empty(), "a message");
    }
}

/// Checks that a text is ABNF or has faults, and that an automaton accepts samples of the ABNF.
fn check_abnf(text: &str, strings: &[String]) {
    let abnf = match Abnf::read(text, "a.abnf") {
        Ok(abnf) => abnf,
        Err(error) => return check_faults(&error, text, "a.abnf"),
    };
    let names: Vec<&str> = abnf.names().collect();
    let step = (names.len() / MOST_RULES).max(1);
    for name in names.iter().skip(text.len() % step).step_by(step).take(MOST_RULES) {
        let Ok(dfa) = abnf.dfa_with_limits(name, limits()) else { continue };
        for sample in sampled(&dfa, text.len() as u64) {
            assert!(dfa.accepts(&sample), "a sample: {name}, {sample:?}");
        }
        for text in strings {
            let prefix = dfa.viable_prefix(text);
            assert!(
                prefix <= text.len() && (!dfa.accepts(text) || prefix == text.len()),
                "how far: {text:?}"
            );
        }
    }
}

/// The grammars that are complete. The others are variants of `uri.pest`.
const WHOLE: &[&str] = &["rfc3986", "url1996", "json", "csv", "fields", "runs"];

const ABNF: &str = include_str!("../../../uri.abnf");

fn generate(source: &mut Source, input: &mut Vec<String>) {
    match source.below(16) {
        0 => {
            let mut text = ABNF.to_owned();
            source.edit_grammar(&mut text);
            input.extend([text, "a.abnf".to_owned(), String::new()]);
        }
        1 => {
            let (name, text) = source.one_of(TEXTS);
            let mut text = (*text).to_owned();
            let file = if WHOLE.contains(name) { "a.pest" } else { "variant.pest" };
            let old = text.clone();
            source.edit_grammar(&mut text);
            let other = if source.once_in(8) { old } else { String::new() };
            input.extend([text, file.to_owned(), other]);
        }
        _ => {
            let mut text = source.small_grammar();
            let mut other = String::new();
            if source.once_in(4) {
                other.clone_from(&text);
                source.edit_grammar(&mut other);
            }
            if source.once_in(16) {
                source.edit(&mut text);
            }
            input.extend([text, "a.pest".to_owned(), other]);
        }
    }
    for _ in 0..source.below(8) {
        let mut text = String::new();
        match source.below(4) {
            0 => source.reference(Of::Uris, &mut text),
            1 => source.authority(Of::Iris, &mut text),
            _ => {
                for _ in 0..source.below(10) {
                    text.push_str(source.token(&["a", "b", "%", "é", "ab", "%a", "bb", "A", "c", "\n"]));
                }
            }
        }
        input.push(text);
    }
}

/// Returns limits on automata that keep the work on a grammar within milliseconds.
fn limits() -> Limits {
    let mut limits = Limits::DEFAULT;
    (limits.states, limits.steps) = (4_000, 40_000);
    limits
}

/// The limit on the steps of a match.
const STEPS: u64 = 20_000;

/// Every string of at most four characters from the alphabet of the random grammars.
static SHORT: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..4 {
        last = last.iter().flat_map(|start| ["a", "b", "%", "é"].map(|c| format!("{start}{c}"))).collect();
        all.extend_from_slice(&last);
    }
    all
});

/// The maximum number of rules per grammar whose strings are compared.
const MOST_RULES: usize = 4;

/// Compares automata, the interpreter and pest for strings of a few rules.
fn check_rules(grammar: &Grammar, strings: &[String]) {
    let peg = Peg::new(grammar);
    let mut automata = Automata::with_limits(&peg, limits());
    let machine = Machine::new(grammar);
    let is_small = grammar.rules().len() <= 10;
    // pest's virtual machine does not support variants, and takes as long as all the other checks.
    let pest = (is_small && grammar.text().len().is_multiple_of(4)).then(|| Pest::new(grammar));
    let step = (grammar.rules().len() / MOST_RULES).max(1);
    let first = grammar.text().len() % step;
    for rule in grammar.rules().iter().skip(first).step_by(step).take(MOST_RULES) {
        let dfa = automata.dfa(&rule.name).ok();
        let samples = dfa.as_ref().map(|dfa| sampled(dfa, grammar.text().len() as u64)).unwrap_or_default();
        let short = if is_small { SHORT.as_slice() } else { &[] };
        let edited = samples.iter().flat_map(|sample| {
            let at = sample.floor_char_boundary(sample.len() / 2);
            [sample[at..].to_owned(), format!("{sample}{}", &sample[at..])]
        });
        let edited: Vec<String> = edited.collect();
        for text in strings.iter().chain(short).chain(&samples).chain(&edited) {
            let matched = machine.run(&rule.name, text, STEPS);
            let is_match = match &matched {
                Ok(_) => true,
                Err(Stopped::NoMatch) => false,
                Err(_) => continue,
            };
            if let Some(dfa) = &dfa {
                assert_eq!(dfa.accepts(text), is_match, "by its automaton: {}, {text:?}", rule.name);
                let prefix = dfa.viable_prefix(text);
                assert!(
                    prefix <= text.len() && (!is_match || prefix == text.len()),
                    "how far it goes: {text:?}"
                );
            }
            if let Some(pest) = &pest {
                check_by_pest(pest, rule, text, matched.as_deref().ok());
            }
        }
        for sample in &samples {
            assert!(machine.run(&rule.name, sample, STEPS) != Err(Stopped::NoMatch), "a sample: {sample:?}");
        }
    }
}

/// Compares the nodes of a match, without the node of the rule itself, with those of pest's virtual machine.
fn check_by_pest(pest: &Pest, rule: &OptimizedRule, text: &str, nodes: Option<&[Node<'_>]>) {
    let Some(nodes) = nodes else {
        return assert!(!pest.accepts(&rule.name, text), "only pest matches: {}, {text:?}", rule.name);
    };
    let own = usize::from(rule.ty != RuleType::Silent);
    let capture = |&Node { rule, start, end, .. }: &Node<'_>| Capture { rule: rule.to_owned(), start, end };
    let nodes: Vec<Capture> = nodes[own..].iter().map(capture).collect();
    assert_eq!(pest.tree(&rule.name, text), Some(nodes), "by pest: {}, {text:?}", rule.name);
}

fn sampled(dfa: &Dfa, seed: u64) -> Vec<String> {
    Sampler::new(dfa, 12).map(|sampler| sampler.strings(seed).take(16).collect()).unwrap_or_default()
}

/// Checks that samples of the rules match, and that near misses do not.
fn check_samples(grammar: &Grammar) {
    let machine = Machine::new(grammar);
    for rule in grammar.rules().iter().take(MOST_RULES) {
        let Ok(sampler) = Sampler::of_rule(grammar, &rule.name, 0..=8) else { continue };
        for sample in sampler.strings(0).take(8) {
            let matched = machine.run(&rule.name, &sample, STEPS);
            assert!(matched != Err(Stopped::NoMatch), "a sample of {}: {sample:?}", rule.name);
        }
    }
    let Some(rule) = grammar.rules().first().filter(|_| grammar.rules().len() <= 10) else { return };
    let Ok(misses) = near(grammar, &rule.name, 0..=6, 0) else { return };
    for miss in misses.strings {
        let is_rejected = machine.run(&rule.name, &miss.text, STEPS).is_err();
        assert!(is_rejected, "a near miss of {}: {miss:?}", rule.name);
        let accepted = machine.run(&rule.name, &miss.accepted, STEPS);
        assert!(accepted != Err(Stopped::NoMatch), "what it is near to: {miss:?}");
    }
}

fn check_same(grammar: &Grammar) {
    for difference in Differ::new(grammar, grammar).steps(100_000).differences() {
        let is_same = matches!(difference.change, Change::Equal | Change::Undecided { .. });
        assert!(is_same, "a grammar differs from itself: {difference:?}");
    }
}

/// Checks that each counterexample shows a difference between two grammars, and that equal rules parse
/// strings in the same way.
fn check_difference(old: &Grammar, new: &Grammar) {
    let machines = [Machine::new(old), Machine::new(new)];
    let is_silent =
        |grammar: &Grammar, rule: &str| grammar.rule(rule).is_some_and(|rule| rule.ty == RuleType::Silent);
    let silent: BTreeSet<&str> = [old, new]
        .into_iter()
        .flat_map(Grammar::rules)
        .filter(|rule| is_silent(old, &rule.name) || is_silent(new, &rule.name))
        .map(|rule| rule.name.as_str())
        .collect();
    // `EOI` is not a rule of a grammar, so it is not a capture.
    let mut not_captured = silent.clone();
    not_captured.insert("EOI");
    for difference in Differ::new(old, new).steps(100_000).without_contexts().differences() {
        let rule = difference.rule.as_str();
        match &difference.change {
            Change::Equal => {
                for text in SHORT.iter() {
                    let [by_old, by_new] = machines.each_ref().map(|machine| {
                        machine.run(rule, text, STEPS).map(|nodes| compared(&nodes, &not_captured))
                    });
                    let is_known =
                        [&by_old, &by_new].iter().all(|by| matches!(by, Ok(_) | Err(Stopped::NoMatch)));
                    assert!(!is_known || by_old == by_new, "equal rules differ: {rule}, {text:?}");
                }
            }
            Change::Differs(differs) => {
                let is_noted = differs.makes_node.is_some();
                assert_eq!(
                    is_noted,
                    is_silent(old, rule) != is_silent(new, rule),
                    "whether it makes a node: {rule}"
                );
                assert!(
                    is_noted || !differs.counterexamples.is_empty(),
                    "nothing shows the difference: {rule}"
                );
                for counterexample in &differs.counterexamples {
                    let [by_old, by_new] =
                        machines.each_ref().map(|machine| machine.run(rule, &counterexample.text, STEPS));
                    let shows = match counterexample.kind() {
                        CounterexampleKind::Gained => by_old.is_err() && by_new != Err(Stopped::NoMatch),
                        CounterexampleKind::Lost => by_new.is_err() && by_old != Err(Stopped::NoMatch),
                        CounterexampleKind::ParsedDifferently => match (&by_old, &by_new) {
                            (Ok(by_old), Ok(by_new)) => {
                                compared(by_old, &silent) != compared(by_new, &silent)
                            }
                            _ => by_old != Err(Stopped::NoMatch) && by_new != Err(Stopped::NoMatch),
                        },
                    };
                    assert!(shows, "a counterexample: {rule}, {counterexample:?}");
                }
            }
            Change::Gone | Change::Added | Change::Undecided { .. } => {}
        }
    }
}

/// Returns the nodes of the rules that make nodes in both grammars.
fn compared<'g>(nodes: &[Node<'g>], silent: &BTreeSet<&str>) -> Vec<(&'g str, usize, usize)> {
    let made_by_both = nodes.iter().filter(|node| !silent.contains(node.rule));
    made_by_both.map(|node| (node.rule, node.start, node.end)).collect()
}

/// An input is a text, a grammar, and the index of a rule.
pub(super) const PARSERS: Target =
    Target { name: "parsers", generate: generate_for_parsers, check: check_parsers };

fn generate_for_parsers(source: &mut Source, input: &mut Vec<String>) {
    let grammar = source.below(GRAMMARS.len());
    let (name, rules, _) = GRAMMARS[grammar];
    let rule = source.below(rules);
    let mut text = String::new();
    match source.below(8) {
        0 => source.reference(Of::Iris, &mut text),
        1 => {
            let other = source.below(rules);
            source.text_of_grammar(grammar, other, &mut text);
        }
        2 => source.text_of_grammar(grammar, 0, &mut text),
        _ => source.text_of_grammar(grammar, rule, &mut text),
    }
    if source.once_in(2) {
        source.repeat_character(&mut text);
    }
    source.mutate(&mut text);
    if source.once_in(8) {
        source.text_of_grammar(grammar, rule, &mut text);
    }
    input.extend([text, name.to_owned(), rule.to_string()]);
}

fn check_parsers(input: &[String]) {
    let Some(text) = input.first() else { return };
    let named = GRAMMARS.iter().find(|(name, ..)| input.get(1).is_some_and(|other| other == name));
    let &(_, rules, compare) = named.unwrap_or(&GRAMMARS[0]);
    let rule = input.get(2).and_then(|rule| rule.parse().ok()).unwrap_or(0_usize);
    compare(rule % rules, text);
}
