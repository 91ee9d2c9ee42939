//! What compiled code is to report, and to what.

/// The names that the compiled code refers to. Each is a path that can be named from it.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The rules to report, by name.
    pub captured: &'a [&'a str],
    /// The enum that has a variant for each captured rule.
    pub capture: &'a str,
    /// The type that takes reports, with `fn capture(&mut self, rule, start: usize, end: usize)`.
    pub sink: &'a str,
    /// How that type takes reports back.
    pub undo: Undo,
    /// The enum of the rules that can be asked for.
    pub rule: &'a str,
    /// The names of the rules for which that enum has a variant; a name that the grammar does not define
    /// never matches.
    pub rules: &'a [&'a str],
    /// Whether the code tests sixteen bytes at once for the classes of long runs, by the crate [`wide`] 0.7, which has to
    /// be a dependency under this name of the crate that includes the code. What matches, and what is reported, is
    /// the same. On targets without vectors it is slower than byte by byte; [`compile`](crate::compile()) does not look
    /// at the target, but a build script can, by `CARGO_CFG_TARGET_FEATURE`.
    ///
    /// With vectors, `parse`, `end` and `end_within` are not `const`. Under [`Undo::Copy`], `parse_by_byte`,
    /// `end_by_byte` and, for recursive rules, `end_within_by_byte` do the same and are `const`; under [`Undo::Mark`]
    /// there are none.
    ///
    /// [`wide`]: https://docs.rs/wide
    pub simd: bool,
}

/// How reports are taken back where a part of a match fails that has reported captures, and another is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// The sink is copied before such a part, and replaced by the copy. It is `Copy` and its method a `const fn`, and
    /// so are the functions of the compiled code: with [`Target::simd`], those that end in `_by_byte`. For a sink that is small whatever the text.
    Copy,
    /// The sink has two more methods: `fn mark(&self) -> M` for any type `M`, and `fn rewind(&mut self, mark: M)`,
    /// which removes what was reported since. For a sink that grows, such as one with a [`Vec`], whose length is the
    /// mark and which is truncated to it.
    Mark,
}

impl Undo {
    /// Returns how the definition of a function begins that may report captures.
    pub(super) fn keyword(self) -> &'static str {
        match self {
            Undo::Copy => "const fn",
            Undo::Mark => "fn",
        }
    }

    /// Returns how the definition of a function begins that reads a text. With vectors, whether it is constant is an
    /// argument of the macro that the function is in.
    pub(super) fn reading(self, simd: bool) -> &'static str {
        if simd && self == Undo::Copy { "$($const)? fn" } else { self.keyword() }
    }
}
