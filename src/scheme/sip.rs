//! `sip` and `sips` (RFC 3261, section 19.1.4): `user:password@host:port;parameters`, and header fields as a
//! query.
//!
//! Only rules that apply to a single URI are implemented. A comparison by section 19.1.4 also ignores most
//! parameters that only one of the URIs has. This rule is not transitive, so there is no normal form for it.

use alloc::borrow::Cow;
use alloc::string::String;

use super::rules::{have_names, in_order, unless_same};
use crate::bytes::to_lower_case;

/// Returns the path with everything except the userinfo in lower case, and the parameters sorted by name,
/// because their order is not significant. The value of `method` names a request method and is
/// case-sensitive.
///
/// A user part may contain a `?` (section 25.1). So if there is an `@` in the query, the whole path is userinfo,
/// and is returned unchanged.
#[expect(clippy::arithmetic_side_effects, reason = "the offset after a byte")]
pub(super) fn path<'p>(path: &'p str, query: Option<&str>) -> Cow<'p, str> {
    let host = path.find('@').map_or(0, |at| at + 1);
    let (userinfo, rest) = path.split_at(host);
    let (host, parameters) = rest.split_at(rest.find(';').unwrap_or(rest.len()));
    let parameters = parameters.strip_prefix(';');
    if path.starts_with('/')
        || host.is_empty()
        || host.contains('/')
        || rest.contains('@')
        || query.is_some_and(|query| query.contains('@'))
        || parameters.is_some_and(|parameters| !have_names(parameters, ';'))
    {
        return path.into();
    }
    if parameters.is_none() && matches!(to_lower_case(host), Cow::Borrowed(_)) {
        return path.into();
    }
    let mut normal = String::with_capacity(path.len());
    normal.push_str(userinfo);
    normal.push_str(&to_lower_case(host));
    for parameter in parameters.iter().flat_map(|parameters| in_order(parameters, ';', |_| 0)) {
        normal.push(';');
        match parameter.split_once('=') {
            Some((name, value)) if name.eq_ignore_ascii_case("method") => {
                normal.push_str("method=");
                normal.push_str(value);
            }
            _ => normal.push_str(&to_lower_case(parameter)),
        }
    }
    unless_same(path, normal)
}

/// Returns the query with the header fields sorted by name, because their order is not significant, and the
/// names in lower case (section 7.3.1). Values are left unchanged: their comparison depends on the field.
pub(super) fn query<'q>(path: &str, query: &'q str) -> Option<Cow<'q, str>> {
    let are_fields = query.split('&').all(|field| field.contains('=')) && have_names(query, '&');
    if path.is_empty() || path.starts_with('/') || !are_fields || query.contains('@') {
        return Some(query.into());
    }
    let mut normal = String::with_capacity(query.len());
    for (number, field) in in_order(query, '&', |_| 0).enumerate() {
        if number > 0 {
            normal.push('&');
        }
        let (name, value) = field.split_at(field.find('=').unwrap_or(field.len()));
        normal.push_str(&to_lower_case(name));
        normal.push_str(value);
    }
    Some(unless_same(query, normal))
}
