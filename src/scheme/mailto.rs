//! `mailto` (RFC 6068): addresses with commas between them, and header fields as a query.

use alloc::borrow::Cow;
use alloc::string::String;

use super::items::have_names;
use crate::bytes::{is_lower_case, to_lower_case};

/// The domain of each address in lower case; that before the `@` is case-sensitive.
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

/// The names of header fields in lower case, and their order and values as they are. Without an address before
/// it, a query may be that of an authority, which is not in the path.
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

/// The name of a header field, and what follows it.
fn field_name(field: &str) -> (&str, &str) {
    field.split_at(field.find('=').unwrap_or(field.len()))
}

/// What is case-sensitive, and the domain. In a literal what is not is up to its kind.
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

/// Whether it is made of what a `dot-atom-text` has and need not be percent-encoded (section 2, item 1), and of
/// what is percent-encoded. Beyond ASCII there is only what would be, were the IRI made a URI.
fn is_text(text: &str) -> bool {
    let is_in_text =
        |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-._~!$'*+%".contains(&byte);
    !text.is_empty() && text.bytes().all(is_in_text)
}
