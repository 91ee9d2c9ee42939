//! Writes the code of expressions. A choice becomes a `match` on the first byte if that selects the alternative, and a
//! sequence also reports its captures.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a rule is an index of `rules`, and `index` is that of a part, which has facts; there are \
              fewer copies than nodes"
)]

use crate::characters::CharSet;
use crate::compile::facts::Facts;
use crate::compile::machine::{ascii, beyond, bytes, pattern};
use crate::compile::shape::Node;
use crate::compile::write::writer::{CONDITION, End, Failure, Offset, Reports, UNROLL, Undo, Writer};
use crate::error::identifier;

impl Writer<'_> {
    fn choice(&mut self, parts: &[Node], at: &Offset, failure: &Failure) -> Offset {
        let place = self.body.fresh_offset();
        self.alternatives(parts, at, Reports::Here, failure, &place.to_string(), |_, end| end.to_string());
        place
    }

    /// Writes a choice without reports. Returns its end, and the name of the variable with the index of the alternative
    /// that matched.
    fn choice_of(&mut self, parts: &[Node], at: &Offset, failure: &Failure) -> (Offset, String) {
        let (place, matched) = (self.body.fresh_offset(), self.body.fresh('m'));
        let value = |index: usize, end: &Offset| format!("({end}, {index})");
        self.alternatives(parts, at, Reports::Later, failure, &format!("({place}, {matched})"), value);
        (place, matched)
    }

    /// Returns the code that reports the capture of a choice between calls of `rules`. `matched` is the variable with the
    /// index of the alternative that matched.
    fn captured_one_of(
        &self,
        rules: &[usize],
        matched: &str,
        start: &Offset,
        end: &Offset,
    ) -> Option<String> {
        let arm = |(index, rule): (usize, &usize)| {
            Some(format!("{index} => {},", self.capture(*rule, start, end)?))
        };
        let arms: Vec<String> = rules.iter().enumerate().filter_map(arm).collect();
        (!arms.is_empty()).then(|| format!("match {matched} {{ {} _ => {{}} }}", arms.join(" ")))
    }

    /// Writes a choice, and binds the value of the alternative that matches to the pattern `bound`. `value` returns the
    /// expression for the value of an alternative with this index and end.
    fn alternatives(
        &mut self,
        parts: &[Node],
        at: &Offset,
        reports: Reports,
        failure: &Failure,
        bound: &str,
        value: impl Fn(usize, &Offset) -> String,
    ) {
        let Some((last, before)) = parts.split_last() else { return };
        let hints = self.hints.len();
        self.hint_first_call(parts, at);
        let label = self.body.fresh('c');
        self.body.open(format!("let {bound} = '{label}: {{"));
        let firsts = self.known.each(before);
        let by_byte = before.len() > 1 && is_selected_by_first_byte(&firsts);
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

/// Returns whether the alternatives begin with different bytes, so that the first byte selects the alternative.
fn is_selected_by_first_byte(alternatives: &[Facts]) -> bool {
    let mut before = CharSet::empty();
    alternatives.iter().all(|facts| {
        let first = bytes(&facts.first);
        let is_apart = first.intersect(&before).is_empty();
        before = before.union(&first);
        !facts.nullable && !facts.first.is_empty() && is_apart
    })
}

impl Writer<'_> {
    /// Writes the code that matches a node at an offset, and returns the offset where it ends.
    pub(super) fn node(&mut self, node: &Node, at: &Offset, failure: &Failure) -> Offset {
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
                self.bind_end(&call, self.known.body(*rule).fallible, failure)
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

    /// Binds the end of a match to a variable and returns it. If `fallible`, writes a check that the end is not `NO`.
    pub(super) fn bind_end(&mut self, end: &End, fallible: bool, failure: &Failure) -> Offset {
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

    /// Binds the end of a recursive rule to a variable and returns it. The code returns from the function if the end is
    /// `TOO_DEEP`, because then it is unknown whether the rule matches.
    fn recursive(&mut self, end: &End, fallible: bool, failure: &Failure) -> Offset {
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

    /// Returns a condition that tests whether the bytes from the offset are in these sets, in order.
    fn test(&mut self, sets: &[&CharSet], at: &Offset) -> String {
        let tests = sets.iter().enumerate().map(|(index, set)| self.table.test(set, at.plus(index)));
        tests.collect::<Vec<String>>().join(" && ")
    }

    fn bytes(&mut self, sets: &[&CharSet], at: &Offset, failure: &Failure) -> Offset {
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

    fn one(&mut self, set: &CharSet, at: &Offset, failure: &Failure) -> Offset {
        let Some(wide) = beyond(set) else { return self.bytes(&[set], at, failure) };
        let (test, wide) = (self.table.test(&ascii(set), at), self.wide(&wide, at));
        let end = End::Expression(format!("if {test} {{ {} }} else {{ {wide} }}", at.plus(1)));
        self.bind_end(&end, true, failure)
    }
}

/// Returns the set of a node that matches one ASCII character.
fn byte_set(node: &Node) -> Option<&CharSet> {
    match node {
        Node::One(set) if beyond(set).is_none() => Some(set),
        _ => None,
    }
}

/// Returns the characters of the sets as a byte string literal, or `None` if a set does not consist of one ASCII
/// character.
fn text(sets: &[&CharSet]) -> Option<String> {
    let byte = |set: &&CharSet| set.as_single().and_then(|c| u8::try_from(c).ok());
    let bytes: Vec<u8> = sets.iter().map(byte).collect::<Option<_>>()?;
    Some(format!("b\"{}\"", bytes.escape_ascii()))
}

impl Writer<'_> {
    /// Writes an attempt to match a node, followed by the code that `then` writes for a match. If the attempt fails, its
    /// captures are undone and the code continues after the attempt.
    fn attempt(&mut self, node: &Node, at: &Offset, reports: Reports, then: impl FnOnce(&mut Self, &Offset)) {
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
            let saved = match self.form.undo {
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
            self.body.line(match self.form.undo {
                Undo::Copy => format!("*out = saved_{label};"),
                Undo::Mark => format!("out.rewind(saved_{label});"),
            });
        }
        self.hints.truncate(hints);
    }

    fn optional(&mut self, inner: &Node, at: &Offset) -> Offset {
        let (label, place) = (self.body.fresh('o'), self.body.fresh_offset());
        self.body.line(format!("let mut {place} = {at};"));
        // The code that undoes a failed attempt follows the attempt, so a match must skip it.
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

    fn repeat(
        &mut self,
        inner: &Node,
        min: usize,
        max: Option<usize>,
        at: &Offset,
        failure: &Failure,
    ) -> Offset {
        if max == Some(min) && min <= UNROLL && matches!(inner, Node::One(_)) {
            return (0..min).fold(at.clone(), |at, _| self.node(inner, &at, failure));
        }
        match (inner, max) {
            (Node::One(set), Some(max)) if beyond(set).is_none() => {
                let end = End::Expression(format!("scan::up_to(s, {at}, {max}, {})", self.table.mask(set)));
                let end = self.bind_end(&end, false, failure);
                if min > 0 {
                    self.fail_if(&format!("{end} < {}", at.plus(min)), failure);
                }
                return end;
            }
            _ => {}
        }
        let place = self.body.fresh_offset();
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

impl Writer<'_> {
    /// Writes a sequence and returns its end. The captures of its parts are reported once no later part can fail, or when
    /// a part reports captures itself.
    pub(super) fn seq(&mut self, parts: &[Node], at: &Offset, failure: &Failure) -> Offset {
        let mut waiting: Vec<String> = Vec::new();
        let mut place = at.clone();
        let each = self.known.each(parts);
        // The index after the last part that can fail.
        let fallible = each.iter().rposition(|facts| facts.fallible).map_or(0, |last| last + 1);
        let mut index = 0;
        while let Some(part) = parts.get(index) {
            if index >= fallible || self.known.reports(part, &each[index]) {
                self.report(&mut waiting);
            }
            if let Some(end) = self.resume_run(&parts[index..], &place, failure) {
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
            self.hint_shared_run(parts, index, &place);
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
                self.hint_rest_of_run(&place, &end);
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

    fn captured(&self, rule: usize, start: &Offset, end: &Offset) -> Option<String> {
        self.capture(rule, start, end).map(|capture| format!("{capture};"))
    }

    fn capture(&self, rule: usize, start: &Offset, end: &Offset) -> Option<String> {
        let name = &self.rules[rule].name;
        self.known
            .captured(rule)
            .then(|| format!("out.capture(Capture::{}, {start}, {end})", identifier(name)))
    }

    fn part(&mut self, node: &Node, at: &Offset, reports: Reports, failure: &Failure) -> Offset {
        match reports {
            Reports::Here => self.matched(node, at, failure),
            Reports::Later => self.node(node, at, failure),
        }
    }

    /// Writes a node, and its capture if the node is a call, and returns its end.
    pub(super) fn matched(&mut self, node: &Node, at: &Offset, failure: &Failure) -> Offset {
        self.seq(core::slice::from_ref(node), at, failure)
    }
}
