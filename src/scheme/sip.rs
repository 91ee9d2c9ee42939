//! `sip` and `sips` (RFC 3261, section 19.1.4): `user:password@host:port;parameters`.
//!
//! Only what can be said of one URI is done. That a parameter which is in one of two URIs alone is left out
//! of their comparison is no equivalence: it is not transitive.

use alloc::borrow::Cow;
use alloc::string::String;

use super::letters::lower_case;

/// All but the userinfo in lower case. The value of `method` is that of a request, which is case-sensitive.
pub(super) fn path(path: &str) -> Cow<'_, str> {
    let host = path.rfind('@').map_or(0, |at| at + 1);
    let (userinfo, rest) = path.split_at(host);
    let mut normal = String::from(userinfo);
    for (number, part) in rest.split(';').enumerate() {
        if number > 0 {
            normal.push(';');
        }
        match part.split_once('=') {
            Some((name, value)) if name.eq_ignore_ascii_case("method") => {
                normal = normal + "method=" + value;
            }
            _ => normal += &lower_case(part),
        }
    }
    normal.into()
}
