//! Static analysis of the nodes: their first sets, whether they can fail, whether they report captures, the stack space
//! that a rule takes, and the rules for which the words of a text are computed.
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
    /// The characters with which a nonempty match can begin.
    pub(super) first: CharSet,
    /// Whether the expression can match without consuming a character.
    pub(super) nullable: bool,
    /// Whether the expression can fail.
    pub(super) fallible: bool,
    /// Whether the expression may report captures.
    pub(super) captures: bool,
    /// Whether the expression can fail after it has reported a capture.
    pub(super) dirty: bool,
}

/// The facts about the bodies of all rules, from which the facts about any node are computed.
pub(super) struct Known<'a> {
    rules: &'a [Rule],
    captured: &'a dyn Fn(&Rule) -> bool,
    /// The number of rules that are not recursive, which precede the recursive rules.
    acyclic: usize,
    bodies: Vec<Facts>,
    /// The number of nodes in the code of each rule, including the rules inlined in it.
    sizes: Vec<usize>,
}

/// The maximum number of iterations for the facts about recursive rules. Practical grammars take two to four.
const MAX_ROUNDS: usize = 32;

/// The maximum number of nodes of a rule with captures that is inlined in its callers. Each call of such a rule adds
/// at most this much code. `URI-reference` is below the limit.
const MAX_INLINED_CAPTURING: usize = 256;

/// The maximum number of nodes of a rule without captures that is inlined. A call takes about as much time as this
/// many nodes.
const MAX_INLINED: usize = 16;

impl<'a> Known<'a> {
    pub(super) fn new(
        rules: &'a [Rule],
        acyclic: usize,
        nodes: &'a [Node],
        captured: &'a dyn Fn(&Rule) -> bool,
    ) -> Self {
        let (bodies, sizes) = (Vec::with_capacity(nodes.len()), Vec::with_capacity(nodes.len()));
        let mut known = Self { rules, captured, acyclic, bodies, sizes };
        for node in &nodes[..acyclic] {
            let (facts, size) = (known.facts(node), known.size(node));
            known.bodies.push(facts);
            known.sizes.push(size);
        }
        known.recursive(&nodes[acyclic..]);
        known
    }

