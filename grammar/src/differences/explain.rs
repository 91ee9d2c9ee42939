//! Tells the way through two rules to where they part on a string.

use crate::captures::automaton::Captures;
use crate::captures::reading::Capture;
use crate::dfa::complete::Completions;
use crate::dfa::marks::Names;
use crate::differences::difference::{Next, Path, Paths};
use crate::differences::side::Side;

/// A rule of one grammar: what it captures, and its grammar's automata.
pub(super) type Of<'a, 'p> = (&'a Captures, &'a mut Side<'p>);

/// Returns the ways through the rule of both grammars to the offset of the text; nothing if they are beyond the
/// limits.
pub(super) fn paths<'p>(
    rule: &'p str,
    names: &Names,
    text: &str,
    at: usize,
    old: Of<'_, 'p>,
    new: Of<'_, 'p>,
) -> Option<Paths> {
    Some(Paths { at, old: path(rule, names, text, at, old)?, new: path(rule, names, text, at, new)? })
}

/// Where the rule rejects the text, its way is that of the shortest text that it accepts and that begins alike.
#[expect(clippy::string_slice, reason = "both begin with the text up to where they part")]
fn path<'p>(
    rule: &'p str,
    names: &Names,
    text: &str,
    at: usize,
    (captures, side): Of<'_, 'p>,
) -> Option<Path> {
    let dfa = captures.dfa();
    let accepts = dfa.accepts(text);
    let read = if accepts {
        text.to_owned()
    } else {
        let begun = &text[..at];
        let state = begun.chars().fold(dfa.start(), |state, c| dfa.step(state, c));
        begun.to_owned() + &Completions::of(dfa).rest(state)?
    };
    let next = match read[at..].chars().next() {
        None => Next::Ends,
        Some(c) if accepts => Next::Reads(c),
        Some(c) => Next::Expects(c),
    };
    let calls = side.calls(rule, names, &read)?;
    // What ends there reads nothing more.
    let is_open = |call: &&Capture| match next {
        Next::Ends => call.start == at && call.end == at,
        Next::Reads(_) | Next::Expects(_) => call.start <= at && at < call.end,
    };
    let open = calls.iter().filter(is_open).map(|call| call.rule.clone());
    let rules = std::iter::once(rule.to_owned()).chain(open).collect();
    Some(Path { rules, next })
}
