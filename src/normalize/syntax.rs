//! Syntax-based normalization (section 6.2.2): whether there is anything to do, and doing it.

use alloc::string::String;
use core::mem;

use super::rung::Rung;
use super::triplet::Triplet;
use super::writer::Writer;
use crate::components::{Components, HostKind, PathKind, defined};
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
        if Triplet::at_start::<G>(bytes, rung).is_some_and(|triplet| !triplet.is_normal()) {
            return false;
        }
        bytes = bytes.get(3..).unwrap_or_default();
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
    if has_empty_port(at) {
        return false;
    }
    if !parts.may_have_dot_segment(at.path.start) {
        return true;
    }
    let path = parts.path();
    !has_dot_segment(if at.has(defined::AUTHORITY) { path } else { guard::unguarded(path) })
}

#[inline]
fn has_empty_port(at: &Components) -> bool {
    at.has(defined::PORT) && at.port_start == at.path.start
}

/// Writes the normal form on that rung into the buffer, which is empty, and says where its components lie.
///
/// It is never longer than the text.
pub(super) fn write<G: Grammar>(parts: Parts<'_>, rung: Rung, buffer: &mut String) -> Components {
    let at = parts.at;
    let of_uri = rung >= Rung::Path && at.has(defined::SCHEME);
    let mut to = *at;
    let mut writer = Writer::<G>::new(parts.bytes(), rung, mem::take(buffer));

    writer.take(at.host.start);
    to.host.start = writer.end();
    to.userinfo.end = if at.has(defined::USERINFO) { to.host.start - 1 } else { 0 };
    writer.take_host(at.host.end, at.host_kind == HostKind::RegName.code());
    to.host.end = writer.end();
    if of_uri && has_empty_port(at) {
        writer.skip(at.path.start);
        to.defined &= !defined::PORT;
    }
    writer.take(at.path.start);
    to.port_start = if to.has(defined::PORT) { to.host.end + 1 } else { 0 };
    writer.lower_case_scheme(at.scheme_end);

    to.path.start = writer.end();
    writer.take(at.path.end);
    if of_uri {
        let first = writer.remove_dot_segments(to.path.start, at.has(defined::AUTHORITY));
        to.path_kind = path_kind(at, first).code();
    }
    to.path.end = writer.end();
    writer.take(parts.after_query());
    to.query_start = if at.has(defined::QUERY) { to.path.end + 1 } else { 0 };
    // Where a fragment begins, or would after a query.
    let after_query = writer.end().wrapping_add(1);
    to.fragment_start = if at.has(defined::QUERY | defined::FRAGMENT) { after_query } else { 0 };
    writer.take(at.end);
    to.end = writer.end();
    *buffer = writer.finish();
    to
}

/// Which rule the path of a URI matches (section 3), by its first character.
fn path_kind(at: &Components, first: Option<u8>) -> PathKind {
    match first {
        _ if at.has(defined::AUTHORITY) => PathKind::AbEmpty,
        Some(b'/') => PathKind::Absolute,
        Some(_) => PathKind::Rootless,
        None => PathKind::Empty,
    }
}
