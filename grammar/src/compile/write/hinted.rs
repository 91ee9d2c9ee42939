//! Uses what earlier code has found out about the bytes at an offset, such as an optional part or an
//! alternative that failed, so that no byte is tested twice.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `nodes`, and a part one of its parts"
)]

use std::collections::HashSet;

use crate::characters::charset::CharSet;
use crate::compile::node::Node;
use crate::compile::run::Run;
use crate::compile::table::beyond;

use super::hint::{Hint, HintKind};
use super::place::{End, Place};
use super::writer::{Failure, Writer};

impl<'a> Writer<'a> {
    /// Returns an expression that calls a rule at an offset.
    pub(super) fn call(&mut self, rule: usize, at: &Place) -> End {
        let hints: Vec<Hint> = self.hints.iter().filter(|hint| hint.at == *at).cloned().collect();
        for Hint { kind, end, .. } in &hints {
            match (kind, &self.nodes[rule]) {
                (HintKind::Rule(known), _) if *known == rule => return End::Known(end.clone()),
                (HintKind::Run(known), Node::Run(run)) if known == run => return End::Known(end.clone()),
                (HintKind::Run(known), Node::Run(run)) if known.within(run) => {
                    let name = self.function_for(rule, None);
                    // No escape begins there, because both runs have the same escapes.
                    let more = run.set.difference(&known.set);
                    if beyond(&more).is_some() {
                        return End::Expression(format!("self::{name}(s, {end})"));
                    }
                    let goes_on = self.table.test(&more, end);
                    return End::Expression(format!(
                        "if {goes_on} {{ self::{name}(s, {end}) }} else {{ {end} }}"
                    ));
                }
                _ => {}
            }
        }
        let hint = hints.into_iter().find(|hint| self.profits(rule, &hint.kind));
        let name = self.function_for(rule, hint.as_ref().map(|hint| hint.kind.clone()));
        let known = hint.map_or(String::new(), |hint| format!(", {}", hint.end));
        let rest = self.rest(rule);
        End::Expression(format!("self::{name}(s, {at}{known}{rest})"))
    }

    /// Returns whether the function of a rule can use a fact about the bytes where it begins.
    fn profits(&self, rule: usize, kind: &HintKind) -> bool {
        let node = &self.nodes[rule];
        // A machine always begins in its first state.
        if self.machines.contains_key(&rule) {
            return false;
        }
        match kind {
            HintKind::Run(run) => self.begins_with(rule).contains(&run),
            HintKind::Rule(known) => self.first_call(node) == Some(*known),
            HintKind::Ahead(set) => self.goes_on(node, set, &mut HashSet::new()),
        }
    }

    /// Returns whether the expression, or a rule that it calls at its beginning, can begin with more than one
    /// character of the set.
    fn goes_on(&self, node: &Node, set: &CharSet, asked: &mut HashSet<usize>) -> bool {
        match node {
            // For a rule that was visited before, the result was `false`.
            Node::Call(rule) => asked.insert(*rule) && self.goes_on(&self.nodes[*rule], set, asked),
            Node::Choice(parts) => parts.iter().any(|part| self.goes_on(part, set, asked)),
            Node::Seq(parts) => {
                run_of(parts, set) || parts.first().is_some_and(|part| self.goes_on(part, set, asked))
            }
            _ => false,
        }
    }

    fn first_call(&self, node: &Node) -> Option<usize> {
        match node {
            Node::Call(rule) => Some(*rule),
            Node::Seq(parts) => match parts.first() {
                Some(Node::Call(rule)) => Some(*rule),
                _ => None,
            },
            _ => None,
        }
    }

    /// Writes a character and a run after it, where such characters are known to be at the offset.
    pub(super) fn begun(&mut self, parts: &[Node], at: &Place, failure: &Failure) -> Option<Place> {
        let known = self.hints.iter().find_map(|hint| match &hint.kind {
            HintKind::Ahead(set) if hint.at == *at && run_of(parts, set) => Some(hint.end.clone()),
            _ => None,
        })?;
        let [first, Node::Run(run), ..] = parts else { return None };
        let place = self.body.place();
        self.body.line(format!("let mut {place} = {known};"));
        self.body.open(format!("if {place} == scan::NO {{"));
        let end = self.node(first, at, failure);
        self.body.line(format!("{place} = {end};"));
        self.body.close("}");
        Some(self.run(run, &place))
    }

