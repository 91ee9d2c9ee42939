//! What a chosen grammar changes.

use std::collections::BTreeMap;

use urigram_grammar::{Change, Differ, Difference, Differs, Grammar, Relation};

use super::captures::Capture;

/// Returns in one line how a chosen grammar differs from `uri.pest`, by the rules that are the cause.
pub(super) fn changes(base: &Grammar, own: &Grammar) -> String {
    let differ = Differ::new(base, own).captured(Capture::NAMES).without_contexts();
    let mut by_kind: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut apart = 0;
    for Difference { rule, change, causes, .. } in differ.differences() {
        let kind = match &change {
            Change::Equal => continue,
            Change::Added => "added",
            Change::Gone => "removed",
            Change::Differs(Differs { relation: Relation::Narrower, .. }) => "widened",
            Change::Differs(Differs { relation: Relation::Wider, .. }) => "narrowed",
            Change::Differs(Differs { relation: Relation::Different, .. }) => "changed",
            Change::Differs(_) => "same strings in",
            Change::Undecided { .. } => "undecided",
        };
        apart += usize::from(matches!(&change, Change::Differs(differs) if differs.in_captures()));
        if causes.is_empty() {
            by_kind.entry(kind).or_default().push(rule);
        }
    }
    if by_kind.is_empty() {
        return "the strings and components of uri.pest".to_owned();
    }
    let kinds: Vec<String> =
        by_kind.into_iter().map(|(kind, rules)| format!("{kind} {}", rules.join(", "))).collect();
    let rules = if apart == 1 { "rule" } else { "rules" };
    format!("{}; components of {apart} {rules} change", kinds.join("; "))
}
