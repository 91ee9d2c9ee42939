//! What the library makes of a grammar that it was not built with: whether it can tell the components of
//! what a rule matches.

use std::collections::{BTreeMap, HashMap, HashSet};

use urigram::embedded::{ALSO_NEEDED_RULES, CAPTURED_RULES, GRAMMAR, GRAMMAR_NAME};
use urigram::runtime;
use urigram_grammar::{Grammar, OptimizedExpr, OptimizedRule, RuleType};

use crate::parser::machine::called;

/// The rules that the library asks for and the grammar lacks.
pub(crate) fn missing(grammar: &Grammar) -> Vec<&'static str> {
    let needed = CAPTURED_RULES.iter().chain(ALSO_NEEDED_RULES).copied();
    needed.filter(|name| grammar.rule(name).is_none()).collect()
}

/// Whether a match of the rule may have components at places that the library cannot hold.
///
/// In uri.pest they are where they belong, whatever a scheme, a host or another of them matches. So they
/// are in a grammar that has the same rules around them.
pub(crate) fn may_misplace(grammar: &Grammar, rule: &str) -> bool {
    let uri_pest = if GRAMMAR_NAME == "uri.pest" { Grammar::read(GRAMMAR, GRAMMAR_NAME).ok() } else { None };
    uri_pest.is_none_or(|uri_pest| Layout::of(&uri_pest).below(&[rule]) != Layout::of(grammar).below(&[rule]))
}

/// The rules of a grammar that say where components lie.
struct Layout<'g> {
    rules: HashMap<&'g str, &'g OptimizedRule>,
    /// Those whose match is a component, with no other component in it.
    leaves: HashSet<&'g str>,
}

type Body<'g> = (RuleType, Option<&'g OptimizedExpr>);

impl<'g> Layout<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let rules = grammar.rules().iter().map(|rule| (rule.name.as_str(), rule)).collect();
        let mut layout = Self { rules, leaves: HashSet::new() };
        let placed = layout.rules.keys().copied().filter(|name| runtime::is_placed(name));
        let has_none = |name: &&str| {
            let names = layout.rules.get(name).map(|rule| called(&rule.expr)).unwrap_or_default();
            !layout.below(&names).into_keys().any(runtime::is_placed)
        };
        layout.leaves = placed.filter(has_none).collect();
        layout
    }

    /// The rules and those that they come to call, each with its body, unless that is all one component.
    fn below(&self, rules: &[&str]) -> BTreeMap<&'g str, Body<'g>> {
        let mut found = BTreeMap::new();
        let mut open = rules.to_vec();
        while let Some(name) = open.pop() {
            let Some((&name, rule)) = self.rules.get_key_value(name) else { continue };
            if found.contains_key(name) {
                continue;
            }
            let body = (!self.leaves.contains(name)).then_some(&rule.expr);
            open.extend(body.into_iter().flat_map(called));
            found.insert(name, (rule.ty, body));
        }
        found
    }
}
