//! Writes the code of attempts, which may fail: options and repetitions.

use crate::characters::charset::CharSet;
use crate::compile::node::Node;
use crate::compile::table::beyond;
use crate::compile::target::Undo;

use super::expression::byte_set;
use super::place::{End, Place};
use super::writer::{CONDITION, Failure, Reports, UNROLL, Writer};

impl Writer<'_> {
    /// Writes an attempt that may fail: its captures are undone if it does.
    #[expect(clippy::arithmetic_side_effects, reason = "there are fewer copies than nodes")]
    pub(super) fn attempt(
        &mut self,
        node: &Node,
        at: &Place,
        reports: Reports,
        then: impl FnOnce(&mut Self, &Place),
    ) {
        let facts = self.known.facts(node);
        let hints = self.hints.len();
        if !facts.fallible {
            let end = self.part(node, at, reports, &Failure::Return);
            then(self, &end);
            self.hints.truncate(hints);
            return;
        }
        let parts = if let Node::Seq(parts) = node { parts } else { core::slice::from_ref(node) };
        let sets: Option<Vec<&CharSet>> = parts.iter().map(byte_set).collect();
        if let Some(sets) = sets.filter(|sets| sets.len() <= CONDITION) {
            let test = self.test(&sets, at);
            self.body.open(format!("if {test} {{"));
            then(self, &at.plus(sets.len()));
            self.body.close("}");
            return;
        }
        let label = self.body.fresh('a');
        if facts.dirty {
            self.copies += 1;
            let saved = match self.undo {
                Undo::Copy => "*out",
                Undo::Mark => "out.mark()",
            };
            self.body.line(format!("let saved_{label} = {saved};"));
        }
        self.body.open(format!("'{label}: {{"));
        let end = self.part(node, at, reports, &Failure::Leave(label.clone()));
        then(self, &end);
        self.body.close("}");
        if facts.dirty {
            self.body.line(match self.undo {
                Undo::Copy => format!("*out = saved_{label};"),
                Undo::Mark => format!("out.rewind(saved_{label});"),
            });
        }
        self.hints.truncate(hints);
    }

    pub(super) fn optional(&mut self, inner: &Node, at: &Place) -> Place {
        let (label, place) = (self.body.fresh('o'), self.body.place());
        self.body.line(format!("let mut {place} = {at};"));
        // The code that undoes a failed attempt stands after it, so a match breaks out of both.
        let undoes = self.known.facts(inner).dirty;
        if undoes {
            self.body.open(format!("'{label}: {{"));
        }
        self.attempt(inner, at, Reports::Here, |writer, end| {
            writer.body.line(format!("{place} = {end};"));
            if undoes {
                writer.body.line(format!("break '{label};"));
            }
        });
        if undoes {
            self.body.close("}");
        }
        place
    }

    pub(super) fn repeat(
        &mut self,
        inner: &Node,
        min: usize,
        max: Option<usize>,
        at: &Place,
        failure: &Failure,
    ) -> Place {
        if max == Some(min) && min <= UNROLL && matches!(inner, Node::One(_)) {
            return (0..min).fold(at.clone(), |at, _| self.node(inner, &at, failure));
        }
        match (inner, max) {
            (Node::One(set), Some(max)) if beyond(set).is_none() => {
                let end = End::Expression(format!("scan::up_to(s, {at}, {max}, {})", self.table.mask(set)));
                let end = self.placed(&end, false, failure);
                if min > 0 {
                    self.fail_if(&format!("{end} < {}", at.plus(min)), failure);
                }
                return end;
            }
            _ => {}
        }
        let place = self.body.place();
        let count = self.body.fresh('n');
        self.body.line(format!("let mut {place} = {at};"));
        let counted = min > 0 || max.is_some();
        if counted {
            self.body.line(format!("let mut {count} = 0;"));
        }
        let label = self.body.fresh('r');
        match max {
            Some(max) => self.body.open(format!("'{label}: while {count} < {max} {{")),
            None => self.body.open(format!("'{label}: loop {{")),
        }
        let infallible = !self.known.facts(inner).fallible;
        self.attempt(inner, &place, Reports::Here, |writer, end| {
            writer.body.line(format!("{place} = {end};"));
            if counted {
                writer.body.line(format!("{count} += 1;"));
            }
            writer.body.line(format!("continue '{label};"));
        });
        if !infallible {
            self.body.line("break;");
        }
        self.body.close("}");
        if min > 0 {
            self.fail_if(&format!("{count} < {min}"), failure);
        }
        place
    }
}
