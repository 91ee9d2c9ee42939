//! A node of a parse tree, and how it is drawn.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Node<'i> {
    pub(crate) rule: Cow<'i, str>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: &'i str,
    pub(crate) children: Vec<Node<'i>>,
}

impl Node<'_> {
    pub(crate) fn draw(&self, out: &mut impl Write, depth: usize) -> io::Result<()> {
        let Self { rule, start, end, text, children } = self;
        writeln!(out, "{:indent$}{rule} {text:?} {start}..{end}", "", indent = 2 * depth)?;
        children.iter().try_for_each(|child| child.draw(out, depth + 1))
    }
}
