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

/// The reader of an advice.
///
/// ```
/// use urigram::Uri;
/// use urigram::validate::Audience;
///
/// let findings = Uri::parse("http://169.254.169.254/")?.findings();
/// let metadata = findings.last().unwrap();
/// assert!(metadata.help_for(Audience::Author).to_string().starts_with("write another host"));
/// assert!(metadata.help_for(Audience::Developer).to_string().starts_with("refuse it"));
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Audience {
    /// The author of the reference, who can change it.
    #[default]
    Author,
    /// The developer of a program that receives references from others.
    Developer,
}

/// A row of the table of codes.
///
/// In `message`, `help` and `developer`, `{found}` is replaced by the text of the finding's range, `{scheme}` by the
/// scheme, and `{detail}` and `{more}` by the details of the finding.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    pub(super) section: &'static str,
    pub(super) message: &'static str,
    /// The advice for the author of the reference.
    pub(super) help: &'static str,
    /// The advice for the developer of a program that receives it; empty if there is none but that of the severity.
    pub(super) developer: &'static str,
}

/// The explanation of a code. It is apart from the rows, so that a program that explains none does not contain the texts.
pub(super) struct Explained {
    pub(super) summary: &'static str,
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
        $(developer: $developer:literal,)?
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
            message: $message,
            help: $help,
            developer: [$($developer,)? ""][0],
        }),*];

        pub(super) static EXPLAINED: [Explained; Code::ALL.len()] = [$(Explained {
            summary: $summary,
            why: $why,
            example: $example,
            counterexample: $counterexample,
        }),*];
    };
}

pub(super) use codes;
