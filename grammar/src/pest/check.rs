//! The faults for which pest refuses a grammar.
//!
//! `pest_meta` follows every call again: sixty rules that each call the next one twice take it years. Here each
//! expression is visited a bounded number of times. `grammar/tests/grammar/as_pest/` compares the results.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a node or a rule is one of the tree; the depth is at most `DEEPEST` and one more, each \
              level is left once, and fewer than `HIGHEST` are pushed; a stack that is found again \
              was there before"
)]

use std::collections::{HashMap, HashSet};

use crate::pest::left;
use crate::pest::left::{Facts, NO_PROGRESS};
use crate::pest::names::{is_skipped, is_stack};
use crate::pest::tree::{FaultAt, Kind, Node, Times, Tree};

/// The stack at some point of a rule: the strings that the rule found there, and those pushed since.
///
/// Only empty strings matter: no other string on the stack matches without consuming anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Known {
    below: Below,
    /// The number of strings pushed on those.
    pushed: u8,
    /// Which pushed strings are certainly empty; the lowest string is the lowest bit.
    empty: u8,
    /// Whether no string has been popped from those below since [`Known::marked`].
    is_whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Below {
    Nothing,
    /// Only empty strings, or none.
    Empty,
    Anything,
}

/// The largest number of pushed strings that are tracked. Nothing is known of a higher stack.
const HIGHEST: u8 = 8;

impl Known {
    const UNKNOWN: Known = Known { below: Below::Anything, pushed: 0, empty: 0, is_whole: false };

    /// The stack that a start rule finds.
    const AT_START: Known = Known { is_whole: true, ..Known::UNKNOWN };

    fn marked(self) -> Known {
        Known { is_whole: true, ..self }
    }

    /// Returns the join: the knowledge that holds for both stacks.
    fn or(self, other: Known) -> Known {
        let below = match (self.below, other.below) {
            (one, other) if one == other => one,
            (Below::Anything, _) | (_, Below::Anything) => Below::Anything,
            _ => Below::Empty,
        };
        if self.pushed == other.pushed {
            let (empty, is_whole) = (self.empty & other.empty, self.is_whole && other.is_whole);
            Known { below, pushed: self.pushed, empty, is_whole }
        } else if self.is_all_empty() && other.is_all_empty() {
            Known { below: Below::Empty, ..Known::UNKNOWN }
        } else {
            Known::UNKNOWN
        }
    }

    fn push(self, is_empty: bool) -> Known {
        if self.pushed == HIGHEST {
            return Known::UNKNOWN;
        }
        Known { pushed: self.pushed + 1, empty: self.empty | u8::from(is_empty) << self.pushed, ..self }
    }

    /// Returns the stack after `POP` or `DROP`.
    fn without_top(self) -> Known {
        match (self.pushed.checked_sub(1), self.below) {
            (Some(pushed), _) => Known { pushed, empty: self.empty & bits(pushed), ..self },
            (None, Below::Nothing) => self,
            (None, below) => Known { below, ..Known::UNKNOWN },
        }
    }

    /// Returns the stack after `POP_ALL`.
    fn without_all(self) -> Known {
        let is_whole = self.is_whole && self.below == Below::Nothing;
        Known { below: Below::Nothing, pushed: 0, empty: 0, is_whole }
    }

    /// Returns whether certainly all strings are empty.
    fn is_all_empty(self) -> bool {
        self.below != Below::Anything && self.empty == bits(self.pushed)
    }

    /// Returns whether there are certainly no strings.
    fn is_bare(self) -> bool {
        self.below == Below::Nothing && self.pushed == 0
    }

    fn has_top(self) -> bool {
        self.pushed > 0
    }

    fn has_empty_top(self) -> bool {
        self.pushed > 0 && self.empty >> (self.pushed - 1) & 1 == 1
    }

    fn is_whole(self) -> bool {
        self.is_whole
    }

