//! Finds the component of a rejected string that is at fault, and the offset of the fault.
#![expect(clippy::arithmetic_side_effects, reason = "an offset after a delimiter, which lies in the text")]

use core::ops::Range;

use super::automaton::{Automaton, Reach, State};
use super::components::{Components, LAST_RULES, PathKind};
use super::error::{By, Fault, ParseError, What};
use super::expected::Expected;
use super::lower::Lowering;
use super::rule::Rule;
use crate::bytes::first_of;

/// A component that can be the last one of a reference.
#[derive(Clone, Copy)]
pub(crate) struct LastComponent {
    rule: Rule,
    automaton: &'static Automaton,
    /// The state after two or more bytes, if it is the same for all strings, and a bit for each ASCII character that is unexpected
    /// there.
    settled: Option<(State, u128)>,
}

impl LastComponent {
    pub(crate) const fn new(rule: Rule, automaton: &'static Automaton) -> Self {
        // In an absolute-URI, it is a `FragmentGiven`.
        const NUMBER_SIGN: u128 = 1 << b'#';
        let settled = match automaton.settled() {
            // The first segment may be a scheme.
            Some(state) if !matches!(rule, Rule::path_noscheme) => {
                Some((state, automaton.stops(state) & !NUMBER_SIGN))
            }
            _ => None,
        };
        Self { rule, automaton, settled }
    }

    /// Returns the state after the bytes up to `end`, if the byte there is at fault.
    #[inline(always)]
    fn stopped(&self, text: &[u8], start: usize, end: usize) -> Option<State> {
        let (matched, &found) = (end.checked_sub(start)?, text.get(end)?);
        match self.settled {
            Some((state, stops))
                if matched > 1 && stops.checked_shr(found.into()).is_some_and(|stops| stops & 1 == 1) =>
            {
                return Some(state);
            }
            _ => {}
        }
        // If the path is empty, the fault is in the component before it.
        if found == b'#' || (matched == 0 && component_of(self.rule) == Rule::path) {
            return None;
        }
        let state = self.automaton.stopped_after(matched, text.get(start..)?)?;
        // If a colon ends the first segment of a relative reference, the segment is a scheme.
        let is_one_segment = (self.rule == Rule::path_noscheme) & !self.automaton.continues_with(state, b':');
        let next_delimiter = || text.iter().skip(end).find(|byte| b":/?#".contains(byte));
        (!is_one_segment || next_delimiter() != Some(&b':')).then_some(state)
    }
}

/// Returns the error for a string that begins with a reference which ends at `end`, if its last component is a path, a query or
/// a fragment, and the character at `end` is at fault. This is the most frequent fault, and the parser has found everything that
/// is needed. `components` has those of [`LAST_RULES`].
#[inline(always)]
pub(crate) fn after_the_last(
    rule: Rule,
    by: By,
    text: &str,
    lowering: &Lowering,
    end: usize,
    components: &[Option<LastComponent>; LAST_RULES.len()],
) -> Option<ParseError> {
    if !matches!(rule, Rule::URI | Rule::URI_reference | Rule::absolute_URI | Rule::relative_ref) {
        return None;
    }
    let (last, start) = lowering.last();
    let last = components.get(usize::from(last))?.as_ref()?;
    let state = last.stopped(text.as_bytes(), start as usize, end)?;
    Some(ParseError {
        what: What::Known(Fault::Unexpected),
        component: component_of(last.rule),
        rule,
        by,
        offset: end as u32,
        found: text.as_bytes().get(end).map(|&byte| byte.into()),
        expected: Expected::after(last.automaton, state),
    })
}

/// Returns the error for a string that `rule` rejects.
///
/// `automaton_of` returns the automaton of a rule. `is_host` is a faster test for a host, which may have false negatives.
/// `found` has the components of the prefix that `rule`, or the rule of another kind of reference, has matched, if any.
/// Takes linear time. Must not be called for a string that is accepted.
pub(crate) fn diagnose(
    rule: Rule,
    by: By,
    text: &str,
    found: Option<Components>,
    automaton_of: Automata<'_>,
    is_host: fn(&str) -> bool,
) -> ParseError {
    if u32::try_from(text.len()).is_err() {
        return too_long(rule, by);
    }
    let diagnosis = Diagnosis { rule, by, text, found: found.as_ref(), automaton_of, is_host };
    match diagnosis.first_failure() {
        Ok(Some(error)) => error,
        Err(failure) => diagnosis.fault(failure),
        Ok(None) => ParseError::at_start(What::Unplaced, rule, by, text),
    }
}

