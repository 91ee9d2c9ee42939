//! Shared by the tests: short strings, grammars, and pest's own result.

use std::collections::HashSet;

use pest::iterators::Pairs;
use pest_meta::ast::RuleType as PestType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule, optimize};
use pest_meta::parser::{self, consume_rules};
use pest_vm::Vm;
use urigram_grammar::{Automata, Capture, Dfa, Grammar, Peg, RuleType};

pub(crate) fn read(source: &str) -> Grammar {
    Grammar::read(source, "test.pest").unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn uri() -> Grammar {
    read(include_str!("../../../uri.pest"))
}

pub(crate) fn dfa(source: &str, rule: &str) -> Dfa {
    let peg = Peg::new(&read(source));
    Automata::new(&peg).dfa(rule).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns every string over the alphabet of at most that many characters, the shortest first.
pub(crate) fn strings(alphabet: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for at in from..to {
            let longer: Vec<_> = alphabet.chars().map(|c| format!("{}{c}", all[at])).collect();
            all.extend(longer);
        }
        from = to;
    }
    all
}

/// Returns pest's virtual machine for a grammar that `pest_meta` reads, with a rule `whole x` around each rule `x`.
///
/// What it consumes shows in the token of that rule. A wrapper with `~ EOI` would skip white space before `EOI`, or
/// run the rule as atomic; one that only calls the rule leaves the rule's context as it is.
pub(crate) fn vm(grammar: &Grammar) -> Vm {
    let pairs = parser::parse(parser::Rule::grammar_rules, grammar.text()).unwrap();
    let rules = optimize(consume_rules(pairs).unwrap());
    let wholes = rules.iter().map(|rule| OptimizedRule {
        name: format!("whole {}", rule.name),
        ty: PestType::Normal,
        expr: OptimizedExpr::Ident(rule.name.clone()),
    });
    Vm::new(rules.iter().cloned().chain(wholes).collect())
}

/// Collects nodes, each before those below it.
fn collect(nodes: Pairs<'_, &str>, tree: &mut Vec<Capture>) {
    for node in nodes {
        let (rule, span) = (node.as_rule().to_owned(), node.as_span());
        tree.push(Capture { rule, start: span.start(), end: span.end() });
        collect(node.into_inner(), tree);
    }
}

/// pest's parser, asked whether a rule consumes the whole of a text.
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

    /// Returns the nodes below the rule's own node, each before those below it, or `None` if the rule does not match
    /// the whole of the text.
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
