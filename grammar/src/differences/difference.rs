//! What is said of a rule that two grammars have.

use std::fmt;

use crate::captures::reading::Capture;
use crate::dfa::compare::Relation;
use crate::error::Error;
use crate::search::verdict::Extent;

/// A rule of two grammars, or of one of them, and how it changes from the old to the new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The rule, by its name.
    pub rule: String,
    /// How it changes.
    pub change: Change,
    /// The rules that it differs because of, the innermost first; at most 16. Empty if its own definition makes it
    /// differ: then it is a *cause* itself.
    pub causes: Vec<String>,
    /// The rules that only the new grammar has and that its new definition calls.
    pub new_rules: Vec<String>,
    /// The start rule that has the contexts of the witnesses, if both grammars have one that comes to call the rule.
    pub start: Option<String>,
}

impl Difference {
    /// Returns whether its own definition makes the rule differ, or may do so.
    #[must_use]
    pub fn is_cause(&self) -> bool {
        self.causes.is_empty() && matches!(self.change, Change::Differs(_))
    }
}

/// How a rule changes from one grammar to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Both match the same strings, parse them in the same way, and make a node or none.
    Equal,
    /// The new grammar has no such rule.
    Gone,
    /// The old grammar has no such rule.
    Added,
    /// They differ.
    Differs(Differs),
    /// Whether they differ is not known, and why.
    Undecided {
        /// Why there are no automata to compare.
        why: Undecided,
        /// How far a search went that found no difference, if there was one.
        searched: Option<Extent>,
    },
}

/// How two rules differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// How the strings of the old rule relate to those of the new one.
    pub relation: Relation,
    /// `true` if only the new rule makes a node, `false` if only the old one does.
    pub makes_node: Option<bool>,
    /// Strings that show the difference, each as short as any that shows it in the same way. The shortest that only the
    /// new rule accepts comes first, and the shortest that only the old one does next; then the others by length, and
    /// last a string that both accept and parse differently.
    pub witnesses: Vec<Witness>,
    /// The number of further ways in which what they accept differs.
    pub more: usize,
}

impl Differs {
    /// Returns whether there is a string that both accept and parse differently.
    #[must_use]
    pub fn in_captures(&self) -> bool {
        self.witnesses.iter().any(|witness| witness.old.is_some() && witness.new.is_some())
    }
}

/// What a witness shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WitnessKind {
    /// Only the new rule accepts it.
    Gained,
    /// Only the old rule accepts it.
    Lost,
    /// Both accept it, and what they capture in it differs.
    ParsedDifferently,
}

/// A string that shows how two rules differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The string.
    pub text: String,
    /// What the old rule captures in it, if it accepts it.
    pub old: Option<Vec<Capture>>,
    /// What the new rule captures in it, if it accepts it.
    pub new: Option<Vec<Capture>>,
    /// Where it shows in the strings of the start rule.
    pub context: Context,
    /// The rules on the way to where the two part, if they were asked for and are within the limits.
    pub paths: Option<Paths>,
}

impl Witness {
    /// Returns what it shows.
    ///
    /// # Panics
    ///
    /// If neither rule accepts it.
    #[must_use]
    pub fn kind(&self) -> WitnessKind {
        match (&self.old, &self.new) {
            (Some(_), Some(_)) => WitnessKind::ParsedDifferently,
            (Some(_), None) => WitnessKind::Lost,
            (None, Some(_)) => WitnessKind::Gained,
            (None, None) => unreachable!("one of the two rules accepts a witness"),
        }
    }
}

/// Where the difference of a rule shows in the strings of the start rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Context {
    /// The rule is the start rule, or none comes to call it.
    Own,
    /// In this string, in which the rule reads exactly the witness, and which the two grammars do not read alike. None
    /// is shorter.
    Within(String),
    /// In none: the start rule is the same in both grammars.
    Hidden,
    /// None was found, within the limits or of this kind: the rule may also differ in how it looks ahead, or in what it
    /// leaves to the rules after it.
    Unknown,
}

/// The way through both rules to where they part on a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// The byte offset in the witness.
    pub at: usize,
    /// The way through the old rule.
    pub old: Path,
    /// The way through the new rule.
    pub new: Path,
}

/// The rules that are open at an offset of a string, and what comes there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The rules, the outermost first. The last of them reads what comes.
    pub rules: Vec<String>,
    /// What comes.
    pub next: Next,
}

/// What a rule makes of what comes at an offset of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Next {
    /// It reads this character.
    Reads(char),
    /// It ends.
    Ends,
    /// It cannot read what comes, nor end; with this character it could go on.
    Expects(char),
}

/// Why it is not known how a rule changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// The rule of the old grammar has no automaton.
    Old(Error),
    /// The rule of the new grammar has no automaton.
    New(Error),
    /// There were not enough steps to compare the automata.
    TooLarge,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Old(error) | Undecided::New(error) => error.fmt(f),
            Undecided::TooLarge => f.write_str("its automata are too large to be compared"),
        }
    }
}
