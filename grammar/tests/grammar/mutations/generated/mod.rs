//! Every mutant of `uri.pest`, and how the rules that it changes then differ: in the strings that they match, or in
//! how they parse them.
//!
//! The lists in this folder have what each must give. It is what the automata find, and `mutants/oracle.rs` checks
//! it by pest's answers. With `UPDATE_MUTANTS=1` the lists are written anew.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use rstest::rstest;
use urigram_grammar::{Automata, Error, Peg};

use super::URI;
use crate::as_pest::assert_alike;
use crate::mutants::oracle::{Alphabets, Claim, Oracle};
use crate::mutants::{self, Kind, Mutant};

/// Delimiters, and characters beside them.
const DELIMITERS: Alphabets = &[("a:/?#", 4), ("1.:@]", 3), ("1:", 7)];

/// The rule in which it shows whether another makes a node.
const START: &str = "URI_reference";

/// Returns what a mutant gives: `wider "a"` for a rule that is changed, and so on for each of them.
fn given(mutant: &Mutant, oracle: &mut Oracle) -> String {
    let changed = match mutant.grammar(&URI) {
        Ok(changed) => changed,
        Err(Error::Faulty(faults)) => {
            assert!(!assert_alike(&mutant.whole(&URI)), "{mutant} is refused, and not by pest");
            return format!("refused: {}", faults[0].message);
        }
        Err(error) => panic!("{mutant}: {error}"),
    };
    let (before, after) = (Peg::new(&URI), Peg::new(&changed));
    let names: Vec<&str> = before.names().collect();
    let (mut before, mut after) = (Automata::new(&before), Automata::new(&after));
    oracle.change(&changed);
    let of_rule = |rule: &str| {
        let (old, new) = (before.captures(rule, &names).unwrap(), after.captures(rule, &names).unwrap());
        let claim = Claim::of(&old, &new);
        let checked = oracle.check(rule, &claim, [old.dfa(), new.dfa()]);
        checked.unwrap_or_else(|wrong| panic!("{mutant}: {wrong}"));
        claim.to_string()
    };
    let mut rules: Vec<&str> = mutant.names().collect();
    // Whether a rule makes a node shows in those that call it.
    rules.extend((mutant.kind == Kind::Silent && rules != [START]).then_some(START));
    rules.into_iter().map(of_rule).collect::<Vec<_>>().join("; ")
}

#[rstest]
#[ignore = "compares a hundred mutants"]
#[case::alternatives_swapped(Kind::Swapped, "swapped.txt", 70)]
#[case::predicate_dropped(Kind::Dropped, "dropped.txt", 4)]
#[ignore = "compares a hundred mutants"]
#[case::class_widened(Kind::Widened, "widened.txt", 80)]
#[ignore = "compares a hundred mutants"]
#[case::bound_changed(Kind::Bound, "bound.txt", 90)]
#[ignore = "compares a hundred mutants"]
#[case::made_silent(Kind::Silent, "silent.txt", 35)]
#[ignore = "compares a hundred mutants"]
#[case::capture_moved(Kind::Moved, "moved.txt", 120)]
fn gives_what_is_listed(#[case] kind: Kind, #[case] list: &str, #[case] least: usize) {
    let mut oracle = Oracle::new(&URI, DELIMITERS);
    let mutants = mutants::all(&URI).into_iter().filter(|mutant| mutant.kind == kind);
    let found: Vec<String> =
        mutants.map(|mutant| format!("{mutant} ⇒ {}\n", given(&mutant, &mut oracle))).collect();
    assert!(found.len() >= least, "{} mutants", found.len());

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/mutations/generated").join(list);
    if env::var_os("UPDATE_MUTANTS").is_some() {
        fs::write(&path, found.concat()).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap();
    let mut counts: BTreeMap<&str, isize> = BTreeMap::new();
    found.iter().for_each(|line| *counts.entry(line.trim_end()).or_default() += 1);
    listed.lines().for_each(|line| *counts.entry(line).or_default() -= 1);
    counts.retain(|_, count| *count != 0);
    assert!(counts.is_empty(), "found more often (+) or less often (-) than listed: {counts:#?}");
}
