//! Values that an invariant of this crate guarantees.

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

impl<T, E: std::fmt::Debug> Invariant for Result<T, E> {
    type Value = T;

    #[inline(always)]
    #[track_caller]
    #[allow(clippy::expect_used, reason = "what is called is an invariant")]
    fn invariant(self, says: &str) -> T {
        self.expect(says)
    }
}
