//! `uri tree`: pest's parse tree of each reference.

use std::io::{self, Write};

use serde::Serialize;
use urigram::{ParseError, Rule, tree};

use crate::answer;
use crate::args::{Format, How, References};
use crate::json;
use crate::outcome::{Error, Status};
use crate::output;

pub(crate) fn run(references: &References, status: &mut Status) -> Result<(), Error> {
    let How { rule, format } = references.how;
    answer::each(references, status, &mut output::plain(), |out, text| {
        let root = Node::root(rule, text)?;
        match format {
            Format::Json => json::write_line(out, &root)?,
            Format::Text => root.draw(out, 0)?,
        }
        Ok(())
    })
}

#[derive(Serialize)]
struct Node<'i> {
    rule: &'static str,
    start: usize,
    end: usize,
    text: &'i str,
    children: Vec<Node<'i>>,
}

impl<'i> Node<'i> {
    fn root(rule: Rule, text: &'i str) -> Result<Self, ParseError> {
        let mut nodes = tree::parse(rule, text)?.filter_map(Self::of);
        // A set of characters, such as `pchar`, makes no node, and is shown as the leaf it would be.
        let leaf = Self { rule: rule.name(), start: 0, end: text.len(), text, children: Vec::new() };
        Ok(nodes.next().unwrap_or(leaf))
    }

    /// The node and those below it. Their depth is that of the grammar, which does not recur.
    fn of(pair: tree::Pair<'i, tree::Node>) -> Option<Self> {
        // What is no rule of the RFC is pest's own, such as the end of the input.
        let rule = tree::rule(&pair)?;
        let span = pair.as_span();
        Some(Self {
            rule: rule.name(),
            start: span.start(),
            end: span.end(),
            text: span.as_str(),
            children: pair.into_inner().filter_map(Self::of).collect(),
        })
    }

    fn draw(&self, out: &mut impl Write, depth: usize) -> io::Result<()> {
        let Self { rule, start, end, text, children } = self;
        writeln!(out, "{:indent$}{rule} {text:?} {start}..{end}", "", indent = 2 * depth)?;
        children.iter().try_for_each(|child| child.draw(out, depth + 1))
    }
}
