//! Repetitions that never end because of what lies on the stack, such as `POP_ALL ~ PEEK_ALL*`.
//!
//! Each rule is followed as if it were started with, on a stack of which nothing is known. A repetition is at
//! fault if what it repeats certainly matches, consumes nothing, and comes to leave the stack as it was.

use std::collections::{HashMap, HashSet};

use super::facts::{Facts, NO_PROGRESS};
use super::fault::FaultAt;
use super::known::{Known, Outcome, or};
use super::tree::{Kind, Times, Tree};
use crate::pest::builtin::is_stack;

/// How deep expressions are followed, through calls. Recursion goes as deep.
const DEEPEST: usize = 10_000;
/// How often a repetition is followed until it comes back to a stack that it has been at.
const ROUNDS: usize = 64;

/// The faults that are found in no other way.
pub(super) fn repetitions(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let skipped = || tree.rules.iter().filter(|rule| matches!(rule.name, "WHITESPACE" | "COMMENT"));
    let is_plain = !tree.nodes.iter().any(|node| uses_stack(&node.kind));
    if is_plain || changes_stack(tree, skipped().map(|rule| rule.node).collect()) {
        return Vec::new();
    }
    let mut search = Search {
        tree,
        facts,
        skips: skipped().next().is_some(),
        is_own: true,
        depth: 0,
        known: HashMap::new(),
        open: HashSet::new(),
        seen: HashSet::new(),
        reported: HashSet::new(),
        faults: Vec::new(),
    };
    for rule in &tree.rules {
        search.visit(rule.node, Known::AT_START);
    }
    search.faults
}

fn uses_stack(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Push(_) | Kind::Slice(..) => true,
        Kind::Builtin(name) => is_stack(name),
        _ => false,
    }
}

/// Whether the expressions, or what they call, may leave another stack than they found.
fn changes_stack(tree: &Tree<'_>, mut open: Vec<usize>) -> bool {
    let mut seen = vec![false; tree.rules.len()];
    while let Some(node) = open.pop() {
        match &tree.nodes[node].kind {
            Kind::Push(_) | Kind::Builtin("POP" | "DROP" | "POP_ALL") => return true,
            Kind::Call(rule) if !std::mem::replace(&mut seen[*rule], true) => {
                open.push(tree.rules[*rule].node);
            }
            // They put it back.
            Kind::And(_) | Kind::Not(_) => {}
            kind => open.extend(kind.operands()),
        }
    }
    false
}

/// An expression, and the stack that it finds.
type At = (usize, Known);

struct Search<'s, 't> {
    tree: &'s Tree<'t>,
    facts: &'s Facts,
    /// Whether something may be skipped between the parts of a sequence or a repetition.
    skips: bool,
    /// Whether this is in the rule that is started with, where repetitions are judged.
    is_own: bool,
    depth: usize,
    known: HashMap<At, Outcome>,
    /// What is being followed.
    open: HashSet<At>,
    /// Where repetitions have been judged.
    seen: HashSet<At>,
    reported: HashSet<usize>,
    faults: Vec<FaultAt>,
}

impl Search<'_, '_> {
    /// What comes of the expression. In the rule that is started with, its repetitions are judged.
    fn visit(&mut self, node: usize, stack: Known) -> Outcome {
        if self.is_own && self.seen.insert((node, stack)) {
            self.follow(node, stack)
        } else {
            self.outcome(node, stack)
        }
    }

    /// What comes of the expression. Nothing is known of one that is being followed.
    fn outcome(&mut self, node: usize, stack: Known) -> Outcome {
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

    /// Recursion: [`DEEPEST`] bounds it.
    fn follow(&mut self, node: usize, stack: Known) -> Outcome {
        self.depth += 1;
        let outcome = self.followed(node, stack);
        self.depth -= 1;
        outcome
    }

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

    /// As pest's optimizer writes it out: as often as it must match, and then as options or a repetition
    /// without a bound.
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

    /// So many of the expression, one after the other: the stack after them, if they can match, and whether
    /// one can fail that must not.
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
            // There are few stacks, so they come round long before a large count does.
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

    /// As many of the expression as match: the stack after them, if one can fail.
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

    /// Whether the expression, repeated, certainly goes on forever: it matches nothing, and comes back to what
    /// lay on the stack.
    fn is_endless(&mut self, inner: usize, stack: Known) -> bool {
        let mut seen = vec![stack.marked()];
        let mut stack = stack.marked();
        for _ in 0..ROUNDS {
            let Some(after) = self.outcome(inner, stack).of_nothing() else { return false };
            if !after.is_whole() {
                seen.clear();
            } else if seen.iter().any(|seen| seen.is_like(after)) {
                return true;
            }
            stack = after.marked();
            seen.push(stack);
        }
        false
    }

    fn report(&mut self, node: usize, inner: usize) {
        // That it may match nothing is found without following the stack.
        if !self.facts.can_be_passed(inner) && self.reported.insert(node) {
            let message = format!("expression inside repetition {NO_PROGRESS}");
            self.faults.push(FaultAt { range: self.tree.nodes[node].range.clone(), message });
        }
    }
}