    /// Before a choice: parses what its first alternative begins with, if a later alternative may continue
    /// from the end of that.
    pub(super) fn look_before(&mut self, parts: &[Node], at: &Place) {
        let nodes = self.nodes;
        let Some((Node::Call(first), later)) = parts.split_first() else { return };
        let Some(rule) = self.first_call(&nodes[*first]) else { return };
        let Node::Seq(begin) = &nodes[rule] else { return };
        let [Node::One(one), Node::Run(run)] = begin.as_slice() else { return };
        let set = one.union(&run.set);
        let is_plain = run.escapes.is_empty() && beyond(&set).is_none();
        if is_plain && later.iter().any(|part| self.goes_on(part, &set, &mut HashSet::new())) {
            let end = self.call(rule, at);
            let place = self.body.bind(end);
            for kind in [HintKind::Rule(rule), HintKind::Ahead(set)] {
                self.hints.push(Hint { at: at.clone(), kind, end: place.clone() });
            }
        }
    }

    /// Returns the runs of the rules that are alternatives of this rule.
    fn begins_with(&self, rule: usize) -> Vec<&'a Run> {
        let nodes = self.nodes;
        let Node::Choice(parts) = &nodes[rule] else { return Vec::new() };
        let runs = parts.iter().filter_map(|part| match part {
            Node::Call(callee) => match &nodes[*callee] {
                Node::Run(run) => Some(run),
                _ => None,
            },
            _ => None,
        });
        runs.collect()
    }

    /// Before an optional part that begins with a run and is followed by a rule that may begin with a part of
    /// that run at the same offset: the smaller run is read first, and both continue from its end.
    pub(super) fn look_ahead(&mut self, parts: &[Node], index: usize, at: &Place) {
        let Some(run) = self.shared(parts, index) else { return };
        let end = self.run_call(run, at);
        let end = self.placed(&end, false, &Failure::Return);
        self.hints.push(Hint { at: at.clone(), kind: HintKind::Run(run.clone()), end });
    }

    fn shared(&self, parts: &[Node], index: usize) -> Option<&'a Run> {
        let nodes = self.nodes;
        let (Node::Repeat { inner, min: 0, max: Some(1) }, Node::Call(next)) =
            (parts.get(index)?, parts.get(index + 1)?)
        else {
            return None;
        };
        let first = match &**inner {
            Node::Seq(parts) => parts.first()?,
            node => node,
        };
        let whole = match first {
            Node::Call(rule) => match &nodes[*rule] {
                Node::Run(run) => run,
                _ => return None,
            },
            _ => return None,
        };
        self.begins_with(*next).into_iter().find(|run| run.within(whole))
    }

    /// After the optional part: the end of the run is still known if the part did not match.
    pub(super) fn follow(&mut self, before: &Place, after: &Place) {
        let known = self.hints.iter().rev().find_map(|hint| match &hint.kind {
            HintKind::Run(run) if hint.at == *before => Some((run.clone(), hint.end.clone())),
            _ => None,
        });
        let Some((run, known)) = known else { return };
        let again = self.run_call(&run, after);
        let end = self.body.bind(format!("if {after} == {before} {{ {known} }} else {{ {again} }}"));
        self.hints.push(Hint { at: after.clone(), kind: HintKind::Run(run), end });
    }
}

/// Returns whether a sequence begins with one character and then a run, each of which takes any character of
/// the set.
fn run_of(parts: &[Node], set: &CharSet) -> bool {
    let [first, Node::Run(run), ..] = parts else { return false };
    let takes = |one: &CharSet| set.difference(one).is_empty();
    let first = match first {
        Node::One(one) => takes(one),
        // In a choice of both, characters stand before escapes.
        Node::Choice(parts) => matches!(parts.first(), Some(Node::One(one)) if takes(one)),
        _ => false,
    };
    first && takes(&run.set)
}
