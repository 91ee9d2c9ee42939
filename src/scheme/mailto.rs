//! `mailto` (RFC 6068): addresses with commas between them.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::letters::{is_lower_case, to_lower_case};

/// The domain of each address in lower case; that before the `@` is case-sensitive. No address begins with a
/// `/`.
pub(super) fn path(path: &str) -> Cow<'_, str> {
    if path.starts_with('/') || path.split(',').all(|address| is_lower_case(parts(address).1.as_bytes())) {
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

/// What is case-sensitive, and the domain. In a literal such as `%5Bx%5D` what is not is up to its kind.
fn parts(address: &str) -> (&str, &str) {
    let domain = address.rfind('@').map_or(address.len(), |at| at + 1);
    let (local, domain) = address.split_at(domain);
    if domain.starts_with("%5B") { (address, "") } else { (local, domain) }
}
