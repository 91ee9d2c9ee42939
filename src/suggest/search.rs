//! The search for likely corrections, which corrects one mistake after the other and tries each possible correction.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::browsers;
use super::faults;
use super::findings;
use super::mistake::Mistake;
use super::mistake::{Edited, MOST_MISTAKES};
use super::typed::Typed;
use crate::grammar::{Grammar, Rule, TRUSTED};
use crate::reference::generic::UriReference;

/// The maximum number of suggestions for one text.
const MOST_READINGS: usize = 6;

/// The maximum number of phrases in one help.
const MOST_HELPS: usize = 4;

/// A likely correction of a text.
pub(super) struct Reading {
    pub(super) edited: Edited,
    /// The host that browsers find in the original text, if they find another host in the corrected text.
    pub(super) typed_host: Option<String>,
}

/// A text that is being corrected, and the host that browsers find in the earliest of its versions in which they find any. While
/// the text is in quotes, they find none.
struct Candidate {
    edited: Edited,
    typed_host: Option<String>,
}

impl Candidate {
    fn new(edited: Edited, earlier: Option<String>) -> Self {
        let typed_host = earlier.or_else(|| browsers::host(&edited.text));
        Self { edited, typed_host }
    }

    /// Returns the host that browsers find in the original text, unless they find the same host in the corrected text.
    fn other_host(&self) -> Option<&String> {
        let typed = self.typed_host.as_ref().filter(|host| browsers::may_resolve(host))?;
        // Browsers do not follow links from web pages to files.
        let leads_elsewhere = !self.edited.text.starts_with("file:")
            && browsers::host(&self.edited.text).as_ref() != Some(typed);
        leads_elsewhere.then_some(typed)
    }
}

/// The state of a text.
enum State {
    /// A reference that needs no corrections.
    Good,
    Wrong(Mistake),
    /// The rule rejects it, and no mistake was recognized.
    Unknown,
}

/// Returns the state of the text. The rule is `URI` or `URI-reference`.
fn state<G: Grammar>(rule: Rule, edited: &Edited) -> State {
    match UriReference::<&str, G>::try_from(edited.text.as_str()) {
        Ok(reference) => match findings::first(edited, &reference.findings()) {
            Some(mistake) => State::Wrong(mistake),
            None if rule != Rule::URI || reference.is_uri() => State::Good,
            None => findings::without_scheme(&edited.text).map_or(State::Unknown, State::Wrong),
        },
        Err(_) => faults::first(&Typed::new::<G>(&edited.text)).map_or(State::Unknown, State::Wrong),
    }
}

/// Returns the likely corrections, the likeliest first, but those that lead to another host last. Each correction differs from
/// the text and matches the rule, `URI` or `URI-reference`. Linear in the length.
#[expect(clippy::arithmetic_side_effects, reason = "at most `MOST_READINGS` are open or found")]
pub(super) fn readings<G: Grammar>(rule: Rule, text: &str) -> Vec<Reading> {
    let mut open = VecDeque::from([Candidate::new(Edited::new(text), None)]);
    let mut found: Vec<Reading> = Vec::new();
    while let Some(next) = open.pop_front() {
        let edited = &next.edited;
        match state::<G>(rule, edited) {
            State::Good
                if !edited.changes.is_empty()
                    && found.iter().all(|other| other.edited.text != edited.text) =>
            {
                let typed_host = next.other_host().cloned();
                found.push(Reading { edited: next.edited, typed_host });
            }
            State::Good | State::Unknown => {}
            State::Wrong(_) if edited.helps.len() == MOST_MISTAKES => {}
            State::Wrong(Mistake { help, readings }) => {
                let remaining = MOST_READINGS.saturating_sub(found.len() + open.len());
                // Corrections of the likelier text come first.
                for edits in readings.iter().take(remaining).rev() {
                    open.push_front(Candidate::new(
                        edited.apply(edits, help.clone()),
                        next.typed_host.clone(),
                    ));
                }
            }
        }
    }
    found.sort_by_key(|reading| reading.typed_host.is_some());
    found
}

/// Returns advice for a text that a rule of references rejects, from the likeliest correction: a phrase for each mistake, and
/// one more if browsers find another host in the text.
pub(super) fn helps<G: Grammar>(rule: Rule, text: &str) -> Vec<String> {
    let mut next = Candidate::new(Edited::new(text), None);
    loop {
        let is_full = next.edited.helps.len() == MOST_HELPS;
        match state::<G>(Rule::URI_reference, &next.edited) {
            State::Wrong(Mistake { help, readings }) if !is_full => match readings.first() {
                Some(edits) => next = Candidate::new(next.edited.apply(edits, help), next.typed_host),
                None => {
                    // The help describes Appendix A. Under another grammar, omit it: the error lists the expected characters.
                    next.edited.helps.extend(TRUSTED.then_some(help));
                    return next.edited.helps;
                }
            },
            State::Unknown => return next.edited.helps,
            State::Wrong(_) => break,
            // The text is now a reference, but `rule` may not match it.
            State::Good => {
                let needs_scheme = matches!(rule, Rule::URI | Rule::absolute_URI);
                let unlike = G::components(rule, &next.edited.text).err().map(|error| {
                    let scheme = findings::without_scheme(&next.edited.text).filter(|_| needs_scheme);
                    scheme.map_or_else(|| error.help().to_string(), |mistake| mistake.help)
                });
                next.edited.helps.extend(unlike);
                break;
            }
        }
    }
    let host = next.other_host().map(|host| format!("browsers read the host `{host}` in the original text"));
    next.edited.helps.extend(host);
    next.edited.helps
}
