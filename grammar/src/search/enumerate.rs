//! All texts up to a length, in order of their length.

use crate::search::budget::Budget;
use crate::search::trial::{Pair, Trial};

/// The bytes of the texts of one length that are kept to be continued.
const KEPT: usize = 32 << 20;

/// The texts that were run.
pub(super) struct Reached {
    /// The number of letters up to which all texts were run. `None` if the empty text was not.
    pub(super) length: Option<usize>,
    /// Whether neither grammar accepts any text besides.
    pub(super) is_all: bool,
}

/// Runs all texts of the letters, of which each is a character or a string, until `see` returns false.
///
/// A text is not continued if neither grammar read its end: then neither accepts any longer text that begins with
/// it.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "lengths begin with 1; no more is kept than `KEPT` and a text"
)]
pub(super) fn enumerate(
    pair: &Pair<'_>,
    rule: &str,
    letters: &[String],
    longest: usize,
    budget: &mut Budget,
    mut see: impl FnMut(&str, &Trial) -> bool,
) -> Reached {
    let up_to = |length: usize| Reached { length: Some(length), is_all: false };
    if budget.is_spent() {
        return Reached { length: None, is_all: false };
    }
    let empty = pair.run(rule, "", budget);
    if !see("", &empty) {
        return Reached { length: None, is_all: false };
    }
    let mut layer = Vec::new();
    layer.extend(empty.continues.then(|| Box::from("")));
    for length in 1..=longest {
        let (mut longer, mut kept) = (Vec::new(), 0);
        let mut is_whole = true;
        for begin in &layer {
            for letter in letters {
                if budget.is_spent() {
                    return up_to(length - 1);
                }
                let text = [begin, letter.as_str()].concat();
                let trial = pair.run(rule, &text, budget);
                if !see(&text, &trial) {
                    return up_to(length - 1);
                }
                if !trial.continues {
                    continue;
                }
                is_whole &= kept < KEPT;
                if is_whole {
                    // Each text takes two words, too.
                    kept += text.len() + 16;
                    longer.push(text.into_boxed_str());
                }
            }
        }
        if !is_whole {
            return up_to(length);
        }
        if longer.is_empty() {
            return Reached { length: Some(length), is_all: true };
        }
        layer = longer;
    }
    up_to(longest)
}
