//! Rules that have no automaton: what a search finds of them.

use crate::captures::reading::Capture;
use crate::dfa::compare::Relation;
use crate::differences::blame::Found;
use crate::differences::calls::Calls;
use crate::differences::difference::{Change, Context, Differs, Witness};
use crate::differences::reader::{Reader, Readers};
use crate::pest::read::Grammar;
use crate::run::machine::Stopped;
use crate::search::budget::Effort;
use crate::search::compare::Search;
use crate::search::verdict::{Differences, Verdict};

/// Decides the changes that are undecided, as far as the search does. If no thread can be started for it, they stay
/// so.
#[expect(clippy::indexing_slicing, reason = "a rule is an index of `Calls::rules`")]
pub(super) fn decide(
    old: &Grammar,
    new: &Grammar,
    calls: &Calls<'_>,
    captured: &[&str],
    readers: &Readers<'_>,
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
    assert_eq!(
        verdicts.len(),
        open.len(),
        "invariant broken: both grammars have the rules that were searched"
    );
    for (&id, (rule, verdict)) in open.iter().zip(verdicts) {
        let Some(Found { change, is_cause }) = &mut found[id] else {
            unreachable!("a rule that was searched has been compared")
        };
        let makes_node = calls.rules[id].makes_node();
        match verdict {
            Verdict::Equal if makes_node.is_none() => (*change, *is_cause) = (Change::Equal, false),
            Verdict::Equal => {
                let differs = differs(readers, rule, Differences::default());
                *change = Change::Differs(Differs { makes_node, ..differs });
            }
            Verdict::Different(differences) => {
                let differs = differs(readers, rule, differences);
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

fn differs((old, new): &Readers<'_>, rule: &str, differences: Differences) -> Differs {
    let Differences { only_left, only_right, captures } = differences;
    let texts = [only_right, only_left, captures].into_iter().flatten();
    // The search also compares the node of the rule itself, which is no capture in it.
    let is_shown = |witness: &Witness| witness.old.is_none() || witness.old != witness.new;
    let witness = |text: String| {
        let (old, new) = (nodes(old, rule, &text), nodes(new, rule, &text));
        Witness { text, old, new, context: Context::Unknown, paths: None }
    };
    let witnesses: Vec<Witness> = texts.map(witness).filter(is_shown).collect();
    // A witness of one kind does not tell that there is none of another.
    let relation = if witnesses.is_empty() { Relation::Equal } else { Relation::Different };
    Differs { relation, makes_node: None, witnesses, more: 0 }
}

/// Returns what is captured below the rule's own node, or nothing if the rule does not match.
fn nodes(reader: &Reader<'_>, rule: &str, text: &str) -> Option<Vec<Capture>> {
    match reader.nodes(rule, text) {
        Ok(nodes) => Some(nodes),
        Err(Stopped::NoMatch) => None,
        Err(stopped) => unreachable!("the search has decided the text: {stopped}"),
    }
}
