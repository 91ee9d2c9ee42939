//! `mailto` (RFC 6068): addresses separated by commas, and header fields as a query.

use alloc::borrow::Cow;
use alloc::string::String;

use super::rules::have_names;
use crate::bytes::{is_lower_case, to_lower_case};

/// Returns the path with the domain of each address in lower case; the part before the `@` is case-sensitive.
pub(super) fn path<'p>(path: &'p str, _: Option<&str>) -> Cow<'p, str> {
    let is_normal = path.split(',').all(|address| is_lower_case(parts(address).1.as_bytes()));
    if is_normal || !is_addresses(path) {
        return path.into();
    }
    let mut normal = String::with_capacity(path.len());
    for (number, address) in path.split(',').enumerate() {
        if number > 0 {
            normal.push(',');
        }
        let (local, domain) = parts(address);
        normal.push_str(local);
        normal.push_str(&to_lower_case(domain));
    }
    normal.into()
}

/// Returns the query with the names of header fields in lower case, and their order and values unchanged.
/// If the path is not a list of addresses, the query is left unchanged, because the URI may have an authority.
pub(super) fn query<'q>(path: &str, query: &'q str) -> Option<Cow<'q, str>> {
    let are_fields = || query.split('&').all(|field| field.contains('=')) && have_names(query, '&');
    let is_normal = query.split('&').all(|field| is_lower_case(field_name(field).0.as_bytes()));
    if is_normal || !are_fields() || !is_addresses(path) {
        return Some(query.into());
    }
    let mut normal = String::with_capacity(query.len());
    for (number, field) in query.split('&').enumerate() {
        if number > 0 {
            normal.push('&');
        }
        let (name, value) = field_name(field);
        normal.push_str(&to_lower_case(name));
        normal.push_str(value);
    }
    Some(normal.into())
}

/// Splits a header field after its name.
fn field_name(field: &str) -> (&str, &str) {
    field.split_at(field.find('=').unwrap_or(field.len()))
}

/// Splits an address into the case-sensitive part and the domain. If the domain is a literal, the whole address
/// is the first part, because some kinds of literal are case-sensitive.
#[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte")]
fn parts(address: &str) -> (&str, &str) {
    let (local, domain) = address.split_at(address.find('@').map_or(address.len(), |at| at + 1));
    if is_literal(domain) { (address, "") } else { (local, domain) }
}

fn is_addresses(path: &str) -> bool {
    path.split(',').all(|address| {
        address.split_once('@').is_some_and(|(local, domain)| {
            let is_domain = || is_literal(domain) || domain.split('.').all(is_text);
            is_text(local) && is_domain()
        })
    })
}

fn is_literal(domain: &str) -> bool {
    domain.starts_with("%5B") && domain.ends_with("%5D") && !domain.contains('@')
}

/// Returns whether the text consists of percent-encoded octets and the characters of a `dot-atom-text` that
/// need not be percent-encoded (section 2, item 1). Characters beyond ASCII are accepted because they are
/// percent-encoded when an IRI is converted to a URI.
fn is_text(text: &str) -> bool {
    let is_in_text =
        |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-._~!$'*+%".contains(&byte);
    !text.is_empty() && text.bytes().all(is_in_text)
}
