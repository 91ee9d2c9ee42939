//! Static analysis of the nodes: their first sets, whether they can fail, the captures that they report, the
//! stack that a rule takes, and the rules that classify a text by words before they read it.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules` and `nodes`, and calls a rule without facts only if both are \
              recursive; inlined rules are small"
)]

use std::collections::BTreeSet;

use crate::characters::CharSet;
use crate::compile::shape::Node;
use crate::compile::words::Words;
use crate::peg::expr::Rule;

/// The facts about an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Facts {
    /// The first set: the characters with which a nonempty match can begin.
    pub(super) first: CharSet,
    /// Whether it can match without consuming a character.
    pub(super) nullable: bool,
    /// Whether it can fail.
    pub(super) fallible: bool,
    /// Whether it reports captures.
    pub(super) captures: bool,
    /// Whether it can fail after it has reported a capture.
    pub(super) dirty: bool,
}

/// The facts of every rule's body, from which those of any node follow.
pub(super) struct Known<'a> {
    rules: &'a [Rule],
    captured: &'a dyn Fn(&Rule) -> bool,
    /// The number of rules that are not recursive; they come first.
    decided: usize,
    bodies: Vec<Facts>,
    /// The number of nodes in the code of each rule, including the rules inlined in it.
    sizes: Vec<usize>,
}

/// The maximum number of rounds in which the facts of recursive rules are computed. Practical grammars take
/// two to four.
const ROUNDS: usize = 32;

/// The maximum number of nodes of a capturing rule that is inlined in its callers. `URI-reference` as a whole
/// is below it, and each call adds at most this much code.
const INLINED: usize = 256;

/// The same limit for other rules: a call takes about as much time as this many nodes.
const SMALL: usize = 16;

impl<'a> Known<'a> {
    pub(super) fn new(
        rules: &'a [Rule],
        decided: usize,
        nodes: &'a [Node],
        captured: &'a dyn Fn(&Rule) -> bool,
    ) -> Self {
        let (bodies, sizes) = (Vec::with_capacity(nodes.len()), Vec::with_capacity(nodes.len()));
        let mut known = Self { rules, captured, decided, bodies, sizes };
        for node in &nodes[..decided] {
            let (facts, size) = (known.facts(node), known.size(node));
            known.bodies.push(facts);
            known.sizes.push(size);
        }
        known.recursive(&nodes[decided..]);
        known
    }

