//! The rules of a log: what a result is about.

use serde::Serialize;
use urigram::validate::Code;

use super::message::Message;
use crate::output::visible;

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

impl Descriptor {
    /// Returns what to say of a rule, for texts that a rule of the library matches or one of a loaded grammar.
    pub(super) fn new(rule: RuleId, loaded: Option<&str>) -> Self {
        const SYNTAX: &str = "The text is not what the grammar allows";
        let (short, full, help, level) = match (rule, loaded.map(visible::beginning)) {
            (RuleId::Syntax, None) => (
                SYNTAX,
                "The text does not match the rule of RFC 3986, Appendix A, that was asked for, which is URI-reference \
                 unless `--as` names another; or it is too long, or not there. The message names the component to \
                 blame, and what was found there."
                    .to_owned(),
                "RFC 3986, Appendix A".to_owned(),
                "error",
            ),
            (RuleId::Syntax, Some(loaded)) => (
                SYNTAX,
                format!(
                    "The text does not match the rule `{loaded}` of the grammar that `--grammar` names; or it is too \
                     long, or not there. The message names the rule at fault, and what was found there."
                ),
                format!("`{loaded}` in the grammar"),
                "error",
            ),
            (RuleId::Finding(code), _) => (
                code.summary(),
                code.explanation().to_owned(),
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
            full_description: Message::new(&full),
            help: Message::new(&help),
            default_configuration: Configuration { level },
        }
    }
}
