//! `urn` (RFC 8141, section 2): a namespace, a `:`, and a name in it.

use super::wrong::Wrong;

/// Returns what is wrong with the namespace or the name.
#[expect(clippy::arithmetic_side_effects, reason = "the name is the end of the path")]
pub(super) fn path(path: &str) -> Option<Wrong> {
    let (namespace, name) = path.split_once(':').unwrap_or((path, ""));
    if !is_namespace(namespace) {
        let help = "a namespace has 2 to 32 letters, digits and hyphens, and is not `urn`; no hyphen is first or last";
        return Some(Wrong::new(0..namespace.len(), "this is not a namespace of URNs", help));
    }
    if name.is_empty() || name.starts_with('/') {
        let start = path.len() - name.len();
        let help = "write `urn:`, the namespace, `:` and the name in it";
        return Some(Wrong::new(
            start..start + name.len().min(1),
            "the name in the namespace is missing",
            help,
        ));
    }
    None
}

fn is_namespace(text: &str) -> bool {
    (2..=32).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.eq_ignore_ascii_case("urn")
}

/// Returns what is wrong with the query, which has a component for the resolver or a query.
pub(super) fn query(query: &str) -> Option<Wrong> {
    let component = query.strip_prefix(['+', '=']).unwrap_or_default();
    if component.is_empty() || component.starts_with(['/', '?']) {
        let help =
            "write `?=` before a query, `?+` before what is for the resolver, and in a name `%3F` for `?`";
        return Some(Wrong::new(
            0..query.len(),
            "the query of a URN begins with neither `?=` nor `?+`",
            help,
        ));
    }
    None
}
