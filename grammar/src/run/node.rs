//! The nodes of a parse tree.

/// A node of a parse tree: a rule, and the bytes of the text that it matched.
///
/// ```
/// use urigram_grammar::{Grammar, Machine};
///
/// let grammar = Grammar::read(r#"pair = { word ~ "=" ~ word } word = @{ 'a'..'z'+ }"#, "pair.pest")?;
/// let machine = Machine::new(&grammar);
/// let nodes = machine.run("pair", "key=value", 1_000)?;
/// let spans: Vec<_> = nodes.iter().map(|node| (node.rule, node.start..node.end, node.depth)).collect();
/// assert_eq!(spans, [("pair", 0..9, 0), ("word", 0..3, 1), ("word", 4..9, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<'g> {
    /// The name of the rule, as spelled in the grammar, or `EOI`.
    pub rule: &'g str,
    /// The byte of the text at which the match begins.
    pub start: usize,
    /// The byte after the match.
    pub end: usize,
    /// The number of nodes around this one.
    pub depth: usize,
}

impl Node<'_> {
    /// The number of steps that a node counts for in [`Machine::run`](crate::Machine::run).
    pub const STEPS: usize = 40;
}

// The steps of a node also bound the memory that it takes.
const _: () = assert!(size_of::<Node<'_>>() <= Node::STEPS);
