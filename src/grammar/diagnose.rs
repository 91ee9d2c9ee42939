//! Finds the component of a rejected string that is to blame, and the place in it.

use super::automaton::Reach;
use super::components::Components;
use super::error::{By, Fault, ParseError, What};
use super::judge::{Automata, Judge, Place, SPLIT};
use super::rule::Rule;
use super::split::Marks;

/// Returns the error for a string that `rule` rejects.
///
/// `own` returns the automaton of a rule. `is_host` is a faster test for a host, and may return false for
/// one. `found` is what the rule, or the rule of another kind of reference, matched at the start of the
/// string, if it did. Linear in the length; never called for a string that is accepted.
pub(crate) fn diagnose(
    rule: Rule,
    by: By,
    text: &str,
    found: Option<Components>,
    own: Automata<'_>,
    is_host: fn(&str) -> bool,
) -> ParseError {
    if u32::try_from(text.len()).is_err() {
        return too_long(rule, by);
    }
    let judge = Judge { rule, by, text, found: found.as_ref(), own, is_host };
    match judge.place() {
        Ok(Some(error)) => error,
        Err(place) => judge.fault(place),
        Ok(None) => ParseError::at_start(What::Unplaced, rule, by, text),
    }
}

impl Judge<'_> {
    /// Returns where a component does not match its rule, or the error if each of them does, and one is not allowed.
    fn place(&self) -> Result<Option<ParseError>, Place> {
        match self.rule {
            Rule::URI | Rule::URI_reference | Rule::absolute_URI | Rule::relative_ref => {
                if let Some(place) = self.last_component() {
                    return Err(place);
                }
                let marks = self.components()?;
                if let Some(error) = self.misplaced(&marks) {
                    return Ok(Some(error));
                }
            }
            Rule::hier_part | Rule::relative_part => {
                self.hierarchy(0..self.text.len(), self.rule == Rule::hier_part)?;
            }
            Rule::authority => self.authority(0..self.text.len())?,
            _ => {}
        }
        self.check(self.rule, 0..self.text.len(), None)?;
        Ok(None)
    }

    /// Returns the error for a component that the requested kind of reference must or must not have, where
    /// each component by itself is valid.
    fn misplaced(&self, marks: &Marks) -> Option<ParseError> {
        let unwanted = |component, fault, offset: usize| {
            let found = self.text.get(offset..).expect(SPLIT).chars().next();
            let what = What::Known(fault);
            let offset = offset as u32;
            ParseError {
                what,
                component,
                offset,
                found,
                ..ParseError::at_start(what, self.rule, self.by, self.text)
            }
        };
        match (self.rule, marks) {
            (Rule::URI | Rule::absolute_URI, Marks { scheme: None, .. }) => {
                let Reach { len, state, .. } = (self.own)(Rule::scheme)?.run(self.text);
                let place = Place { rule: Rule::scheme, after_percent: false, state, offset: len as u32 };
                Some(ParseError { what: What::Known(Fault::MissingScheme), ..self.fault(place) })
            }
            (Rule::absolute_URI, Marks { fragment: Some(mark), .. }) => {
                Some(unwanted(Rule::fragment, Fault::FragmentGiven, *mark))
            }
            (Rule::relative_ref, Marks { scheme: Some(colon), .. }) => {
                Some(unwanted(Rule::scheme, Fault::SchemeGiven, *colon))
            }
            _ => None,
        }
    }
}

/// Returns the error for a string that is longer than 32-bit offsets can represent.
fn too_long(rule: Rule, by: By) -> ParseError {
    ParseError { offset: u32::MAX, ..ParseError::at_start(What::Known(Fault::TooLong), rule, by, "") }
}
