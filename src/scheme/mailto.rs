//! `mailto` (RFC 6068): addresses with commas between them.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::letters::{is_lower_case, to_lower_case};

/// The domain of each address in lower case; that before the `@` is case-sensitive. In a literal such as
/// `%5Bx%5D` what is case-insensitive is up to its kind. No address begins with a `/`.
pub(super) fn path(path: &str) -> Cow<'_, str> {
    if path.starts_with('/') || is_lower_case(path.as_bytes()) {
        return path.into();
    }
    let mut normal = String::with_capacity(path.len());
    for (number, address) in path.split(',').enumerate() {
        if number > 0 {
            normal.push(',');
        }
        let domain = address.rfind('@').map_or(address.len(), |at| at + 1);
        let (local, domain) = address.split_at(domain);
        normal.push_str(local);
        if domain.starts_with("%5B") {
            normal.push_str(domain);
        } else {
            normal.push_str(&to_lower_case(domain));
        }
    }
    super::unless_same(path, normal)
}
