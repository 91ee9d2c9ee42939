//! Targets, and the inputs that are checked.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};

use crate::input::source::Source;

/// An operation of the library, and how its answers are checked.
pub struct Target {
    /// The name, by which `fuzz/run` chooses it.
    pub name: &'static str,
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
    /// The place and the message of a panic, after [`keep_messages_of_panics`].
    pub fn run(&self, input: &[String]) -> Result<(), String> {
        let check = || (self.check)(input, &mut Seen::default());
        panic::catch_unwind(AssertUnwindSafe(check)).map_err(|_| MESSAGE.take())
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic for [`Target::run`] instead of printing it: some peers are known to panic.
pub fn keep_messages_of_panics() {
    panic::set_hook(Box::new(|panic| MESSAGE.set(panic.to_string())));
}

/// The known differences that an input shows.
#[derive(Default)]
pub struct Seen(BTreeSet<&'static str>);

impl Seen {
    pub(crate) fn count(&mut self, outcome: &'static str) {
        self.0.insert(outcome);
    }

    /// Returns the names of the known differences.
    #[must_use]
    pub fn outcomes(&self) -> &BTreeSet<&'static str> {
        &self.0
    }
}
