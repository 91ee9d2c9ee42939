//! The names in the text of a grammar: each defined once, each that is called defined.

use std::collections::{HashMap, HashSet};

use crate::message::shown;
use crate::pest::builtin;
use crate::pest::closest::{COMPARED, closest};
use crate::pest::meta::tree::{Call, Definition};

/// The names that are called and neither defined nor built in, where they are called.
pub(crate) fn undefined<'t>(rules: &[Definition<'t>]) -> Vec<Call<'t>> {
    let mut known: HashMap<&str, bool> = rules.iter().map(|rule| (rule.name, true)).collect();
    let mut is_known = |name| *known.entry(name).or_insert_with(|| builtin::exists(name));
    rules.iter().flat_map(|rule| &rule.calls).copied().filter(|call| !is_known(call.name)).collect()
}

/// What is wrong with the names, and where.
pub(crate) fn faults(rules: &[Definition<'_>]) -> Vec<(usize, String)> {
    let mut defined = HashSet::new();
    let again = rules.iter().filter(|rule| !defined.insert(rule.name));
    let again =
        again.map(|rule| (rule.range.start, format!("rule `{}` is already defined", shown(rule.name))));

    let keywords = rules.iter().filter(|rule| builtin::is_keyword(rule.name));
    let keywords = keywords.map(|rule| (rule.range.start, format!("{} is a pest keyword", rule.name)));

    // The code that is made of a grammar calls rules by their names; these are the only ones that Rust has
    // no way to write as a name.
    let names = rules.iter().map(|rule| (rule.range.start, rule.name));
    let unwritable = names.chain(rules.iter().flat_map(|rule| &rule.calls).map(|call| (call.at, call.name)));
    let unwritable = unwritable.filter(|(_, name)| matches!(*name, "self" | "Self" | "super" | "crate"));
    let unwritable = unwritable.map(|(at, name)| (at, format!("`{name}` cannot be the name of a rule")));

    let undefined = undefined(rules).into_iter().enumerate().map(|(at, call)| {
        let candidates = rules.iter().map(|rule| rule.name).take_while(|_| at < COMPARED);
        let meant = closest(call.name, candidates);
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        (call.at, format!("rule `{}` is undefined{hint}", shown(call.name)))
    });

    let mut faults: Vec<_> = keywords.chain(again).chain(unwritable).chain(undefined).collect();
    faults.sort_by_key(|(at, _)| *at);
    faults
}
