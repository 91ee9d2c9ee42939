//! The run of a text on both grammars.

use rustc_hash::FxHashSet;

use crate::pest::read::Grammar;
use crate::run::machine::{Machine, Stopped};
use crate::run::node::Node;
use crate::search::budget::Budget;
use crate::search::verdict::Way;

/// The steps that one match may take. A text that takes more is not decided.
const STEPS: u64 = 50_000;

/// The machines of two grammars, and the rules whose nodes are compared.
pub(super) struct Pair<'g> {
    pub(super) machines: [Machine; 2],
    compared: FxHashSet<&'g str>,
}

/// What a text has shown.
pub(super) struct Trial {
    /// Whether each grammar accepts the text.
    pub(super) accepts: [bool; 2],
    /// The way in which the text is treated differently.
    pub(super) way: Option<Way>,
    /// Whether a longer text that begins with this one might be accepted.
    pub(super) continues: bool,
    pub(super) is_decided: bool,
}

impl<'g> Pair<'g> {
    pub(super) fn new(left: &Grammar, right: &Grammar, compared: FxHashSet<&'g str>) -> Pair<'g> {
        Pair { machines: [Machine::new(left), Machine::new(right)], compared }
    }

    /// Runs the text on both grammars, of which each has the rule.
    #[expect(clippy::arithmetic_side_effects, reason = "a match takes at most `STEPS`")]
    pub(super) fn run(&self, rule: &str, text: &str, budget: &mut Budget) -> Trial {
        let [left, right] = self.machines.each_ref().map(|machine| {
            let attempt = machine.attempt(rule, text, STEPS);
            // The text itself takes time, too.
            budget.spend(1 + attempt.steps);
            attempt
        });
        let way = match (&left.result, &right.result) {
            (Ok(left), Ok(right)) => (!self.nodes(left).eq(self.nodes(right))).then_some(Way::Captures),
            (Ok(_), Err(Stopped::NoMatch)) => Some(Way::OnlyLeft),
            (Err(Stopped::NoMatch), Ok(_)) => Some(Way::OnlyRight),
            _ => None,
        };
        let is_known = |result| matches!(result, &Ok(_) | &Err(Stopped::NoMatch));
        let is_decided = is_known(&left.result) && is_known(&right.result);
        Trial {
            accepts: [left.result.is_ok(), right.result.is_ok()],
            way,
            // A match that was stopped may have come to the end later.
            continues: left.reads_end || right.reads_end || !is_decided,
            is_decided,
        }
    }

    /// Returns whether the grammar of that index accepts the text.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "there are two sides; a match takes at most `STEPS`"
    )]
    pub(super) fn accepts(&self, side: usize, rule: &str, text: &str, budget: &mut Budget) -> bool {
        let attempt = self.machines[side].attempt(rule, text, STEPS);
        budget.spend(1 + attempt.steps);
        attempt.result.is_ok()
    }

    fn nodes<'n>(&'n self, nodes: &'n [Node<'n>]) -> impl Iterator<Item = (&'n str, usize, usize)> {
        let compared = nodes.iter().filter(|node| self.compared.contains(node.rule));
        compared.map(|node| (node.rule, node.start, node.end))
    }
}
