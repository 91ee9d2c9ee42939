//! The rules of a log: what a result is about.

use serde::Serialize;
use urigram::validate::Code;

use super::message::Message;

/// What a result is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleId {
    /// A text that is rejected.
    Syntax,
    Finding(Code),
}

impl RuleId {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Finding(code) => code.as_str(),
        }
    }
}

/// A `reportingDescriptor` (SARIF, section 3.49).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

impl From<RuleId> for Descriptor {
    fn from(rule: RuleId) -> Self {
        let (short, full, help, level) = match rule {
            RuleId::Syntax => (
                "The text is not what the grammar allows",
                "The text does not match the rule of RFC 3986, Appendix A, that was asked for, which is URI-reference \
                 unless `--as` names another; or it is too long, or not there. The message names the component to \
                 blame, and what was found there.",
                "RFC 3986, Appendix A".to_owned(),
                "error",
            ),
            RuleId::Finding(code) => (
                code.summary(),
                code.explanation(),
                format!(
                    "{}. Found in {}, and not found in {}",
                    code.section(),
                    code.example(),
                    code.counterexample()
                ),
                code.severity().as_str(),
            ),
        };
        Self {
            id: rule.as_str(),
            short_description: Message::new(short),
            full_description: Message::new(full),
            help: Message::new(&help),
            default_configuration: Configuration { level },
        }
    }
}
