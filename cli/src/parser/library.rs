//! Predicts how the library would parse if it were built with a loaded grammar: which rules it needs, and
//! whether it could represent the components of every match.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::output::visible;
use crate::parser::expected::any_of;
use urigram::Rule;
use urigram::grammar::runtime::{ALSO_NEEDED_RULES, CAPTURED_RULES};
use urigram::grammar::{GRAMMAR, GRAMMAR_NAME, runtime};
use urigram_grammar::{Grammar, OptimizedExpr, OptimizedRule, RuleType};

/// Returns the RFC's spelling of a rule that the library has, and the grammar's spelling of any other rule.
pub(crate) fn name(rule: &str) -> &str {
    match rule.parse::<Rule>() {
        Ok(of_rfc) => of_rfc.as_str(),
        Err(_) => rule,
    }
}

/// Returns whether the grammar describes URIs or parts of them.
pub(crate) fn is_of_uris(grammar: &Grammar) -> bool {
    ["scheme", "pct_encoded"].iter().any(|name| grammar.rule(name).is_some())
}

/// Returns the rules that the library requires and the grammar lacks.
pub(crate) fn missing(grammar: &Grammar) -> Vec<&'static str> {
    let needed = CAPTURED_RULES.iter().chain(ALSO_NEEDED_RULES).copied();
    needed.filter(|name| grammar.rule(name).is_none()).collect()
}

/// Returns whether a match of the rule may have components where the library cannot represent them.
///
/// The library can represent the components of every match under uri.pest, however a single component such as
/// the host is matched. The same is true for a grammar with the same rules around the components.
pub(crate) fn may_misplace(grammar: &Grammar, rule: &str) -> bool {
    let uri_pest = if GRAMMAR_NAME == "uri.pest" { Grammar::read(GRAMMAR, GRAMMAR_NAME).ok() } else { None };
    uri_pest.is_none_or(|uri_pest| Layout::of(&uri_pest).below(&[rule]) != Layout::of(grammar).below(&[rule]))
}

/// The rules that determine where components are.
struct Layout<'g> {
    rules: HashMap<&'g str, &'g OptimizedRule>,
    /// The rules of components that contain no other component.
    leaves: HashSet<&'g str>,
}

type Body<'g> = (RuleType, Option<&'g OptimizedExpr>);

impl<'g> Layout<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let rules = grammar.rules().iter().map(|rule| (rule.name.as_str(), rule)).collect();
        let mut layout = Self { rules, leaves: HashSet::new() };
        let placed = layout.rules.keys().copied().filter(|name| runtime::is_placed(name));
        let has_none = |name: &&str| {
            let rule = layout.rules.get(name).expect("the name is that of a rule");
            !layout.below(&rule.expr.calls()).into_keys().any(runtime::is_placed)
        };
        layout.leaves = placed.filter(has_none).collect();
        layout
    }

    /// Returns the given rules and all rules that they call, directly or indirectly, with their bodies.
    /// Leaves have no body.
    fn below(&self, rules: &[&str]) -> BTreeMap<&'g str, Body<'g>> {
        let mut found = BTreeMap::new();
        let mut open = rules.to_vec();
        while let Some(name) = open.pop() {
            let Some((&name, rule)) = self.rules.get_key_value(name) else { continue };
            if found.contains_key(name) {
                continue;
            }
            let body = (!self.leaves.contains(name)).then_some(&rule.expr);
            open.extend(body.into_iter().flat_map(OptimizedExpr::calls));
            found.insert(name, (rule.ty, body));
        }
        found
    }
}

/// The maximum number of start rules that are suggested.
const SUGGESTED: usize = 3;

/// Returns advice to name a start rule with this option: `` `--rule json` names its start rule``.
pub(crate) fn advice(grammar: &Grammar, option: &str) -> String {
    let named: Vec<String> = start_rules(grammar)
        .into_iter()
        .take(SUGGESTED)
        .map(|rule| format!("`{option} {}`", visible::beginning(rule)))
        .collect();
    match named.as_slice() {
        [] => format!("name a rule by `{option}`"),
        [only] => format!("{only} names its start rule"),
        several => format!("{} names a start rule of it", any_of(several)),
    }
}

/// Returns the rules that no other rule calls, and the first rule of each cycle that cannot be reached from
/// these.
pub(crate) fn start_rules(grammar: &Grammar) -> Vec<&str> {
    let rules = grammar.rules();
    let bodies: HashMap<&str, &OptimizedExpr> =
        rules.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect();
    let mut called = HashSet::new();
    for rule in rules {
        called.extend(rule.expr.calls().into_iter().filter(|name| *name != rule.name));
    }
    let mut reached: HashSet<&str> = ["WHITESPACE", "COMMENT"].into();
    let mut starts = Vec::new();
    let names = || rules.iter().map(|rule| rule.name.as_str());
    for name in names().filter(|name| !called.contains(name)).chain(names()) {
        if reached.contains(name) {
            continue;
        }
        starts.push(name);
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if reached.insert(name)
                && let Some(body) = bodies.get(name)
            {
                open.extend(body.calls());
            }
        }
    }
    starts
}
