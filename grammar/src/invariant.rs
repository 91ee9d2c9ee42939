//! Values that an invariant of this crate guarantees. If one is missing all the same, the program panics with
//! the name of the invariant rather than continue with a wrong answer.

use std::fmt::Debug;

/// A value that is present by an invariant.
pub(crate) trait Invariant {
    type Value;

    /// Returns the value.
    ///
    /// # Panics
    ///
    /// If the value is missing, with the invariant in the message.
    fn invariant(self, says: &str) -> Self::Value;
}

impl<T> Invariant for Option<T> {
    type Value = T;

    #[inline]
    #[track_caller]
    fn invariant(self, says: &str) -> T {
        match self {
            Some(value) => value,
            None => broken(says),
        }
    }
}

impl<T, E: Debug> Invariant for Result<T, E> {
    type Value = T;

    #[inline]
    #[track_caller]
    fn invariant(self, says: &str) -> T {
        match self {
            Ok(value) => value,
            Err(error) => broken(&format!("{says}: {error:?}")),
        }
    }
}

/// Panics where an invariant says that the program does not come.
#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "what is called is an invariant")]
pub(crate) fn broken(says: &str) -> ! {
    panic!("invariant broken: {says}")
}

#[cfg(test)]
mod tests {
    use super::Invariant;

    #[test]
    #[should_panic(expected = "invariant broken: a list has a first entry")]
    fn a_broken_one_is_named() {
        let _: &u8 = [].first().invariant("a list has a first entry");
    }
}
