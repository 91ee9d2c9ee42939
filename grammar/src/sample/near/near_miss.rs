//! What is known of strings that a rule barely rejects.

use crate::error::Error;

/// Strings that a rule barely rejects, from [`near`](crate::near()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMisses {
    /// The strings, in the order of the rules in which they fail, the shortest first.
    pub strings: Vec<Near>,
    /// Why the rule has no automaton, if it has none. Then there may be strings that fail elsewhere.
    pub no_automaton: Option<Error>,
    /// Whether the limit on steps ended the search before all edits were tried.
    pub is_cut_short: bool,
}

/// A string that a rule rejects, from [`near`](crate::near()).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// The string.
    pub text: String,
    /// Where it fails: the length in bytes of the longest prefix that some accepted string begins with. Of a rule
    /// without an automaton, the furthest byte at which pest tries a rule that fails ([`Failure::at`](crate::Failure)).
    pub offset: usize,
    /// The innermost rule that would go on there; the rule itself if the string could have ended. Of a rule without an
    /// automaton, the rule that called those that pest expected there; the rule itself if several did.
    pub rule: String,
    /// How the string differs from the accepted one.
    pub edit: Edit,
    /// The accepted string.
    pub accepted: String,
}

/// An edit of one character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// A character was inserted.
    Insert,
    /// A character was deleted.
    Delete,
    /// A character was replaced by another.
    Replace,
    /// Two neighbours were swapped.
    Swap,
}
