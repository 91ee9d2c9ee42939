//! What the rules of a grammar match.

use std::sync::LazyLock;

use urigram_grammar::{
    Automata, Capture, Dfa, Grammar, Limits, Machine, Node, OptimizedRule, Peg, RuleType, Sampler, Stopped,
    near,
};

use crate::oracle::vm::Pest;
use crate::target::Seen;

/// How large the automata may be, so that a grammar takes milliseconds.
pub(super) fn limits() -> Limits {
    let mut limits = Limits::DEFAULT;
    (limits.states, limits.steps) = (4_000, 40_000);
    limits
}

/// The steps of a match.
pub(super) const STEPS: u64 = 20_000;

/// Every string of at most four characters of those of the random grammars.
pub(super) static SHORT: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..4 {
        last = last.iter().flat_map(|start| ["a", "b", "%", "é"].map(|c| format!("{start}{c}"))).collect();
        all.extend_from_slice(&last);
    }
    all
});

/// The rules of a grammar whose strings are compared.
pub(super) const MOST_RULES: usize = 4;

/// Checks what automata accept and the interpreter matches; of a few rules, from one to the next.
pub(super) fn check_rules(grammar: &Grammar, strings: &[String], seen: &mut Seen) {
    let peg = Peg::new(grammar);
    let mut automata = Automata::with_limits(&peg, limits());
    let machine = Machine::new(grammar);
    let is_small = grammar.rules().len() <= 10;
    // It reads no variants, and takes as much time as all of the rest.
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
                Err(_) => {
                    seen.count("strings that take too many steps");
                    continue;
                }
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
            seen.count(match (is_match, dfa.is_some()) {
                (true, true) => "strings that match",
                (false, true) => "strings that do not match",
                (true, false) => "strings that match, without an automaton",
                (false, false) => "strings that do not match, without an automaton",
            });
        }
        for sample in &samples {
            assert!(machine.run(&rule.name, sample, STEPS) != Err(Stopped::NoMatch), "a sample: {sample:?}");
        }
    }
}

/// Checks the nodes of a match by pest's virtual machine, without the rule's own node.
fn check_by_pest(pest: &Pest, rule: &OptimizedRule, text: &str, nodes: Option<&[Node<'_>]>) {
    let Some(nodes) = nodes else {
        return assert!(!pest.accepts(&rule.name, text), "only pest matches: {}, {text:?}", rule.name);
    };
    let own = usize::from(rule.ty != RuleType::Silent);
    let capture = |&Node { rule, start, end, .. }: &Node<'_>| Capture { rule: rule.to_owned(), start, end };
    let nodes: Vec<Capture> = nodes[own..].iter().map(capture).collect();
    assert_eq!(pest.tree(&rule.name, text), Some(nodes), "by pest: {}, {text:?}", rule.name);
}

pub(super) fn sampled(dfa: &Dfa, seed: u64) -> Vec<String> {
    Sampler::new(dfa, 12).map(|sampler| sampler.strings(seed).take(16).collect()).unwrap_or_default()
}

/// Checks that samples by the expressions match, and that near misses do not.
pub(super) fn check_samples(grammar: &Grammar, seen: &mut Seen) {
    let machine = Machine::new(grammar);
    for rule in grammar.rules().iter().take(MOST_RULES) {
        let Ok(sampler) = Sampler::of_rule(grammar, &rule.name, 0..=8) else { continue };
        for sample in sampler.strings(0).take(8) {
            let matched = machine.run(&rule.name, &sample, STEPS);
            assert!(matched != Err(Stopped::NoMatch), "a sample of {}: {sample:?}", rule.name);
            seen.count("samples by expressions");
        }
    }
    let Some(rule) = grammar.rules().first().filter(|_| grammar.rules().len() <= 10) else { return };
    let Ok(misses) = near(grammar, &rule.name, 0..=6, 0) else { return };
    for miss in misses.strings {
        let is_rejected = machine.run(&rule.name, &miss.text, STEPS).is_err();
        assert!(is_rejected, "a near miss of {}: {miss:?}", rule.name);
        let accepted = machine.run(&rule.name, &miss.accepted, STEPS);
        assert!(accepted != Err(Stopped::NoMatch), "what it is near to: {miss:?}");
        seen.count("near misses");
    }
}
