//! Writes the Rust source of a grammar in a library: the enum of its rules, the parser that pest_derive generates, the
//! compiled parser, and the automata that locate faults.

use std::collections::HashSet;
use std::fmt::Write as _;

use crate::compile::source::{Conditions, Module, imported};
use crate::compile::write::writer::{Target, Undo};
use crate::compile::{Parts, Shared, compile_sharing, source};
use crate::dfa::tables::{Statics, automata_source};
use crate::error::{Refused, identifier};
use crate::peg::Peg;
use crate::pest::read::Grammar;
use crate::pest::rules::RuleType;

/// A generator for the grammars of a library, which share code.
#[derive(Debug)]
pub struct Generator<'a> {
    rules: &'a [&'a str],
    captured: &'a [&'a str],
    names: Names<'a>,
    automata: Statics,
    shared: Shared,
}

/// The paths that the source of a library refers to.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a> {
    /// The enum that [`rule_enum`] writes.
    pub rule: &'a str,
    /// The enum of [`Target::capture`].
    pub capture: &'a str,
    /// The type of [`Target::sink`], which also has a method `read_tree`.
    pub sink: &'a str,
    /// The type of an automaton, with the functions `classes` and `transitions`.
    pub automaton: &'a str,
    /// The module that contains the modules of [`Generator::runtime`].
    pub runtime: &'a str,
}

/// The `cfg`s in the code of a library.
const CONDITIONS: Conditions = Conditions { vectors: "vectors", windows: "feature = \"bulk\"" };

/// The source of a grammar.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The contents of the module of the grammar, without its submodules.
    pub source: String,
    /// The submodules. The last one of [`Generator::grammar`] is the parser that pest_derive generates, which takes longer to
    /// build than the rest of the source. The rest refers to it only if a rule was refused.
    pub modules: Vec<Module>,
    /// The rules that only pest can parse, with the reason.
    pub refused: Vec<Refused>,
}

impl<'a> Generator<'a> {
    /// Creates a generator.
    ///
    /// `rules` are the names of the rules in the enum `Rule` (see [`rule_enum`]), each of which can be a start rule.
    /// `captured` are the names of the rules whose captures the library reads.
    #[must_use]
    pub fn new(rules: &'a [&'a str], captured: &'a [&'a str], names: Names<'a>) -> Self {
        let shared = Shared { runtime: names.runtime.to_owned(), conditions: CONDITIONS, base: None };
        Generator { rules, captured, names, automata: Statics::new(), shared }
    }

    /// Returns the modules with the functions that all grammars use.
    #[must_use]
    pub fn runtime() -> Vec<Module> {
        source::runtime(Some(CONDITIONS.vectors), Some(CONDITIONS.windows))
    }

    /// Returns the source of a grammar, which must be included in the module `module`. `path` is the file with the
    /// grammar, as rustc resolves it. `reported` are the names of the rules that get an automaton to locate faults.
    pub fn grammar(&mut self, grammar: &Grammar, module: &str, path: &str, reported: &[&str]) -> Generated {
        let mut generated = self.compiled(grammar, module, reported, Undo::Copy);
        generated.modules.push(pest_tree(grammar, path, self.rules, self.captured));
        generated
    }

    /// Returns the source for a grammar whose rules are captured any number of times, so that the sink grows
    /// ([`Undo::Mark`]): without vectors, and without the parser of pest_derive. For the only grammar of a generator.
    pub fn growing(&mut self, grammar: &Grammar, module: &str, reported: &[&str]) -> Generated {
        self.compiled(grammar, module, reported, Undo::Mark)
    }

    fn compiled(&mut self, grammar: &Grammar, module: &str, reported: &[&str], undo: Undo) -> Generated {
        let peg = Peg::new(grammar);
        let (rules, captured) = (self.rules, self.captured);
        let Names { capture, sink, rule, automaton, .. } = self.names;
        let (simd, bulk) = (undo == Undo::Copy, undo == Undo::Copy);
        let target = Target { captured, capture, sink, undo, rule, rules, simd, bulk };
        let compiled = compile_sharing(Some((&mut self.shared, module)), usize::MAX, &peg, &target);
        let Parts { mut modules, mut source, refused } = compiled.expect("no source is longer than memory");
        if undo == Undo::Copy {
            source.push_str(if refused.is_empty() { NO_TREE } else { BY_TREE });
        }
        source.insert_str(0, &imported(&[(automaton, "Automaton")]));
        let (automata, function) = automata_source(&peg, reported, captured, module, &mut self.automata);
        source.push_str(&function);
        let head =
            "/// The automata of rules. A transition has a bit for each class of characters that leads to the target.
#[allow(non_upper_case_globals)]
";
        modules.push(Module { head: head.to_owned(), name: "automata", source: automata });
        Generated { source, modules, refused }
    }
}

