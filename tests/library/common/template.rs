//! The condition of the documentation of `urigram::template` under which an expansion is a URI reference.

use urigram::grammar::Components;

/// Returns whether an expansion of the template is a valid URI reference for all values. With
/// `#`, the values have no `#`, `[` or `]`.
pub(crate) fn always_gives_a_reference(text: &str) -> bool {
    let Some((first, rest)) = text.split_once('{') else { return true };
    let later = || rest.split('{').filter_map(|piece| piece.split_once('}')).map(|(_, literal)| literal);
    let fragments = rest.split('{').filter(|expression| expression.starts_with('#')).count();
    let has_fragment = first.contains('#') || later().any(|literal| literal.contains('#'));
    if rest.split('{').any(|expression| expression.starts_with('+'))
        || fragments + usize::from(has_fragment) > 1
    {
        return false;
    }
    let split = Components::split(first);
    let path = split.path().map_or("", |path| &first[path]);
    let is_beyond = match split.authority() {
        _ if split.query().is_some() || split.fragment().is_some() => true,
        Some(_) => !path.is_empty(),
        None => path.len() > 1 && (split.scheme().is_some() || path.contains('/')),
    };
    let is_plain = split.authority().is_none_or(|authority| !first[authority].contains([':', '[']));
    is_beyond || is_plain && !later().any(|literal| literal.contains([':', '@', '[']))
}
