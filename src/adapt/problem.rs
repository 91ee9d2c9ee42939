//! What adapters show: a fault of syntax or a finding, without the text in which it is.

use alloc::string::{String, ToString};
use core::fmt;
use core::ops::Range;

use crate::grammar::{ParseError, Rule};
use crate::validate::{Finding, Severity};

/// What is wrong or questionable.
#[derive(Clone)]
pub(super) struct Problem {
    /// That of the finding, or `syntax`.
    pub(super) code: &'static str,
    pub(super) severity: Severity,
    pub(super) component: Rule,
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
    pub(super) section: &'static str,
}

impl Problem {
    /// Returns what is wrong with a text that was rejected.
    pub(super) fn of_syntax(error: &ParseError, text: &str) -> Self {
        let start = error.offset();
        Self {
            code: "syntax",
            severity: Severity::Error,
            component: error.component(),
            range: start..start.saturating_add(error.found().map_or(0, char::len_utf8)),
            message: error.to_string(),
            help: error.help_in(text).to_string(),
            section: "RFC 3986, Appendix A",
        }
    }
}

impl From<&Finding<'_>> for Problem {
    fn from(finding: &Finding<'_>) -> Self {
        Self {
            code: finding.code().as_str(),
            severity: finding.severity(),
            component: finding.component(),
            range: finding.range(),
            message: finding.message().to_string(),
            help: finding.help().to_string(),
            section: finding.code().section(),
        }
    }
}

/// Shows no part of the text, as `Debug` of a finding.
impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("code", &self.code)
            .field("severity", &self.severity)
            .field("component", &self.component)
            .field("range", &self.range)
            .field("section", &self.section)
            .finish_non_exhaustive()
    }
}
