//! Writes everything that a library needs from a grammar as Rust source: the enum of its rules, the parser
//! that pest_derive generates, the compiled parser, and the automata that locate a fault.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::compile::compile;
use crate::compile::target::{Target, Undo};
use crate::dfa::tables::automata_source;
use crate::error::Refused;
use crate::peg::Peg;
use crate::pest::read::Grammar;
use crate::pest::rules::RuleType;

/// The result of [`generate`].
#[derive(Debug, Clone)]
pub struct Generated {
    /// The source, to be included in a module where `Rule`, `Lowering`, `Capture` and `Automaton` are in
    /// scope.
    pub source: String,
    /// The module `pest_tree`, with the parser that pest_derive generates, to be included in the same module.
    /// It takes longer to build than the rest of the source, which refers to it only if a rule was refused.
    pub tree: String,
    /// The rules that only pest can parse, and why.
    pub refused: Vec<Refused>,
}

/// Writes the source for a grammar whose text is in the file `path`, as rustc resolves that path.
///
/// `rules` names the rules that the enum `Rule` has (see [`rule_enum`]), each of which can be a start rule.
/// `captured` names the rules that the library's lowering reads. `simd` is that of [`Target`]. The source names the
/// parser that is `const` `parse_in_constants`.
#[must_use]
pub fn generate(grammar: &Grammar, path: &str, rules: &[&str], captured: &[&str], simd: bool) -> Generated {
    let peg = Peg::new(grammar);
    let (capture, sink, rule) = ("super::Capture", "super::Lowering", "super::Rule");
    let target = Target { captured, capture, sink, undo: Undo::Copy, rule, rules, simd };
    let compiled = compile(&peg, &target);
    let mut source = format!("\npub(crate) mod compiled {{\n{}}}\n", compiled.source);
    let in_constants = if simd { "parse_by_byte" } else { "parse" };
    let _ = writeln!(source, "\npub(crate) use compiled::{in_constants} as parse_in_constants;");
    source.push_str(if compiled.refused.is_empty() { NO_TREE } else { BY_TREE });
    source.push_str(&automata_source(&peg, rules, captured));
    Generated { source, tree: pest_tree(grammar, path, rules, captured), refused: compiled.refused }
}

const BY_TREE: &str = "
/// Parses `text` with pest and reads the tree into `out`; returns whether `rule` matches the whole of `text`.
pub(crate) fn by_tree(rule: Rule, text: &str, out: &mut Lowering) -> bool {
    let tree = pest_tree::whole(rule, text);
    tree.map(|tree| out.read_tree(tree, |node| pest_tree::capture(*node))).is_some()
}
";

const NO_TREE: &str = "
/// Returns `false`: every rule is compiled, and none is left to pest.
pub(crate) const fn by_tree(_: Rule, _: &str, _: &mut Lowering) -> bool {
    false
}
";

/// Returns the source of the enum `Rule`, with a variant for each rule of a grammar.
#[must_use]
pub fn rule_enum(grammar: &Grammar) -> String {
    let (mut variants, mut all, mut names) = (String::new(), String::new(), String::new());
    for name in grammar.rules().iter().map(|rule| &rule.name) {
        let rfc = name.replace('_', "-");
        let _ = writeln!(variants, "    /// `{rfc}`\n    r#{name},");
        let _ = writeln!(all, "        Self::r#{name},");
        let _ = writeln!(names, "            Self::r#{name} => \"{rfc}\",");
    }
    format!(
        "/// A rule of the grammar, under its name in `uri.pest`: the RFC's, with `_` for `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(nonstandard_style, clippy::upper_case_acronyms)]
#[non_exhaustive]
pub enum Rule {{
{variants}}}

impl Rule {{
    /// Every rule, in the order of the grammar.
    pub const ALL: &'static [Self] = &[
{all}    ];

    /// Returns the name of the rule in the RFC, such as `path-abempty`.
    pub const fn name(self) -> &'static str {{
        match self {{
{names}        }}
    }}
}}
"
    )
}

/// Returns the module with the parser of pest_derive, and functions that match a rule with the whole input.
fn pest_tree(grammar: &Grammar, path: &str, asked: &[&str], captured: &[&str]) -> String {
    let (mut wholes, mut starts) = (String::new(), String::new());
    let (mut rules, mut captures) = (String::new(), String::new());
    let asked: HashSet<&str> = asked.iter().copied().collect();
    let mut taken: HashSet<String> = grammar.rules().iter().map(|rule| rule.name.clone()).collect();
    for rule in grammar.rules() {
        let name = &rule.name;
        if asked.contains(name.as_str()) {
            // A silent rule produces no node that would show where it ends, so a rule is generated around it.
            // That rule is neither atomic nor silent, and so gives the silent rule the context of a start
            // rule.
            let start = if rule.ty == RuleType::Silent {
                let whole = free_name(name, &mut taken);
                let _ = writeln!(wholes, "{whole} = {{ {name} }}");
                whole
            } else {
                format!("r#{name}")
            };
            let _ = writeln!(starts, "            super::Rule::r#{name} => Rule::{start},");
            let _ = writeln!(rules, "            Rule::r#{name} => Some(super::Rule::r#{name}),");
        }
        if captured.contains(&name.as_str()) {
            let _ = writeln!(captures, "            Rule::r#{name} => Some(super::Capture::r#{name}),");
        }
    }
    let wholes = format!("\n{wholes}");
    format!(
        "
/// The parser that pest_derive generates.
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub(crate) mod pest_tree {{
    use pest::Parser as _;

    #[derive(pest_derive::Parser)]
    #[grammar = {path:?}]
    #[grammar_inline = {wholes:?}]
    struct Parser;

    /// Returns the tree, if `rule` matches the whole of `text`.
    pub(crate) fn whole(rule: super::Rule, text: &str) -> Option<pest::iterators::Pairs<'_, Rule>> {{
        let rule = match rule {{
{starts}            #[allow(unreachable_patterns)]
            _ => return None,
        }};
        let tree = Parser::parse(rule, text).ok()?;
        tree.peek().is_some_and(|node| node.as_span().end() == text.len()).then_some(tree)
    }}

    /// Returns the rule that produced a node, or `None` if it cannot be a start rule or was generated around
    /// a silent rule.
    #[allow(dead_code)]
    pub(crate) const fn rule(node: Rule) -> Option<super::Rule> {{
        match node {{
{rules}            _ => None,
        }}
    }}

    /// Returns the rule's variant in the lowering, if the lowering reads it.
    #[allow(dead_code)]
    pub(crate) const fn capture(rule: Rule) -> Option<super::Capture> {{
        match rule {{
{captures}            _ => None,
        }}
    }}
}}
"
    )
}

/// Returns a name that no other rule has for the rule around a silent one, and adds it to `taken`.
#[expect(clippy::arithmetic_side_effects, reason = "there are no more numbers than rules")]
fn free_name(silent: &str, taken: &mut HashSet<String>) -> String {
    let mut whole = format!("whole_{silent}");
    let mut number = 0;
    while !taken.insert(whole.clone()) {
        number += 1;
        whole = format!("whole_{silent}_{number}");
    }
    whole
}
