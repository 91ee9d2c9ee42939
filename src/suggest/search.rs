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

/// The maximum number of phrases in the help for one text.
const MOST_HELPS: usize = 4;

/// A likely correction of a text.
pub(super) struct Reading {
    pub(super) edited: Edited,
    /// The host that browsers find in the original text, if they find another host in the corrected text.
    pub(super) typed_host: Option<String>,
}

/// A partly corrected text, and the host that browsers find in the original text. If they find none, for example
/// because the text is in quotes, this is the host in the first corrected version in which they find one.
struct Candidate {
    edited: Edited,
    typed_host: Option<String>,
}

impl Candidate {
    fn new(edited: Edited, earlier: Option<String>) -> Self {
        let typed_host = earlier.or_else(|| browsers::host(&edited.text));
        Self { edited, typed_host }
    }

    /// Returns the host that browsers find in the original text, if it may be resolvable and they do not find the
    /// same host in the corrected text.
    fn other_host(&self) -> Option<&String> {
        let typed = self.typed_host.as_ref().filter(|host| browsers::may_resolve(host))?;
        // Browsers do not follow links from web pages to files.
        let leads_elsewhere = !self.edited.text.starts_with("file:")
            && browsers::host(&self.edited.text).as_ref() != Some(typed);
        leads_elsewhere.then_some(typed)
    }
}

/// The result of a search for the first mistake in a text.
enum State {
    /// The text is a reference that needs no corrections.
    Good,
    Wrong(Mistake),
    /// The rule rejects the text, but no mistake was recognized.
    Unknown,
}

/// Searches for the first mistake in a text that should match the rule, which is `URI` or `URI-reference`.
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

/// Returns the likely corrections, the likeliest first, except that corrections with another host than the original
/// text come last. Each correction differs from the text and matches the rule, which is `URI` or `URI-reference`.
/// Takes linear time.
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
                // Push to the front, because corrections of a likelier text come first.
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

/// Returns advice for a text that the rule, a rule for references, rejects. The advice describes the likeliest
/// correction: a phrase for each mistake, and one more if browsers find a different host in the original text than in
/// the corrected one.
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
