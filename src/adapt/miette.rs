//! Faults of syntax and findings as diagnostics of miette.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::iter;

use ::miette::{Diagnostic, LabeledSpan, Severity as Level, SourceCode};

use super::problem::Problem;
use crate::bytes::password_in;
use crate::grammar::ParseError;
use crate::invariant::Invariant;
use crate::mend::is_seen;
use crate::policy::{Checkable, Refused};
use crate::validate::{Finding, Severity};

/// A fault or a finding together with its text, as a diagnostic of the crate `miette`.
///
/// It is made by [`ParseError::in_text`], and of a [`Finding`] or a [`Refused`] by `from`. The diagnostic of a
/// [`Refused`] is the first finding that refuses the reference, and the others are related to it.
///
/// | method of `Diagnostic` | returns |
/// |---|---|
/// | `code` | `urigram::syntax`, or `urigram::` and the [code](crate::validate::Code) of the finding |
/// | `severity` | a [note](Severity::Note) is an advice, the others have the same name |
/// | `help` | the help |
/// | `labels` | the place, with the name of the component |
/// | `url` | the section, where it is one of an RFC |
/// | `source_code` | the text; see below |
///
/// ```
/// # #[cfg(feature = "miette")] {
/// use miette::Diagnostic;
/// use urigram::adapt::Diagnosis;
/// use urigram::{Uri, policy::Policy};
///
/// fn image(text: &str) -> miette::Result<Uri<&str>> {
///     let uri = Uri::parse(text).map_err(|error| error.in_text(text))?;
///     Ok(Policy::fetch().check(uri).map_err(Diagnosis::from)?.into_inner())
/// }
///
/// assert!(image("https://example.com/a.png").is_ok());
/// let report = image("ftp://example.com/a.png").unwrap_err();
/// assert_eq!(report.code().unwrap().to_string(), "urigram::scheme-not-allowed");
/// assert_eq!(report.related().unwrap().next().unwrap().code().unwrap().to_string(), "urigram::port-not-allowed");
/// # }
/// ```
///
/// # What is shown of the text
///
/// A password in the userinfo is shown as `*`, and a character that is invisible, controls a terminal or changes the
/// writing direction as `?`, as often as the character has bytes, so that all offsets are those in the text. In a text
/// that was rejected, a password may be at another place, which is not known, and is shown. `Debug` of this type shows
/// no part of the text, but that of a `miette::Report` draws it.
#[derive(Clone)]
pub struct Diagnosis {
    problem: Problem,
    shown: Arc<str>,
    related: Vec<Self>,
}

impl ParseError {
    /// Returns the error with the text that was parsed, as a diagnostic for the crate `miette`.
    ///
    /// Linear in the length. Meant to be shown to people, so it takes far longer than parsing.
    ///
    /// ```
    /// # #[cfg(feature = "miette")] {
    /// use miette::Diagnostic;
    /// use urigram::Uri;
    ///
    /// let text = "http://exa mple.com/";
    /// let diagnosis = Uri::parse(text).unwrap_err().in_text(text);
    /// assert_eq!(diagnosis.to_string(), "unexpected ' ' in the host at byte 10");
    /// assert_eq!(diagnosis.help().unwrap().to_string(), "remove the space from the host");
    /// let label = diagnosis.labels().unwrap().next().unwrap();
    /// assert_eq!((label.label(), label.offset(), label.len()), (Some("host"), 10, 1));
    /// # }
    /// ```
    ///
    /// Under another text than the one that was parsed, the label may be in the wrong place.
    pub fn in_text(&self, text: &str) -> Diagnosis {
        Diagnosis { problem: Problem::of_syntax(self, text), shown: shown(text), related: Vec::new() }
    }
}

/// Copies the text that the finding is in.
///
/// ```
/// # #[cfg(feature = "miette")] {
/// use miette::{Diagnostic, Severity};
/// use urigram::Uri;
/// use urigram::adapt::Diagnosis;
///
/// let uri = Uri::parse("http://0x7f.1/").unwrap();
/// let diagnosis = Diagnosis::from(uri.findings()[0]);
/// assert_eq!(diagnosis.severity(), Some(Severity::Warning));
/// assert_eq!(diagnosis.url().unwrap().to_string(), "https://www.rfc-editor.org/rfc/rfc3986#section-7.4");
/// # }
/// ```
impl From<Finding<'_>> for Diagnosis {
    fn from(finding: Finding<'_>) -> Self {
        Self { problem: Problem::from(&finding), shown: shown(finding.text()), related: Vec::new() }
    }
}

impl<R: Checkable> From<Refused<R>> for Diagnosis {
    fn from(refused: Refused<R>) -> Self {
        let findings = refused.policy_findings();
        let text = findings.first().invariant("a finding has refused the reference").text();
        let shown = shown(text);
        let of = |finding| Self {
            problem: Problem::from(finding),
            shown: Arc::clone(&shown),
            related: Vec::new(),
        };
        let mut related: Vec<Self> = findings.iter().map(of).collect();
        let refuses = |own: &Self| own.problem.severity == Severity::Error;
        let first = related.iter().position(refuses).invariant("a finding has refused the reference");
        let own = related.remove(first);
        Self { related, ..own }
    }
}

/// Returns the text with as many bytes before each place, and without what must not be shown.
fn shown(text: &str) -> Arc<str> {
    let password = password_in(text).unwrap_or_default();
    let mut shown = String::with_capacity(text.len());
    for (at, own) in text.char_indices() {
        match own {
            _ if password.contains(&at) => shown.extend(iter::repeat_n('*', own.len_utf8())),
            _ if is_seen(own) => shown.push(own),
            _ => shown.extend(iter::repeat_n('?', own.len_utf8())),
        }
    }
    shown.into()
}

impl Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl fmt::Debug for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Diagnosis").field(&self.problem).finish()
    }
}

impl core::error::Error for Diagnosis {}

impl Diagnostic for Diagnosis {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(format!("urigram::{}", self.problem.code)))
    }

    fn severity(&self) -> Option<Level> {
        Some(match self.problem.severity {
            Severity::Note => Level::Advice,
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.problem.help))
    }

    fn url<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(url(self.problem.section)?))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.shown)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let component = self.problem.component.name().to_string();
        Some(Box::new(iter::once(LabeledSpan::new_with_span(Some(component), self.problem.range.clone()))))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let related = self.related.iter().map(|own| -> &dyn Diagnostic { own });
        (!self.related.is_empty()).then(|| -> Box<dyn Iterator<Item = _>> { Box::new(related) })
    }
}

/// Returns where a section of an RFC is, such as `RFC 3986, section 7.4` or `RFC 8089, appendix E.2`.
fn url(section: &str) -> Option<String> {
    let (number, part) = section.strip_prefix("RFC ")?.split_once(", ")?;
    let part = part.to_ascii_lowercase();
    let (kind, number_of_part) = part.split_once(' ')?;
    let number_of_part = number_of_part.to_ascii_uppercase();
    Some(format!("https://www.rfc-editor.org/rfc/rfc{number}#{kind}-{number_of_part}"))
}
