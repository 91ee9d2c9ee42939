//! What a function returns.

/// What a function returns: whether it has an answer, and if not, why.
///
/// ```c
/// urigram_error error;
/// if (urigram_parse("a b", 3, URIGRAM_RULE_URI_REFERENCE, NULL, &error) != URIGRAM_STATUS_OK)
///     fprintf(stderr, "%s\n", error.message);
/// ```
///
/// A later version may have more enumerators; each of them will be an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// There is an answer.
    Ok = 0,
    /// The text does not match the rule of the grammar. The error has the component and the place.
    Invalid = 1,
    /// The text is not UTF-8, so it is not a reference either. The error has the place.
    NotUtf8 = 2,
    /// The text, or the answer, is longer than 4294967295 bytes.
    TooLong = 3,
    /// The reference has a target, but the options do not allow it: `URIGRAM_RESOLVE_CHECKED`.
    Unresolved = 4,
    /// The policy refuses the reference, which is valid.
    Refused = 5,
    /// The name of a preset is unknown, or the text of a policy is not one.
    BadPolicy = 6,
    /// The buffer is too small for the answer and a NUL. Its `len` is the length of the answer.
    ShortBuffer = 7,
    /// The caller broke the rules of the function: a null pointer where there must be none, a number that is not an
    /// enumerator, an option that does not exist.
    Misuse = 8,
    /// An invariant of the library is broken, which is a bug of the library; its message is on standard error. There is
    /// no answer, as after every other error, and the library can be used on.
    Panic = 9,
}
