//! Scripting schemes that a relative reference hides in an encoding (section 7.3).

use super::facts::Kind;
use super::finding::Detail;
use super::review::Review;
use super::table::Code;
use crate::bytes::first_of;
use crate::grammar::Rule;
use crate::percent::value;

/// The schemes whose URIs are programs, or may contain one.
const SCRIPTING: [&str; 3] = ["javascript", "vbscript", "data"];

/// Checks a reference that has no scheme before it is decoded.
#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    let is_relative = review.facts.kind == Kind::None && review.at.kind().is_some();
    let Some(path) = review.at.path().filter(|path| is_relative && path.start == 0 && !path.is_empty())
    else {
        return;
    };
    let Some(path) = review.text.as_bytes().get(path) else { return };
    // What precedes the first delimiter of a path would be the scheme.
    if first_of(path, [b'/', b'%', b'&']).is_some_and(|at| path.get(at) != Some(&b'/')) {
        check_closely(review);
    }
}

#[inline(never)]
fn check_closely(review: &mut Review<'_, '_>) {
    let bytes = review.text.as_bytes();
    let found = SCRIPTING.iter().find_map(|scheme| Some((*scheme, end_of(bytes, scheme)?)));
    if let Some((scheme, end)) = found {
        review.add(Code::HiddenScheme, Rule::path, 0..end, Detail::Text(scheme));
    }
}

/// Returns where the scheme and its colon end, if the text begins with them when it is decoded.
fn end_of(text: &[u8], scheme: &str) -> Option<usize> {
    let mut at = 0;
    for (index, expected) in scheme.bytes().chain([b':']).enumerate() {
        loop {
            let (character, len) = decoded(text.get(at..)?)?;
            at += len;
            // WHATWG URL, section 4.4: tabs and line breaks are removed, and before the scheme all control characters
            // and spaces.
            if matches!(character, 9 | 10 | 13) || index == 0 && character <= 0x20 {
                continue;
            }
            if u8::try_from(character).is_ok_and(|own| own.eq_ignore_ascii_case(&expected)) {
                break;
            }
            return None;
        }
    }
    Some(at)
}

/// Returns the first character when it is decoded, and the length of what encodes it.
fn decoded(text: &[u8]) -> Option<(u32, usize)> {
    let (&first, rest) = text.split_first()?;
    let decoded = match first {
        b'%' => octet(rest),
        b'&' => character_reference(rest),
        _ => None,
    };
    let (character, rest) = decoded.unwrap_or((first.into(), rest));
    Some((character, text.len() - rest.len()))
}

/// Returns the octet that follows a `%`, and the text after it. An octet that is a `%` again is decoded too.
fn octet(mut text: &[u8]) -> Option<(u32, &[u8])> {
    loop {
        let (&digits, rest) = text.split_first_chunk()?;
        let octet = value(digits);
        if octet == u16::from(b'%') && rest.first_chunk().is_some_and(|&digits| value(digits) < 256) {
            text = rest;
            continue;
        }
        return (octet < 256).then_some((octet.into(), rest));
    }
}

/// Returns the character to which a character reference of HTML refers, and the text after it. The reference follows a
/// `&`, which may be a reference itself.
fn character_reference(mut text: &[u8]) -> Option<(u32, &[u8])> {
    while let Some(rest) = text.strip_prefix(b"amp;") {
        text = rest;
    }
    for (name, character) in [("colon;", b':'), ("Tab;", b'\t'), ("NewLine;", b'\n')] {
        if let Some(rest) = text.strip_prefix(name.as_bytes()) {
            return Some((character.into(), rest));
        }
    }
    let number = text.strip_prefix(b"#")?;
    let (radix, digits) = match number {
        [b'x' | b'X', digits @ ..] => (16, digits),
        digits => (10, digits),
    };
    let mut character: u32 = 0;
    let mut rest = digits;
    while let Some((&digit, after)) = rest.split_first()
        && let Some(digit) = char::from(digit).to_digit(radix)
    {
        character = character.saturating_mul(radix).saturating_add(digit);
        rest = after;
    }
    let is_number = rest.len() < digits.len();
    is_number.then_some((character, rest.strip_prefix(b";").unwrap_or(rest)))
}
