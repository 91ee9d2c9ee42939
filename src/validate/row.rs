//! The rows of the table of codes, and severities.

use core::fmt;

/// The severity of a finding, ordered from [`Note`](Self::Note) to [`Error`](Self::Error).
///
/// ```
/// use urigram::validate::{Code, Severity};
///
/// assert_eq!(Code::PasswordInUserinfo.severity(), Severity::Warning);
/// assert!(Severity::Warning < Severity::Error);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// A part that is unusual, but often intended.
    Note,
    /// A part that is likely to be a mistake or an attack, or that other parsers read differently.
    Warning,
    /// A violation of the specification of the scheme, of the DNS or of TCP, which makes the reference unusable. Under a
    /// [policy](crate::policy), a finding that the policy refuses.
    Error,
}

impl Severity {
    /// Returns the name, such as `warning`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A row of the table of codes.
///
/// In `message` and `help`, `{found}` is replaced by the text of the finding's range, `{scheme}` by the
/// scheme, and `{detail}` and `{more}` by the details of the finding.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    pub(super) section: &'static str,
    pub(super) summary: &'static str,
    pub(super) message: &'static str,
    pub(super) help: &'static str,
    pub(super) why: &'static str,
    pub(super) example: &'static str,
    pub(super) counterexample: &'static str,
}

/// Defines `Code` and its rows.
macro_rules! codes {
    ($($Code:ident $name:literal $severity:ident $section:literal {
        summary: $summary:literal,
        message: $message:literal,
        help: $help:literal,
        why: $why:literal,
        example: $example:literal,
        counterexample: $counterexample:literal,
    })*) => {
        /// The kind of a [`Finding`](super::Finding). The names are stable.
        ///
        /// The same table is printed by `uri explain --all`.
        ///
        /// ```
        /// use urigram::validate::Code;
        ///
        /// let code: Code = "password-in-userinfo".parse()?;
        /// assert_eq!(code, Code::PasswordInUserinfo);
        /// assert_eq!(code.section(), "RFC 3986, section 7.5");
        /// assert_eq!(code.summary(), "The userinfo contains a password");
        /// # Ok::<(), urigram::NameError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(
                #[doc = concat!(
                    "`", $name, "`, [", stringify!($severity), "](Severity::", stringify!($severity), ") (", $section,
                    "): ", $summary, "."
                )]
                ///
                #[doc = $why]
                ///
                #[doc = concat!("In `", $example, "`, but not in `", $counterexample, "`.")]
                $Code,
            )*
        }

        impl Code {
            /// All codes, in the order of their components. [Policy codes](Self::is_policy_code) are last.
            pub const ALL: &'static [Self] = &[$(Self::$Code),*];
        }

        pub(super) static ROWS: [Row; Code::ALL.len()] = [$(Row {
            name: $name,
            severity: Severity::$severity,
            section: $section,
            summary: $summary,
            message: $message,
            help: $help,
            why: $why,
            example: $example,
            counterexample: $counterexample,
        }),*];
    };
}

pub(super) use codes;
