//! A grammar: comments, and rules.

use std::collections::HashMap;

use super::comment::{Comment, Kind as CommentKind};
use super::cursor::{Cursor, begins_name, in_name};
use super::expression::{NO_NAME, Parser};
use crate::pest::meta::fault::FaultAt;
use crate::pest::meta::tree::{Definition, Kind, Tree};
use crate::pest::rules::RuleType;

/// Reads the text of a grammar.
///
/// # Errors
///
/// The first fault of syntax.
pub(crate) fn read(text: &str) -> Result<Tree<'_>, FaultAt> {
    let mut parser =
        Parser { cursor: Cursor::new(text), tree: Tree::default(), calls: Vec::new(), open: Vec::new() };
    let mut may_be_of_grammar = true;
    parser.cursor.skip()?;
    while parser.cursor.peek().is_some() {
        match parser.cursor.comment()? {
            Some(Comment { kind: CommentKind::OfGrammar, .. }) if !may_be_of_grammar => {
                return Err(parser
                    .cursor
                    .fault("`//!` comments stand before the first rule, and its comments"));
            }
            Some(Comment { kind, length }) => {
                may_be_of_grammar &= kind == CommentKind::OfGrammar;
                parser.cursor.advance(length);
            }
            None => {
                may_be_of_grammar = false;
                parser.rule().map_err(|fault| parser.cursor.at_its_cause(fault))?;
            }
        }
        parser.cursor.skip()?;
    }
    Ok(resolved(parser.tree))
}

/// Tells the calls of rules from those of builtins.
fn resolved(mut tree: Tree<'_>) -> Tree<'_> {
    let numbers = tree.rules.iter().enumerate().map(|(number, rule)| (rule.name, number));
    let numbers: HashMap<&str, usize> = numbers.collect();
    for node in &mut tree.nodes {
        let Kind::Builtin(name) = node.kind else { continue };
        if let Some(&rule) = numbers.get(name) {
            node.kind = Kind::Call(rule);
        }
    }
    // They were added in the order in which they end.
    tree.choices.sort_unstable_by_key(|choice| choice.range().start);
    tree
}

impl<'t> Parser<'t> {
    fn rule(&mut self) -> Result<(), FaultAt> {
        let start = self.cursor.at();
        if !self.cursor.peek().is_some_and(begins_name) {
            return Err(self.cursor.expected("the name of a rule"));
        }
        if self.cursor.rest().starts_with("PUSH") {
            return Err(self.cursor.fault(NO_NAME));
        }
        let name: &'t str = self.cursor.take_while(in_name);
        self.cursor.rule = Some(name);
        self.cursor.skip()?;
        if !self.cursor.eat("=")? {
            return Err(self.cursor.expected_behind("`=` after the name of the rule"));
        }
        let ty = self.modifier()?;
        let brace = if ty.is_none() { "`{`, or `_`, `@`, `$` or `!` before it" } else { "`{`" };
        self.open.push(self.cursor.at());
        self.cursor.require("{", brace)?;
        self.cursor.string = None;
        self.cursor.eat("|")?;
        let node = self.expression()?;
        if !self.cursor.take("}") {
            return Err(self.unended("`~`, `|` or `}`"));
        }
        self.open.pop();
        self.cursor.rule = None;
        let calls = std::mem::take(&mut self.calls);
        let (ty, range) = (ty.unwrap_or(RuleType::Normal), start..self.cursor.end());
        self.tree.rules.push(Definition { name, ty, calls, node, range });
        Ok(())
    }

    fn modifier(&mut self) -> Result<Option<RuleType>, FaultAt> {
        let ty = match self.cursor.peek() {
            Some('_') => RuleType::Silent,
            Some('@') => RuleType::Atomic,
            Some('$') => RuleType::CompoundAtomic,
            Some('!') => RuleType::NonAtomic,
            _ => return Ok(None),
        };
        self.cursor.eat_one()?;
        Ok(Some(ty))
    }
}
