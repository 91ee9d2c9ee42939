//! The constants among the arguments: rungs, rules, parts and policies.

use datafusion::common::{Result, plan_datafusion_err, plan_err};
use urigram::normalize::Rung;
use urigram::policy::Policy;
use urigram::{Excerpt, Rule};
use urigram_arrow::Part;

use super::function::{Kind, Parameter};

pub(crate) const RUNG: Parameter = Parameter {
    name: "rung",
    about: "A rung of the comparison ladder: 'string', 'case', 'percent', 'path' (the default) or 'scheme'",
    kind: Kind::Constant(|name| rung(Some(name)).map(drop)),
};

pub(super) const RULE: Parameter = Parameter {
    name: "rule",
    about: "The name of a rule of Appendix A, such as 'URI' or 'host'; by default 'URI-reference'",
    kind: Kind::Constant(|name| rule(Some(name)).map(drop)),
};

pub(super) const PART: Parameter = Parameter {
    name: "part",
    about: "What the data is for: 'userinfo', 'reg-name', 'path', 'segment', 'query', 'query-value', 'form' or \
            'fragment'",
    kind: Kind::Constant(|name| part(name).map(drop)),
};

pub(super) const POLICY: Parameter = Parameter {
    name: "policy",
    about: "A policy: 'link', 'fetch', 'redirect' or 'identifier', or a policy in JSON",
    kind: Kind::Constant(|text| policy(text).map(drop)),
};

pub(crate) fn rung(name: Option<&str>) -> Result<Rung> {
    let Some(name) = name else { return Ok(Rung::Path) };
    name.parse().map_err(|_| unknown("rung", name, Rung::ALL.iter().map(|rung| rung.name())))
}

pub(super) fn rule(name: Option<&str>) -> Result<Rule> {
    let Some(name) = name else { return Ok(Rule::URI_reference) };
    name.parse::<Rule>().map_err(|_| {
        let name = Excerpt::around(name, 0);
        plan_datafusion_err!("`{name}` is not a rule of RFC 3986, Appendix A, such as 'URI' or 'host'")
    })
}

pub(super) fn part(name: &str) -> Result<Part> {
    let found = Part::ALL.into_iter().find(|part| part.name() == name);
    found.ok_or_else(|| unknown("part", name, Part::ALL.iter().map(|part| part.name())))
}

pub(super) fn policy(text: &str) -> Result<Policy> {
    if let Some(preset) = Policy::preset(text) {
        return Ok(preset);
    }
    if !text.trim_start().starts_with('{') {
        return Err(unknown("policy", text, Policy::PRESETS.iter().copied()));
    }
    match serde_json::from_str(text) {
        Ok(policy) => Ok(policy),
        Err(error) => plan_err!("the policy cannot be read: {error}"),
    }
}

fn unknown<'n>(
    what: &str,
    found: &str,
    names: impl Iterator<Item = &'n str>,
) -> datafusion::error::DataFusionError {
    let names: Vec<_> = names.map(|name| format!("'{name}'")).collect();
    plan_datafusion_err!("`{}` is not a {what}; write one of {}", Excerpt::around(found, 0), names.join(", "))
}
