//! What a target is, and what its inputs showed.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;
use std::panic::{self, AssertUnwindSafe};

use rustc_hash::FxHasher;

use crate::input::source::Source;

/// An operation of the library, and how its answers are checked.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name, by which `--target` chooses it.
    pub name: &'static str,
    /// What is compared with what.
    pub about: &'static str,
    /// Appends the texts of a random input to an empty list.
    pub generate: fn(&mut Source, &mut Vec<String>),
    /// Compares the answers for an input, which need not come from `generate`: texts may be missing. Panics where they
    /// differ, unless the difference is known.
    pub check: fn(&[String], &mut Seen),
}

impl Target {
    /// Checks an input.
    ///
    /// # Errors
    ///
    /// The place and the message of a panic.
    pub fn run(&self, input: &[String], seen: &mut Seen) -> Result<(), String> {
        panic::catch_unwind(AssertUnwindSafe(|| (self.check)(input, seen))).map_err(|_| MESSAGE.take())
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic for [`Target::run`], and prints nothing.
pub fn keep_messages_of_panics() {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
        let message = panic.payload_as_str().unwrap_or("a panic without a message");
        MESSAGE.set(format!("{}: {message}", place.unwrap_or_default()));
    }));
}

/// How often each outcome of a target came, and each known difference.
#[derive(Default)]
pub struct Seen {
    outcomes: HashMap<&'static str, u64, BuildHasherDefault<FxHasher>>,
    has_new: bool,
}

impl Seen {
    /// Counts an outcome.
    pub fn count(&mut self, outcome: &'static str) {
        if let Some(times) = self.outcomes.get_mut(outcome) {
            *times += 1;
        } else {
            self.outcomes.insert(outcome, 1);
            self.has_new = true;
        }
    }

    /// Returns whether an outcome came for the first time since this was last asked.
    pub fn take_new(&mut self) -> bool {
        std::mem::take(&mut self.has_new)
    }

    /// Returns the counts, and goes on from zero; what was seen is not new again.
    #[must_use]
    pub fn take_counts(&mut self) -> Seen {
        let counts = Seen { outcomes: self.outcomes.clone(), has_new: false };
        self.outcomes.values_mut().for_each(|times| *times = 0);
        counts
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &Seen) {
        for (outcome, times) in &other.outcomes {
            *self.outcomes.entry(outcome).or_default() += times;
        }
    }

    /// Returns the outcomes in the order of their names, with how often they came.
    #[must_use]
    pub fn outcomes(&self) -> BTreeMap<&'static str, u64> {
        self.outcomes.iter().map(|(&outcome, &times)| (outcome, times)).collect()
    }
}
