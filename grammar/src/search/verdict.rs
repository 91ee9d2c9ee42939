//! What a search has found.

use std::time::Duration;

/// The result of [`Search`](crate::Search) for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No text is treated differently: the definitions are the same, as are those of all rules that they call, or every
    /// text that either grammar accepts was run.
    Equal,
    /// There are texts that are treated differently.
    Different(Differences),
    /// No such text was found.
    Open(Extent),
}

/// Texts that two grammars treat differently, for each way the shortest that was found. At least one is there.
///
/// No part of such a text can be deleted without losing the difference, but there may be shorter ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// A text that only the left grammar accepts.
    pub only_left: Option<String>,
    /// A text that only the right grammar accepts.
    pub only_right: Option<String>,
    /// A text that both accept, with nodes of other rules or at other places.
    pub captures: Option<String>,
}

/// How far a search went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// All texts of at most this number of characters were compared, one for each class of characters that the
    /// grammars tell apart. `None` if not even the empty text was.
    pub length: Option<usize>,
    /// The number of texts that were run on both grammars, longer ones included. Texts that begin with something
    /// that neither grammar can continue are not counted.
    pub strings: u64,
    /// The number of those that took too many steps to be decided.
    pub undecided: u64,
    /// The time that the search for this rule took.
    pub time: Duration,
}

impl Extent {
    /// Counts one more text.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "a text takes a step, of which there are fewer than 64 bits count"
    )]
    pub(super) fn add(&mut self, is_decided: bool) {
        self.strings += 1;
        self.undecided += u64::from(!is_decided);
    }
}

/// A way in which a text is treated differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    OnlyLeft,
    OnlyRight,
    Captures,
}

impl Way {
    pub(super) const ALL: [Way; 3] = [Way::OnlyLeft, Way::OnlyRight, Way::Captures];
}

impl Differences {
    pub(super) fn get(&self, way: Way) -> Option<&String> {
        match way {
            Way::OnlyLeft => self.only_left.as_ref(),
            Way::OnlyRight => self.only_right.as_ref(),
            Way::Captures => self.captures.as_ref(),
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        Way::ALL.into_iter().filter_map(|way| self.get(way))
    }

    /// Keeps the text if there is no shorter one.
    pub(super) fn add(&mut self, way: Way, text: &str) {
        let place = match way {
            Way::OnlyLeft => &mut self.only_left,
            Way::OnlyRight => &mut self.only_right,
            Way::Captures => &mut self.captures,
        };
        if place.as_ref().is_none_or(|known| text.chars().count() < known.chars().count()) {
            *place = Some(text.to_owned());
        }
    }
}
