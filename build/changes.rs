//! Describes how a chosen grammar differs from `uri.pest`.

use std::collections::BTreeMap;

use urigram_grammar::{Automata, Grammar, Peg, Relation};

use super::captures::Capture;

/// Returns a line with the rules that a chosen grammar defines differently from `uri.pest`.
pub(super) fn changes(base: &Grammar, own: &Grammar) -> String {
    let (old, new) = (Peg::new(base), Peg::new(own));
    let (mut old, mut new) = (Automata::new(&old), Automata::new(&new));
    let mut by_kind: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    // Rules whose own definition is the same. They are reported only if there are no others.
    let mut elsewhere: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut differing = 0;
    for rule in own.rules() {
        let name = rule.name.as_str();
        let Some(before) = base.rule(name) else {
            by_kind.entry("added").or_default().push(name);
            continue;
        };
        let kind = match (old.captures(name, Capture::NAMES), new.captures(name, Capture::NAMES)) {
            (Ok(old), Ok(new)) => {
                let differ = old.parses_differently(&new).is_some();
                differing += usize::from(differ);
                match old.dfa().compare(new.dfa()).relation() {
                    Relation::Equal if !differ => continue,
                    Relation::Equal => "same strings in",
                    Relation::Narrower => "widened",
                    Relation::Wider => "narrowed",
                    Relation::Different => "changed",
                }
            }
            _ => "undecided",
        };
        let kinds = if rule == before { &mut elsewhere } else { &mut by_kind };
        kinds.entry(kind).or_default().push(name);
    }
    for rule in base.rules().iter().filter(|rule| own.rule(&rule.name).is_none()) {
        by_kind.entry("removed").or_default().push(&rule.name);
    }
    if by_kind.is_empty() {
        by_kind = elsewhere;
    }
    if by_kind.is_empty() {
        return "the strings and components of uri.pest".to_owned();
    }
    let kinds: Vec<String> =
        by_kind.into_iter().map(|(kind, rules)| format!("{kind} {}", rules.join(", "))).collect();
    let rules = if differing == 1 { "rule" } else { "rules" };
    format!("{}; components of {differing} {rules} change", kinds.join("; "))
}
