//! Each grammar against itself with one mistake, ten times.

use fastrand::Rng;
use urigram_grammar::{Automata, Peg};

use super::{Other, assert_as_listed};
use crate::mutants::oracle::{Claim, Oracle};
use crate::mutants::{self, Mutant};

/// How many rules that an edit changes are checked against pest.
const CHECKED: usize = 3;

/// Checks a mutant against pest, and returns whether it changes any rule; nothing if one of those that were edited has
/// no automaton.
fn changes(oracle: &mut Oracle, before: &Peg, after: &Peg, mutant: &Mutant) -> Option<Result<bool, String>> {
    let names: Vec<&str> = before.names().chain(["EOI"]).collect();
    let (mut old, mut new) = (Automata::new(before), Automata::new(after));
    let edited: Vec<&str> = mutant.names().collect();
    // The edited rules first, and then those that may call them.
    let others = before.names().filter(|name| !edited.contains(name));
    let mut changed = 0;
    for rule in edited.iter().copied().chain(others) {
        let both = old.captures(rule, &names).ok().zip(new.captures(rule, &names).ok());
        let Some((old, new)) = both else {
            if edited.contains(&rule) {
                return None;
            }
            continue;
        };
        let claim = Claim::of(&old, &new);
        if (edited.contains(&rule) || claim.changes())
            && let Err(wrong) = oracle.check(rule, &claim, [old.dfa(), new.dfa()])
        {
            return Some(Err(wrong));
        }
        changed += usize::from(claim.changes());
        if changed == CHECKED {
            break;
        }
    }
    Some(Ok(changed > 0))
}

/// Returns how many of ten mutants change nothing.
fn idle(other: &Other) -> usize {
    let grammar = other.grammar();
    let peg = Peg::new(&grammar);
    let mut oracle = Oracle::new(&grammar, &[]);
    let (mut edits, mut idle) = (0, 0);
    for mutant in mutants::shuffled(&grammar, &mut Rng::with_seed(3986)) {
        // What pest refuses is no edit that anyone would compare.
        let Ok(edited) = mutant.grammar(&grammar) else { continue };
        oracle.change(&edited);
        let Some(changes) = changes(&mut oracle, &peg, &Peg::new(&edited), &mutant) else { continue };
        let changes = changes.unwrap_or_else(|wrong| panic!("{}: {mutant}: {wrong}", other.name()));
        edits += 1;
        idle += usize::from(!changes);
        if edits == 10 {
            return idle;
        }
    }
    panic!("{} has only {edits} mutants with automata", other.name());
}

#[test]
fn slow_in_ten_ways() {
    assert_as_listed(|other| (idle(other), other.idle_edits));
}
