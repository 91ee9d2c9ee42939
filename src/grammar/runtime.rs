//! For tools that read a grammar when they run, as `uri --grammar` does: its captures become components
//! here, and its automata place faults. No promise is made of this module.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use super::automaton::Automaton;
use super::captures::Capture;
#[cfg(feature = "tree")]
use super::components::Components;
use super::diagnose;
use super::error::{Fault, Message, ParseError, What};
use super::help::Help;
use super::lower::Lowering;
use super::rule::Rule;

/// The components of a string of `len` bytes, from the tree that pest made of it under a grammar that names its rules
/// as `uri.pest` does; none if offsets cannot hold one of them.
#[cfg(feature = "tree")]
pub fn lower<'r>(tree: pest::iterators::Pairs<'_, &'r str>, len: usize) -> Option<Components> {
    let mut lowering = Lowering::new(len);
    lowering.read_tree(tree, |name| Capture::named(name));
    lowering.components(false)
}

/// Whether the library keeps where the rule of this name matched, so that there are places where it cannot
/// match. Of others that it reads, it keeps only that they did.
pub fn is_placed(name: &str) -> bool {
    Capture::named(name).is_some_and(|rule| {
        let mut lowering = Lowering::new(0);
        lowering.capture(rule, 0, 0);
        lowering.defines_a_part()
    })
}

/// Blames a string that `rule` rejects, where `own` gives the automata of the grammar.
pub fn blame(rule: Rule, text: &str, own: &dyn Fn(Rule) -> Option<&'static Automaton>) -> ParseError {
    diagnose::diagnose(rule, text, None, own, |_| false)
}

/// The fault of a string that a grammar matches with a component that offsets cannot hold.
pub fn unfit(rule: Rule, text: &str) -> ParseError {
    super::grammars::unfit(rule, text)
}

/// The fault where pest gives up because little of the stack is left.
pub fn out_of_stack(rule: Rule, text: &str) -> ParseError {
    ParseError::at_start(What::Known(Fault::OutOfStack), rule, text)
}

impl ParseError {
    /// The message and the help, where a rule that [`Rule`] does not have is to blame.
    #[doc(hidden)]
    pub fn said_of(&self, rule: &str) -> (String, String) {
        (Message(self, rule).to_string(), Help(self, rule).to_string())
    }

    /// The same fault where so many bytes come before the string that has it.
    #[doc(hidden)]
    #[must_use]
    pub fn behind(self, bytes: usize) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        Self { offset: self.offset.saturating_add(bytes), ..self }
    }
}

impl Automaton {
    /// An automaton from tables as the build script writes them. It is never freed.
    pub fn leaked(
        ascii: [u8; 128],
        beyond: Vec<(char, u8)>,
        classes: u16,
        next: Vec<u16>,
        accepting: Vec<u64>,
    ) -> &'static Self {
        Box::leak(Box::new(Self {
            ascii: Box::leak(Box::new(ascii)),
            beyond: beyond.leak(),
            classes,
            next: next.leak(),
            accepting: accepting.leak(),
            ends: &[],
        }))
    }
}
