//! `mailto` (RFC 6068): addresses with commas between them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::letters::lower_case;

/// The domain of each address in lower case; that before the `@` is case-sensitive. In a literal such as
/// `%5Bx%5D` what is case-insensitive is up to its kind.
pub(super) fn path(path: &str) -> Cow<'_, str> {
    let addresses: Vec<_> = path.split(',').map(address).collect();
    addresses.join(",").into()
}

fn address(address: &str) -> Cow<'_, str> {
    match address.rsplit_once('@') {
        Some((local, domain)) if !domain.starts_with("%5B") => {
            Cow::Owned(String::from(local) + "@" + &lower_case(domain))
        }
        _ => Cow::Borrowed(address),
    }
}
