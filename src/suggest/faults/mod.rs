//! The mistakes in a text that the grammar rejects.
//!
//! In: the text, and the components that Appendix B finds in it.
//! Out: the first mistake, with the help and the edits that correct it, or `None` if no check finds one. Each part of the text
//! has a file with its checks, and `CHECKS` has all checks in order.
//! Next: `mistake`, which applies the edits. Then the result is checked again.

mod around;
mod authority;
mod characters;
mod host;
mod joiners;
mod not_a_uri;
mod scheme;

use super::mistake::Mistake;
use super::typed::Typed;

/// The checks. Each relies on the earlier ones having found nothing: first those of the text around the URI, then those of the
/// URI as a whole, then those of its components from first to last.
static CHECKS: &[fn(&Typed<'_>) -> Option<Mistake>] = &[
    around::white_space,
    around::markup,
    around::delimiters,
    around::prefix,
    around::text_before,
    not_a_uri::windows_path,
    not_a_uri::unc_path,
    authority::text_after,
    host::look_alikes_before_the_path,
    around::within,
    not_a_uri::file_uri,
    scheme::colon,
    not_a_uri::backslashes,
    not_a_uri::secure_copy,
    host::address_alone,
    not_a_uri::host_and_port,
    not_a_uri::no_scheme,
    not_a_uri::placeholder,
    scheme::white_space,
    scheme::name,
    authority::password,
    authority::at_signs,
    authority::text_after_port,
    authority::white_space,
    host::address_without_brackets,
    host::address_brackets,
    host::address_literal,
    authority::host_list,
    authority::path_after_host,
    authority::port,
    host::character,
    host::international,
    characters::percent,
    characters::to_encode,
    not_a_uri::colon_in_the_first_segment,
];

/// Returns the first mistake that explains why the text is rejected.
pub(super) fn first(typed: &Typed<'_>) -> Option<Mistake> {
    CHECKS.iter().find_map(|check| check(typed))
}
