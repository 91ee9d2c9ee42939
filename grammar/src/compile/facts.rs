//! What can be said of a node before it runs: how it can begin, whether it can fail, what it reports.

use crate::characters::charset::CharSet;
use crate::peg::rule::Rule;

use super::node::Node;

/// What is known of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Facts {
    /// The characters that it can begin with when it consumes any.
    pub(super) first: CharSet,
    /// Whether it can match without consuming a character.
    pub(super) nullable: bool,
    /// Whether it can fail.
    pub(super) fallible: bool,
    /// Whether it reports captures.
    pub(super) captures: bool,
    /// Whether it can fail after it has reported one.
    pub(super) dirty: bool,
}

/// The facts of every rule's body, and of any node over those rules.
pub(super) struct Known<'a> {
    rules: &'a [Rule],
    captured: &'a dyn Fn(&Rule) -> bool,
    bodies: Vec<Facts>,
    /// How many nodes the code of each rule is made of, with that of the rules that stands in it.
    sizes: Vec<usize>,
}

/// How many nodes the code of a rule that captures may be made of to stand in that of its callers. All of
/// `URI-reference` is less, and code grows by no more than this a call.
const INLINED: usize = 256;

/// The same of other rules: a call takes as long as so few nodes.
const SMALL: usize = 16;

impl<'a> Known<'a> {
    pub(super) fn new(rules: &'a [Rule], nodes: &'a [Node], captured: &'a dyn Fn(&Rule) -> bool) -> Self {
        let mut known = Self { rules, captured, bodies: Vec::with_capacity(nodes.len()), sizes: Vec::new() };
        for node in nodes {
            let (facts, size) = (known.facts(node), known.size(node));
            known.bodies.push(facts);
            known.sizes.push(size);
        }
        known
    }

    /// Whether the code of the rule is to stand in that of its callers: what it captures need not go through
    /// memory then, and what is small need not be called.
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

    /// Whether a call of this rule is reported.
    pub(super) fn captured(&self, rule: usize) -> bool {
        (self.captured)(&self.rules[rule])
    }

    /// The facts of each part of a sequence or choice.
    pub(super) fn each(&self, parts: &[Node]) -> Vec<Facts> {
        parts.iter().map(|part| self.facts(part)).collect()
    }

    /// Asks each node below once: whoever has the facts of a part passes them on, as asking for them again
    /// at each level would double the work with each.
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
            Node::Run(run) => {
                let firsts = run.escapes.iter().filter_map(|escape| escape.first());
                Facts { first: firsts.fold(run.set.clone(), |all, first| all.union(first)), ..still(false) }
            }
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
                    // An earlier alternative is undone before the next is tried.
                    all.dirty = facts.dirty;
                }
                all
            }
            Node::Repeat { inner, min, .. } => {
                let inner = self.facts(inner);
                Facts {
                    nullable: *min == 0 || inner.nullable,
                    fallible: *min > 0 && inner.fallible,
                    // A repetition that did not match is undone, one before it is not.
                    dirty: *min > 1 && inner.captures && inner.fallible,
                    ..inner
                }
            }
        }
    }

    /// Whether the code of the node, of which these are the facts, reports captures itself, at once; that of
    /// a call is for the caller to report, who may wait.
    pub(super) fn reports(&self, node: &Node, facts: &Facts) -> bool {
        match node {
            Node::Call(rule) => self.bodies[*rule].captures,
            node => facts.captures && self.candidates(node).is_none(),
        }
    }

    /// The rules of a choice between calls that report nothing but themselves: it is enough to remember
    /// which of them matched.
    pub(super) fn candidates(&self, node: &Node) -> Option<Vec<usize>> {
        let Node::Choice(parts) = node else { return None };
        let candidate = |part: &Node| match part {
            Node::Call(rule) if !self.bodies[*rule].captures => Some(*rule),
            _ => None,
        };
        parts.iter().map(candidate).collect()
    }

    /// Whether every capture in the sequence can wait until nothing after it can fail: none stands before
    /// a part that reports at once, as reports keep their order, and no such part before one that fails.
    fn deferred(&self, parts: &[Node], each: &[Facts]) -> bool {
        let Some(last_fallible) = each.iter().rposition(|facts| facts.fallible) else {
            return true;
        };
        let reports = |index: usize| self.reports(&parts[index], &each[index]);
        let captures = each[..last_fallible].iter().any(|facts| facts.captures);
        !((0..last_fallible).any(reports) || captures && reports(last_fallible))
    }

    /// Whether matching may call rules again and again on the same characters: alternatives that call
    /// rules and begin alike, here or in a rule that is called.
    ///
    /// `known` has the answers for the rules that it can call.
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
            Node::Empty | Node::Fail | Node::Start | Node::End | Node::One(_) | Node::Run(_) => false,
        }
    }
}
