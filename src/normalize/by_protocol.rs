//! Protocol-based normalization (section 6.2.4).

use alloc::string::String;

use super::redirects::Redirects;
use crate::grammar::{Components, Grammar, Rule};
use crate::reference::Parts;

/// Replaces the normal form on the scheme rung by the URI that represents it in `redirects`. The normal form
/// is in the buffer if `at` has its components; otherwise it is the text of `parts`. The result is returned
/// the same way.
pub(super) fn write<G: Grammar>(
    redirects: &Redirects,
    parts: Parts<'_>,
    at: Option<Components>,
    buffer: &mut String,
) -> Option<Components> {
    let form = match &at {
        Some(at) => Parts::new(buffer, at),
        None => parts,
    };
    let (uri, fragment) = form.text().split_at(form.after_query() as usize);
    let Some(other) = redirects.stands_for(uri).filter(|other| *other != uri) else { return at };
    let other = [other, fragment].concat();
    if other == parts.text() {
        return None;
    }
    match G::components(Rule::URI_reference, &other) {
        Ok(at) => {
            *buffer = other;
            Some(at)
        }
        Err(_) => at,
    }
}
