//! Syntax-based normalization (section 6.2.2): whether there is anything to do, and doing it.

use alloc::string::String;
use core::mem;

use super::form::Form;
use super::rung::Rung;
use super::triplet::{Triplet, digits};
use crate::components::{Components, HostKind, defined};
use crate::dots::has_dot_segment;
use crate::grammar::Grammar;
use crate::guard;
use crate::parts::Parts;
use crate::search::{first_percent, has_upper_case};

/// Whether the text is its own normal form on that rung. Of the few that have to be written to know, it says
/// no.
#[inline]
pub(super) fn is_normal<G: Grammar>(parts: Parts<'_>, rung: Rung) -> bool {
    rung == Rung::String
        || (is_lower_case(parts)
            && has_normal_triplets::<G>(parts.bytes(), rung)
            && (rung < Rung::Path || has_normal_path(parts)))
}

/// Whether the scheme and the host are in lower case.
#[inline]
fn is_lower_case(parts: Parts<'_>) -> bool {
    let at = parts.at;
    let until = at.scheme_end.max(at.host.end) as usize;
    !parts.bytes().get(..until).is_some_and(has_upper_case) || {
        let mut host = parts.slice(at.host.start, at.host.end).as_bytes();
        while let [first, rest @ ..] = host {
            host = match first {
                b'%' => rest.get(2..).unwrap_or_default(),
                b'A'..=b'Z' => return false,
                _ => rest,
            };
        }
        !has_upper_case(parts.scheme().as_bytes())
    }
}

/// Whether no percent-encoded octet has to be decoded or has hexadecimal digits in lower case.
#[inline]
fn has_normal_triplets<G: Grammar>(mut bytes: &[u8], rung: Rung) -> bool {
    while let Some(found) = first_percent(bytes) {
        bytes = bytes.get(found..).unwrap_or_default();
        // More often than not one follows the other.
        while let Some(digits) = digits(bytes) {
            if Triplet::of::<G>(digits, rung) != Triplet::Normal {
                return false;
            }
            bytes = bytes.get(3..).unwrap_or_default();
        }
        bytes = bytes.strip_prefix(b"%").unwrap_or(bytes);
    }
    true
}

/// Whether there is neither an empty port nor a dot segment, but for the guard, or whether they are to stay.
#[inline]
fn has_normal_path(parts: Parts<'_>) -> bool {
    let at = parts.at;
    if !at.has(defined::SCHEME) {
        return true;
    }
    if at.has(defined::PORT) && at.port_start == at.path.start {
        return false;
    }
    if !parts.may_have_dot_segment(at.path.start) {
        return true;
    }
    let path = parts.path();
    !has_dot_segment(if at.has(defined::AUTHORITY) { path } else { guard::unguarded(path) })
}

/// Writes the normal form on that rung into the buffer, and says where its components lie.
///
/// It is never longer than the text.
#[inline]
pub(super) fn write<G: Grammar>(parts: Parts<'_>, rung: Rung, buffer: &mut String) -> Components {
    let mut form = Form::with_normal_triplets::<G>(parts, rung, mem::take(buffer));
    form.lower_case();
    if form.at.host_kind == HostKind::RegName.code()
        && form.at.host.end - form.at.host.start < parts.at.host.end - parts.at.host.start
    {
        form.keep_reg_name::<G>();
    }
    if rung >= Rung::Path && form.at.has(defined::SCHEME) {
        form.remove_empty_port();
        form.remove_dot_segments();
    }
    let mut at = form.at;
    if at.has(defined::QUERY) && !at.has(defined::FRAGMENT) {
        // Where a fragment would begin; in the longest of texts that had no offset to be moved.
        at.fragment_start = at.end.wrapping_add(1);
    }
    *buffer = form.into_text();
    at
}
