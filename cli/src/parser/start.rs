//! The rule that inputs have to match: one of the library's, or of a grammar that was loaded.

use std::ffi::OsStr;
use std::path::Path;

use urigram::embedded::GRAMMAR;
use urigram::{Components, Rule, tree};
use urigram_grammar::{Grammar, is_builtin};

use crate::args::usage;
use crate::fault::Fault;
use crate::input::is_stdin;
use crate::outcome::Error;
use crate::parser::library;
use crate::parser::loaded::LoadedRule;
use crate::parser::node::Node;
use crate::parser::read;

#[derive(Clone, Copy)]
pub(crate) enum Start {
    BuiltIn(Rule),
    Loaded(&'static LoadedRule),
}

impl Start {
    /// The rule that was typed, of the grammar in a file or of the library's own.
    pub(crate) fn of(typed: &OsStr, file: Option<&Path>) -> Result<Self, Error> {
        let Some(file) = file else {
            let name = usage::rule(typed, Rule::ALL.iter().map(|rule| rule.name().to_owned()))?;
            return Ok(Self::BuiltIn(Rule::named(&name).unwrap_or(Rule::URI_reference)));
        };
        if is_stdin(file) {
            return Err(Error::Refused(
                "uri: standard input is for what is to be parsed, not for the grammar".to_owned(),
            ));
        }
        let grammar = read::grammar(Some(file))?;
        if let Some(rule) = in_pest_too(&grammar) {
            let file = grammar.file_name();
            return Err(Error::Refused(format!("uri: {file}: {rule}; give it another name")));
        }
        let names = grammar.rules().iter().map(|rule| rfc(&rule.name));
        let name = usage::rule(typed, names)?;
        Ok(Self::Loaded(Box::leak(Box::new(LoadedRule::new(grammar, &name)))))
    }

    /// The rule of that name in a grammar that was read, for its components; or why it has none.
    pub(crate) fn in_grammar(grammar: &Grammar, rule: &str) -> Result<Self, String> {
        if grammar.text() == GRAMMAR
            && let Some(rule) = Rule::named(rule)
        {
            return Ok(Self::BuiltIn(rule));
        }
        let file = grammar.file_name();
        match (library::missing(grammar).as_slice(), in_pest_too(grammar)) {
            (&[], None) => {
                Ok(Self::Loaded(Box::leak(Box::new(LoadedRule::new(grammar.clone(), &rfc(rule))))))
            }
            (&[], Some(rule)) => Err(format!("{file}: {rule}")),
            (&[missing, ref others @ ..], _) => {
                let lacks = format!("{file} lacks the rule `{missing}`, which the library needs");
                Err(if others.is_empty() { lacks } else { format!("{lacks}, and {} more", others.len()) })
            }
        }
    }

    /// As the RFC spells it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BuiltIn(rule) => rule.name(),
            Self::Loaded(rule) => rule.name(),
        }
    }

    pub(crate) fn parse(self, text: &str) -> Result<Components, Fault> {
        match self {
            Self::BuiltIn(rule) => Ok(rule.parse(text)?),
            Self::Loaded(rule) => rule.parse(text),
        }
    }

    /// Whether the rule matches.
    pub(crate) fn check(self, text: &str) -> Result<(), Fault> {
        match self {
            Self::BuiltIn(rule) => Ok(rule.parse(text).map(drop)?),
            Self::Loaded(rule) => rule.check(text),
        }
    }

    /// The root of the parse tree.
    pub(crate) fn tree(self, text: &str) -> Result<Node<'_>, Fault> {
        let nodes = match self {
            Self::BuiltIn(rule) => tree::parse(rule, text)?.filter_map(node).collect(),
            Self::Loaded(rule) => rule.nodes(text)?,
        };
        // A set of characters, such as `pchar`, makes no node, and is shown as the leaf it would be.
        let leaf = Node { rule: self.name().into(), start: 0, end: text.len(), text, children: Vec::new() };
        Ok(nodes.into_iter().next().unwrap_or(leaf))
    }
}

/// As the RFC would spell the name of the rule.
fn rfc(rule: &str) -> String {
    rule.replace('_', "-")
}

/// A rule that pest_vm would take its own for, and the automata that of the grammar.
fn in_pest_too(grammar: &Grammar) -> Option<String> {
    let rule = grammar.rules().iter().find(|rule| is_builtin(&rule.name))?;
    Some(format!("pest has a rule `{}` of its own", rule.name))
}

/// The node and those below it. Their depth is that of the grammar, which does not recur.
fn node<'i>(pair: tree::Pair<'i, tree::Node>) -> Option<Node<'i>> {
    // What is no rule of the RFC is pest's own, such as the end of the input.
    let rule = tree::rule(&pair)?;
    let span = pair.as_span();
    Some(Node {
        rule: rule.name().into(),
        start: span.start(),
        end: span.end(),
        text: span.as_str(),
        children: pair.into_inner().filter_map(node).collect(),
    })
}
