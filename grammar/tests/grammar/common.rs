//! Shared by the tests: short strings, grammars, and pest's own result.

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule, optimize};
use pest_meta::parser::{self, consume_rules};
use pest_vm::Vm;
use urigram_grammar::{Automata, Dfa, Grammar, Peg};

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
        ty: RuleType::Normal,
        expr: OptimizedExpr::Ident(rule.name.clone()),
    });
    Vm::new(rules.iter().cloned().chain(wholes).collect())
}

/// pest's parser, asked whether a rule consumes the whole of a text.
pub(crate) struct Pest {
    vm: Vm,
}

impl Pest {
    pub(crate) fn new(grammar: &Grammar) -> Pest {
        Pest { vm: vm(grammar) }
    }

    pub(crate) fn accepts(&self, rule: &str, text: &str) -> bool {
        let whole = format!("whole {rule}");
        self.vm
            .parse(&whole, text)
            .is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_span().end() == text.len()))
    }
}
