//! Matches and parse trees by pest's virtual machine.

use std::collections::HashSet;

use pest::iterators::Pairs;
use pest_meta::ast::RuleType as PestType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule, optimize};
use pest_meta::parser::{self, consume_rules};
use pest_vm::Vm;
use urigram_grammar::{Capture, Grammar, RuleType};

/// Returns pest's virtual machine for a grammar, with an additional rule `whole x` for each rule `x`, which
/// only calls `x`.
///
/// The node of `whole x` shows which text `x` consumes, even if `x` is silent. A rule `x ~ EOI` would not
/// do: it would skip white space before `EOI`, or, if it were atomic, change how `x` matches.
pub(crate) fn vm(grammar: &Grammar) -> Vm {
    let pairs = parser::parse(parser::Rule::grammar_rules, grammar.text());
    let rules = pairs.map_err(|error| vec![error]).and_then(consume_rules);
    let rules = optimize(rules.unwrap_or_else(|errors| panic!("pest does not read it: {errors:?}")));
    let wholes = rules.iter().map(|rule| OptimizedRule {
        name: format!("whole {}", rule.name),
        ty: PestType::Normal,
        expr: OptimizedExpr::Ident(rule.name.clone()),
    });
    Vm::new(rules.iter().cloned().chain(wholes).collect())
}

/// Collects nodes in preorder.
fn collect(nodes: Pairs<'_, &str>, tree: &mut Vec<Capture>) {
    for node in nodes {
        let (rule, span) = (node.as_rule().to_owned(), node.as_span());
        tree.push(Capture { rule, start: span.start(), end: span.end() });
        collect(node.into_inner(), tree);
    }
}

/// pest's parser, which matches a rule with a whole text.
pub(crate) struct Pest {
    vm: Vm,
    silent: HashSet<String>,
}

impl Pest {
    pub(crate) fn new(grammar: &Grammar) -> Pest {
        let silent = grammar.rules().iter().filter(|rule| rule.ty == RuleType::Silent);
        Pest { vm: vm(grammar), silent: silent.map(|rule| rule.name.clone()).collect() }
    }

    pub(crate) fn accepts(&self, rule: &str, text: &str) -> bool {
        let whole = format!("whole {rule}");
        self.vm
            .parse(&whole, text)
            .is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_span().end() == text.len()))
    }

    /// Returns the nodes below the rule's own node in preorder, or `None` if the rule does not match the
    /// whole text.
    pub(crate) fn tree(&self, rule: &str, text: &str) -> Option<Vec<Capture>> {
        let start = format!("whole {rule}");
        let whole = self.vm.parse(&start, text).ok()?.next()?;
        let is_whole = whole.as_span().end() == text.len();
        let mut nodes = whole.into_inner();
        if !self.silent.contains(rule) {
            nodes = nodes.next()?.into_inner();
        }
        let mut tree = Vec::new();
        collect(nodes, &mut tree);
        is_whole.then_some(tree)
    }
}
