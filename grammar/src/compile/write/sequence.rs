//! Writes the code of sequences, and when their captures are reported.

use crate::characters::charset::CharSet;
use crate::compile::node::Node;
use crate::message::identifier;

use super::expression::byte_set;
use super::place::Place;
use super::writer::{Failure, Reports, Writer};

impl Writer<'_> {
    /// Writes a sequence. Captures of its parts are deferred until nothing after them can fail.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "`index` is that of a part, which has facts, and what is taken at once are parts from \
                  there on"
    )]
    pub(super) fn seq(&mut self, parts: &[Node], at: &Place, failure: &Failure) -> Place {
        let mut waiting: Vec<String> = Vec::new();
        let mut place = at.clone();
        let each = self.known.each(parts);
        // The number of parts up to the last that can fail.
        let fallible = each.iter().rposition(|facts| facts.fallible).map_or(0, |last| last + 1);
        let mut index = 0;
        while let Some(part) = parts.get(index) {
            if index >= fallible || self.known.reports(part, &each[index]) {
                self.report(&mut waiting);
            }
            if let Some(end) = self.begun(&parts[index..], &place, failure) {
                place = end;
                index += 2;
                continue;
            }
            let bytes: Vec<&CharSet> = parts[index..].iter().map_while(byte_set).collect();
            if !bytes.is_empty() {
                index += bytes.len();
                place = self.bytes(&bytes, &place, failure);
                continue;
            }
            self.look_ahead(parts, index, &place);
            let fails_later = index + 1 < fallible;
            let end = match (part, self.known.candidates(part)) {
                (Node::Choice(alternatives), Some(rules)) if fails_later || !waiting.is_empty() => {
                    let (end, matched) = self.choice_of(alternatives, &place, failure);
                    waiting.extend(self.captured_one_of(&rules, &matched, &place, &end));
                    end
                }
                _ => self.node(part, &place, failure),
            };
            if let Node::Call(rule) = part {
                waiting.extend(self.captured(*rule, &place, &end));
            }
            if matches!(part, Node::Repeat { .. }) {
                self.follow(&place, &end);
            }
            place = end;
            index += 1;
        }
        self.report(&mut waiting);
        place
    }

    fn report(&mut self, waiting: &mut Vec<String>) {
        for capture in waiting.drain(..) {
            self.body.line(&capture);
        }
    }

    fn captured(&self, rule: usize, start: &Place, end: &Place) -> Option<String> {
        self.capture(rule, start, end).map(|capture| format!("{capture};"))
    }

    #[expect(clippy::indexing_slicing, reason = "a rule is an index of `rules`")]
    pub(super) fn capture(&self, rule: usize, start: &Place, end: &Place) -> Option<String> {
        let name = &self.rules[rule].name;
        self.known
            .captured(rule)
            .then(|| format!("out.capture(Capture::{}, {start}, {end})", identifier(name)))
    }

    pub(super) fn part(&mut self, node: &Node, at: &Place, reports: Reports, failure: &Failure) -> Place {
        match reports {
            Reports::Here => self.matched(node, at, failure),
            Reports::Later => self.node(node, at, failure),
        }
    }

    /// Writes a node, and its capture if it is a call.
    pub(super) fn matched(&mut self, node: &Node, at: &Place, failure: &Failure) -> Place {
        self.seq(core::slice::from_ref(node), at, failure)
    }
}
