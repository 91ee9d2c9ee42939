//! What is to be said of a text that the rule matches.

use urigram::grammar::Components;
use urigram::mend::Mend;
use urigram::validate::{Finding, findings};

use super::named::NamedPolicy;
use crate::fault::Fault;
use crate::outcome::Error;
use crate::parser::start::Start;

/// The rule, and the policy if one is asked for.
pub(crate) struct Validator {
    pub(crate) start: Start,
    /// Only with a rule of references: of a part of one, a policy would not find what it refuses.
    pub(crate) policy: Option<NamedPolicy>,
}

impl Validator {
    pub(crate) fn new(start: Start, policy: Option<NamedPolicy>) -> Result<Self, Error> {
        if policy.is_some() && !start.is_of_references() {
            let why =
                "a policy is about references, so `--as` is URI, URI-reference, absolute-URI or relative-ref";
            return Err(Error::Refused(format!("uri: --policy: {why}")));
        }
        Ok(Self { start, policy })
    }

    /// Returns what the rule finds in the text, and what is questionable about it.
    pub(crate) fn matched<'a>(&'a self, text: &'a str) -> Result<Matched<'a>, Fault> {
        let components = self.start.parse(text)?;
        let findings = self.findings(text, &components);
        Ok(Matched { text, components, accepted: self.accepts(&findings), findings })
    }

    /// Returns what is questionable about the text, where the rule found these components.
    pub(crate) fn findings<'a>(&'a self, text: &'a str, components: &Components) -> Vec<Finding<'a>> {
        match &self.policy {
            Some(NamedPolicy { policy, .. }) => policy.findings(text, components),
            None => findings(text, components),
        }
    }

    /// Returns whether a text with these findings is accepted: without a policy, no finding refuses it.
    pub(crate) fn accepts(&self, findings: &[Finding<'_>]) -> bool {
        self.policy.is_none() || !findings.iter().any(Finding::is_error)
    }

    /// Returns what was probably meant by the text, unless it would be refused itself.
    pub(crate) fn mends(&self, text: &str) -> Vec<Mend> {
        self.start
            .mends(text)
            .into_iter()
            .filter(|mend| self.accepts_text(mend.reference().as_str()))
            .collect()
    }

    /// Returns whether the rule matches the text, and the policy accepts it, if there is one.
    pub(crate) fn accepts_text(&self, text: &str) -> bool {
        self.matched(text).is_ok_and(|matched| matched.accepted)
    }
}

/// A text that the rule matches, with its findings.
pub(crate) struct Matched<'a> {
    pub(crate) text: &'a str,
    pub(crate) components: Components,
    pub(crate) findings: Vec<Finding<'a>>,
    /// Whether the policy accepts it, if there is one.
    pub(crate) accepted: bool,
}
