//! Finds the component of a rejected string that is to blame, and the place in it.

use core::ops::Range;

use super::automaton::{Automaton, Reach, State};
use super::components::{Components, PathKind};
use super::error::{Fault, ParseError, What};
use super::expected::Expected;
use super::rule::Rule;
use crate::bytes::first_of;

/// Returns the automaton of a rule, if it has one.
type Automata<'a> = &'a dyn Fn(Rule) -> Option<&'static Automaton>;

/// Returns the error for a string that `rule` rejects.
///
/// `own` returns the automaton of a rule. `is_host` is a faster test for a host, and may return false for
/// one. `found` is what the rule, or the rule of another kind of reference, matched at the start of the
/// string, if it did. Linear in the length; never called for a string that is accepted.
pub(crate) fn diagnose(
    rule: Rule,
    text: &str,
    found: Option<Components>,
    own: Automata<'_>,
    is_host: fn(&str) -> bool,
) -> ParseError {
    if u32::try_from(text.len()).is_err() {
        return too_long(rule);
    }
    let judge = Judge { rule, text, found: found.as_ref(), own, is_host };
    if matches!(rule, Rule::URI | Rule::URI_reference | Rule::absolute_URI | Rule::relative_ref) {
        if let Some(place) = judge.last_component() {
            return judge.fault(place);
        }
        match judge.components() {
            Err(place) => return judge.fault(place),
            Ok(marks) => {
                if let Some(error) = judge.misplaced(&marks) {
                    return error;
                }
            }
        }
    }
    match judge.check(rule, 0..text.len(), None) {
        Err(place) => judge.fault(place),
        Ok(()) => ParseError::at_start(What::Unplaced, rule, text),
    }
}

struct Judge<'a> {
    rule: Rule,
    text: &'a str,
    found: Option<&'a Components>,
    own: Automata<'a>,
    is_host: fn(&str) -> bool,
}

/// Where the match of a component fails. Eight bytes, unless the grammar has more than 256 rules: a copy of a
/// [`ParseError`] would cost more than the search for the fault in a short string.
struct Place {
    /// The rule of the component.
    rule: Rule,
    /// Whether the valid prefix of the component ends with `%`, or with `%` and one more byte.
    after_percent: bool,
    /// The state in which the rule's automaton stopped.
    state: State,
    offset: u32,
}

/// The delimiters of the components that some kinds of reference cannot have.
struct Marks {
    /// The colon after the scheme.
    scheme: Option<usize>,
    /// The number sign before the fragment.
    fragment: Option<usize>,
}

