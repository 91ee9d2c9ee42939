//! Writes choices: a `match` on the first byte where that decides, otherwise one alternative after the other.

use crate::characters::charset::CharSet;
use crate::compile::facts::Facts;
use crate::compile::node::Node;
use crate::compile::table::{bytes, pattern};

use super::place::Place;
use super::writer::{Failure, Reports, Writer};

impl Writer<'_> {
    pub(super) fn choice(&mut self, parts: &[Node], at: &Place, failure: &Failure) -> Place {
        let place = self.body.place();
        self.alternatives(parts, at, Reports::Here, failure, &place.to_string(), |_, end| end.to_string());
        place
    }

    /// Writes a choice that reports nothing; returns its end, and the name of the variable that holds the
    /// number of the alternative that matched.
    pub(super) fn choice_of(&mut self, parts: &[Node], at: &Place, failure: &Failure) -> (Place, String) {
        let (place, matched) = (self.body.place(), self.body.fresh('m'));
        let value = |index: usize, end: &Place| format!("({end}, {index})");
        self.alternatives(parts, at, Reports::Later, failure, &format!("({place}, {matched})"), value);
        (place, matched)
    }

    /// Returns the code that reports a choice, where `matched` is the number of the alternative that matched.
    pub(super) fn captured_one_of(
        &self,
        rules: &[usize],
        matched: &str,
        start: &Place,
        end: &Place,
    ) -> Option<String> {
        let arm = |(index, rule): (usize, &usize)| {
            Some(format!("{index} => {},", self.capture(*rule, start, end)?))
        };
        let arms: Vec<String> = rules.iter().enumerate().filter_map(arm).collect();
        (!arms.is_empty()).then(|| format!("match {matched} {{ {} _ => {{}} }}", arms.join(" ")))
    }

    /// Writes the alternatives, each with its value, and binds the value of the one that matches.
    fn alternatives(
        &mut self,
        parts: &[Node],
        at: &Place,
        reports: Reports,
        failure: &Failure,
        bound: &str,
        value: impl Fn(usize, &Place) -> String,
    ) {
        let Some((last, before)) = parts.split_last() else { return };
        let hints = self.hints.len();
        self.look_before(parts, at);
        let label = self.body.fresh('c');
        self.body.open(format!("let {bound} = '{label}: {{"));
        let firsts = self.known.each(before);
        let by_byte = before.len() > 1 && told_by_first(&firsts);
        if by_byte {
            self.body.open(format!("match scan::peek(s, {at}) {{"));
        }
        for (index, (part, facts)) in before.iter().zip(&firsts).enumerate() {
            if by_byte {
                self.body.open(format!("Option::Some({}) => {{", pattern(&facts.first)));
            }
            self.attempt(part, at, reports, |writer, end| {
                writer.body.line(format!("break '{label} {};", value(index, end)));
            });
            if by_byte {
                self.body.close("}");
            }
        }
        if by_byte {
            self.body.line("_ => {}");
            self.body.close("}");
        }
        let end = self.part(last, at, reports, failure);
        self.hints.truncate(hints);
        self.body.line(value(before.len(), &end));
        self.body.close("};");
    }
}

/// Returns whether the first byte decides which of the alternatives can match: at most one for each byte.
fn told_by_first(alternatives: &[Facts]) -> bool {
    let mut before = CharSet::empty();
    alternatives.iter().all(|facts| {
        let first = bytes(&facts.first);
        let is_apart = first.intersect(&before).is_empty();
        before = before.union(&first);
        !facts.nullable && !facts.first.is_empty() && is_apart
    })
}
