//! `mailto` (RFC 6068): addresses with commas between them, and header fields as a query.

use alloc::borrow::Cow;
use alloc::string::String;

use super::items::have_names;
use crate::letters::{is_lower_case, to_lower_case};

/// The domain of each address in lower case; that before the `@` is case-sensitive.
pub(super) fn path<'p>(path: &'p str, _: Option<&str>) -> Cow<'p, str> {
    if is_lower_case(path.as_bytes()) || !is_addresses(path) {
        return path.into();
    }
    let mut normal = String::with_capacity(path.len());
    for (number, address) in path.split(',').enumerate() {
        if number > 0 {
            normal.push(',');
        }
        let (local, domain) = address.split_once('@').unwrap_or((address, ""));
        normal.push_str(local);
        normal.push('@');
        // In a literal, what is case-sensitive is up to its kind.
        normal.push_str(&if is_literal(domain) { domain.into() } else { to_lower_case(domain) });
    }
    super::unless_same(path, normal)
}

/// The names of header fields in lower case, and their order and values as they are. Without an address before
/// it, a query may be that of an authority, which is not in the path.
pub(super) fn query<'q>(path: &str, query: &'q str) -> Option<Cow<'q, str>> {
    let are_fields = query.split('&').all(|field| field.contains('=')) && have_names(query, '&');
    if is_lower_case(query.as_bytes()) || !are_fields || !is_addresses(path) {
        return Some(query.into());
    }
    let mut normal = String::with_capacity(query.len());
    for (number, field) in query.split('&').enumerate() {
        if number > 0 {
            normal.push('&');
        }
        let (name, value) = field.split_at(field.find('=').unwrap_or(field.len()));
        normal.push_str(&to_lower_case(name));
        normal.push_str(value);
    }
    Some(super::unless_same(query, normal))
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