    /// Returns whether the same strings were pushed, as far as is known.
    fn is_like(self, other: Known) -> bool {
        (self.pushed, self.empty) == (other.pushed, other.empty)
    }
}

fn bits(count: u8) -> u8 {
    u8::MAX.checked_shr(u32::from(HIGHEST - count)).unwrap_or(0)
}

/// The possible results of an expression that runs with a certain stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Outcome {
    /// The stack after a match; nothing if it cannot match.
    matched: Option<Known>,
    /// The stack after a failure; nothing if it cannot fail.
    failed: Option<Known>,
    /// Whether a match certainly consumes nothing.
    is_empty: bool,
}

impl Outcome {
    const UNKNOWN: Outcome = Outcome::either(Known::UNKNOWN);
    /// The outcome of an expression that does not run.
    const NONE: Outcome = Outcome { matched: None, failed: None, is_empty: true };

    /// Returns the outcome of an expression that may match or fail, with the stack after it in either case.
    const fn either(stack: Known) -> Outcome {
        Outcome { matched: Some(stack), failed: Some(stack), is_empty: false }
    }

    /// Returns the outcome of an expression that certainly matches and consumes nothing.
    const fn nothing(stack: Known) -> Outcome {
        Outcome { matched: Some(stack), failed: None, is_empty: true }
    }

    /// Returns the outcome of a builtin rule, which may be a stack operation.
    fn of_builtin(name: &str, stack: Known) -> Outcome {
        match name {
            "PEEK_ALL" if stack.is_all_empty() => Outcome::nothing(stack),
            "POP_ALL" if stack.is_all_empty() => Outcome::nothing(stack.without_all()),
            // A `POP_ALL` that fails may have popped some strings.
            "POP_ALL" => Outcome { failed: Some(Known::UNKNOWN), ..Outcome::either(stack.without_all()) },
            // pest panics.
            "PEEK" | "POP" if stack.is_bare() => Outcome::NONE,
            "PEEK" if stack.has_empty_top() => Outcome::nothing(stack),
            "POP" if stack.has_empty_top() => Outcome::nothing(stack.without_top()),
            "POP" => Outcome::either(stack.without_top()),
            "DROP" if stack.is_bare() => Outcome { matched: None, ..Outcome::either(stack) },
            "DROP" if stack.has_top() => Outcome::nothing(stack.without_top()),
            "DROP" => Outcome { failed: Some(stack), ..Outcome::nothing(stack.without_top()) },
            _ => Outcome::either(stack),
        }
    }

    /// Returns whether it consumes nothing, if it matches at all.
    fn consumes_nothing(self) -> bool {
        self.matched.is_none() || self.is_empty
    }

    /// Returns the stack after the expression if it certainly matches and consumes nothing.
    fn of_nothing(self) -> Option<Known> {
        self.matched.filter(|_| self.failed.is_none() && self.is_empty)
    }

    /// Returns the stack with which an alternative runs after a failure. pest's optimizer restores the stack
    /// `before` for some expressions only.
    fn after_failure(self, before: Known) -> Option<Known> {
        self.failed.map(|failed| failed.or(before))
    }
}

/// Returns the join of two stacks, either of which may be impossible.
fn or(one: Option<Known>, other: Option<Known>) -> Option<Known> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.or(other)),
        (one, other) => one.or(other),
    }
}

/// The depth of expressions, calls included, to which outcomes are computed. Recursion is as deep.
const DEEPEST: usize = 10_000;
/// The number of interpretations of expressions with a known stack: a constant, enough for all stacks in a
/// small grammar, and a number for each expression.
const INTERPRETED: (usize, usize) = (1 << 18, 4);

/// An expression, and the stack with which it runs.
type At = (usize, Known);

