//! The codes of findings: their names, and their columns of the table.

use core::fmt;
use core::str::FromStr;

use super::row::{Explained, Row, Severity};
use super::table::{Code, EXPLAINED, ROWS};
use crate::grammar::NameError;

impl Code {
    #[expect(clippy::indexing_slicing, reason = "the table has a row for each code")]
    pub(super) const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "the table has an explanation for each code")]
    const fn explained(self) -> &'static Explained {
        &EXPLAINED[self as usize]
    }

    /// Returns the name, in lower case with hyphens.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::Ipv4LikeHost.as_str(), "ipv4-like-host");
    /// ```
    pub const fn as_str(self) -> &'static str {
        self.row().name
    }

    /// Returns the severity of such a finding, unless a [policy](crate::policy::Policy::severity) changes it.
    ///
    /// ```
    /// use urigram::validate::{Code, Severity};
    ///
    /// assert_eq!(Code::EmptyHost.severity(), Severity::Error);
    /// assert_eq!(Code::DefaultPort.severity(), Severity::Note);
    /// ```
    pub const fn severity(self) -> Severity {
        self.row().severity
    }

    /// Returns whether such findings exist only under a [policy](crate::policy::Policy), because they depend on the
    /// policy's own rules.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert!(Code::HostRefused.is_policy_code());
    /// assert!(!Code::Ipv4LikeHost.is_policy_code());
    /// ```
    pub const fn is_policy_code(self) -> bool {
        // The policy codes are the last rows of the table, so one comparison suffices.
        self as usize >= Self::FormRefused as usize
    }

    /// Returns the codes of which this one is only a consequence. If a finding with one of them is reported about the same
    /// reference, a correction of the one corrects the other, so a message can show this finding below it. An
    /// [`EncodedUnreserved`](Self::EncodedUnreserved) follows only from a finding about the same component.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert!(Code::PasswordInUserinfo.follows_from().contains(&Code::UserinfoNotAllowed));
    /// assert!(Code::UserinfoNotAllowed.follows_from().is_empty());
    /// ```
    pub const fn follows_from(self) -> &'static [Self] {
        match self {
            Self::PasswordInUserinfo => &[Self::UserinfoNotAllowed, Self::DelimiterInPassword],
            // Another character ends the name early, or what follows it was not meant as a part of the host.
            Self::SingleLabelHost => &[
                Self::DelimiterInPassword,
                Self::DoubledScheme,
                Self::HostCharacter,
                Self::WildcardHost,
                Self::PercentEncodedHost,
            ],
            Self::EmptyPort => &[Self::DoubledScheme],
            // The decoded name is checked.
            Self::Ipv4LikeHost | Self::NumericLastLabel | Self::EncodedUnreserved => {
                &[Self::PercentEncodedHost]
            }
            Self::WhatwgHost => &[Self::MissingAuthority, Self::EmptyHost],
            Self::ComponentMissing => &[Self::MissingAuthority, Self::EmptyHost],
            Self::UserinfoRefused => &[Self::UserinfoNotAllowed],
            Self::NotGlobalAddress => &[Self::CloudMetadata],
            Self::NotNormalized => {
                &[Self::DefaultPort, Self::EmptyPort, Self::EncodedUnreserved, Self::DotSegment]
            }
            _ => &[],
        }
    }

    /// Returns the section that specifies the reason.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::Ipv4LikeHost.section(), "RFC 3986, section 7.4");
    /// ```
    pub const fn section(self) -> &'static str {
        self.row().section
    }

    /// Returns a summary of the finding, as a sentence without a full stop.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::EncodedNul.summary(), "The octet 0 is percent-encoded");
    /// ```
    pub const fn summary(self) -> &'static str {
        self.explained().summary
    }

    /// Returns the reason why the finding matters, in a few sentences.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert!(Code::Ipv4LikeHost.explanation().contains("inet_aton"));
    /// ```
    pub const fn explanation(self) -> &'static str {
        self.explained().why
    }

    /// Returns a reference, possibly an IRI, that has such a finding. For a [policy code](Self::is_policy_code), the
    /// [explanation](Self::explanation) names a policy under which the reference has the finding.
    ///
    /// ```
    /// use urigram::IriReference;
    /// use urigram::validate::Code;
    ///
    /// let example = IriReference::parse(Code::Ipv4LikeHost.example())?;
    /// assert!(example.findings().iter().any(|finding| finding.code() == Code::Ipv4LikeHost));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub const fn example(self) -> &'static str {
        self.explained().example
    }

    /// Returns a similar reference without such a finding.
    ///
    /// ```
    /// use urigram::validate::Code;
    ///
    /// assert_eq!(Code::EmptyHost.example(), "http:///path");
    /// assert_eq!(Code::EmptyHost.counterexample(), "file:///path");
    /// ```
    pub const fn counterexample(self) -> &'static str {
        self.explained().counterexample
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Code {
    type Err = NameError;

    /// Returns the code of this name.
    fn from_str(name: &str) -> Result<Self, NameError> {
        let code = Self::ALL.iter().copied().find(|code| code.as_str() == name);
        code.ok_or(NameError("there is no finding of this name"))
    }
}
