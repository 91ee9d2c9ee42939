//! Writes the code of expressions: characters, strings, calls and predicates.

use crate::characters::charset::CharSet;
use crate::compile::node::Node;
use crate::compile::table::{ascii, beyond};

use super::place::{End, Place};
use super::writer::{CONDITION, Failure, Writer};

impl Writer<'_> {
    /// Writes the code that matches a node at an offset; returns the offset where it ends.
    pub(super) fn node(&mut self, node: &Node, at: &Place, failure: &Failure) -> Place {
        match node {
            Node::Empty => at.clone(),
            Node::Fail => {
                self.fail_if("true", failure);
                at.clone()
            }
            Node::Start => {
                self.fail_if(&format!("{at} != 0"), failure);
                at.clone()
            }
            Node::End => {
                self.fail_if(&format!("!scan::is_end(s, {at})"), failure);
                at.clone()
            }
            Node::One(set) => self.one(set, at, failure),
            Node::Run(run) => self.run(run, at),
            Node::Trimmed(run, end) => self.trimmed(run, end, at),
            Node::Call(rule) => {
                let call = self.call(*rule, at);
                if self.known.is_recursive(*rule) {
                    return self.recursive(&call, self.known.body(*rule).fallible, failure);
                }
                self.placed(&call, self.known.body(*rule).fallible, failure)
            }
            Node::Seq(parts) => self.seq(parts, at, failure),
            Node::Choice(parts) => self.choice(parts, at, failure),
            Node::Repeat { inner, min: 0, max: Some(1) } => self.optional(inner, at),
            Node::Repeat { inner, min, max } => self.repeat(inner, *min, *max, at, failure),
            Node::Not(inner) => {
                let label = self.body.fresh('n');
                let hints = self.hints.len();
                self.body.open(format!("'{label}: {{"));
                self.node(inner, at, &Failure::Leave(label));
                self.body.line(failure.to_string());
                self.body.close("}");
                self.hints.truncate(hints);
                at.clone()
            }
            Node::And(inner) => {
                self.node(inner, at, failure);
                at.clone()
            }
        }
    }

    /// Binds the end of a match to a variable, and writes a check that fails if it is `NO`.
    pub(super) fn placed(&mut self, end: &End, fallible: bool, failure: &Failure) -> Place {
        match end {
            End::Known(place) if place.is_variable() && !fallible => return place.clone(),
            _ => {}
        }
        let place = self.body.bind(end);
        if fallible {
            self.fail_if(&format!("{place} == scan::NO"), failure);
        }
        place
    }

    /// Binds the end of a recursive rule to a variable. If the rule is too deep, the function ends: what is nested
    /// too deep to be tried neither matches nor fails.
    fn recursive(&mut self, end: &End, fallible: bool, failure: &Failure) -> Place {
        let place = self.body.bind(end);
        match (failure, fallible) {
            (Failure::Return, _) => self.body.open(format!("if {place} >= scan::TOO_DEEP {{")),
            (Failure::Leave(_), false) => self.body.open(format!("if {place} == scan::TOO_DEEP {{")),
            (Failure::Leave(_), true) => {
                self.body.open(format!("if {place} >= scan::TOO_DEEP {{"));
                self.body.open(format!("if {place} == scan::NO {{"));
                self.body.line(failure.to_string());
                self.body.close("}");
            }
        }
        self.body.line(format!("return {place};"));
        self.body.close("}");
        place
    }

    /// Returns a condition: consecutive bytes at the offset are in these sets.
    pub(super) fn test(&mut self, sets: &[&CharSet], at: &Place) -> String {
        let tests = sets.iter().enumerate().map(|(index, set)| self.table.test(set, at.plus(index)));
        tests.collect::<Vec<String>>().join(" && ")
    }

    pub(super) fn bytes(&mut self, sets: &[&CharSet], at: &Place, failure: &Failure) -> Place {
        if let (Some(text), true) = (text(sets), sets.len() > CONDITION) {
            self.fail_if(&format!("!scan::text(s, {at}, {text})"), failure);
            return at.plus(sets.len());
        }
        sets.chunks(CONDITION).fold(at.clone(), |at, sets| {
            let test = self.test(sets, &at);
            let negated = if sets.len() == 1 { format!("!{test}") } else { format!("!({test})") };
            self.fail_if(&negated, failure);
            at.plus(sets.len())
        })
    }

    fn one(&mut self, set: &CharSet, at: &Place, failure: &Failure) -> Place {
        let Some(wide) = beyond(set) else { return self.bytes(&[set], at, failure) };
        let (test, wide) = (self.table.test(&ascii(set), at), self.wide(&wide, at));
        let end = End::Expression(format!("if {test} {{ {} }} else {{ {wide} }}", at.plus(1)));
        self.placed(&end, true, failure)
    }
}

/// Returns the set of a node that matches a single ASCII character.
pub(super) fn byte_set(node: &Node) -> Option<&CharSet> {
    match node {
        Node::One(set) if beyond(set).is_none() => Some(set),
        _ => None,
    }
}

/// Returns the text that sets of one byte each spell, as a literal.
fn text(sets: &[&CharSet]) -> Option<String> {
    let byte = |set: &&CharSet| set.as_single().and_then(|c| u8::try_from(c).ok());
    let bytes: Vec<u8> = sets.iter().map(byte).collect::<Option<_>>()?;
    Some(format!("b\"{}\"", bytes.escape_ascii()))
}
