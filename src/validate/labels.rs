//! The labels of a DNS name (RFC 1034, section 3.1; RFC 1123, section 2.1).

use core::ops::Range;

use super::finding::Detail;
use super::punycode::{self, in_unicode};
use super::review::Review;
use super::scripts::{Scripts, is_confusable};
use super::table::Code;
use crate::grammar::Rule;

const MAX_LABEL: usize = 63;
const MAX_NAME: usize = 253;

/// The classes of the bytes of a name, as bits.
#[derive(Clone, Copy)]
pub(super) struct Characters(u8);

const UNDERSCORE: u8 = 1;
const PERCENT: u8 = 2;
const OTHER: u8 = 4;
const BEYOND_ASCII: u8 = 8;

/// Look-up table: the class of each byte; 0 for letters, digits, hyphens and dots.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        let own = byte as u8;
        if own.is_ascii_alphanumeric() || own == b'-' || own == b'.' {
            classes[byte] = 0;
        } else if own == b'_' {
            classes[byte] = UNDERSCORE;
        } else if own == b'%' {
            classes[byte] = PERCENT;
        } else if !own.is_ascii() {
            classes[byte] = BEYOND_ASCII;
        }
        byte += 1;
    }
    classes
};

impl Characters {
    const fn has(self, class: u8) -> bool {
        self.0 & class != 0
    }

    /// Returns whether the name has to be converted before it is looked up.
    pub(super) const fn need_conversion(self) -> bool {
        self.has(PERCENT | BEYOND_ASCII)
    }
}

/// Checks the labels of a host, if it is a DNS name, and returns the classes of its bytes.
#[inline]
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "the offset after a dot; the table has an entry for each byte"
)]
pub(super) fn check(review: &mut Review<'_, '_>, host: &Range<usize>, is_dns: bool) -> Characters {
    let name = review.slice(host.clone());
    let mut characters = Characters(0);
    let mut start = 0;
    let mut is_odd = false;
    for (at, &byte) in name.as_bytes().iter().enumerate() {
        characters.0 |= CLASSES[usize::from(byte)];
        if byte == b'.' {
            is_odd |= looks_odd(name.as_bytes(), start, at);
            start = at + 1;
        }
    }
    is_odd |= looks_odd(name.as_bytes(), start, name.len());
    if is_dns && (is_odd || characters.0 != 0 || name.len() > MAX_NAME) {
        check_closely(review, host, name, characters);
    }
    characters
}

/// Returns whether the label may have a finding that does not follow from the classes of its bytes.
#[inline]
#[expect(clippy::arithmetic_side_effects, reason = "two bytes more, in the name")]
fn looks_odd(name: &[u8], start: usize, end: usize) -> bool {
    // Empty, too long, beginning or ending with a hyphen, or beginning with `xn--`.
    match name.get(start..end) {
        Some([first, inner @ .., last]) => {
            *first == b'-'
                || *last == b'-'
                || inner.len() + 2 > MAX_LABEL
                || matches!(inner, [_, b'-', b'-', ..])
        }
        Some([byte]) => *byte == b'-',
        _ => true,
    }
}

// `check_closely` has a `u128` with a bit for each code.
const _: () = assert!(Code::ALL.len() <= 128);

#[cold]
#[inline(never)]
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "offsets in the host, or one after it; the table has an entry for each byte"
)]
fn check_closely(review: &mut Review<'_, '_>, host: &Range<usize>, name: &str, characters: Characters) {
    let length = name.trim_end_matches('.').len();
    if length > MAX_NAME && name.is_ascii() {
        review.add(Code::HostLength, Rule::host, host.clone(), Detail::Count(length));
    }
    for (class, code) in [(UNDERSCORE, Code::HostUnderscore), (OTHER, Code::HostCharacter)] {
        if characters.has(class) {
            let at = name.bytes().position(|byte| CLASSES[usize::from(byte)] == class).unwrap_or_default();
            let code = if name.as_bytes().get(at) == Some(&b'*') { Code::WildcardHost } else { code };
            review.add(code, Rule::host, host.start + at..host.start + at + 1, Detail::None);
        }
    }
    let domain = name.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_foreign = !domain.is_ascii() || punycode::encoded(domain).is_some();
    let (mut start, mut seen) = (host.start, 0);
    for label in name.split('.') {
        let end = start + label.len();
        if let Some((code, detail)) = finding(label, is_foreign) {
            let is_last = end == host.end;
            let (code, range) = match code {
                Code::HostEmptyLabel if is_last && name.len() > 1 => (Code::HostTrailingDot, end - 1..end),
                Code::HostEmptyLabel => (code, start..host.end.min(end + 1)),
                _ => (code, start..end),
            };
            // Each code is reported once per host.
            let bit = 1_u128 << (code as u8);
            if seen & bit == 0 {
                review.add(code, Rule::host, range, detail);
            }
            seen |= bit;
        }
        start = end + 1;
    }
}

/// Returns the finding of a label, if any. If `is_foreign`, the top-level domain is not ASCII, and words in other scripts are
/// expected.
fn finding<'a>(label: &str, is_foreign: bool) -> Option<(Code, Detail<'a>)> {
    if label.is_empty() {
        return Some((Code::HostEmptyLabel, Detail::None));
    }
    if label.len() > MAX_LABEL && label.is_ascii() {
        return Some((Code::HostLabelLength, Detail::Count(label.len())));
    }
    if label.starts_with('-') || label.ends_with('-') {
        return Some((Code::HostHyphen, Detail::None));
    }
    if label.is_ascii() && punycode::encoded(label).is_none() || label.contains('%') {
        return None;
    }
    let Some(scripts) = in_unicode(label, |characters| Scripts::of(characters)) else {
        return Some((Code::InvalidPunycode, Detail::None));
    };
    if scripts.are_mixed() {
        return Some((Code::MixedScripts, Detail::Scripts(scripts)));
    }
    let is_confusable = || in_unicode(label, |characters| is_confusable(characters)) == Some(true);
    (!is_foreign && is_confusable()).then_some((Code::ConfusableLabel, Detail::LooksLike))
}
