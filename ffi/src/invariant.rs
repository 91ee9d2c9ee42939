//! Values that an invariant of this crate guarantees. If one is missing all the same, the program panics with
//! the name of the invariant rather than continue with an empty URI.

use core::fmt::Debug;

/// A value that is present by an invariant.
pub(crate) trait Invariant {
    type Value;

    /// Returns the value.
    ///
    /// # Panics
    ///
    /// If the value is missing, with the invariant as the message.
    fn invariant(self, says: &str) -> Self::Value;
}

impl<T> Invariant for Option<T> {
    type Value = T;

    #[inline(always)]
    #[track_caller]
    #[allow(clippy::expect_used, reason = "what is called is an invariant")]
    fn invariant(self, says: &str) -> T {
        self.expect(says)
    }
}

impl<T, E: Debug> Invariant for Result<T, E> {
    type Value = T;

    #[inline(always)]
    #[track_caller]
    #[allow(clippy::expect_used, reason = "what is called is an invariant")]
    fn invariant(self, says: &str) -> T {
        self.expect(says)
    }
}

#[cfg(test)]
mod tests {
    use super::Invariant;

    #[test]
    #[should_panic(expected = "offsets lie in the text")]
    fn a_broken_one_is_named() {
        let _: &str = "a".get(2..).invariant("offsets lie in the text");
    }
}
