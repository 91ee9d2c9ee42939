//! Which component of a rejected string is to blame, and where.

use core::ops::Range;

use crate::Rule;
use crate::automaton::{Automaton, Reach};
use crate::components::{Components, PathKind};
use crate::error::{Fault, ParseError};
use crate::expected::Expected;
use crate::search::first_of;

/// Gives the automaton of a rule, if it has one.
type Automata<'a> = &'a dyn Fn(Rule) -> Option<&'static Automaton>;

/// Blames a string that `rule` rejects.
///
/// `own` gives the automaton of a rule, `is_host` may know of a host that it is one, and `found` is what the rule
/// has matched before it ended too early, if it did. Linear in the string, and off the path of a string that is
/// accepted.
#[cold]
#[inline(never)]
pub(crate) fn diagnose(
    rule: Rule,
    text: &str,
    found: Option<Components>,
    own: Automata<'_>,
    is_host: fn(&str) -> bool,
) -> ParseError {
    // Where the rule did not match at all, what was captured is not to be trusted.
    let found = found.as_ref().filter(|found| (found.end as usize) < text.len());
    let judge = Judge { text, found, own, is_host };
    let fault = match rule {
        Rule::URI | Rule::URI_reference | Rule::absolute_URI | Rule::relative_ref => {
            let marks = judge.components().map_err(|error| without_scheme(rule, error));
            marks.and_then(|marks| judge.misplaced(rule, &marks))
        }
        _ => Ok(()),
    };
    let whole = || judge.check(rule, rule, 0..text.len(), None);
    match fault.and_then(|()| whole()) {
        Err(error) => error,
        Ok(()) => ParseError::at_start(Fault::Unplaced, rule, text),
    }
}

struct Judge<'a> {
    text: &'a str,
    found: Option<&'a Components>,
    own: Automata<'a>,
    is_host: fn(&str) -> bool,
}

/// Where a component ends that is not in every kind of reference, and where one begins.
struct Marks {
    /// The colon after the scheme.
    scheme: Option<usize>,
    /// The number sign before the fragment.
    fragment: Option<usize>,
}