    /// Computes the facts of the recursive rules, which depend on each other, as a least fixed point. It
    /// covers every match that ends, because the calls within it end before it does.
    fn recursive(&mut self, nodes: &[Node]) {
        let nothing = Facts {
            first: CharSet::empty(),
            nullable: false,
            fallible: false,
            captures: false,
            dirty: false,
        };
        self.bodies.resize(self.rules.len(), nothing);
        self.sizes.resize(self.rules.len(), usize::MAX);
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (rule, node) in (self.decided..).zip(nodes) {
                let facts = self.facts(node);
                changed |= facts != self.bodies[rule];
                self.bodies[rule] = facts;
            }
            if !changed {
                return;
            }
        }
        // Assuming every fact is safe: the code is slower, but equivalent.
        let first = CharSet::any();
        let everything = Facts { first, nullable: true, fallible: true, captures: true, dirty: true };
        self.bodies[self.decided..].fill(everything);
    }

    /// Returns whether the rule is recursive, or calls a recursive rule.
    pub(super) fn is_recursive(&self, rule: usize) -> bool {
        rule >= self.decided
    }

    /// Returns whether the rule is inlined in its callers: the captures of an inlined rule need not go
    /// through memory, and a small rule costs less than its call. Recursive rules are never inlined.
    pub(super) fn inlined(&self, rule: usize) -> bool {
        self.sizes[rule] <= if self.bodies[rule].captures { INLINED } else { SMALL }
    }

    fn size(&self, node: &Node) -> usize {
        match node {
            Node::Call(rule) if self.inlined(*rule) => self.sizes[*rule],
            Node::Seq(parts) | Node::Choice(parts) => {
                1 + parts.iter().map(|part| self.size(part)).sum::<usize>()
            }
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => 1 + self.size(inner),
            _ => 1,
        }
    }

    pub(super) fn body(&self, rule: usize) -> &Facts {
        &self.bodies[rule]
    }

    /// Returns whether a call to this rule is reported.
    pub(super) fn captured(&self, rule: usize) -> bool {
        (self.captured)(&self.rules[rule])
    }

    /// Returns the facts of each part of a sequence or choice.
    pub(super) fn each(&self, parts: &[Node]) -> Vec<Facts> {
        parts.iter().map(|part| self.facts(part)).collect()
    }

    /// Returns the facts of a node. Visits each node below once: callers pass on the facts of a part, because
    /// computing them again at each level would double the work at each level.
    pub(super) fn facts(&self, node: &Node) -> Facts {
        let still = |fallible| Facts {
            first: CharSet::empty(),
            nullable: true,
            fallible,
            captures: false,
            dirty: false,
        };
        match node {
            Node::Empty => still(false),
            Node::Start | Node::End | Node::Not(_) | Node::And(_) => still(true),
            Node::Fail => Facts { nullable: false, ..still(true) },
            Node::One(set) => Facts { first: set.clone(), nullable: false, ..still(true) },
            Node::Run(run) | Node::Trimmed(run, _) => Facts { first: run.first(), ..still(false) },
            Node::Call(rule) => {
                let body = self.bodies[*rule].clone();
                Facts { captures: body.captures || self.captured(*rule), ..body }
            }
            Node::Seq(parts) => {
                let each = self.each(parts);
                let deferred = self.deferred(parts, &each);
                let mut all = still(false);
                for facts in each {
                    if all.nullable {
                        all.first = all.first.union(&facts.first);
                    }
                    all.nullable &= facts.nullable;
                    all.dirty |= facts.dirty || (facts.fallible && all.captures && !deferred);
                    all.captures |= facts.captures;
                    all.fallible |= facts.fallible;
                }
                all
            }
            Node::Choice(parts) => {
                let mut all = Facts { nullable: false, fallible: true, ..still(true) };
                for part in parts {
                    let facts = self.facts(part);
                    all.first = all.first.union(&facts.first);
                    all.nullable |= facts.nullable;
                    all.captures |= facts.captures;
                    all.fallible &= facts.fallible;
                    // The captures of an earlier alternative are undone before the next is tried.
                    all.dirty = facts.dirty;
                }
                all
            }
            Node::Repeat { inner, min, .. } => {
                let inner = self.facts(inner);
                Facts {
                    nullable: *min == 0 || inner.nullable,
                    fallible: *min > 0 && inner.fallible,
                    // The captures of a failed iteration are undone, but not those of the iterations before
                    // it.
                    dirty: *min > 1 && inner.captures && inner.fallible,
                    ..inner
                }
            }
        }
    }

    /// Returns whether the code of the node, which has these facts, reports captures immediately. The capture
    /// of a call is reported by the caller, which may defer it.
    pub(super) fn reports(&self, node: &Node, facts: &Facts) -> bool {
        match node {
            Node::Call(rule) => self.bodies[*rule].captures,
            node => facts.captures && self.candidates(node).is_none(),
        }
    }

    /// Returns the rules of a choice between calls that report only the called rule. For such a choice it
    /// suffices to remember the alternative that matched.
    pub(super) fn candidates(&self, node: &Node) -> Option<Vec<usize>> {
        let Node::Choice(parts) = node else { return None };
        let candidate = |part: &Node| match part {
            Node::Call(rule) if !self.bodies[*rule].captures => Some(*rule),
            _ => None,
        };
        parts.iter().map(candidate).collect()
    }

    /// Returns whether every capture in the sequence can be deferred until nothing after it can fail. Reports
    /// keep their order, so no capture may precede a part that reports immediately, and no such part may
    /// precede one that can fail.
    fn deferred(&self, parts: &[Node], each: &[Facts]) -> bool {
        let Some(last_fallible) = each.iter().rposition(|facts| facts.fallible) else {
            return true;
        };
        let reports = |index: usize| self.reports(&parts[index], &each[index]);
        let captures = each[..last_fallible].iter().any(|facts| facts.captures);
        !((0..last_fallible).any(reports) || captures && reports(last_fallible))
    }

    /// Returns whether matching may call rules repeatedly on the same characters: alternatives that call
    /// rules have intersecting first sets, here or in a called rule.
    ///
    /// `known` has the result for each rule that the node can call.
    pub(super) fn repeats_work(&self, node: &Node, known: &[bool]) -> bool {
        match node {
            Node::Choice(parts) => {
                let calling = parts.iter().filter(|part| !part.calls().is_empty());
                let firsts: Vec<CharSet> = calling.map(|part| self.facts(part).first).collect();
                let alike = |(index, first): (usize, &CharSet)| {
                    firsts[..index].iter().any(|before| !before.intersect(first).is_empty())
                };
                firsts.iter().enumerate().any(alike)
                    || parts.iter().any(|part| self.repeats_work(part, known))
            }
            Node::Seq(parts) => parts.iter().any(|part| self.repeats_work(part, known)),
            Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => {
                self.repeats_work(inner, known)
            }
            Node::Call(rule) => known[*rule],
            Node::Empty
            | Node::Fail
            | Node::Start
            | Node::End
            | Node::One(_)
            | Node::Run(_)
            | Node::Trimmed(..) => false,
        }
    }
}

