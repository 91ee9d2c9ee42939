//! Rules that have no automaton: what a search finds of them.

use crate::captures::reading::Capture;
use crate::dfa::compare::Relation;
use crate::differences::blame::Found;
use crate::differences::calls::Calls;
use crate::differences::difference::{Change, Context, Differs, Witness};
use crate::pest::read::Grammar;
use crate::run::machine::{Machine, Stopped};
use crate::search::budget::Effort;
use crate::search::compare::Search;
use crate::search::verdict::{Differences, Verdict};

/// The steps that the machine may take to show what is captured in a string that the search has found: more than the
/// search allows itself for one string.
const STEPS: u64 = 1_000_000;

/// Decides the changes that are undecided, as far as the search does. If no thread can be started for it, they stay
/// so.
pub(super) fn decide(
    old: &Grammar,
    new: &Grammar,
    calls: &Calls<'_>,
    captured: &[&str],
    effort: Effort,
    found: &mut [Option<Found>],
) {
    let is_open =
        |found: &Option<Found>| matches!(found, Some(Found { change: Change::Undecided { .. }, .. }));
    let open: Vec<usize> = (0..found.len()).filter(|&id| is_open(&found[id])).collect();
    if open.is_empty() {
        return;
    }
    let names: Vec<&str> = open.iter().map(|&id| calls.rules[id].name).collect();
    let search = Search::new(old, new).captures(captured.iter().copied()).effort(effort);
    let Ok(verdicts) = search.compare(&names) else { return };
    let machines = (Machine::new(old), Machine::new(new));
    assert_eq!(
        verdicts.len(),
        open.len(),
        "invariant broken: both grammars have the rules that were searched"
    );
    for (&id, (rule, verdict)) in open.iter().zip(verdicts) {
        let Some(Found { change, is_cause }) = &mut found[id] else {
            panic!("invariant broken: a rule that was searched has been compared")
        };
        let makes_node = calls.rules[id].makes_node();
        match verdict {
            Verdict::Equal if makes_node.is_none() => (*change, *is_cause) = (Change::Equal, false),
            Verdict::Equal => {
                let differs = differs(&machines, rule, captured, Differences::default());
                *change = Change::Differs(Differs { makes_node, ..differs });
            }
            Verdict::Different(differences) => {
                let differs = differs(&machines, rule, captured, differences);
                *change = Change::Differs(Differs { makes_node, ..differs });
            }
            Verdict::Open(extent) => {
                if let Change::Undecided { searched, .. } = change {
                    *searched = Some(extent);
                }
            }
        }
    }
}

fn differs(
    (old, new): &(Machine, Machine),
    rule: &str,
    captured: &[&str],
    differences: Differences,
) -> Differs {
    let Differences { only_left, only_right, captures } = differences;
    let texts = [only_right, only_left, captures].into_iter().flatten();
    // The search also compares the node of the rule itself, which is no capture in it.
    let is_shown = |witness: &Witness| witness.old.is_none() || witness.old != witness.new;
    let witness = |text: String| {
        let (old, new) = (nodes(old, rule, &text, captured), nodes(new, rule, &text, captured));
        Witness { text, old, new, context: Context::Unknown, paths: None }
    };
    let witnesses: Vec<Witness> = texts.map(witness).filter(is_shown).collect();
    // A witness of one kind does not tell that there is none of another.
    let relation = if witnesses.is_empty() { Relation::Equal } else { Relation::Different };
    Differs { relation, makes_node: None, witnesses, more: 0 }
}

/// Returns what is captured below the rule's own node, or nothing if the rule does not match.
fn nodes(machine: &Machine, rule: &str, text: &str, captured: &[&str]) -> Option<Vec<Capture>> {
    let nodes = match machine.run(rule, text, STEPS) {
        Ok(nodes) => nodes,
        Err(Stopped::NoMatch) => return None,
        Err(stopped) => panic!("invariant broken: the search has decided the text: {stopped}"),
    };
    let is_own = |at: usize| at == 0 && nodes[at].rule == rule;
    let below = nodes.iter().enumerate().filter(|&(at, node)| !is_own(at) && captured.contains(&node.rule));
    Some(
        below
            .map(|(_, node)| Capture { rule: node.rule.to_owned(), start: node.start, end: node.end })
            .collect(),
    )
}
