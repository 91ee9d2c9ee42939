//! Values that an invariant of the command guarantees. If one is missing all the same, the command panics with
//! the name of the invariant rather than continue with an empty value.

/// A value that is present by an invariant.
pub(crate) trait Invariant {
    type Value;

    /// Returns the value.
    ///
    /// # Panics
    ///
    /// If the value is missing, with the invariant as the message.
    fn invariant(self, name: &str) -> Self::Value;
}

impl<T> Invariant for Option<T> {
    type Value = T;

    #[track_caller]
    #[expect(clippy::expect_used, reason = "the one place where a broken invariant panics")]
    fn invariant(self, name: &str) -> T {
        self.expect(name)
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
