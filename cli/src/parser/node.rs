//! A parse tree, and its output as a drawing and as JSON. Neither recurses, so no tree is too deep.

use std::io::{self, Write};
use std::iter;

use urigram_grammar::Node;

use crate::output::json;
use crate::parser::library;

/// Each node comes before those below it.
pub(crate) struct Tree<'a> {
    pub(crate) text: &'a str,
    pub(crate) nodes: Vec<Node<'a>>,
}

impl Tree<'_> {
    /// Draws one node per line.
    pub(crate) fn draw(&self, out: &mut impl Write) -> io::Result<()> {
        for node in &self.nodes {
            let Node { start, end, depth, .. } = node;
            let (rule, text) = (library::name(node.rule), &self.text[*start..*end]);
            writeln!(out, "{:indent$}{rule} {text:?} {start}..{end}", "", indent = 2 * depth)?;
        }
        Ok(())
    }

    /// Writes an object in which each node is an object with `children`.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let mut open = 0;
        for node in &self.nodes {
            let ended = open - node.depth;
            (0..ended).try_for_each(|_| out.write_all(b"]}"))?;
            out.write_all(if ended > 0 { b"," } else { b"" })?;
            out.write_all(b"{\"rule\":")?;
            json::write(out, &library::name(node.rule))?;
            write!(out, ",\"start\":{},\"end\":{},\"text\":", node.start, node.end)?;
            json::write(out, &&self.text[node.start..node.end])?;
            out.write_all(b",\"children\":[")?;
            open = node.depth + 1;
        }
        (0..open).try_for_each(|_| out.write_all(b"]}"))?;
        out.write_all(b"\n")
    }
}

/// Returns the nodes in the order in which they end: each after those below it.
pub(crate) fn by_end<'n, 'g>(nodes: &'n [Node<'g>]) -> impl Iterator<Item = &'n Node<'g>> {
    let mut begun: Vec<&Node<'_>> = Vec::new();
    let mut rest = nodes.iter().peekable();
    iter::from_fn(move || {
        loop {
            match rest.next_if(|next| begun.last().is_none_or(|last| last.depth < next.depth)) {
                Some(next) => begun.push(next),
                None => return begun.pop(),
            }
        }
    })
}
