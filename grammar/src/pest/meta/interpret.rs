//! An abstract interpretation of expressions: what becomes of pest's stack.
//!
//! An expression is interpreted once for each different stack. There are some 3000, and a rule that pushes one string
//! or another may double those of the next rule, so the number of interpretations is limited, in proportion to the
//! size of the grammar. Beyond the limit an expression is interpreted with [`Known::UNKNOWN`] instead. That is sound,
//! because what is certain of an unknown stack is certain of every stack: a repetition may be missed, but none is
//! reported that could end. Whatever runs a grammar has to limit its steps anyway, because it depends on the input
//! whether most other such repetitions end.

use std::collections::{HashMap, HashSet};

use super::facts::Facts;
use super::fault::FaultAt;
use super::known::{Known, Outcome, or};
use super::tree::{Kind, Times, Tree};

/// The depth of expressions, calls included, to which outcomes are computed. Recursion is as deep.
const DEEPEST: usize = 10_000;
/// The number of interpretations of expressions with a known stack: so many, enough for all stacks in a small grammar,
/// and so many for each expression.
pub(super) const INTERPRETED: (usize, usize) = (1 << 18, 4);

/// An expression, and the stack with which it runs.
type At = (usize, Known);

pub(super) struct Search<'s, 't> {
    pub(super) tree: &'s Tree<'t>,
    pub(super) facts: &'s Facts,
    /// Whether white space may be skipped in a sequence or a repetition.
    skips: bool,
    /// Whether the expression is in the start rule itself, where repetitions are checked.
    is_own: bool,
    depth: usize,
    /// The number of interpretations that are left of [`INTERPRETED`].
    pub(super) left: usize,
    /// Those that there have been.
    met: HashSet<At>,
    pub(super) known: HashMap<At, Outcome>,
    /// The expressions whose outcomes are being computed.
    open: HashSet<At>,
    /// The expressions in which repetitions have been checked.
    pub(super) seen: HashSet<At>,
    pub(super) reported: HashSet<usize>,
    pub(super) faults: Vec<FaultAt>,
}

impl<'s, 't> Search<'s, 't> {
    #[expect(clippy::arithmetic_side_effects, reason = "a node takes more than four bytes of memory")]
    pub(super) fn new(tree: &'s Tree<'t>, facts: &'s Facts, skips: bool) -> Self {
        Search {
            tree,
            facts,
            skips,
            is_own: true,
            depth: 0,
            left: INTERPRETED.0 + INTERPRETED.1 * tree.nodes.len(),
            met: HashSet::new(),
            known: HashMap::new(),
            open: HashSet::new(),
            seen: HashSet::new(),
            reported: HashSet::new(),
            faults: Vec::new(),
        }
    }

    /// Returns the outcome of the expression, and in the start rule checks its repetitions.
    pub(super) fn visit(&mut self, node: usize, stack: Known) -> Outcome {
        let stack = self.limited(node, stack);
        if self.is_own && self.seen.insert((node, stack)) {
            self.follow(node, stack)
        } else {
            self.outcome(node, stack)
        }
    }

    /// Returns the outcome of the expression, which is unknown while it is being computed.
    pub(super) fn outcome(&mut self, node: usize, stack: Known) -> Outcome {
        let stack = self.limited(node, stack);
        let at = (node, stack);
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        if self.depth > DEEPEST || !self.open.insert(at) {
            return Outcome::UNKNOWN;
        }
        let is_own = std::mem::replace(&mut self.is_own, false);
        let outcome = self.follow(node, stack);
        self.is_own = is_own;
        self.open.remove(&at);
        self.known.insert(at, outcome);
        outcome
    }

    /// Returns the stack with which the expression is interpreted instead of this one: itself, or an unknown one.
    fn limited(&mut self, node: usize, stack: Known) -> Known {
        if self.met.contains(&(node, stack)) {
            return stack;
        }
        let Some(left) = self.left.checked_sub(1) else { return Known::UNKNOWN };
        self.left = left;
        self.met.insert((node, stack));
        stack
    }

