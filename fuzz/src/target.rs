//! An operation of the library, and how to check its results.

use std::cell::RefCell;
use std::panic;

use crate::source::Source;

pub struct Target {
    /// The name of the target, which is the argument of `fuzz/run`.
    pub name: &'static str,
    /// Generates a random input: appends its texts to the empty list.
    pub generate: fn(&mut Source, &mut Vec<String>),
    /// Compares the results for an input, in which texts may be missing. Panics at a difference that is not
    /// known.
    pub check: fn(&[String]),
}

impl Target {
    /// Checks an input. The error is the location and message of a panic, which requires
    /// [`keep_messages_of_panics`].
    pub fn run(&self, input: &[String]) -> Result<(), String> {
        panic::catch_unwind(|| (self.check)(input)).map_err(|_| MESSAGE.take())
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the messages of panics for [`Target::run`] instead of printing them, because some libraries are
/// known to panic.
pub fn keep_messages_of_panics() {
    panic::set_hook(Box::new(|panic| MESSAGE.set(panic.to_string())));
}
