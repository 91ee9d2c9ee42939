//! What to ask for where a grammar lacks the default rule: its start rules.

use std::collections::{HashMap, HashSet};

use urigram_grammar::{Grammar, OptimizedExpr};

use crate::output::visible;

/// The maximum number of start rules that are suggested.
const SUGGESTED: usize = 3;

/// Returns the advice to name a start rule of the grammar by this option: `` `--rule json` names its start rule``.
pub(crate) fn advice(grammar: &Grammar, option: &str) -> String {
    let named: Vec<String> = start_rules(grammar)
        .into_iter()
        .take(SUGGESTED)
        .map(|rule| format!("`{option} {}`", visible::beginning(rule)))
        .collect();
    match named.as_slice() {
        [] => format!("name a rule by `{option}`"),
        [only] => format!("{only} names its start rule"),
        [several @ .., last] => format!("{} or {last} names a start rule of it", several.join(", ")),
    }
}

/// Returns the rules that no other rule calls, and the first of those that only call each other.
pub(crate) fn start_rules(grammar: &Grammar) -> Vec<&str> {
    let rules = grammar.rules();
    let bodies: HashMap<&str, &OptimizedExpr> =
        rules.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect();
    let mut called = HashSet::new();
    for rule in rules {
        called.extend(rule.expr.calls().into_iter().filter(|name| *name != rule.name));
    }
    let mut reached: HashSet<&str> = ["WHITESPACE", "COMMENT"].into();
    let mut starts = Vec::new();
    let names = || rules.iter().map(|rule| rule.name.as_str());
    for name in names().filter(|name| !called.contains(name)).chain(names()) {
        if reached.contains(name) {
            continue;
        }
        starts.push(name);
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if reached.insert(name)
                && let Some(body) = bodies.get(name)
            {
                open.extend(body.calls());
            }
        }
    }
    starts
}
