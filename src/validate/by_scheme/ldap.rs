//! `ldap` (RFC 4516, section 2): a distinguished name as the path, and up to four fields as the query.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "offsets in the query, or one behind it; the fifth field does not begin at 0"
)]

use super::wrong::Wrong;

/// Returns what is missing before the path or the query.
pub(super) fn path(path: &str, has_authority: bool, has_query: bool) -> Option<Wrong> {
    if !has_authority {
        let help = "write two slashes after the colon, and a third one before a name: `ldap:///dc=example`";
        return Some(Wrong::new(0..0, "there is no `//` before the host or the name", help));
    }
    let missing =
        Wrong::new(0..0, "there is no `/` between the host and the query", "write `/` before the `?`");
    (path.is_empty() && has_query).then_some(missing)
}

/// Returns what is wrong with the attributes, the scope, the filter and the extensions.
pub(super) fn query(query: &str) -> Option<Wrong> {
    let mut start = 0;
    for (index, field) in query.split('?').enumerate() {
        let is_scope = || ["", "base", "one", "sub"].iter().any(|scope| field.eq_ignore_ascii_case(scope));
        match index {
            1 if !is_scope() => {
                let help = "write `base`, `one`, `sub` or nothing";
                return Some(Wrong::new(start..start + field.len(), "the second field is not a scope", help));
            }
            4 => {
                let help =
                    "they are attributes, scope, filter and extensions; in a filter write `%3F` for `?`";
                return Some(Wrong::new(start - 1..query.len(), "the query has more than four fields", help));
            }
            _ => start += field.len() + 1,
        }
    }
    None
}
