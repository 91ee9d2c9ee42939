//! Which component of a rejected string is to blame, and where.

use core::ops::Range;

use crate::Rule;
use crate::automaton::{Automaton, Reach};
use crate::error::{Fault, ParseError};
use crate::expected::Expected;

/// A string taken apart as the regular expression of Appendix B does it, which matches any string,
/// and its authority taken apart at the first `@`, the closing `]` or the first `:`.
struct Split {
    scheme: Option<Range<usize>>,
    userinfo: Option<Range<usize>>,
    host: Option<Range<usize>>,
    port: Option<Range<usize>>,
    path: Range<usize>,
    query: Option<Range<usize>>,
    fragment: Option<Range<usize>>,
}

impl Split {
    fn of(text: &str) -> Self {
        let find = |range: Range<usize>, stops: &[u8]| {
            text.as_bytes()[range.clone()]
                .iter()
                .position(|byte| stops.contains(byte))
                .map_or(range.end, |at| range.start + at)
        };
        let len = text.len();
        let fragment_mark = find(0..len, b"#");
        let query_mark = find(0..fragment_mark, b"?");
        let after = |mark: usize, end: usize| (mark < end).then(|| mark + 1..end);

        let colon = find(0..query_mark, b":/");
        let scheme = (colon > 0 && text.as_bytes().get(colon) == Some(&b':') && colon < query_mark)
            .then_some(0..colon);
        let start = scheme.as_ref().map_or(0, |scheme| scheme.end + 1);

        let mut split = Self {
            scheme,
            userinfo: None,
            host: None,
            port: None,
            path: start..query_mark,
            query: after(query_mark, fragment_mark),
            fragment: after(fragment_mark, len),
        };
        if text[start..query_mark].starts_with("//") {
            let authority = start + 2..find(start + 2..query_mark, b"/");
            split.path = authority.end..query_mark;
            let at = find(authority.clone(), b"@");
            let host_start = if at < authority.end {
                split.userinfo = Some(authority.start..at);
                at + 1
            } else {
                authority.start
            };
            let host_end = if text[host_start..].starts_with('[') {
                let close = find(host_start..authority.end, b"]");
                // What follows the `]` and is no `:` is the host's fault, so it stays with the host.
                match text.as_bytes().get(close + 1) {
                    Some(b':') if close < authority.end => close + 1,
                    _ => authority.end,
                }
            } else {
                find(host_start..authority.end, b":")
            };
            split.host = Some(host_start..host_end);
            split.port = after(host_end, authority.end);
        }
        split
    }
}

/// Gives the automaton of a rule, if it has one.
type Automata = fn(Rule) -> Option<&'static Automaton>;

/// Blames a string that `rule` rejects.
///
/// `own` gives the automaton of a rule. Linear in the string, and off the path of a string that is
/// accepted.
#[cold]
#[inline(never)]
pub(crate) fn diagnose(rule: Rule, text: &str, own: Automata) -> ParseError {
    // A rule that has no automaton is too large or too strange for one, and blames nothing.
    let blame = |component: Rule, rule: Rule, range: Range<usize>| {
        let automaton = own(rule)?;
        let reach = automaton.run(&text[range.clone()]);
        (!reach.accepted).then(|| fault(text, component, range.start, automaton, &reach))
    };
    let whole = || {
        blame(rule, rule, 0..text.len()).unwrap_or_else(|| ParseError::at_start(Fault::Unplaced, rule, text))
    };
    if !matches!(rule, Rule::URI | Rule::URI_reference | Rule::absolute_URI | Rule::relative_ref) {
        return whole();
    }

    let split = Split::of(text);
    let path_rule = match (&split.host, &split.scheme) {
        (Some(_), _) => Rule::path_abempty,
        _ if split.path.is_empty() => Rule::path_empty,
        _ if text[split.path.start..].starts_with('/') => Rule::path_absolute,
        (None, Some(_)) => Rule::path_rootless,
        (None, None) => Rule::path_noscheme,
    };
    let check = |component: Rule, range: &Option<Range<usize>>| {
        range.clone().and_then(|range| blame(component, component, range))
    };
    check(Rule::scheme, &split.scheme)
        .or_else(|| check(Rule::userinfo, &split.userinfo))
        .or_else(|| check(Rule::host, &split.host))
        .or_else(|| check(Rule::port, &split.port))
        .or_else(|| blame(Rule::path, path_rule, split.path.clone()))
        .or_else(|| check(Rule::query, &split.query))
        .or_else(|| check(Rule::fragment, &split.fragment))
        .or_else(|| misplaced(rule, text, &split, own))
        .unwrap_or_else(whole)
}

/// The fault of a valid reference that is not what was asked for: each component is right by itself.
fn misplaced(rule: Rule, text: &str, split: &Split, own: Automata) -> Option<ParseError> {
    let unwanted = |component, what, offset: usize| ParseError {
        what,
        component,
        offset: offset as u32,
        found: text[offset..].chars().next(),
        expected: Expected::default(),
    };
    match (rule, &split.scheme, &split.fragment) {
        (Rule::URI | Rule::absolute_URI, None, _) => {
            let automaton = own(Rule::scheme)?;
            let reach = automaton.run(text);
            Some(ParseError { what: Fault::MissingScheme, ..fault(text, Rule::scheme, 0, automaton, &reach) })
        }
        (Rule::absolute_URI, Some(_), Some(fragment)) => {
            Some(unwanted(Rule::fragment, Fault::FragmentGiven, fragment.start - 1))
        }
        (Rule::relative_ref, Some(scheme), _) => Some(unwanted(Rule::scheme, Fault::SchemeGiven, scheme.end)),
        _ => None,
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
