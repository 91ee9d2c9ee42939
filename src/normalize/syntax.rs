//! Syntax-based normalization (section 6.2.2): checks whether anything changes, and makes the
//! changes.

use alloc::string::String;
use core::mem;

use super::edits::Edits;
use super::form::Form;
use super::options::Level;
use crate::bytes::{has_upper_case, letters};
use crate::grammar::{Components, Grammar, HostKind, class, defined};
use crate::reference::Parts;

/// Writes the normal form at this level to the buffer unless it is equal to the text, and returns whether it
/// was written. `at` has the components of the text, and is set to those of the normal form.
// Always inlined, at 3 KB per call site: a call would cost a tenth of the time for a short text.
#[inline(always)]
pub(super) fn write<G: Grammar>(
    parts: Parts<'_>,
    level: Level,
    buffer: &mut String,
    at: &mut Components,
) -> bool {
    // Edits are found by the delimiters, which an edited grammar may not have.
    if level == Level::String || !parts.is_delimited() {
        return false;
    }
    let mut edits = Edits::<G>::new(parts, level);
    let first = edits.first();
    if first.is_none() && is_lower_case(parts) {
        return false;
    }
    let is_ascii_host = has_ascii_host::<G>(parts);
    if first.is_none() && !is_ascii_host && !has_upper_case(parts.scheme().as_bytes()) {
        return false;
    }
    let own = mem::take(buffer);
    let mut form = match first {
        Some(first) => Form::edited(parts, own, at, first, edits),
        None => Form::copied(parts, own, at),
    };
    let mut may_be_same = false;
    if parts.at.has(defined::SCHEME | defined::HOST) {
        form.lower_case(is_ascii_host);
        form.update_host_kind::<G>(parts);
        if level >= Level::Path && first.is_some() && !parts.at.has(defined::AUTHORITY) {
            // A guard is removed with the dot segments, and written again.
            form.guard_path();
            may_be_same = true;
        }
    }
    *buffer = form.into_inner();
    !(may_be_same && buffer == parts.text())
}

/// Returns whether the host, decoded, is of US-ASCII characters alone. In an IRI, no other host is case-insensitive (RFC 3987,
/// section 5.3.2.1).
#[inline]
fn has_ascii_host<G: Grammar>(parts: Parts<'_>) -> bool {
    !G::CHARACTERS.has_beyond_ascii(class::REG_NAME) || {
        let host = parts.slice(parts.at.host_span().start, parts.at.host_span().end).as_bytes();
        // A percent-encoded octet below 0x80 begins with a digit below 8.
        host.is_ascii() && !host.windows(2).any(|pair| matches!(pair, [b'%', high] if *high >= b'8'))
    }
}

/// Returns whether the scheme and the host are in lower case.
#[inline]
fn is_lower_case(parts: Parts<'_>) -> bool {
    let at = parts.at;
    let until = at.scheme_end().max(at.host_span().end) as usize;
    !parts.bytes().get(..until).is_some_and(has_upper_case) || {
        let mut host = parts.slice(at.host_span().start, at.host_span().end);
        if at.has_host_kind(HostKind::Ipv6) {
            // A zone is ignored.
            host = host.split('%').next().expect("a split has a first part");
        }
        letters::is_lower_case(host.as_bytes()) && !has_upper_case(parts.scheme().as_bytes())
    }
}
