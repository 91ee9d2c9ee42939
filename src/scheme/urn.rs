//! `urn` (RFC 8141): a namespace, a `:`, and a name in it.

use alloc::borrow::Cow;

use crate::bytes::to_lower_case;

/// Returns the path with the namespace in lower case (section 3.1), and the name too if it is a UUID (RFC
/// 9562, section 4). The rules of other namespaces are unknown.
pub(super) fn path<'p>(path: &'p str, _: Option<&str>) -> Cow<'p, str> {
    let Some((namespace, name)) = parts(path) else { return path.into() };
    if namespace.eq_ignore_ascii_case("uuid") && is_uuid(name) {
        return to_lower_case(path);
    }
    match to_lower_case(namespace) {
        Cow::Borrowed(_) => path.into(),
        Cow::Owned(namespace) => [&namespace, ":", name].concat().into(),
    }
}

/// Returns the query unless it is an r-component or a q-component, which are not significant (section 3.1).
/// These begin with `?+` or `?=` and a `pchar`, and follow a namespace and a name (section 2).
pub(super) fn query<'q>(path: &str, query: &'q str) -> Option<Cow<'q, str>> {
    let component = query.strip_prefix(['+', '=']).unwrap_or_default();
    let is_significant = parts(path).is_none() || component.is_empty() || component.starts_with(['/', '?']);
    is_significant.then_some(query.into())
}

/// Returns the namespace and the name, if the path consists of them (section 2).
fn parts(path: &str) -> Option<(&str, &str)> {
    let (namespace, name) = path.split_once(':')?;
    let is_namespace = (2..=32).contains(&namespace.len())
        && namespace.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !namespace.starts_with('-')
        && !namespace.ends_with('-');
    (is_namespace && !name.is_empty() && !name.starts_with('/')).then_some((namespace, name))
}

fn is_uuid(name: &str) -> bool {
    let groups = name.split('-').map(str::len);
    groups.eq([8, 4, 4, 4, 12]) && name.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}
