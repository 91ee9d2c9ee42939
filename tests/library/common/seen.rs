//! The components of a reference as the accessors return them, for comparison with those that it was made of.

use urigram::UriReference;

use super::strategies::Parts;

/// Returns the components as the accessors return them.
pub(crate) fn seen(reference: &UriReference<&str>) -> Parts {
    let authority = reference.authority().map(|authority| {
        let userinfo = authority.userinfo().map(|userinfo| userinfo.to_string());
        (userinfo, authority.host_str().to_owned(), authority.port().map(|port| port.to_string()))
    });
    Parts {
        scheme: reference.scheme().map(|scheme| scheme.to_string()),
        authority,
        path: reference.path().to_string(),
        query: reference.query().map(|query| query.to_string()),
        fragment: reference.fragment().map(|fragment| fragment.to_string()),
    }
}