impl Judge<'_> {
    /// The components in their order, up to the first that its own rule does not match.
    ///
    /// The string is taken apart as the regular expression of Appendix B does it, which matches any
    /// string, and its authority at the first `@`, the closing `]` or the first `:`.
    fn components(&self) -> Result<Marks, ParseError> {
        let len = self.text.len();
        let mut at = 0;
        let first = self.find(0..len, *b":/?#");
        let scheme = (first > 0 && self.byte(first) == Some(b':')).then_some(first);
        if let Some(colon) = scheme {
            self.check(Rule::scheme, Rule::scheme, 0..colon, self.found(Components::scheme))?;
            at = colon + 1;
        }
        let has_authority = self.text[at..].starts_with("//");
        if has_authority {
            at = self.authority(at + 2)?;
        }
        let path = at..self.find(at..len, *b"?#");
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
        self.check(Rule::path, path_rule, path, found)?;
        if self.byte(at) == Some(b'?') {
            let query = at + 1..self.find(at + 1..len, [b'#']);
            at = query.end;
            self.check(Rule::query, Rule::query, query, self.found(Components::query))?;
        }
        let fragment = (at < len).then_some(at);
        if let Some(mark) = fragment {
            self.check(Rule::fragment, Rule::fragment, mark + 1..len, self.found(Components::fragment))?;
        }
        Ok(Marks { scheme, fragment })
    }

    /// Where the authority ends.
    fn authority(&self, start: usize) -> Result<usize, ParseError> {
        let len = self.text.len();
        let mut host = start;
        let mut colon = self.find(start..len, *b":@/?#");
        let mut end = self.find(colon..len, *b"@/?#");
        if self.byte(end) == Some(b'@') {
            self.check(Rule::userinfo, Rule::userinfo, start..end, self.found(Components::userinfo))?;
            host = end + 1;
            colon = self.find(host..len, *b":/?#");
            end = self.find(colon..len, *b"/?#");
        }
        if self.byte(host) == Some(b'[') {
            let close = self.find(host..end, [b']']);
            // What follows the `]` and is no `:` is the host's fault, so it stays with the host.
            colon = if close < end && self.byte(close + 1) == Some(b':') { close + 1 } else { end };
        }
        // Its automaton is too large for the build to prove what it proves of the others.
        if !(self.is_host)(&self.text[host..colon]) {
            self.check(Rule::host, Rule::host, host..colon, None)?;
        }
        if colon < end {
            self.check(Rule::port, Rule::port, colon + 1..end, self.found(Components::port))?;
        }
        Ok(end)
    }

    /// What is not in the kind of reference that was asked for, where each component is right by itself.
    fn misplaced(&self, rule: Rule, marks: &Marks) -> Result<(), ParseError> {
        let unwanted = |component, what, offset: usize| {
            let found = self.text[offset..].chars().next();
            Err(ParseError { what, component, offset: offset as u32, found, expected: Expected::default() })
        };
        match (rule, marks) {
            (Rule::URI | Rule::absolute_URI, Marks { scheme: None, .. }) => {
                let Some(automaton) = (self.own)(Rule::scheme) else { return Ok(()) };
                let reach = automaton.run(self.text);
                let fault = fault(self.text, Rule::scheme, 0, automaton, &reach);
                Err(ParseError { what: Fault::MissingScheme, ..fault })
            }
            (Rule::absolute_URI, Marks { fragment: Some(mark), .. }) => {
                unwanted(Rule::fragment, Fault::FragmentGiven, *mark)
            }
            (Rule::relative_ref, Marks { scheme: Some(colon), .. }) => {
                unwanted(Rule::scheme, Fault::SchemeGiven, *colon)
            }
            _ => Ok(()),
        }
    }

    /// Blames the component if the rule does not match it. A rule that has no automaton blames nothing.
    ///
    /// `found` is where the rule has matched, if it has: what it matches, it accepts, as the automaton knows.
    #[inline(always)]
    fn check(
        &self,
        component: Rule,
        rule: Rule,
        range: Range<usize>,
        found: Option<Range<usize>>,
    ) -> Result<(), ParseError> {
        let Some(automaton) = (self.own)(rule) else { return Ok(()) };
        let matched = match found {
            Some(found) if found == range && automaton.matches_as_alone() => return Ok(()),
            Some(found) if found.start == range.start && found.end <= range.end => found.len(),
            _ => 0,
        };
        self.run(component, automaton, range, matched)
    }

    /// Runs over the component, of which so many bytes have matched.
    #[inline(never)]
    fn run(
        &self,
        component: Rule,
        automaton: &'static Automaton,
        range: Range<usize>,
        matched: usize,
    ) -> Result<(), ParseError> {
        let start = range.start;
        let reach = automaton.run_past(matched, &self.text[range]);
        if reach.accepted { Ok(()) } else { Err(fault(self.text, component, start, automaton, &reach)) }
    }

    /// Where a component lies in what was found.
    #[inline(always)]
    fn found<T>(&self, component: impl Fn(&Components) -> Option<T>) -> Option<T> {
        self.found.and_then(component)
    }

    /// The first place of a byte to stop at, or the end of the range.
    #[inline]
    fn find<const N: usize>(&self, Range { start, end }: Range<usize>, stops: [u8; N]) -> usize {
        first_of(&self.text.as_bytes()[start..end], stops).map_or(end, |at| start + at)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}

/// Says of a colon that begins a string what it lacks, where only a string with a scheme will do: to make
/// a path of it, as section 4.2 has it, would not help.
fn without_scheme(rule: Rule, error: ParseError) -> ParseError {
    match (rule, error) {
        (
            Rule::URI | Rule::absolute_URI,
            ParseError { component: Rule::path, offset: 0, found: Some(':'), .. },
        ) => ParseError { what: Fault::MissingScheme, ..error },
        _ => error,
    }
}

/// The fault where the run of `automaton` from `start` stopped.
fn fault(
    text: &str,
    component: Rule,
    start: usize,
    automaton: &'static Automaton,
    reach: &Reach,
) -> ParseError {
    let offset = start + reach.len;
    let expected = Expected::after(automaton, reach.state);
    let escape = matches!(&text.as_bytes()[start..offset], [.., b'%'] | [.., b'%', _])
        && expected.hexadecimal_digits();
    ParseError {
        what: if escape { Fault::PercentEncoding } else { Fault::Unexpected },
        component,
        offset: offset as u32,
        found: text[offset..].chars().next(),
        expected,
    }
}

/// A string longer than the offsets can count.
#[cold]
pub(crate) fn too_long(rule: Rule) -> ParseError {
    ParseError {
        what: Fault::TooLong,
        component: rule,
        offset: u32::MAX,
        found: None,
        expected: Expected::default(),
    }
}
