//! The characters that a rule tells apart, read from what is written.

use std::collections::{BTreeMap, BTreeSet};

use urigram_grammar::{Grammar, WrittenExpr};

use super::operands;

/// Returns a character for each class of those that the rule, or one that it calls, tells apart in one of the grammars:
/// no two of them stand in the same strings and ranges.
pub(crate) fn of(rule: &str, grammars: [&Grammar; 2]) -> String {
    let mut ranges = BTreeSet::new();
    for grammar in grammars {
        let rules = grammar.written().unwrap();
        let (mut open, mut seen) = (vec![rule.to_owned()], BTreeSet::new());
        while let Some(name) = open.pop() {
            let Some(rule) = super::definition(&rules, &name) else { continue };
            if seen.insert(name) {
                leaves(&rule.expr, &mut ranges, &mut open);
            }
        }
    }
    let ends = ranges.iter().flat_map(|&(first, last)| [Some(first), char::from_u32(last as u32 + 1)]);
    let mut classes: BTreeMap<Vec<bool>, char> = BTreeMap::new();
    for c in ends.flatten() {
        let within = ranges.iter().map(|(first, last)| (first..=last).contains(&&c)).collect();
        classes.entry(within).or_insert(c);
    }
    classes.into_values().collect()
}

fn leaves(expr: &WrittenExpr, ranges: &mut BTreeSet<(char, char)>, calls: &mut Vec<String>) {
    match expr {
        WrittenExpr::Str(string) => ranges.extend(string.chars().map(|c| (c, c))),
        WrittenExpr::Insens(string) => {
            let cases = |c: char| [c.to_ascii_lowercase(), c.to_ascii_uppercase()];
            ranges.extend(string.chars().flat_map(cases).map(|c| (c, c)));
        }
        WrittenExpr::Range(first, last) => drop(ranges.insert((*first, *last))),
        WrittenExpr::Ident(name) => calls.push(name.clone()),
        inner => operands(inner).into_iter().for_each(|operand| leaves(operand, ranges, calls)),
    }
}
