//! Schemes that are hidden by encoding in a relative reference (section 7.3).
#![expect(
    clippy::arithmetic_side_effects,
    reason = "the rest is a suffix of the text; the name has at most `LONGEST` bytes"
)]

use super::decoding::first_character;
use super::finding::Detail;
use super::review::Kind;
use super::review::Review;
use super::table::Code;
use crate::bytes::first_of;
use crate::grammar::Rule;
use crate::scheme::built_in_name;

/// Schemes that only browsers support. Most of their URIs are scripts.
const OF_BROWSERS: [&str; 8] =
    ["javascript", "vbscript", "vbs", "livescript", "mocha", "view-source", "about", "blob"];

/// An upper bound of the lengths of these schemes and of the built-in ones.
const LONGEST: usize = 24;

/// Adds a finding if a relative reference begins with a scheme after it is decoded.
#[inline]
pub(super) fn check(review: &mut Review<'_, '_>) {
    let is_relative = review.facts.kind == Kind::None && review.at.kind().is_some();
    let Some(path) = review.at.path().filter(|path| is_relative && path.start == 0 && !path.is_empty())
    else {
        return;
    };
    let Some(path) = review.text.as_bytes().get(path) else { return };
    // A scheme is hidden only if the first segment has an encoding.
    if first_of(path, [b'/', b'%', b'&']).is_some_and(|at| path.get(at) != Some(&b'/')) {
        check_closely(review);
    }
}

#[inline(never)]
fn check_closely(review: &mut Review<'_, '_>) {
    let text = review.text.as_bytes();
    if let Some((scheme, rest)) = hidden(text) {
        review.add(Code::HiddenScheme, Rule::path, 0..text.len() - rest.len(), Detail::Text(scheme));
    }
}

/// Returns the known scheme that the decoded text begins with, and the text after its colon.
fn hidden(text: &[u8]) -> Option<(&'static str, &[u8])> {
    let (mut name, mut len) = ([0; LONGEST], 0);
    let mut rest = text;
    loop {
        let (character, after) = first_character(rest)?;
        rest = after;
        match u8::try_from(character).ok()? {
            // WHATWG URL, section 4.4: remove all tabs and line breaks, and other control characters and spaces before the
            // scheme.
            b'\t' | b'\n' | b'\r' => {}
            ..=b' ' if len == 0 => {}
            b':' => break,
            own if own.is_ascii_alphanumeric() || matches!(own, b'+' | b'-' | b'.') => {
                *name.get_mut(len)? = own;
                len += 1;
            }
            _ => return None,
        }
    }
    let name = core::str::from_utf8(name.get(..len)?).ok()?;
    let of_browser = OF_BROWSERS.into_iter().find(|own| own.eq_ignore_ascii_case(name));
    Some((of_browser.or_else(|| built_in_name(name))?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_scheme_fits() {
        let schemes = crate::scheme::Schemes::new();
        assert!(schemes.names().chain(OF_BROWSERS).all(|scheme| scheme.len() <= LONGEST));
    }
}
