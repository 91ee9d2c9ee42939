//! A rule as a machine: a function a state, each of which looks at one byte.
//!
//! Alternatives that begin alike, such as the nine of an IPv6 address, are read once instead of once
//! each. Only rules of finitely many strings become machines, so that no call goes deeper than the
//! longest of them.

use std::fmt::Write as _;

use crate::charset::CharSet;
use crate::dfa::Dfa;

use super::table::Table;

/// How many states a machine may have: beyond it, the code costs more than it saves.
const MAX_STATES: usize = 400;

/// Whether the automaton is small, reads only ASCII and comes back to no state.
pub(super) fn fits(dfa: &Dfa) -> bool {
    dfa.is_live(dfa.start())
        && dfa.states() <= MAX_STATES
        && (0..dfa.states()).all(|state| !dfa.is_live(dfa.step(state, '\u{80}')))
        && dfa.classes().stretches().iter().all(|&(c, class)| {
            c < '\u{80}' || (0..dfa.states()).all(|state| !dfa.is_live(dfa.next(state, class as usize)))
        })
        && acyclic(dfa)
}

fn targets(dfa: &Dfa, state: usize) -> impl Iterator<Item = usize> {
    dfa.row(state).iter().map(|&target| target as usize).filter(|&target| dfa.is_live(target))
}

/// Whether no live state can be reached from itself: states leave in the order of their entries.
fn acyclic(dfa: &Dfa) -> bool {
    let mut entries = vec![0usize; dfa.states()];
    for target in (0..dfa.states()).filter(|&state| dfa.is_live(state)).flat_map(|state| targets(dfa, state))
    {
        entries[target] += 1;
    }
    let mut free: Vec<usize> =
        (0..dfa.states()).filter(|&state| dfa.is_live(state) && entries[state] == 0).collect();
    let mut left = 0;
    while let Some(state) = free.pop() {
        left += 1;
        for target in targets(dfa, state) {
            entries[target] -= 1;
            if entries[target] == 0 {
                free.push(target);
            }
        }
    }
    left == (0..dfa.states()).filter(|&state| dfa.is_live(state)).count()
}

/// The module of the states; `q0` is where it begins.
pub(super) fn source(name: &str, rule: &str, dfa: &Dfa, table: &mut Table) -> String {
    let mut source = format!("\n/// The states of `{rule}`.\nmod {name} {{\n    use super::scan;\n");
    for state in (0..dfa.states()).filter(|&state| dfa.is_live(state)) {
        let last = if dfa.is_accepting(state) { "at" } else { "last" };
        let steps = steps(dfa, state);
        let unused = if steps.is_empty() { "_" } else { "" };
        let unread = if last == "at" { "_" } else { "" };
        let _ = writeln!(
            source,
            "\n    pub(super) const fn q{state}({unused}s: &[u8], at: usize, {unread}last: usize) -> usize {{"
        );
        let steps = steps.iter().map(|(target, set)| {
            format!(
                "if {} {{\n            q{target}(s, at + 1, {last})\n        }} else ",
                table.test(set, "at")
            )
        });
        let steps = steps.collect::<String>();
        let rest =
            if steps.is_empty() { last.to_owned() } else { format!("{{\n            {last}\n        }}") };
        let _ = writeln!(source, "        {steps}{rest}\n    }}");
    }
    source.push_str("}\n");
    source
}

/// The live states after this one and the characters that lead there, the largest set first.
fn steps(dfa: &Dfa, state: usize) -> Vec<(usize, CharSet)> {
    let mut steps: Vec<(usize, CharSet)> = Vec::new();
    for byte in 0..0x80u8 {
        let c = char::from(byte);
        let target = dfa.step(state, c);
        if !dfa.is_live(target) {
            continue;
        }
        match steps.iter_mut().find(|(known, _)| *known == target) {
            Some((_, set)) => *set = set.union(&CharSet::single(c)),
            None => steps.push((target, CharSet::single(c))),
        }
    }
    let size =
        |set: &CharSet| set.ranges().iter().map(|&(first, last)| last as u32 - first as u32 + 1).sum::<u32>();
    steps.sort_by_key(|(_, set)| core::cmp::Reverse(size(set)));
    steps
}