impl Diagnosis<'_> {
    /// Returns the first component that does not match its rule, as `Err`. If all components match, returns the error for a
    /// component that the start rule requires or does not allow, if any.
    fn first_failure(&self) -> Result<Option<ParseError>, Failure> {
        match self.rule {
            Rule::URI | Rule::URI_reference | Rule::absolute_URI | Rule::relative_ref => {
                if let Some(failure) = self.last_component() {
                    return Err(failure);
                }
                let delimiters = self.components()?;
                if let Some(error) = self.misplaced(&delimiters) {
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

    /// Returns the error for a component that the requested kind of reference requires or does not allow. All components are
    /// valid by themselves.
    fn misplaced(&self, delimiters: &Delimiters) -> Option<ParseError> {
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
        match (self.rule, delimiters) {
            (Rule::URI | Rule::absolute_URI, Delimiters { scheme: None, .. }) => {
                let Reach { len, state, .. } = (self.automaton_of)(Rule::scheme)?.run(self.text);
                let failure = Failure { rule: Rule::scheme, after_percent: false, state, offset: len as u32 };
                Some(ParseError { what: What::Known(Fault::MissingScheme), ..self.fault(failure) })
            }
            (Rule::absolute_URI, Delimiters { fragment: Some(number_sign), .. }) => {
                Some(unwanted(Rule::fragment, Fault::FragmentGiven, *number_sign))
            }
            (Rule::relative_ref, Delimiters { scheme: Some(colon), .. }) => {
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

/// Returns the automaton of a rule, if it has one.
pub(super) type Automata<'a> = &'a dyn Fn(Rule) -> Option<&'static Automaton>;

/// The invariant by which a component can be sliced.
pub(super) const SPLIT: &str = "components are split at delimiters, which are ASCII";

/// A rejected string, with the functions and the components that help to find the fault.
pub(super) struct Diagnosis<'a> {
    pub(super) rule: Rule,
    pub(super) by: By,
    pub(super) text: &'a str,
    pub(super) found: Option<&'a Components>,
    pub(super) automaton_of: Automata<'a>,
    pub(super) is_host: fn(&str) -> bool,
}

/// The failed match of a component. Its size is eight bytes, unless the grammar has more than 256 rules. Copying a
/// [`ParseError`] instead would take longer than finding the fault in a short string.
pub(super) struct Failure {
    /// The rule of the component.
    pub(super) rule: Rule,
    /// Whether the valid prefix of the component ends with `%`, or with `%` and one more byte.
    pub(super) after_percent: bool,
    /// The state in which the rule's automaton stopped.
    pub(super) state: State,
    pub(super) offset: u32,
}

impl Diagnosis<'_> {
    /// Checks that the rule matches the component. A rule without an automaton is not checked.
    ///
    /// `found` is the range that the rule has already matched, if any. The automaton is not run on this range again if it is
    /// known to accept it.
    #[inline(always)]
    pub(super) fn check(
        &self,
        rule: Rule,
        range: Range<usize>,
        found: Option<Range<usize>>,
    ) -> Result<(), Failure> {
        let Some(automaton) = (self.automaton_of)(rule) else { return Ok(()) };
        let matched = match found {
            Some(found) if found == range && automaton.matches_as_alone() => return Ok(()),
            Some(found) if found.start == range.start && found.end <= range.end => found.len(),
            _ => 0,
        };
        self.run(rule, automaton, range, matched)
    }

    /// Runs the automaton over the component. Skips the first `matched` bytes, which have already matched, if possible.
    #[inline(never)]
    #[expect(clippy::arithmetic_side_effects, reason = "the valid prefix ends in the text")]
    fn run(
        &self,
        rule: Rule,
        automaton: &'static Automaton,
        range: Range<usize>,
        matched: usize,
    ) -> Result<(), Failure> {
        let start = range.start;
        let part = self.text.get(range).expect(SPLIT);
        let Reach { len, accepted, state } = automaton.run_past(matched, part);
        if accepted {
            return Ok(());
        }
        let after_percent = matches!(part.as_bytes().get(..len), Some([.., b'%'] | [.., b'%', _]));
        Err(Failure { rule, after_percent, state, offset: (start + len) as u32 })
    }

    /// Returns the error for the failed match of a component.
    pub(super) fn fault(&self, Failure { rule, after_percent, state, offset }: Failure) -> ParseError {
        let component = if rule == self.rule { rule } else { component_of(rule) };
        let found =
            self.text.get(offset as usize..).expect("an automaton stops between characters").chars().next();
        let expected =
            (self.automaton_of)(rule).map(|automaton| Expected::after(automaton, state)).unwrap_or_default();
        // If a scheme is required and the string begins with a colon, the advice for a path with a colon
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
        let what = What::Known(fault);
        ParseError { what, component, rule: self.rule, by: self.by, offset, found, expected }
    }

    /// Returns a component of the prefix that has already matched, if it is defined.
    #[inline(always)]
    pub(super) fn found<T>(&self, component: impl Fn(&Components) -> Option<T>) -> Option<T> {
        self.found.and_then(component)
    }

    /// Returns the offset of the first byte that is one of `stops`, or the end of the range.
    // Inlined, so that `stops` is a constant.
    #[inline(always)]
    #[expect(clippy::arithmetic_side_effects, reason = "the delimiter lies in the text")]
    pub(super) fn find<const N: usize>(&self, Range { start, end }: Range<usize>, stops: [u8; N]) -> usize {
        let part = self.text.as_bytes().get(start..end);
        part.and_then(|part| first_of(part, stops)).map_or(end, |at| start + at)
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}

/// Returns the component that the rule describes, which is `path` for the five rules of section 3.3.
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

// Splits a rejected string into components, and finds the first component that does not match its rule.

/// The delimiters of the components that some kinds of reference cannot have.
pub(super) struct Delimiters {
    /// The offset of the colon after the scheme.
    pub(super) scheme: Option<usize>,
    /// The offset of the number sign before the fragment.
    pub(super) fragment: Option<usize>,
}

impl Diagnosis<'_> {
    /// Returns the failure in the last component of the matched prefix. If no delimiter follows the prefix, the rest of the
    /// string belongs to this component; otherwise, returns `None`.
    #[inline]
    pub(super) fn last_component(&self) -> Option<Failure> {
        // By Appendix A, the other components that were found match their own rules.
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

    /// Checks the components in order, up to the first one that does not match its rule.
    ///
    /// The string is split by the regular expression of Appendix B, which matches any string. The authority is split at the
    /// first `@`, and at the `:` after the closing `]` or else at the first `:`.
    pub(super) fn components(&self) -> Result<Delimiters, Failure> {
        let len = self.text.len();
        let mut at = 0;
        let first = self.find(0..len, *b":/?#");
        let scheme = (first > 0 && self.byte(first) == Some(b':')).then_some(first);
        if let Some(colon) = scheme {
            self.check(Rule::scheme, 0..colon, self.found(Components::scheme))?;
            at = colon + 1;
        }
        // No `?` or `#` comes before the first of `:/?#`, so the search can begin there.
        let part = at..self.find(at.max(first)..len, *b"?#");
        at = part.end;
        self.hierarchy(part, scheme.is_some())?;
        if self.byte(at) == Some(b'?') {
            let query = at + 1..self.find(at + 1..len, [b'#']);
            at = query.end;
            self.check(Rule::query, query, self.found(Components::query))?;
        }
        let fragment = (at < len).then_some(at);
        if let Some(number_sign) = fragment {
            self.check(Rule::fragment, number_sign + 1..len, self.found(Components::fragment))?;
        }
        Ok(Delimiters { scheme, fragment })
    }

    /// Checks the authority and the path of a `hier-part` or, without a scheme, of a `relative-part`.
    pub(super) fn hierarchy(&self, part: Range<usize>, has_scheme: bool) -> Result<(), Failure> {
        let Range { start, end } = part;
        let has_authority = self.text.as_bytes().get(start..end).is_some_and(|part| part.starts_with(b"//"));
        let mut path = part;
        if has_authority {
            path.start = self.find(start + 2..end, [b'/']);
            self.authority(start + 2..path.start)?;
        }
        let path_rule = match self.byte(path.start) {
            _ if has_authority => Rule::path_abempty,
            _ if path.is_empty() => Rule::path_empty,
            Some(b'/') => Rule::path_absolute,
            _ if has_scheme => Rule::path_rootless,
            _ => Rule::path_noscheme,
        };
        let found = self
            .found(Components::path)
            .filter(|_| self.found(Components::path_kind).map(PathKind::rule) == Some(path_rule));
        self.check(path_rule, path, found)
    }

    /// Checks the parts of the authority.
    pub(super) fn authority(&self, Range { start, end }: Range<usize>) -> Result<(), Failure> {
        let mut host = start;
        let at = self.find(start..end, [b'@']);
        if at < end {
            self.check(Rule::userinfo, start..at, self.found(Components::userinfo))?;
            host = at + 1;
        }
        let mut colon = self.find(host..end, [b':']);
        if self.byte(host) == Some(b'[') {
            let close = self.find(host..end, [b']']);
            // A character other than `:` after the `]` is checked as part of the host, so the error is in the host.
            colon = if close < end && self.byte(close + 1) == Some(b':') { close + 1 } else { end };
        }
        // The automaton of `host` is too large for the proof of `Automaton::matches_as_alone`, so it would be run again.
        if !(self.is_host)(self.text.get(host..colon).expect(SPLIT)) {
            self.check(Rule::host, host..colon, None)?;
        }
        if colon < end {
            self.check(Rule::port, colon + 1..end, self.found(Components::port))?;
        }
        Ok(())
    }
}
