//! The URIs in running text, by the table in the documentation of `extract`, one place and one end after the other.

use std::ops::Range;

use urigram::Rule;

use super::automata;

/// The schemes of URIs that are found without `//`.
const WITHOUT_SLASHES: &[&str] =
    &["cid", "data", "geo", "magnet", "mailto", "mid", "news", "sip", "sips", "sms", "tel", "urn", "xmpp"];

/// The longest scheme, and the most white space after `URL:`.
const LONGEST_SCHEME: usize = 64;
const MOST_SPACES: usize = 32;

/// Returns the places of the URIs in a text, and their values.
pub(crate) fn uris(text: &str) -> Vec<(Range<usize>, String)> {
    let (mut found, mut floor, mut at) = (Vec::new(), 0, 0);
    while let Some(colon) = text[at..].find(':').map(|colon| at + colon) {
        at = colon + 1;
        if let Some((range, uri)) = uri_at(text, floor, colon) {
            (floor, at) = (range.end, range.end);
            found.push((range, uri));
        }
    }
    found
}

/// Returns the URI whose scheme ends at a colon. What stands before `floor` belongs to another.
fn uri_at(text: &str, floor: usize, colon: usize) -> Option<(Range<usize>, String)> {
    let scheme = scheme_before(&text[floor..colon])?;
    let start = colon - scheme.len();
    let (before, is_prefixed) = without_prefix(&text[floor..start]);
    let has_slashes = text[colon + 1..].starts_with("//");
    let is_known = WITHOUT_SLASHES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    if !(has_slashes || is_prefixed || is_known) {
        return None;
    }
    // There has to be something behind these.
    let least = colon + if has_slashes { 3 } else { 1 };
    let is_uri = |uri: &str| uri.len() > least - start && automata::URIS.get(Rule::URI).accepts(uri);
    if let Some(end) = closing(text, before, start) {
        let is_in_angles = before.ends_with('<');
        let uri: String = text[start..end].chars().filter(|&c| !is_in_angles || !is_space(c)).collect();
        // A colon is followed by something.
        let has_more = !text[colon + 1..].starts_with(|c: char| c.is_ascii() && is_space(c));
        if has_more && automata::URIS.get(Rule::URI).accepts(&uri) {
            let end = start + text[start..end].trim_end_matches(is_space).len();
            return is_uri(&uri).then_some((start..end, uri));
        }
    }
    let rest = &text[start..outer_end(text, start)];
    let emphasis = before.chars().next_back().filter(|c| "*_~".contains(*c));
    let may_end = |uri: &str| {
        let last = uri.chars().next_back();
        last.is_some_and(|last| !".,;:!?'([{".contains(last) && Some(last) != emphasis)
    };
    let mut ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
    let end = ends.find(|&end| may_end(&rest[..end]) && is_uri(&rest[..end]))?;
    Some((start..start + end, rest[..end].to_owned()))
}

/// Returns the longest scheme at the end of a text, unless what may be one goes on for too long.
fn scheme_before(text: &str) -> Option<&str> {
    let may_have = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let run = &text[text.trim_end_matches(may_have).len()..];
    let start = run.find(|c: char| c.is_ascii_alphabetic())?;
    (run.len() <= LONGEST_SCHEME).then(|| &run[start..])
}

/// Returns a text without `URL:` at its end, and whether it was there, perhaps before white space.
fn without_prefix(text: &str) -> (&str, bool) {
    let is_blank = |c: char| c.is_ascii_whitespace();
    let trimmed = text.trim_end_matches(is_blank);
    let spaces = text.len() - trimmed.len();
    let Some(rest) = trimmed.len().checked_sub(4).and_then(|at| trimmed.get(..at)) else {
        return (text, false);
    };
    let is_prefix = spaces <= MOST_SPACES
        && trimmed[rest.len()..].eq_ignore_ascii_case("URL:")
        && !rest.ends_with(|c: char| c.is_ascii_alphanumeric());
    if is_prefix { (rest, true) } else { (text, false) }
}

/// Returns where the mark stands that closes what was opened directly before the URI.
fn closing(text: &str, before: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let end = match before.chars().next_back()? {
        '<' => rest.find('>'),
        '"' => rest.find('"'),
        '\'' => rest.find('\''),
        '(' if before.ends_with("](") => unmatched(rest, "()"),
        _ => None,
    };
    end.map(|end| start + end)
}

/// Returns where the first bracket of a kind stands that closes what was not opened in the text.
fn unmatched(text: &str, kind: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match kind.find(c) {
            Some(0) => open += 1,
            Some(_) => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return Some(at),
            },
            None => {}
        }
    }
    None
}

/// Returns where a URI that nothing encloses ends at the latest.
fn outer_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let delimiter = rest.find(|c: char| is_space(c) || c.is_control() || "\"<>".contains(c));
    let brackets = ["()", "[]", "{}"].into_iter().filter_map(|kind| unmatched(rest, kind));
    start + brackets.chain(delimiter).min().unwrap_or(rest.len())
}

/// White space, and the characters of no width that separate words.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}
