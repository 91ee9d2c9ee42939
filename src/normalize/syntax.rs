//! Syntax-based normalization (section 6.2.2): the check whether anything changes, and the changes.

use alloc::string::String;
use core::mem;

use super::form::Form;
use super::rung::Rung;
use super::triplet::{Forms, digits};
use crate::bytes::{first_percent, has_upper_case, letters};
use crate::grammar::{Components, Grammar, HostKind, defined};
use crate::invariant::Invariant;
use crate::layout::{guard, has_dot_segment};
use crate::reference::Parts;

/// Writes the normal form on this rung to the buffer unless it is equal to the text, and returns whether it
/// did. `at` has the components of the text, and is set to those of the normal form.
// Inlined always, at 3 KB a call site: an out-of-line call costs a tenth of the time of a short text.
#[inline(always)]
pub(super) fn write<G: Grammar>(
    parts: Parts<'_>,
    rung: Rung,
    buffer: &mut String,
    at: &mut Components,
) -> bool {
    if rung == Rung::String {
        return false;
    }
    let forms = Forms::on::<G>(rung);
    let change = first_change(parts.bytes(), forms);
    if change.is_none() && is_lower_case(parts) && (rung < Rung::Path || has_normal_path(parts)) {
        return false;
    }
    let mut form = Form::new(parts, mem::take(buffer), at);
    if let Some(change) = change {
        form.normalize_triplets(parts, change, forms);
    }
    let mut may_be_same = false;
    if parts.at.has(defined::SCHEME | defined::HOST) {
        form.lower_case();
        may_be_same = form.keep_reg_name::<G>(parts);
        if rung >= Rung::Path {
            form.remove_empty_port();
            if parts.at.has(defined::SCHEME) {
                form.remove_dot_segments();
            }
        }
    }
    *buffer = form.into_text();
    !(may_be_same && buffer == parts.text())
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
            host = host.split('%').next().invariant("a split has a first part");
        }
        letters::is_lower_case(host.as_bytes()) && !has_upper_case(parts.scheme().as_bytes())
    }
}

/// Returns the offset of the first percent-encoded octet that has to be decoded or has hexadecimal digits in
/// lower case.
#[inline(always)]
fn first_change(bytes: &[u8], forms: Forms) -> Option<usize> {
    let mut at = 0;
    loop {
        at = first_percent(bytes, at)?;
        // Percent-encoded octets usually follow one another.
        while let Some(digits) = bytes.get(at..).and_then(digits) {
            if !forms.is_normal(digits) {
                return Some(at);
            }
            at += 3;
        }
        at += usize::from(bytes.get(at) == Some(&b'%'));
    }
}

/// Returns whether the path and the port need no change: there is no empty port and, apart from the guard, no
/// dot segment, or the dot segments are those of a relative reference.
#[inline]
fn has_normal_path(parts: Parts<'_>) -> bool {
    let at = parts.at;
    if at.has_empty_port() {
        return false;
    }
    if !at.has(defined::SCHEME) {
        return true;
    }
    if !parts.may_have_dot_segment(at.path_span().start) {
        return true;
    }
    let path = parts.path();
    !has_dot_segment(if at.has(defined::AUTHORITY) { path } else { guard::unguarded(path) })
}
