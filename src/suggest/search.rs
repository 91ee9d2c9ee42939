//! The search for likely corrections: corrects one mistake after the other, in each possible way.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::browsers;
use super::faults;
use super::findings;
use super::mistake::Mistake;
use super::mistake::{Draft, MOST_MISTAKES};
use super::typed::Typed;
use crate::grammar::{Grammar, Rule, TRUSTED};
use crate::reference::generic::UriReference;

/// The maximum number of readings of one text.
const MOST_READINGS: usize = 6;

/// The maximum number of phrases in one help.
const MOST_HELPS: usize = 4;

/// A likely correction of a text.
pub(super) struct Reading {
    pub(super) draft: Draft,
    /// The host that browsers find in the original text, if it is another one.
    pub(super) typed_host: Option<String>,
}

/// A text being corrected, and the first host that browsers find in it; they find none while the text is in quotes.
struct Open {
    draft: Draft,
    typed_host: Option<String>,
}

impl Open {
    fn new(draft: Draft, earlier: Option<String>) -> Self {
        let typed_host = earlier.or_else(|| browsers::host(&draft.text));
        Self { draft, typed_host }
    }

    /// Returns the host that browsers find in the original text, unless they find the same host in the corrected text.
    fn other_host(&self) -> Option<&String> {
        let typed = self.typed_host.as_ref().filter(|host| browsers::may_resolve(host))?;
        // Browsers do not follow links from web pages to files.
        let leads_elsewhere =
            !self.draft.text.starts_with("file:") && browsers::host(&self.draft.text).as_ref() != Some(typed);
        leads_elsewhere.then_some(typed)
    }
}

/// The state of a text.
enum State {
    /// A reference that needs no suggestions.
    Good,
    Wrong(Mistake),
    /// The rule rejects it, and no mistake was recognized.
    Unknown,
}

/// Returns the state of the text. The rule is `URI` or `URI-reference`.
fn state<G: Grammar>(rule: Rule, draft: &Draft) -> State {
    match UriReference::<&str, G>::try_from(draft.text.as_str()) {
        Ok(reference) => match findings::first(draft, &reference.findings()) {
            Some(mistake) => State::Wrong(mistake),
            None if rule != Rule::URI || reference.is_uri() => State::Good,
            None => findings::without_scheme(&draft.text).map_or(State::Unknown, State::Wrong),
        },
        Err(_) => faults::first(&Typed::new::<G>(&draft.text)).map_or(State::Unknown, State::Wrong),
    }
}

/// Returns the likely corrections, the likeliest first, but those that lead to another host last. Each differs from the text
/// and matches the rule, `URI` or `URI-reference`. Linear in the length.
#[expect(clippy::arithmetic_side_effects, reason = "at most `MOST_READINGS` are open or found")]
pub(super) fn readings<G: Grammar>(rule: Rule, text: &str) -> Vec<Reading> {
    let mut open = VecDeque::from([Open::new(Draft::new(text), None)]);
    let mut found: Vec<Reading> = Vec::new();
    while let Some(next) = open.pop_front() {
        let draft = &next.draft;
        match state::<G>(rule, draft) {
            State::Good
                if !draft.changes.is_empty() && found.iter().all(|other| other.draft.text != draft.text) =>
            {
                let typed_host = next.other_host().cloned();
                found.push(Reading { draft: next.draft, typed_host });
            }
            State::Good | State::Unknown => {}
            State::Wrong(_) if draft.helps.len() == MOST_MISTAKES => {}
            State::Wrong(Mistake { help, readings }) => {
                let room = MOST_READINGS.saturating_sub(found.len() + open.len());
                // The readings of the likelier text come first.
                for edits in readings.iter().take(room).rev() {
                    open.push_front(Open::new(draft.apply(edits, help.clone()), next.typed_host.clone()));
                }
            }
        }
    }
    found.sort_by_key(|reading| reading.typed_host.is_some());
    found
}

/// Returns advice for a text that a rule of references rejects, from the likeliest correction: a phrase for each
/// mistake, and another if browsers find another host.
pub(super) fn helps<G: Grammar>(rule: Rule, text: &str) -> Vec<String> {
    let mut next = Open::new(Draft::new(text), None);
    loop {
        let is_full = next.draft.helps.len() == MOST_HELPS;
        match state::<G>(Rule::URI_reference, &next.draft) {
            State::Wrong(Mistake { help, readings }) if !is_full => match readings.first() {
                Some(edits) => next = Open::new(next.draft.apply(edits, help), next.typed_host),
                None => {
                    // The help describes Appendix A. Under another grammar, the error lists the expected characters.
                    next.draft.helps.extend(TRUSTED.then_some(help));
                    return next.draft.helps;
                }
            },
            State::Unknown => return next.draft.helps,
            State::Wrong(_) => break,
            // A reference, but the rule may not match it.
            State::Good => {
                let unlike = G::components(rule, &next.draft.text).err();
                next.draft.helps.extend(unlike.map(|error| error.help().to_string()));
                break;
            }
        }
    }
    let host = next.other_host().map(|host| format!("browsers read the host `{host}` in the original text"));
    next.draft.helps.extend(host);
    next.draft.helps
}