    /// Computes the facts about the recursive rules, which depend on each other, as a least fixed point. They hold for
    /// every match by induction, because the matches of calls within a match end before it does.
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
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            for (rule, node) in (self.acyclic..).zip(nodes) {
                let facts = self.facts(node);
                changed |= facts != self.bodies[rule];
                self.bodies[rule] = facts;
            }
            if !changed {
                return;
            }
        }
        // If the facts have not converged, assume that every fact holds: the code is slower, but equivalent.
        let first = CharSet::any();
        let everything = Facts { first, nullable: true, fallible: true, captures: true, dirty: true };
        self.bodies[self.acyclic..].fill(everything);
    }

    /// Returns whether the rule is recursive, or calls a recursive rule.
    pub(super) fn is_recursive(&self, rule: usize) -> bool {
        rule >= self.acyclic
    }

    /// Returns whether the rule is inlined in its callers. The captures of an inlined rule can stay in registers, and a
    /// small rule costs less than its call. Recursive rules are never inlined.
    pub(super) fn inlined(&self, rule: usize) -> bool {
        self.sizes[rule] <= if self.bodies[rule].captures { MAX_INLINED_CAPTURING } else { MAX_INLINED }
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

    /// Returns whether a match of this rule is reported as a capture.
    pub(super) fn captured(&self, rule: usize) -> bool {
        (self.captured)(&self.rules[rule])
    }

    /// Returns the facts about each part of a sequence or choice.
    pub(super) fn each(&self, parts: &[Node]) -> Vec<Facts> {
        parts.iter().map(|part| self.facts(part)).collect()
    }

    /// Returns the facts about a node. Visits each node below it once. Methods that need the facts about a part take
    /// them as an argument: computing them again would double the work for each level of nesting.
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

    /// Returns whether the code of the node itself reports captures, so that they cannot be deferred. `facts` are the
    /// facts about the node. The capture of a call does not count, because the caller of the rule reports it, and may
    /// defer it.
    pub(super) fn reports(&self, node: &Node, facts: &Facts) -> bool {
        match node {
            Node::Call(rule) => self.bodies[*rule].captures,
            node => facts.captures && self.candidates(node).is_none(),
        }
    }

    /// Returns the callees of a choice between calls, if none of the callees reports captures itself. For such a choice,
    /// the capture can be deferred by remembering which alternative matched.
    pub(super) fn candidates(&self, node: &Node) -> Option<Vec<usize>> {
        let Node::Choice(parts) = node else { return None };
        let candidate = |part: &Node| match part {
            Node::Call(rule) if !self.bodies[*rule].captures => Some(*rule),
            _ => None,
        };
        parts.iter().map(candidate).collect()
    }

    /// Returns whether all captures in the sequence can be deferred until no later part can fail. Because the order of
    /// reports is kept, a part that reports immediately must not follow a capture, and must not precede a part that can
    /// fail.
    fn deferred(&self, parts: &[Node], each: &[Facts]) -> bool {
        let Some(last_fallible) = each.iter().rposition(|facts| facts.fallible) else {
            return true;
        };
        let reports = |index: usize| self.reports(&parts[index], &each[index]);
        let captures = each[..last_fallible].iter().any(|facts| facts.captures);
        !((0..last_fallible).any(reports) || captures && reports(last_fallible))
    }

    /// Returns whether a match may call rules repeatedly on the same characters, because the alternatives of a choice
    /// call rules and several of them can begin with the same characters. The choice may be in the node or in a rule
    /// that it calls.
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

/// The default limit on the stack space for recursive rules, in bytes. This is half the stack of the main thread on
/// Windows, which has the smallest stack of the supported platforms.
pub(super) const STACK: usize = 512 << 10;

/// The stack space for a return address, saved registers and parameters, in bytes.
const CALL: usize = 96;

/// Returns for each rule the number of bytes of stack that its function takes without optimization. Then every
/// variable has a slot of its own, even in inlined code. Optimized functions take about a tenth.
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
        // The loops of runs are inlined.
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

/// The minimum number of runs for which it pays to compute the words of a text before a rule is matched.
const MIN_RUNS: usize = 3;

/// Returns for each rule whether the words of a text are computed before the rule is matched. They are if the rule,
/// together with the rules that it calls, has at least [`MIN_RUNS`] runs of classes with words.
pub(super) fn by_words(nodes: &[Node]) -> Vec<bool> {
    let mut runs: Vec<BTreeSet<(usize, usize)>> = Vec::with_capacity(nodes.len());
    let mut callers = vec![Vec::new(); nodes.len()];
    for (rule, node) in nodes.iter().enumerate() {
        let own = node.runs().into_iter().filter(|run| Words::has(&run.set)).take(MIN_RUNS);
        runs.push(own.enumerate().map(|(place, _)| (rule, place)).collect());
        for called in node.calls() {
            callers[called].push(rule);
        }
    }
    // A rule is visited when its set grows, and no set has more than `MIN_RUNS` elements.
    let mut open: Vec<usize> = (0..nodes.len()).filter(|rule| !runs[*rule].is_empty()).collect();
    while let Some(called) = open.pop() {
        let known: Vec<_> = runs[called].iter().copied().collect();
        for &caller in &callers[called] {
            let before = runs[caller].len();
            for run in &known {
                if runs[caller].len() < MIN_RUNS {
                    runs[caller].insert(*run);
                }
            }
            if runs[caller].len() > before {
                open.push(caller);
            }
        }
    }
    runs.into_iter().map(|runs| runs.len() >= MIN_RUNS).collect()
}
