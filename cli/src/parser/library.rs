//! What the library makes of a grammar that it was not built with: whether it can tell the components of
//! what a rule matches.

use std::collections::{BTreeMap, HashMap, HashSet};

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use urigram::embedded::{ALSO_NEEDED_RULES, CAPTURED_RULES, GRAMMAR, GRAMMAR_NAME};
use urigram::runtime;
use urigram_grammar::Grammar;

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
            let called = layout.rules.get(name).map(|rule| calls(&rule.expr)).unwrap_or_default();
            !layout.below(&called).into_keys().any(runtime::is_placed)
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
            open.extend(body.into_iter().flat_map(calls));
            found.insert(name, (rule.ty, body));
        }
        found
    }
}

/// The rules that the expression names.
fn calls(expr: &OptimizedExpr) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            OptimizedExpr::Ident(name) => found.push(name.as_str()),
            OptimizedExpr::Seq(left, right) | OptimizedExpr::Choice(left, right) => {
                open.extend([&**left, &**right]);
            }
            OptimizedExpr::PosPred(inner)
            | OptimizedExpr::NegPred(inner)
            | OptimizedExpr::Opt(inner)
            | OptimizedExpr::Rep(inner)
            | OptimizedExpr::Push(inner)
            | OptimizedExpr::RestoreOnErr(inner) => open.push(inner),
            _ => {}
        }
    }
    found
}
