//! Which component of a rejected text is to blame, and where, as ARCHITECTURE.md defines it.

use urigram::Rule;

use super::appendix_b::Split;
use super::automata::Automata;
use super::reading::Parts;

/// Returns the component and the offset, if a text does not match one of the rules of the types of reference.
pub(crate) fn blame(start: Rule, text: &str, rules: &Automata) -> Option<(Rule, usize)> {
    let split = Split::of(text);
    let fault = fault_of_component(text, &split, rules);
    let colon = split.scheme.map(str::len);
    let scheme_is_missing = || (Rule::scheme, rules.get(Rule::scheme).viable_prefix(text));
    fault.or(match start {
        Rule::URI if colon.is_none() => Some(scheme_is_missing()),
        Rule::absolute_URI if colon.is_none() => Some(scheme_is_missing()),
        Rule::absolute_URI => split.fragment.map(|fragment| (Rule::fragment, place(text, fragment) - 1)),
        Rule::relative_ref => colon.map(|colon| (Rule::scheme, colon)),
        _ => None,
    })
}

fn fault_of_component(text: &str, split: &Split<'_>, rules: &Automata) -> Option<(Rule, usize)> {
    let parts = split.authority.map(Parts::of);
    let path_rule = match (split.authority, split.scheme) {
        (Some(_), _) => Rule::path_abempty,
        _ if split.path.starts_with('/') => Rule::path_absolute,
        _ if split.path.is_empty() => Rule::path_empty,
        (_, Some(_)) => Rule::path_rootless,
        (_, None) => Rule::path_noscheme,
    };
    let components = [
        (Rule::scheme, Rule::scheme, split.scheme),
        (Rule::userinfo, Rule::userinfo, parts.and_then(|parts| parts.userinfo)),
        (Rule::host, Rule::host, parts.map(|parts| parts.host)),
        (Rule::port, Rule::port, parts.and_then(|parts| parts.port)),
        (Rule::path, path_rule, Some(split.path)),
        (Rule::query, Rule::query, split.query),
        (Rule::fragment, Rule::fragment, split.fragment),
    ];
    components.into_iter().find_map(|(component, rule, part)| {
        let part = part?;
        let automaton = rules.get(rule);
        let is_valid = automaton.accepts(part);
        (!is_valid).then(|| (component, place(text, part) + automaton.viable_prefix(part)))
    })
}

fn place(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