impl Judge<'_> {
    /// Returns the place in the component with which the match ends, if no delimiter comes after the match: then the
    /// string is split as its start was matched, and only this component is longer than what was found.
    #[inline]
    fn last_component(&self) -> Option<Place> {
        // By Appendix A, what is found of the other components matches their rules by itself.
        let found =
            self.found.filter(|found| cfg!(appendix_a) && (found.end() as usize) < self.text.len())?;
        if first_of(self.text.as_bytes().get(found.end() as usize..)?, *b":/?#@[]").is_some() {
            return None;
        }
        let path = found.path()?;
        let (rule, last) = if let Some(fragment) = found.fragment() {
            (Rule::fragment, fragment)
        } else if let Some(query) = found.query() {
            (Rule::query, query)
        } else if !path.is_empty() {
            (found.path_kind()?.rule(), path)
        } else if let Some(port) = found.port() {
            (Rule::port, port)
        } else if found.authority().is_some() {
            (Rule::host, found.host()?)
        } else if found.scheme().is_some() {
            (Rule::path_rootless, path)
        } else {
            (Rule::path_noscheme, path)
        };
        self.check(rule, last.start..self.text.len(), Some(last)).err()
    }

    /// Checks the components in order, up to the first that its own rule does not match.
    ///
    /// The string is split as the regular expression of Appendix B does it, which matches any string, and its
    /// authority at the first `@`, the closing `]` or the first `:`.
    fn components(&self) -> Result<Marks, Place> {
        let len = self.text.len();
        let mut at = 0;
        let first = self.find(0..len, *b":/?#");
        let scheme = (first > 0 && self.byte(first) == Some(b':')).then_some(first);
        if let Some(colon) = scheme {
            self.check(Rule::scheme, 0..colon, self.found(Components::scheme))?;
            at = colon + 1;
        }
        let has_authority = self.text[at..].starts_with("//");
        if has_authority {
            at = self.authority(at + 2)?;
        }
        // Neither `?` nor `#` comes before the first delimiter.
        let path = at..self.find(at.max(first)..len, *b"?#");
        let path_rule = match self.byte(at) {
            _ if has_authority => Rule::path_abempty,
            _ if path.is_empty() => Rule::path_empty,
            Some(b'/') => Rule::path_absolute,
            _ if scheme.is_some() => Rule::path_rootless,
            _ => Rule::path_noscheme,
        };
        at = path.end;
        let found = self
            .found(Components::path)
            .filter(|_| self.found(Components::path_kind).map(PathKind::rule) == Some(path_rule));
        self.check(path_rule, path, found)?;
        if self.byte(at) == Some(b'?') {
            let query = at + 1..self.find(at + 1..len, [b'#']);
            at = query.end;
            self.check(Rule::query, query, self.found(Components::query))?;
        }
        let fragment = (at < len).then_some(at);
        if let Some(mark) = fragment {
            self.check(Rule::fragment, mark + 1..len, self.found(Components::fragment))?;
        }
        Ok(Marks { scheme, fragment })
    }

    /// Checks the parts of the authority, and returns where it ends.
    fn authority(&self, start: usize) -> Result<usize, Place> {
        let len = self.text.len();
        let mut host = start;
        let mut colon = self.find(start..len, *b":@/?#");
        let mut end = self.find(colon..len, *b"@/?#");
        if self.byte(end) == Some(b'@') {
            self.check(Rule::userinfo, start..end, self.found(Components::userinfo))?;
            host = end + 1;
            colon = self.find(host..len, *b":/?#");
            end = self.find(colon..len, *b"/?#");
        }
        if self.byte(host) == Some(b'[') {
            let close = self.find(host..end, [b']']);
            // What follows the `]` and is not a `:` is an error in the host, so it is checked with the host.
            colon = if close < end && self.byte(close + 1) == Some(b':') { close + 1 } else { end };
        }
        // The automaton of `host` is too large for the build to prove [`Automaton::matches_as_alone`] of it.
        if !(self.is_host)(&self.text[host..colon]) {
            self.check(Rule::host, host..colon, None)?;
        }
        if colon < end {
            self.check(Rule::port, colon + 1..end, self.found(Components::port))?;
        }
        Ok(end)
    }

    /// Returns the error for a component that the requested kind of reference must or must not have, where
    /// each component by itself is valid.
    fn misplaced(&self, marks: &Marks) -> Option<ParseError> {
        let unwanted = |component, fault, offset: usize| {
            let found = self.text[offset..].chars().next();
            let what = What::Known(fault);
            ParseError { what, component, offset: offset as u32, found, expected: Expected::default() }
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

    /// Returns where the rule does not match the component. A rule that has no automaton is not checked.
    ///
    /// `found` is where the rule has already matched, if it has. That part is not run again if the automaton
    /// is known to accept it.
    #[inline(always)]
    fn check(&self, rule: Rule, range: Range<usize>, found: Option<Range<usize>>) -> Result<(), Place> {
        let Some(automaton) = (self.own)(rule) else { return Ok(()) };
        let matched = match found {
            Some(found) if found == range && automaton.matches_as_alone() => return Ok(()),
            Some(found) if found.start == range.start && found.end <= range.end => found.len(),
            _ => 0,
        };
        self.run(rule, automaton, range, matched)
    }

    /// Runs the automaton over the component, past the bytes that have already matched.
    #[inline(never)]
    fn run(
        &self,
        rule: Rule,
        automaton: &'static Automaton,
        range: Range<usize>,
        matched: usize,
    ) -> Result<(), Place> {
        let start = range.start;
        let part = &self.text[range];
        let Reach { len, accepted, state } = automaton.run_past(matched, part);
        if accepted {
            return Ok(());
        }
        let after_percent = matches!(&part.as_bytes()[..len], [.., b'%'] | [.., b'%', _]);
        Err(Place { rule, after_percent, state, offset: (start + len) as u32 })
    }

    /// Returns the error for the place where the match of a component fails.
    fn fault(&self, Place { rule, after_percent, state, offset }: Place) -> ParseError {
        let component = if rule == self.rule { rule } else { component_of(rule) };
        let found = self.text[offset as usize..].chars().next();
        let expected =
            (self.own)(rule).map(|automaton| Expected::after(automaton, state)).unwrap_or_default();
        // A string that begins with a colon, where a scheme is required: the advice for a path with a colon
        // (section 4.2) would not help.
        let lacks_scheme = matches!(self.rule, Rule::URI | Rule::absolute_URI)
            && (component, offset, found) == (Rule::path, 0, Some(':'));
        let fault = if lacks_scheme {
            Fault::MissingScheme
        } else if after_percent {
            Fault::PercentEncoding
        } else {
            Fault::Unexpected
        };
        ParseError { what: What::Known(fault), component, offset, found, expected }
    }

    /// Returns where a component lies in what has already matched.
    #[inline(always)]
    fn found<T>(&self, component: impl Fn(&Components) -> Option<T>) -> Option<T> {
        self.found.and_then(component)
    }

    /// Returns the offset of the first of the bytes `stops`, or the end of the range.
    // Inlined, so that `stops` is a constant.
    #[inline(always)]
    fn find<const N: usize>(&self, Range { start, end }: Range<usize>, stops: [u8; N]) -> usize {
        first_of(&self.text.as_bytes()[start..end], stops).map_or(end, |at| start + at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}

/// Returns the component that the rule describes: there are five rules for the path (section 3.3).
const fn component_of(rule: Rule) -> Rule {
    match rule {
        Rule::path_abempty
        | Rule::path_absolute
        | Rule::path_noscheme
        | Rule::path_rootless
        | Rule::path_empty => Rule::path,
        rule => rule,
    }
}

/// Returns the error for a string that is longer than 32-bit offsets can represent.
fn too_long(rule: Rule) -> ParseError {
    ParseError {
        what: What::Known(Fault::TooLong),
        component: rule,
        offset: u32::MAX,
        found: None,
        expected: Expected::default(),
    }
}
