//! The shortest rejected string for each failure that a run of the grammar reports, where there is no automaton.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::run::attempts::Failure;
use crate::sample::cover::search::Search;
use crate::sample::near::edits::{Edited, each_edit};
use crate::sample::near::near_miss::Near;

/// The steps of all runs: about a second.
const MATCHED: u64 = 50_000_000;

/// What tells failures apart: the rules that were expected, those that must not match and did, the rule that called
/// them, and whether the end of the string was reached.
type Kind<'g> = (Vec<&'g str>, Vec<&'g str>, Option<&'g str>, bool);

/// Returns the strings with the numbers of the rules in which they fail, and whether the search was cut short.
pub(super) fn near_misses(search: &Search, accepted: &[String]) -> (Vec<(usize, Near)>, bool) {
    let symbols = search.symbols();
    let mut failures = Failures { search, left: MATCHED, is_cut: false, found: BTreeMap::new() };
    for accepted in accepted {
        let chars: Vec<char> = accepted.chars().collect();
        if each_edit(&chars, &symbols, |edited| failures.add(edited, accepted)).is_break() {
            break;
        }
    }
    (failures.found.into_values().map(|(_, rule, near)| (rule, near)).collect(), failures.is_cut)
}

struct Failures<'s> {
    search: &'s Search,
    left: u64,
    is_cut: bool,
    /// The shortest string, with its length and the number of the rule in which it fails.
    found: BTreeMap<Kind<'s>, (usize, usize, Near)>,
}

impl Failures<'_> {
    /// Adds the edited string if it is rejected.
    fn add(&mut self, edited: Edited<'_>, accepted: &str) -> ControlFlow<()> {
        let text = edited.text();
        let Failure { at, expected, unexpected, within } = match self.search.failure(&mut self.left, &text) {
            Ok(Some(failure)) => failure,
            Ok(None) => return ControlFlow::Continue(()),
            Err(_) => {
                self.is_cut = true;
                return if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
        };
        let kind = (expected, unexpected, within, at == text.len());
        if self.found.get(&kind).is_none_or(|(shortest, ..)| edited.length() < *shortest) {
            let rule = self.search.named(within);
            let (name, accepted) = (self.search.name(rule).to_owned(), accepted.to_owned());
            let near = Near { text, offset: at, rule: name, edit: edited.edit, accepted };
            self.found.insert(kind, (edited.length(), rule, near));
        }
        ControlFlow::Continue(())
    }
}
