//! The rule that inputs have to match: one of the library's, or of a grammar that was loaded.

use std::ffi::OsStr;
use std::path::Path;

use urigram::{Components, Rule, tree};
use urigram_grammar::is_builtin;

use crate::fault::Fault;
use crate::grammar;
use crate::input::is_stdin;
use crate::loaded::Asked;
use crate::node::Node;
use crate::outcome::Error;
use crate::usage;

#[derive(Clone, Copy)]
pub(crate) enum Start {
    BuiltIn(Rule),
    Loaded(&'static Asked),
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
        let grammar = grammar::read(Some(file))?;
        // pest_vm would take its own, and the automata this one.
        if let Some(rule) = grammar.rules().iter().find(|rule| is_builtin(&rule.name)) {
            let (file, rule) = (grammar.file_name(), &rule.name);
            return Err(Error::Refused(format!(
                "uri: {file}: pest has a rule `{rule}` of its own; give it another name"
            )));
        }
        let names = grammar.rules().iter().map(|rule| rule.name.replace('_', "-"));
        let name = usage::rule(typed, names)?;
        Ok(Self::Loaded(Box::leak(Box::new(Asked::new(grammar, &name)))))
    }

    /// As the RFC spells it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::BuiltIn(rule) => rule.name(),
            Self::Loaded(asked) => asked.name(),
        }
    }

    pub(crate) fn parse(self, text: &str) -> Result<Components, Fault> {
        match self {
            Self::BuiltIn(rule) => Ok(rule.parse(text)?),
            Self::Loaded(asked) => asked.parse(text),
        }
    }

    /// Whether the rule matches.
    pub(crate) fn check(self, text: &str) -> Result<(), Fault> {
        match self {
            Self::BuiltIn(rule) => Ok(rule.parse(text).map(drop)?),
            Self::Loaded(asked) => asked.check(text),
        }
    }

    /// The root of the parse tree.
    pub(crate) fn tree(self, text: &str) -> Result<Node<'_>, Fault> {
        let nodes = match self {
            Self::BuiltIn(rule) => tree::parse(rule, text)?.filter_map(node).collect(),
            Self::Loaded(asked) => asked.nodes(text)?,
        };
        // A set of characters, such as `pchar`, makes no node, and is shown as the leaf it would be.
        let leaf = Node { rule: self.name().into(), start: 0, end: text.len(), text, children: Vec::new() };
        Ok(nodes.into_iter().next().unwrap_or(leaf))
    }
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
