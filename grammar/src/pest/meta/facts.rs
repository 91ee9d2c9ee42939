//! Which expressions cannot fail, and which may match without consuming anything.
#![expect(clippy::indexing_slicing, reason = "a node or a rule is one of the tree")]

use super::tree::{Kind, Tree};

/// Why an expression that may match nothing is not repeated, in `pest_meta`'s words.
pub(super) const NO_PROGRESS: &str = "is non-progressing and will repeat infinitely";

/// What pest concludes about each expression, an index of [`Tree::nodes`].
pub(super) struct Facts {
    /// It cannot fail.
    pub(super) matches_always: Vec<bool>,
    /// Where it matches it may consume nothing.
    pub(super) may_be_empty: Vec<bool>,
}

impl Facts {
    pub(super) fn of(tree: &Tree<'_>) -> Facts {
        let callers = callers(tree);
        Facts {
            matches_always: least(tree, &callers, matches_always),
            may_be_empty: least(tree, &callers, may_be_empty),
        }
    }

    /// Returns whether the expression can match without consuming anything, so that the next one is tried at the
    /// same place.
    pub(super) fn can_be_passed(&self, node: usize) -> bool {
        self.matches_always[node] || self.may_be_empty[node]
    }
}

/// What a fact about an expression depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// The same fact about one operand, or the rule that is called.
    One,
    /// The same fact about every operand.
    All,
    /// It never holds.
    Impossible,
}

fn matches_always(kind: &Kind<'_>) -> Needs {
    match kind {
        Kind::Str(text) | Kind::Insens(text) if text.is_empty() => Needs::Nothing,
        Kind::Opt(_) => Needs::Nothing,
        Kind::Repeat(_, times) if times.least() == 0 => Needs::Nothing,
        Kind::Seq(..) => Needs::All,
        Kind::Call(_) | Kind::Choice(..) | Kind::Repeat(..) | Kind::And(_) | Kind::Push(_) => Needs::One,
        Kind::Not(_) | Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) => Needs::Impossible,
        Kind::Slice(..) | Kind::Builtin(_) => Needs::Impossible,
    }
}

fn may_be_empty(kind: &Kind<'_>) -> Needs {
    match kind {
        Kind::Not(_) | Kind::And(_) | Kind::Builtin("SOI" | "EOI") => Needs::Nothing,
        kind => matches_always(kind),
    }
}

/// Returns the nodes that call each rule.
fn callers(tree: &Tree<'_>) -> Vec<Vec<usize>> {
    let mut callers = vec![Vec::new(); tree.rules.len()];
    for (node, called) in tree.nodes.iter().enumerate() {
        if let Kind::Call(rule) = called.kind {
            callers[rule].push(node);
        }
    }
    callers
}

/// Returns the least fixpoint of the fact: where it holds without a circular argument. Each expression is visited
/// once for each operand.
fn least(tree: &Tree<'_>, callers: &[Vec<usize>], needs: fn(&Kind<'_>) -> Needs) -> Vec<bool> {
    let mut operators = vec![None; tree.nodes.len()];
    let mut missing = vec![0; tree.nodes.len()];
    let mut open = Vec::new();
    for (node, found) in tree.nodes.iter().enumerate() {
        let operands = found.kind.operands();
        missing[node] = match needs(&found.kind) {
            Needs::Nothing => {
                open.push(node);
                0
            }
            Needs::One => 1,
            Needs::All => operands.clone().count(),
            Needs::Impossible => usize::MAX,
        };
        operands.for_each(|operand| operators[operand] = Some(node));
    }
    let mut bodies = vec![None; tree.nodes.len()];
    for (rule, body) in tree.rules.iter().enumerate() {
        bodies[body.node] = Some(rule);
    }

    let mut holds = vec![false; tree.nodes.len()];
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut holds[node], true) {
            continue;
        }
        let calls = bodies[node].map_or(&[][..], |rule| &callers[rule]);
        for &above in operators[node].iter().chain(calls) {
            missing[above] = missing[above].saturating_sub(1);
            if missing[above] == 0 {
                open.push(above);
            }
        }
    }
    holds
}
