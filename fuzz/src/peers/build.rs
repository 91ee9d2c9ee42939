//! `fluent-uri`, which builds references.

use fluent_uri::UriRef;
use fluent_uri::build::Builder;
use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;

use crate::oracle::given::Given;

/// Returns the reference, or `None` if the library refuses; undefined if it cannot be asked, because its types do not
/// have such components.
pub(crate) fn fluent_uri(given: &Given<'_>) -> Option<Option<String>> {
    // Its types for hosts are those of addresses and names, so the authority is given as a whole.
    let authority = given.authority().map(|authority| format!("//{authority}"));
    if given.is_invalid()
        || authority.is_none() && (given.get("userinfo").is_some() || given.get("port").is_some())
    {
        return None;
    }
    let authority = match &authority {
        Some(authority) => Some(UriRef::parse(authority.as_str()).ok()?.authority()?),
        None => None,
    };
    let scheme = match given.get("scheme") {
        Some(scheme) => Some(Scheme::new(scheme)?),
        None => None,
    };
    let reference = UriRef::builder()
        .optional(Builder::scheme, scheme)
        .optional(Builder::authority, authority)
        .path(EStr::new(given.path())?)
        .optional(Builder::query, given.get("query").and_then(EStr::new))
        .optional(Builder::fragment, given.get("fragment").and_then(EStr::new))
        .build();
    Some(reference.ok().map(UriRef::into_string))
}
