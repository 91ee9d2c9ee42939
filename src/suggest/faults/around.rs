//! Characters that are not part of the URI: white space, delimiters and markup around the URI, and invisible characters
//! (Appendix C).
#![expect(clippy::arithmetic_side_effects, reason = "offsets within the text")]

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::joiners::is_text;
use crate::bytes::is_invisible;
use crate::extract::Extractor;
use crate::grammar::Rfc3987;
use crate::suggest::mistake::{Edit, Mistake};
use crate::suggest::typed::Typed;
use crate::suggest::unicode_names::Named;
use crate::validate::well_known_scheme;

fn is_blank(character: char) -> bool {
    character.is_whitespace() || is_invisible(character)
}

/// Finds white space, control characters and invisible characters at the start and the end.
pub(super) fn white_space(typed: &Typed<'_>) -> Option<Mistake> {
    let text = typed.text;
    let before = text.len() - text.trim_start_matches(is_blank).len();
    let mut end = text.trim_end_matches(is_blank).len();
    // A joiner or the selector of an emoji is part of the text before it.
    let kept = |(at, own): &(usize, char)| {
        let around = text.get(..end + at).zip(text.get(end + at + own.len_utf8()..));
        around.is_some_and(|(before, after)| is_text(before, *own, after))
    };
    end += text
        .get(end..)
        .unwrap_or_default()
        .char_indices()
        .take_while(kept)
        .map(|(_, own)| own.len_utf8())
        .sum::<usize>();
    if before == text.len() {
        return (before > 0).then(|| Mistake::unclear("the input is only white space"));
    }
    let (first, last) = (text.get(..before).unwrap_or_default(), text.get(end..).unwrap_or_default());
    let place = match (first, last) {
        ("", "") => return None,
        (_, "") => "before",
        ("", _) => "after",
        _ => "around",
    };
    let help = format!("remove {} {place} the URI", described(first.chars().chain(last.chars())));
    let parts = [0..before, end..text.len()].into_iter().filter(|part| !part.is_empty());
    Some(Mistake::new(help, parts.map(Edit::remove).collect::<Vec<_>>()))
}

/// Finds control characters and invisible characters within the text, and line breaks with the white space after them.
pub(super) fn within(typed: &Typed<'_>) -> Option<Mistake> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut after_break = false;
    for (at, character) in typed.text.char_indices() {
        let end = at + character.len_utf8();
        let is_kept = || {
            let around = typed.text.get(..at).zip(typed.text.get(end..));
            around.is_some_and(|(before, after)| is_text(before, character, after))
        };
        if is_invisible(character) && !is_kept() || after_break && character == ' ' {
            match parts.last_mut() {
                Some(last) if last.end == at => last.end = end,
                _ => parts.push(at..end),
            }
        }
        after_break = matches!(character, '\r' | '\n') || after_break && character == ' ';
    }
    let removed = parts.iter().flat_map(|part| typed.text.get(part.clone()).unwrap_or_default().chars());
    let help = format!("remove {} within the URI", described(removed));
    (!parts.is_empty()).then(|| Mistake::new(help, parts.into_iter().map(Edit::remove).collect::<Vec<_>>()))
}

/// Returns a description of these characters, all of which are blank.
pub(super) fn described(characters: impl Iterator<Item = char> + Clone) -> String {
    let count = characters.clone().count();
    let all = |is: fn(char) -> bool| characters.clone().all(is);
    let line_break = |character| matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let named = characters.clone().find(|&character| !character.is_ascii());
    match characters.clone().next() {
        Some(' ') if count == 1 => "the space".into(),
        _ if all(|character| character == ' ') => "the spaces".into(),
        Some('\t') if count == 1 => "the tab".into(),
        Some(first) if line_break(first) && all(char::is_whitespace) => "the line break".into(),
        Some(first) if count == 1 && !first.is_ascii() => format!("the {}{}", kind(first), Named(first)),
        Some(first) if count == 1 => format!("the control character {}", Named(first)),
        _ => match named {
            Some(named) => format!("the {}{} and the like", kind(named), Named(named)),
            None => "the white space".into(),
        },
    }
}

fn kind(character: char) -> &'static str {
    if character.is_whitespace() {
        ""
    } else if character.is_control() {
        "control character "
    } else {
        "invisible character "
    }
}

/// The delimiters around a URI in text, and whether the opening delimiter has no other use.
static PAIRS: [(char, char, bool); 13] = [
    ('<', '>', true),
    ('"', '"', true),
    ('“', '”', true),
    ('„', '“', true),
    ('”', '”', true),
    ('‘', '’', true),
    ('«', '»', true),
    ('»', '«', true),
    ('‹', '›', true),
    ('`', '`', true),
    ('\'', '\'', false),
    ('(', ')', false),
    ('[', ']', false),
];

