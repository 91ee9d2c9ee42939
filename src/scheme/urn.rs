//! `urn` (RFC 8141): a namespace, a `:`, and a name in it.

use alloc::borrow::Cow;

use super::letters::lower_case;

/// The namespace in lower case (section 3.1), and a name that is a UUID (RFC 9562, section 4). What other
/// namespaces say of their names is not known.
pub(super) fn path(path: &str) -> Cow<'_, str> {
    let Some((namespace, name)) = path.split_once(':') else { return Cow::Borrowed(path) };
    if !namespace.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Cow::Borrowed(path);
    }
    let namespace = namespace.to_ascii_lowercase();
    let is_uuid = namespace == "uuid" && is_uuid(name);
    let mut normal = namespace + ":";
    if is_uuid {
        normal += &lower_case(name);
    } else {
        normal += name;
    }
    normal.into()
}

/// Resolution and query components do not count (section 3.1). What begins with neither `?+` nor `?=` is none.
pub(super) fn query(query: &str) -> Option<Cow<'_, str>> {
    let components = query.len() > 1 && query.starts_with(['+', '=']);
    (!components).then_some(Cow::Borrowed(query))
}

fn is_uuid(name: &str) -> bool {
    let groups = name.split('-').map(str::len);
    groups.eq([8, 4, 4, 4, 12]) && name.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}