    /// Recursion: [`DEEPEST`] bounds it.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "the depth is at most `DEEPEST` and one more, and each level is left once"
    )]
    fn follow(&mut self, node: usize, stack: Known) -> Outcome {
        self.depth += 1;
        let outcome = self.followed(node, stack);
        self.depth -= 1;
        outcome
    }

    #[expect(clippy::indexing_slicing, reason = "a node or a rule is one of the tree")]
    fn followed(&mut self, node: usize, stack: Known) -> Outcome {
        let tree = self.tree;
        match tree.nodes[node].kind {
            Kind::Str(ref text) | Kind::Insens(ref text) if text.is_empty() => Outcome::nothing(stack),
            Kind::Slice(0, None) => Outcome::of_builtin("PEEK_ALL", stack),
            Kind::Slice(0, Some(0)) => Outcome::nothing(stack),
            Kind::Str(_) | Kind::Insens(_) | Kind::Range(..) | Kind::Slice(..) => Outcome::either(stack),
            Kind::Builtin(name) => Outcome::of_builtin(name, stack),
            Kind::Call(rule) => self.outcome(tree.rules[rule].node, stack),
            Kind::And(inner) => {
                let inner = self.visit(inner, stack);
                let put_back = |after: Option<Known>| after.map(|_| stack);
                Outcome { matched: put_back(inner.matched), failed: put_back(inner.failed), is_empty: true }
            }
            Kind::Not(inner) => {
                let inner = self.visit(inner, stack);
                let put_back = |after: Option<Known>| after.map(|_| stack);
                Outcome { matched: put_back(inner.failed), failed: put_back(inner.matched), is_empty: true }
            }
            Kind::Seq(left, right) => {
                let left = self.visit(left, stack);
                let right = left.matched.map_or(Outcome::NONE, |stack| self.visit(right, stack));
                let may_fail = left.failed.is_some() || right.failed.is_some();
                Outcome {
                    matched: right.matched,
                    failed: may_fail.then_some(stack),
                    is_empty: left.is_empty && right.is_empty && !self.skips,
                }
            }
            Kind::Choice(left, right) => {
                let left = self.visit(left, stack);
                let failed = left.after_failure(stack);
                let right = failed.map_or(Outcome::NONE, |stack| self.visit(right, stack));
                Outcome {
                    matched: or(left.matched, right.matched),
                    failed: right.after_failure(stack),
                    is_empty: left.consumes_nothing() && right.consumes_nothing(),
                }
            }
            Kind::Opt(inner) => {
                let inner = self.visit(inner, stack);
                Outcome {
                    matched: or(inner.matched, inner.after_failure(stack)),
                    failed: None,
                    is_empty: inner.consumes_nothing(),
                }
            }
            Kind::Push(inner) => {
                let inner = self.visit(inner, stack);
                Outcome { matched: inner.matched.map(|stack| stack.push(inner.is_empty)), ..inner }
            }
            Kind::Repeat(inner, times) => self.repeated(node, inner, times, stack),
        }
    }

    /// Returns the outcome of a repetition, which pest's optimizer writes out as required copies of the operand,
    /// followed by optional copies or by `*`.
    #[expect(clippy::arithmetic_side_effects, reason = "`least` is at most `most`")]
    fn repeated(&mut self, node: usize, inner: usize, times: Times, stack: Known) -> Outcome {
        let most = times.most();
        if most.is_none() && self.is_own && self.is_endless(inner, stack) {
            self.report(node, inner);
        }
        let least = most.map_or(times.least(), |most| times.least().min(most));
        let mut is_empty = !self.skips || most.is_some_and(|most| most <= 1);
        let (required, may_fail) = self.copies(inner, stack, least, true, &mut is_empty);
        let failed = may_fail.then_some(stack);
        let Some(required) = required else { return Outcome { failed, ..Outcome::NONE } };
        let matched = match most {
            Some(most) => self.copies(inner, required, most - least, false, &mut is_empty).0,
            None => self.all(inner, required, &mut is_empty),
        };
        Outcome { matched, failed, is_empty }
    }

    /// Returns the stack after that many copies of the expression, if they can match, and whether a required copy
    /// can fail.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "a stack that is found again was there before, and a round has at least one"
    )]
    fn copies(
        &mut self,
        inner: usize,
        stack: Known,
        count: u32,
        required: bool,
        is_empty: &mut bool,
    ) -> (Option<Known>, bool) {
        let (mut stack, mut may_fail) = (stack, false);
        let mut stacks = Vec::new();
        while stacks.len() < count as usize {
            // There are few stacks, so large counts are computed from the period.
            if let Some(first) = stacks.iter().position(|&seen| seen == stack) {
                let round = stacks.len() - first;
                return (Some(stacks[first + (count as usize - first) % round]), may_fail);
            }
            stacks.push(stack);
            let outcome = self.visit(inner, stack);
            *is_empty &= outcome.consumes_nothing();
            let next = if required {
                may_fail |= outcome.failed.is_some();
                outcome.matched
            } else {
                or(outcome.matched, outcome.after_failure(stack))
            };
            match next {
                Some(next) => stack = next,
                None => return (None, may_fail),
            }
        }
        (Some(stack), may_fail)
    }

    /// Returns the stack after `*`, if the expression can fail.
    fn all(&mut self, inner: usize, stack: Known, is_empty: &mut bool) -> Option<Known> {
        let mut seen = HashSet::new();
        let mut after = None;
        let mut next = Some(stack);
        while let Some(stack) = next.filter(|&stack| seen.insert(stack)) {
            let outcome = self.visit(inner, stack);
            *is_empty &= outcome.consumes_nothing();
            after = or(after, outcome.after_failure(stack));
            next = outcome.matched;
        }
        after
    }
}
