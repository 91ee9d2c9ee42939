//! The tokens of an HTML document.

use alloc::string::String;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};

/// The next step after a tag.
pub(crate) enum Step {
    /// Switches the tokenizer to a state.
    Switch(State),
    /// Ends the search.
    Stop,
}

/// Calls a function with each event of a document and the range of its text, until it ends the search.
// Not generic: the tokenizer is large, and would be compiled for each type of function.
pub(crate) fn tokenize(
    document: &str,
    advance: &mut dyn FnMut(CallbackEvent<'_>, Span<usize>) -> Option<Step>,
) {
    let mut emitter = CallbackEmitter::new(advance);
    // Without a tree, the tags alone determine where a script or other raw text begins.
    emitter.naively_switch_states(true);
    let mut tokens = Tokenizer::new_with_emitter(document, emitter);
    while let Some(Ok(Step::Switch(state))) = tokens.next() {
        tokens.set_state(state);
    }
}

/// Returns an `href` without the whitespace that HTML allows in it.
pub(crate) fn without_whitespace(href: &str) -> String {
    href.trim_ascii().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}