const BY_TREE: &str = "
/// Returns whether `rule` matches the whole of `text`, and reports the captures to `out`. Parses with pest.
pub(crate) fn by_tree(rule: Rule, text: &str, out: &mut Sink) -> bool {
    let tree = pest_tree::whole(rule, text);
    tree.map(|tree| out.read_tree(tree, |node| pest_tree::capture(*node))).is_some()
}
";

const NO_TREE: &str = "
/// Returns `false`, because all rules are compiled, so that none needs pest.
pub(crate) const fn by_tree(_: Rule, _: &str, _: &mut Sink) -> bool {
    false
}
";

/// Returns the source of the enum `Rule`, with a variant for each rule of a grammar.
#[must_use]
pub fn rule_enum(grammar: &Grammar) -> String {
    let (mut variants, mut all, mut names) = (String::new(), String::new(), String::new());
    for rule in grammar.rules() {
        let (name, rfc) = (identifier(&rule.name), rule.name.replace('_', "-"));
        let _ = writeln!(variants, "    /// `{rfc}`\n    {name},");
        let _ = writeln!(all, "        Self::{name},");
        let _ = writeln!(names, "            Self::{name} => \"{rfc}\",");
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
    pub const fn as_str(self) -> &'static str {{
        match self {{
{names}        }}
    }}
}}
"
    )
}

/// Returns the module with the parser of pest_derive, and functions that match a rule with the whole input.
fn pest_tree(grammar: &Grammar, path: &str, asked: &[&str], captured: &[&str]) -> Module {
    let (mut wholes, mut silent) = (String::new(), String::new());
    let (mut starts, mut captures) = (String::new(), String::new());
    let asked: HashSet<&str> = asked.iter().copied().collect();
    let mut taken: HashSet<String> = grammar.rules().iter().map(|rule| rule.name.clone()).collect();
    for rule in grammar.rules() {
        let name = identifier(&rule.name);
        if asked.contains(rule.name.as_str()) {
            // A silent rule produces no node that shows where it ends, so a rule that only calls it is generated. The
            // generated rule is neither atomic nor silent, so that it calls the silent rule in the context of a start rule.
            if rule.ty == RuleType::Silent {
                let whole = free_name(&rule.name, &mut taken);
                let _ = writeln!(wholes, "{whole} = {{ {} }}", rule.name);
                let _ = writeln!(silent, "        super::Rule::{name} => Rule::{whole},");
            } else {
                let _ = write!(starts, " {name}");
            }
        }
        if captured.contains(&rule.name.as_str()) {
            let _ = write!(captures, " {name}");
        }
    }
    let wholes = format!("\n{wholes}");
    let source = format!(
        "use pest::Parser as _;

#[derive(pest_derive::Parser)]
#[grammar = {path:?}]
#[grammar_inline = {wholes:?}]
struct Parser;

/// Returns the variant of `$to` with the same name as a variant of `$from`, if there is one.
macro_rules! alike {{
    ($from:path, $to:path: $rule:expr; $($name:ident)*) => {{{{
        use {{$from as From, $to as To}};
        match $rule {{
            $(From::$name => Some(To::$name),)*
            _ => None,
        }}
    }}}};
}}

/// Returns the parse tree, if `rule` matches the whole of `text`.
pub(crate) fn whole(rule: super::Rule, text: &str) -> Option<pest::iterators::Pairs<'_, Rule>> {{
    let rule = match rule {{
{silent}        rule => alike!(super::Rule, Rule: rule;{starts})?,
    }};
    let tree = Parser::parse(rule, text).ok()?;
    tree.peek().is_some_and(|node| node.as_span().end() == text.len()).then_some(tree)
}}

/// Returns the rule of a node, or `None` if the rule cannot be a start rule, or was generated to call a silent rule.
pub(crate) const fn rule(node: Rule) -> Option<super::Rule> {{
    alike!(Rule, super::Rule: node;{starts})
}}

/// Returns the capture for a rule, if the rule is captured.
pub(crate) const fn capture(rule: Rule) -> Option<super::Capture> {{
    alike!(Rule, super::Capture: rule;{captures})
}}
"
    );
    let head =
        "/// The parser that pest_derive generates.\n#[allow(missing_docs, unreachable_pub, clippy::all)]\n";
    Module { head: head.to_owned(), name: "pest_tree", source }
}

/// Returns a unique name for the rule that calls a silent rule, and adds the name to `taken`.
#[expect(clippy::arithmetic_side_effects, reason = "there are at most as many numbers as rules")]
fn free_name(silent: &str, taken: &mut HashSet<String>) -> String {
    let mut whole = format!("whole_{silent}");
    let mut number = 0;
    while !taken.insert(whole.clone()) {
        number += 1;
        whole = format!("whole_{silent}_{number}");
    }
    whole
}
