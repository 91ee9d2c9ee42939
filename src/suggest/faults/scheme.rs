//! The scheme (section 3.1), and the delimiters after it.

use alloc::format;
use alloc::string::String;

use super::around::described;
use crate::suggest::mistake::{Edit, Mistake, Shown};
use crate::suggest::typed::Typed;
use crate::validate::well_known_scheme;

/// Finds a mistake in the `://` between a scheme and a host: `http//`, `http;//`, `http:\\`, `http:/ /`.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "the delimiters are a prefix of the rest, and the rest is a suffix of the text"
)]
pub(super) fn colon(typed: &Typed<'_>) -> Option<Mistake> {
    let text = typed.text;
    let is_of_scheme = |own: char| own.is_ascii_alphanumeric();
    let name = text.get(..text.find(|own| !is_of_scheme(own))?)?;
    let scheme = well_known_scheme(name).filter(|scheme| scheme.has_host)?.name;
    let rest = text.get(name.len()..)?;
    let is_between = |own: char| matches!(own, ':' | ';' | ',' | '.' | '/' | '\\' | ' ');
    let between = rest.get(..rest.len() - rest.trim_start_matches(is_between).len())?;
    let slashes = between.matches(['/', '\\']).count();
    let is_wrong = slashes > 1 && between != "://" || slashes == 1 && between.starts_with(':');
    // A correct `://` with slashes after it is an empty authority, which is valid.
    let has_more = !between.starts_with("://") || between.contains([' ', '\\']);
    if !is_wrong || !has_more || between.len() == rest.len() {
        return None;
    }
    let name = if scheme.eq_ignore_ascii_case(name) { name } else { scheme };
    let end = text.len() - rest.len() + between.len();
    let written = Shown(text.get(..end)?);
    let edit = Edit::new(0..end, format!("{name}://"));
    Some(Mistake::new(format!("write `{name}://` for `{written}`"), [edit]))
}

/// Finds white space in or after the scheme.
pub(super) fn white_space(typed: &Typed<'_>) -> Option<Mistake> {
    let scheme = typed.scheme()?;
    let trimmed: String = scheme.chars().filter(|own| !own.is_whitespace()).collect();
    let is_scheme =
        trimmed.bytes().all(|own| own.is_ascii_alphanumeric() || matches!(own, b'+' | b'-' | b'.'));
    if trimmed.len() == scheme.len() || !is_scheme || well_known_scheme(&trimmed).is_none() {
        return None;
    }
    let removed = scheme.chars().filter(|own| own.is_whitespace());
    let help = format!("remove {} from the scheme", described(removed));
    Some(Mistake::new(help, [Edit::new(0..scheme.len(), trimmed)]))
}

/// Finds a name that cannot be a scheme.
pub(super) fn name(typed: &Typed<'_>) -> Option<Mistake> {
    let scheme = typed.scheme()?;
    let begins = scheme.starts_with(|own: char| own.is_ascii_alphabetic());
    let is_scheme = |own: u8| own.is_ascii_alphanumeric() || matches!(own, b'+' | b'-' | b'.');
    if begins && scheme.bytes().all(is_scheme) {
        return None;
    }
    if let Some(meant) = well_known_scheme(scheme).map(|meant| meant.name) {
        let edit = Edit::new(0..scheme.len(), meant);
        return Some(Mistake::new(format!("write `{meant}` for `{scheme}`"), [edit]));
    }
    // Without an authority, the name may be the first segment of a relative path.
    typed.at.authority()?;
    Some(Mistake::unclear("a scheme begins with a letter, and has letters, digits, `+`, `-` and `.`"))
}
