//! How grammars differ.

use std::collections::BTreeSet;

use urigram_grammar::{Change, Differ, Grammar, Machine, Node, RuleType, Stopped, WitnessKind};

use super::strings::{SHORT, STEPS};
use crate::target::Seen;

pub(super) fn check_same(grammar: &Grammar) {
    for difference in Differ::new(grammar, grammar).steps(100_000).differences() {
        let is_same = matches!(difference.change, Change::Equal | Change::Undecided { .. });
        assert!(is_same, "a grammar differs from itself: {difference:?}");
    }
}

/// Checks that each witness shows how two grammars differ, and that rules that are equal parse strings alike.
pub(super) fn check_difference(old: &Grammar, new: &Grammar, seen: &mut Seen) {
    let machines = [Machine::new(old), Machine::new(new)];
    let is_silent =
        |grammar: &Grammar, rule: &str| grammar.rule(rule).is_some_and(|rule| rule.ty == RuleType::Silent);
    let silent: BTreeSet<&str> = [old, new]
        .into_iter()
        .flat_map(Grammar::rules)
        .filter(|rule| is_silent(old, &rule.name) || is_silent(new, &rule.name))
        .map(|rule| rule.name.as_str())
        .collect();
    // `EOI` is not a rule of a grammar, so that it does not count as a capture.
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
                seen.count("rules that are equal");
            }
            Change::Differs(differs) => {
                let is_noted = differs.makes_node.is_some();
                assert_eq!(
                    is_noted,
                    is_silent(old, rule) != is_silent(new, rule),
                    "whether it makes a node: {rule}"
                );
                assert!(is_noted || !differs.witnesses.is_empty(), "nothing shows the difference: {rule}");
                for witness in &differs.witnesses {
                    let [by_old, by_new] =
                        machines.each_ref().map(|machine| machine.run(rule, &witness.text, STEPS));
                    let shows = match witness.kind() {
                        WitnessKind::Gained => by_old.is_err() && by_new != Err(Stopped::NoMatch),
                        WitnessKind::Lost => by_new.is_err() && by_old != Err(Stopped::NoMatch),
                        WitnessKind::ParsedDifferently => match (&by_old, &by_new) {
                            (Ok(by_old), Ok(by_new)) => {
                                compared(by_old, &silent) != compared(by_new, &silent)
                            }
                            _ => by_old != Err(Stopped::NoMatch) && by_new != Err(Stopped::NoMatch),
                        },
                    };
                    assert!(shows, "a witness: {rule}, {witness:?}");
                    seen.count(match witness.kind() {
                        WitnessKind::Gained => "witnesses that are gained",
                        WitnessKind::Lost => "witnesses that are lost",
                        WitnessKind::ParsedDifferently => "witnesses that are parsed differently",
                    });
                }
            }
            Change::Gone | Change::Added => seen.count("rules of one grammar only"),
            Change::Undecided { .. } => seen.count("rules that may differ"),
        }
    }
}

/// Returns the nodes of rules that make one in both grammars.
fn compared<'g>(nodes: &[Node<'g>], silent: &BTreeSet<&str>) -> Vec<(&'g str, usize, usize)> {
    let made_by_both = nodes.iter().filter(|node| !silent.contains(node.rule));
    made_by_both.map(|node| (node.rule, node.start, node.end)).collect()
}
