//! What cannot be missing: a value that is, by an invariant of this crate. If it is missing all the same, the program
//! stops and names the invariant, rather than go on with an empty URI.

use core::fmt::Debug;

/// A value that an invariant says is there.
pub(crate) trait Invariant {
    type Value;

    /// The value.
    ///
    /// # Panics
    ///
    /// If it is missing, with the invariant that says it is there.
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
