//! The search for what a text was meant to be: one mistake after the other, each way to mend it.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::browsers::other_host;
use super::draft::{Draft, MOST_MISTAKES};
use super::faults;
use super::findings;
use super::mistake::{Mistake, Shown};
use super::typed::Typed;
use crate::grammar::{Grammar, Rule, TRUSTED};
use crate::reference::generic::UriReference;

/// The most ways to read one text.
const MOST_READINGS: usize = 6;

/// The most phrases of one help.
const MOST_HELPS: usize = 4;

/// A way to read a text.
pub(super) struct Reading {
    pub(super) draft: Draft,
    /// The host that browsers read in the text, if it is another one.
    pub(super) other_host: Option<String>,
}

/// What a text is.
enum State {
    /// A reference that needs no mend.
    Good,
    Wrong(Mistake),
    /// It is rejected, and nobody knows what was meant.
    Unknown,
}

fn state<G: Grammar>(draft: &Draft) -> State {
    match UriReference::<&str, G>::try_from(draft.text.as_str()) {
        Ok(reference) => findings::first(draft, &reference.findings()).map_or(State::Good, State::Wrong),
        Err(_) => faults::first(&Typed::new::<G>(&draft.text)).map_or(State::Unknown, State::Wrong),
    }
}

/// Returns the texts that were probably meant, the likeliest first, and last those that lead to another host. Each is a valid
/// reference that differs from the text. Linear in the length.
#[expect(clippy::arithmetic_side_effects, reason = "at most `MOST_READINGS` are open or found")]
pub(super) fn readings<G: Grammar>(text: &str) -> Vec<Reading> {
    let mut open = VecDeque::from([Draft::new(text)]);
    let mut found: Vec<Reading> = Vec::new();
    while let Some(draft) = open.pop_front() {
        match state::<G>(&draft) {
            State::Good
                if !draft.changes.is_empty() && found.iter().all(|other| other.draft.text != draft.text) =>
            {
                let other_host = other_host(text, &draft.text);
                found.push(Reading { draft, other_host });
            }
            State::Good | State::Unknown => {}
            State::Wrong(_) if draft.helps.len() == MOST_MISTAKES => {}
            State::Wrong(Mistake { help, readings }) => {
                let room = MOST_READINGS.saturating_sub(found.len() + open.len());
                // The readings of the likelier text come first.
                for edits in readings.iter().take(room).rev() {
                    open.push_front(draft.apply(edits, help.clone()));
                }
            }
        }
    }
    found.sort_by_key(|reading| reading.other_host.is_some());
    found
}

/// Returns what to do about a text that a rule of references rejects, a phrase for each mistake, as the likeliest
/// reading has them.
pub(super) fn helps<G: Grammar>(rule: Rule, text: &str) -> Vec<String> {
    let mut draft = Draft::new(text);
    while draft.helps.len() < MOST_HELPS {
        match state::<G>(&draft) {
            State::Wrong(Mistake { help, readings }) => match readings.first() {
                Some(edits) => draft = draft.apply(edits, help),
                None => {
                    // It says in a sentence what Appendix A allows. Of another grammar, the error says what it expects.
                    draft.helps.extend(TRUSTED.then_some(help));
                    break;
                }
            },
            // A reference, but perhaps not one of the kind that the rule wants.
            State::Good => {
                draft
                    .helps
                    .extend(G::components(rule, &draft.text).err().map(|error| error.help().to_string()));
                draft.helps.extend(
                    other_host(text, &draft.text).map(|host| {
                        format!("browsers read the host `{}` in the text as it is", Shown(&host))
                    }),
                );
                break;
            }
            State::Unknown => break,
        }
    }
    draft.helps
}
