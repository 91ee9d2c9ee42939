//! An operation of the library, and the checks of its answers.

use std::cell::RefCell;
use std::panic;

use crate::source::Source;

pub struct Target {
    /// The name, the argument of `fuzz/run`.
    pub name: &'static str,
    /// Generates a random input: fills the list, which is empty, with its texts.
    pub generate: fn(&mut Source, &mut Vec<String>),
    /// Compares the answers for an input, from which texts may be missing. Panics if they differ, unless the difference
    /// is known.
    pub check: fn(&[String]),
}

impl Target {
    /// Checks an input. The error is the place and the message of a panic; requires [`keep_messages_of_panics`].
    pub fn run(&self, input: &[String]) -> Result<(), String> {
        panic::catch_unwind(|| (self.check)(input)).map_err(|_| MESSAGE.take())
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the message of a panic for [`Target::run`] instead of printing it: some peers are known to panic.
pub fn keep_messages_of_panics() {
    panic::set_hook(Box::new(|panic| MESSAGE.set(panic.to_string())));
}