/// Finds delimiters around the URI: those of Appendix C and other common ones.
pub(super) fn delimiters(typed: &Typed<'_>) -> Option<Mistake> {
    let text = typed.text;
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    let opened = PAIRS.iter().filter(|(open, ..)| *open == first);
    for &(open, close, is_certain) in opened {
        let inner = text.get(open.len_utf8()..).unwrap_or_default();
        let closed = if open == close { inner.find(close) } else { inner.rfind(close) };
        let Some(at) = closed.map(|at| at + open.len_utf8()) else { continue };
        let (uri, after) = (text.get(open.len_utf8()..at)?, text.get(at + close.len_utf8()..)?);
        // Punctuation after the closing delimiter belongs to the sentence around the URI.
        let ends = after.chars().all(|own| matches!(own, '.' | ',' | ';' | ':' | '!' | '?' | ')'));
        if ends && !uri.is_empty() && (is_certain || begins_like_uri(uri)) {
            let edits = [Edit::remove(0..open.len_utf8()), Edit::remove(at..text.len())];
            let and_close = if open == close { String::new() } else { format!(" and `{close}`") };
            return Some(Mistake::new(format!("leave out the `{open}`{and_close} around the URI"), edits));
        }
    }
    let opens = |&(open, close, is_certain): &(char, char, bool)| {
        let others = text.get(first.len_utf8()..).unwrap_or_default();
        is_certain && open == first && !others.contains(close) && !others.is_empty()
    };
    if PAIRS.iter().any(opens) {
        let start = Edit::remove(0..first.len_utf8());
        return Some(Mistake::new(format!("leave out the `{first}` before the URI"), [start]));
    }
    let closes = |&(open, close, is_certain): &(char, char, bool)| {
        let others = text.get(..text.len() - last.len_utf8()).unwrap_or_default();
        is_certain && close == last && !others.contains([open, close]) && !others.is_empty()
    };
    PAIRS.iter().any(closes).then(|| {
        let end = Edit::remove(text.len() - last.len_utf8()..text.len());
        Mistake::new(format!("leave out the `{last}` after the URI"), [end])
    })
}

/// Returns whether the text begins with a scheme and `//`, or with `www.`.
fn begins_like_uri(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    let is_scheme =
        |scheme: &str| !scheme.is_empty() && scheme.bytes().all(|own| own.is_ascii_alphanumeric());
    scheme.is_some_and(is_scheme) || text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."))
}

/// Finds a link in Markdown, or an element of HTML.
pub(super) fn markup(typed: &Typed<'_>) -> Option<Mistake> {
    let text = typed.text;
    let link = text.starts_with(['[', '!']).then(|| text.find("](")).flatten();
    if let Some(start) = link.map(|at| at + 2) {
        let rest = text.get(start..).unwrap_or_default();
        let end = start + rest.find([')', ' ']).unwrap_or(rest.len());
        let help = "this is a link in Markdown: its URI is between `(` and `)`";
        return inside(text, start..end, help);
    }
    let mut end = text.len().min(LONGEST_TAG);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let tag = text.get(..end)?;
    let is_tag = |at: usize| text.starts_with('<') || at == 0;
    let attribute = ["href=", "src="]
        .iter()
        .find_map(|name| Some((name, tag.find(name).filter(|&at| is_tag(at))? + name.len())));
    let (name, start) = attribute?;
    let quote = text.get(start..)?.chars().next().filter(|own| matches!(own, '"' | '\''))?;
    let start = start + 1;
    let end = start + text.get(start..)?.find(quote)?;
    inside(
        text,
        start..end,
        &format!("this is HTML: its URI is the value of `{}`", name.trim_end_matches('=')),
    )
}

/// The number of bytes at the start of the text in which the attribute of an element is searched.
const LONGEST_TAG: usize = 256;

fn inside(text: &str, uri: Range<usize>, help: &str) -> Option<Mistake> {
    let edits = [Edit::remove(0..uri.start), Edit::remove(uri.end..text.len())];
    (!uri.is_empty()).then(|| Mistake::new(help, edits))
}

/// Finds the prefix `URL:`, which RFC 1738 recommended.
pub(super) fn prefix(typed: &Typed<'_>) -> Option<Mistake> {
    let prefix = typed
        .scheme()
        .filter(|scheme| scheme.eq_ignore_ascii_case("url") || scheme.eq_ignore_ascii_case("uri"))?;
    let rest = typed.text.get(prefix.len() + 1..)?;
    let end = typed.text.len() - rest.trim_start_matches(is_blank).len();
    (end < typed.text.len())
        .then(|| Mistake::new(format!("leave out the prefix `{prefix}:`"), [Edit::remove(0..end)]))
}

/// Finds text before the URI, such as that of a list or a sentence.
pub(super) fn text_before(typed: &Typed<'_>) -> Option<Mistake> {
    let text = typed.text;
    let extractor = Extractor::<Rfc3987>::default();
    let mut found = extractor.in_text(text);
    let range = found.next()?.range();
    let before = text.get(..range.start)?;
    // If the scheme is unknown, the text before it may be a part of the scheme, as in `ht tp://`.
    let scheme = text.get(range.clone())?.split_once("://")?.0;
    let is_known = well_known_scheme(scheme).is_some_and(|known| known.name.eq_ignore_ascii_case(scheme));
    (is_known && before.ends_with(char::is_whitespace) && found.next().is_none()).then(|| {
        let parts = [0..range.start, range.end..text.len()].into_iter().filter(|part| !part.is_empty());
        Mistake::new("leave out the text around the URI", parts.map(Edit::remove).collect::<Vec<_>>())
    })
}