/// An expression is interpreted once for each different stack. There are some 3000, and a rule that pushes one
/// string or another may double those of the next rule, so the number of interpretations is limited, in
/// proportion to the size of the grammar. Beyond the limit an expression is interpreted with [`Known::UNKNOWN`]
/// instead. That is sound: a fact about an unknown stack holds for every stack: a repetition
/// may be missed, but none is reported that could end. Whatever runs a grammar has to limit its steps anyway,
/// because it depends on the input whether most other such repetitions end.
struct Interpreter<'s, 't> {
    tree: &'s Tree<'t>,
    facts: &'s Facts,
    /// Whether white space may be skipped in a sequence or a repetition.
    skips: bool,
    /// Whether the expression is in the start rule itself, where repetitions are checked.
    is_own: bool,
    depth: usize,
    /// The number of interpretations that are left of [`INTERPRETED`].
    left: usize,
    /// Those that there have been.
    met: HashSet<At>,
    known: HashMap<At, Outcome>,
    /// The expressions whose outcomes are being computed.
    open: HashSet<At>,
    /// The expressions in which repetitions have been checked.
    seen: HashSet<At>,
    reported: HashSet<usize>,
    faults: Vec<FaultAt>,
}

impl<'s, 't> Interpreter<'s, 't> {
    fn new(tree: &'s Tree<'t>, facts: &'s Facts, skips: bool) -> Self {
        Interpreter {
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
    fn visit(&mut self, node: usize, stack: Known) -> Outcome {
        let stack = self.limited(node, stack);
        if self.is_own && self.seen.insert((node, stack)) {
            self.follow(node, stack)
        } else {
            self.outcome(node, stack)
        }
    }

    /// Returns the outcome of the expression, which is unknown while it is being computed.
    fn outcome(&mut self, node: usize, stack: Known) -> Outcome {
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

    /// Returns the stack with which the expression is interpreted instead of this one: itself, or an unknown
    /// one.
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

    /// Returns the outcome of a repetition, which pest's optimizer writes out as required copies of the
    /// operand, followed by optional copies or by `*`.
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

    /// Returns the stack after that many copies of the expression, if they can match, and whether a required
    /// copy can fail.
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

/// The number of iterations that are tried until the stack of an earlier one is found again.
const ROUNDS: usize = 64;

/// Returns the repetitions that are endless only because of the stack.
///
/// An abstract interpretation of each rule as a start rule, with an unknown stack. A repetition is reported if
/// its operand certainly matches, consumes nothing, and after some iterations leaves the stack unchanged.
fn endless_by_stack(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let skipped = || tree.rules.iter().filter(|rule| is_skipped(rule.name));
    // White space that changes the stack would run between all terms; nothing is certain then.
    let is_plain = !tree.nodes.iter().any(|node| uses_stack(&node.kind));
    if is_plain || changes_stack(tree, skipped().map(|rule| rule.node).collect()) {
        return Vec::new();
    }
    let mut search = Interpreter::new(tree, facts, skipped().next().is_some());
    search.run();
    search.faults
}

fn uses_stack(kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Push(_) | Kind::Slice(..) => true,
        Kind::Builtin(name) => is_stack(name),
        _ => false,
    }
}

/// Returns whether the expressions, or the rules that they call, may change the stack.
fn changes_stack(tree: &Tree<'_>, mut open: Vec<usize>) -> bool {
    let mut seen = vec![false; tree.rules.len()];
    while let Some(node) = open.pop() {
        match &tree.nodes[node].kind {
            Kind::Push(_) | Kind::Builtin("POP" | "DROP" | "POP_ALL") => return true,
            Kind::Call(rule) if !std::mem::replace(&mut seen[*rule], true) => {
                open.push(tree.rules[*rule].node);
            }
            // Predicates restore the stack.
            Kind::And(_) | Kind::Not(_) => {}
            kind => open.extend(kind.operands()),
        }
    }
    false
}

impl Interpreter<'_, '_> {
    fn run(&mut self) {
        for rule in &self.tree.rules {
            self.visit(rule.node, Known::AT_START);
        }
    }

    /// Returns whether a repetition of the expression is certainly endless: it consumes nothing, and the stack
    /// becomes one that it was before.
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
        // Such a repetition is already reported, whatever the stack is.
        if !self.facts.can_be_passed(inner) && self.reported.insert(node) {
            let message = format!("expression inside repetition {NO_PROGRESS}");
            self.faults.push(FaultAt { range: self.tree.nodes[node].range.clone(), message });
        }
    }
}

/// Returns the faults in the order of the text, with `pest_meta`'s messages but for left recursion.
pub(crate) fn check(tree: &Tree<'_>, text: &str) -> Vec<FaultAt> {
    let facts = Facts::of(tree);
    let mut faults = repetitions(tree, &facts);
    faults.extend(endless_by_stack(tree, &facts));
    faults.extend(choices(tree, &facts));
    faults.extend(skipped(tree, &facts));
    faults.extend(left::recursion(tree, &facts, text));
    faults.sort_by_key(|fault| (fault.range.start, fault.range.end));
    faults
}

fn fault(node: &Node<'_>, message: impl Into<String>) -> FaultAt {
    FaultAt { range: node.range.clone(), message: message.into() }
}

fn repetitions(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let faults = tree.nodes.iter().filter_map(|node| match node.kind {
        Kind::Repeat(inner, Times::Any | Times::Once | Times::Least(_)) => {
            Some(fault(node, format!("expression inside repetition {}", why_endless(facts, inner)?)))
        }
        _ => None,
    });
    faults.collect()
}

/// Returns why a repetition of the expression may be endless, if it may.
fn why_endless(facts: &Facts, node: usize) -> Option<&'static str> {
    if facts.matches_always[node] {
        Some("cannot fail and will repeat infinitely")
    } else if facts.may_be_empty[node] {
        Some(NO_PROGRESS)
    } else {
        None
    }
}

fn choices(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let faults = tree.nodes.iter().filter_map(|node| {
        let Kind::Choice(left, _) = node.kind else { return None };
        let before = if let Kind::Choice(_, last) = tree.nodes[left].kind { last } else { left };
        let hides_the_rest = facts.matches_always[before];
        let message = "expression cannot fail; following choices cannot be reached";
        hides_the_rest.then(|| fault(&tree.nodes[before], message))
    });
    faults.collect()
}

/// Checks the rules that pest repeats implicitly.
fn skipped(tree: &Tree<'_>, facts: &Facts) -> Vec<FaultAt> {
    let rules = tree.rules.iter().filter(|rule| is_skipped(rule.name));
    let faults = rules.filter_map(|rule| {
        let why = why_endless(facts, rule.node)?;
        Some(fault(&tree.nodes[rule.node], format!("{} {why}", rule.name)))
    });
    faults.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pest::notation;
    use rstest::rstest;
    use std::thread;

    /// The next rule is called with twice as many different stacks.
    #[rstest]
    #[case("{ PUSH(\"\") ~ NEXT | PUSH(\"x\") ~ NEXT }")]
    #[case("{ PUSH(\"\") ~ NEXT | PUSH(\"x\") ~ NEXT | POP_ALL ~ NEXT | (PUSH(\"\") ~ \"y\")* ~ NEXT{3} }")]
    fn expressions_have_few_stacks(#[case] rule: &str) {
        let rules = (0..2000).map(|i| format!("r{i} = {}\n", rule.replace("NEXT", &format!("r{}", i + 1))));
        let source = rules.collect::<String>() + "r2000 = { \"x\" }";
        let Ok(tree) = notation::read(&source) else { panic!("it is read") };
        let facts = Facts::of(&tree);
        let count = tree.nodes.len();
        let search = thread::Builder::new().stack_size(256 << 20);
        let interpreted = thread::scope(|scope| {
            let run = || {
                let mut search = Interpreter::new(&tree, &facts, false);
                search.run();
                search.known.len().max(search.seen.len())
            };
            search.spawn_scoped(scope, run).unwrap().join().unwrap()
        });
        assert!(interpreted <= INTERPRETED.0 + (INTERPRETED.1 + 1) * count, "{interpreted}");
    }
}