/// The default stack for recursive rules, in bytes: half the stack of the main thread on Windows, where it is
/// smallest.
pub(super) const STACK: usize = 512 << 10;

/// A return address, saved registers and parameters.
const CALL: usize = 96;

/// Returns for each rule the number of bytes of stack that its function takes without optimization, when
/// every variable, including those of inlined code, has a separate slot. Optimized, it takes a tenth.
///
/// The copies of the sink are not included.
pub(super) fn frames(nodes: &[Node], known: &Known<'_>) -> Vec<usize> {
    let mut frames: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let frame = CALL.saturating_add(variables(node, known, &frames));
        frames.push(frame);
    }
    frames
}

fn variables(node: &Node, known: &Known<'_>, frames: &[usize]) -> usize {
    match node {
        Node::Empty | Node::Fail | Node::Start | Node::End => 16,
        Node::One(_) => 16,
        // Their loops are inlined.
        Node::Run(_) | Node::Trimmed(..) => 240,
        Node::Call(rule) if known.inlined(*rule) => frames[*rule],
        Node::Call(_) => 48,
        Node::Seq(parts) | Node::Choice(parts) => {
            parts.iter().fold(16, |sum, part| sum.saturating_add(variables(part, known, frames)))
        }
        Node::Repeat { inner, .. } if matches!(**inner, Node::One(_)) => 256,
        Node::Repeat { inner, .. } | Node::Not(inner) | Node::And(inner) => {
            variables(inner, known, frames).saturating_add(32)
        }
    }
}

/// The minimum number of runs found by words for which it pays to compute the words of a text.
const LEAST: usize = 3;

/// Returns for each rule whether it and the rules that it calls have enough runs that words find.
pub(super) fn by_words(nodes: &[Node]) -> Vec<bool> {
    let mut runs: Vec<BTreeSet<(usize, usize)>> = Vec::with_capacity(nodes.len());
    let mut callers = vec![Vec::new(); nodes.len()];
    for (rule, node) in nodes.iter().enumerate() {
        let own = node.runs().into_iter().filter(|run| Words::has(&run.set)).take(LEAST);
        runs.push(own.enumerate().map(|(place, _)| (rule, place)).collect());
        for called in node.calls() {
            callers[called].push(rule);
        }
    }
    // No set has more than `LEAST` elements, so each rule is visited at most that many times.
    let mut open: Vec<usize> = (0..nodes.len()).filter(|rule| !runs[*rule].is_empty()).collect();
    while let Some(called) = open.pop() {
        let known: Vec<_> = runs[called].iter().copied().collect();
        for &caller in &callers[called] {
            let before = runs[caller].len();
            for run in &known {
                if runs[caller].len() < LEAST {
                    runs[caller].insert(*run);
                }
            }
            if runs[caller].len() > before {
                open.push(caller);
            }
        }
    }
    runs.into_iter().map(|runs| runs.len() >= LEAST).collect()
}
