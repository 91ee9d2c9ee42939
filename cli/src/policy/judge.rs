//! What is to be said of a text that the rule matches.

use urigram::Components;
use urigram::mend::Mend;
use urigram::validate::{Finding, Severity, findings};

use super::named::NamedPolicy;
use crate::parser::start::Start;

/// The rule, and the policy if one is asked for.
pub(crate) struct Judge {
    pub(crate) start: Start,
    pub(crate) policy: Option<NamedPolicy>,
}

impl Judge {
    /// Returns what is questionable about the text, where the rule found these components.
    pub(crate) fn findings<'a>(&'a self, text: &'a str, components: &Components) -> Vec<Finding<'a>> {
        match &self.policy {
            Some(NamedPolicy { policy, .. }) => policy.findings(text, components),
            None => findings(text, components),
        }
    }

    /// Returns whether a text with these findings is accepted: without a policy, no finding refuses it.
    pub(crate) fn accepts(&self, findings: &[Finding<'_>]) -> bool {
        self.policy.is_none() || !findings.iter().any(is_error)
    }

    /// Returns what was probably meant by the text, unless it would be refused itself.
    pub(crate) fn mends(&self, text: &str) -> Vec<Mend> {
        let is_accepted = |mend: &Mend| {
            let text = mend.reference().as_str();
            let findings = self.start.parse(text).map(|components| self.findings(text, &components));
            findings.is_ok_and(|findings| self.accepts(&findings))
        };
        self.start.mends(text).into_iter().filter(is_accepted).collect()
    }
}

fn is_error(finding: &Finding<'_>) -> bool {
    finding.severity() == Severity::Error
}
