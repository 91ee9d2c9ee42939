//! The names in the text of a grammar: each defined once, each that is called defined.

use std::collections::{HashMap, HashSet};

use pest::Span;
use pest::error::InputLocation;
use pest_meta::validator::validate_pest_keywords;

use crate::message::shown;
use crate::pest::builtin;
use crate::pest::closest::{COMPARED, closest};
use crate::pest::definition::Definition;

/// The names that are called and neither defined nor built in, where they are called.
pub(crate) fn undefined<'t>(rules: &[Definition<'t>]) -> Vec<Span<'t>> {
    let mut known: HashMap<&str, bool> = rules.iter().map(|rule| (rule.name.as_str(), true)).collect();
    let mut is_known = |name| *known.entry(name).or_insert_with(|| builtin::exists(name));
    rules.iter().flat_map(|rule| &rule.calls).copied().filter(|call| !is_known(call.as_str())).collect()
}

/// What is wrong with the names, and where.
pub(crate) fn faults(rules: &[Definition<'_>]) -> Vec<(usize, String)> {
    let mut defined = HashSet::new();
    let (names, again): (Vec<Span<'_>>, Vec<Span<'_>>) =
        rules.iter().map(|rule| rule.name).partition(|name| defined.insert(name.as_str()));
    let again =
        again.iter().map(|name| (name.start(), format!("rule `{}` is already defined", name.as_str())));

    let keywords = validate_pest_keywords(&names).into_iter().filter_map(|error| {
        let InputLocation::Span((at, _)) = error.location else { return None };
        Some((at, error.variant.message().into_owned()))
    });

    // The code that is made of a grammar calls rules by their names; these are the only ones that Rust has
    // no way to write as a name.
    let unwritable = names.iter().chain(rules.iter().flat_map(|rule| &rule.calls));
    let unwritable = unwritable.filter(|name| matches!(name.as_str(), "self" | "Self" | "super" | "crate"));
    let unwritable =
        unwritable.map(|name| (name.start(), format!("`{}` cannot be the name of a rule", name.as_str())));

    let undefined = undefined(rules).into_iter().enumerate().map(|(at, name)| {
        let candidates = names.iter().map(Span::as_str).take_while(|_| at < COMPARED);
        let meant = closest(name.as_str(), candidates);
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        (name.start(), format!("rule `{}` is undefined{hint}", shown(name.as_str())))
    });

    let mut faults: Vec<_> = keywords.chain(again).chain(unwritable).chain(undefined).collect();
    faults.sort_by_key(|(at, _)| *at);
    faults
}
