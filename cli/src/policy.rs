//! Policies by name or from a file, and verdicts on texts by a rule and a policy.

use std::io::{self, ErrorKind};
use std::path::Path;

use urigram::Iri;
use urigram::generic::Uri;
use urigram::grammar::{Components, Grammar};
use urigram::policy::{Policy, PolicyError};
use urigram::validate::{Finding, findings};

use crate::args::{PolicyOptions, usage};
use crate::fault::{Fault, Suggestion};
use crate::input::{Name, Settings};
use crate::outcome::Error;
use crate::output::visible;
use crate::parser::start::Start;

/// A policy, with the name of its preset or file.
#[derive(Clone)]
pub(crate) struct NamedPolicy {
    pub(crate) name: String,
    pub(crate) policy: Policy,
}

impl NamedPolicy {
    /// Returns the requested policy. If the policy has a list of hosts, the host of the base is allowed too,
    /// because it is the site's own host.
    pub(crate) fn of<G: Grammar>(
        asked: &PolicyOptions,
        base: Option<&Uri<&str, G>>,
    ) -> Result<Option<Self>, Error> {
        let Some(typed) = &asked.policy else {
            return match asked {
                PolicyOptions { allow_hosts, .. } if !allow_hosts.is_empty() => {
                    Err(usage::needs_policy("--allow-host <HOST>").into())
                }
                PolicyOptions { same_site: Some(_), .. } => {
                    Err(usage::needs_policy("--same-site <URI>").into())
                }
                PolicyOptions { files_of_hosts, .. } if !files_of_hosts.is_empty() => {
                    Err(usage::needs_policy("--allow-hosts <FILE>").into())
                }
                PolicyOptions { refuse_warnings: true, .. } => {
                    Err(usage::needs_policy("--refuse-warnings").into())
                }
                _ => Ok(None),
            };
        };
        let preset = typed.to_str().and_then(|name| Some((name.to_owned(), Policy::preset(name)?)));
        let (name, mut policy) = match preset {
            Some(preset) => preset,
            None => read(Path::new(typed))?,
        };
        for host in &asked.allow_hosts {
            policy = policy.allow_host(host).map_err(|error| {
                let each = if host.contains(',') {
                    "; repeat the option for each host, or use --allow-hosts"
                } else {
                    ""
                };
                refused("--allow-host", &format!("{error}{each}"))
            })?;
        }
        for file in &asked.files_of_hosts {
            policy = with_hosts(policy, file)?;
        }
        if let Some(site) = &asked.same_site {
            policy = of_site(policy, site).map_err(|error| refused("--same-site", &error.to_string()))?;
        }
        if asked.refuse_warnings {
            policy = policy.refuse_warnings();
        }
        if let Some(base) = base {
            policy = policy.allow_host_of(base).map_err(|error| refused("--base", &error.to_string()))?;
        }
        Ok(Some(Self { name, policy }))
    }
}

/// Returns the policy restricted to the site of a URI.
fn of_site(policy: Policy, uri: &str) -> Result<Policy, urigram::Error> {
    Ok(policy.same_site(&Iri::parse(uri)?)?)
}

/// Adds the hosts in a file, of which there must be one.
fn with_hosts(mut policy: Policy, path: &Path) -> Result<Policy, Error> {
    let unreadable = |error| Error::Refused(format!("uri: {}: {error}", Name::of_file(path).shown));
    let source = Settings::read(path, "list of hosts").map_err(unreadable)?;
    let mut has_hosts = false;
    for (line, number) in source.text.lines().zip(1..) {
        let host = line.trim();
        if host.is_empty() || host.starts_with('#') {
            continue;
        }
        let fault = |error: PolicyError| Error::Refused(source.fault((number, 1), &error.to_string()));
        policy = policy.allow_host(host).map_err(fault)?;
        has_hosts = true;
    }
    // Without a host in its list, the policy would allow every host.
    if has_hosts { Ok(policy) } else { Err(unreadable(io::Error::other("there is no host in the file"))) }
}

/// Reads a file as JSON if its name ends with `.json`, and else as TOML.
fn read(path: &Path) -> Result<(String, Policy), Error> {
    let source = Settings::read(path, "policy").map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::NotFound => format!("; a policy is a file, or one of {}", Policy::PRESETS.join(", ")),
            _ => String::new(),
        };
        Error::Refused(format!("uri: {}: {error}{hint}", Name::of_file(path).shown))
    })?;
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let read = if is_json {
        serde_json::from_str(&source.text).map_err(|error| source.json_fault(&error))
    } else {
        toml::from_str(&source.text).map_err(|error| source.toml_fault(&error))
    };
    match read {
        Ok(policy) => Ok((source.name.text, policy)),
        Err(fault) => Err(Error::Refused(fault)),
    }
}

fn refused(option: &str, why: &str) -> Error {
    Error::Refused(format!("uri: {option}: {}", visible::name(why.as_bytes())))
}

/// The rule that texts have to match, and the policy if one is requested.
pub(crate) struct Validator {
    pub(crate) start: Start,
    /// `None` unless the rule matches whole references, because policies do not apply to parts of references.
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

    /// Returns the components and findings of the text, or its fault.
    pub(crate) fn matched<'a>(&'a self, text: &'a str) -> Result<Matched<'a>, Fault> {
        let components = self.start.parse(text)?;
        let findings = self.findings(text, &components);
        Ok(Matched { text, components, accepted: self.accepts(&findings), findings })
    }

    /// Returns the findings of a text with these components.
    pub(crate) fn findings<'a>(&'a self, text: &'a str, components: &Components) -> Vec<Finding<'a>> {
        match &self.policy {
            Some(NamedPolicy { policy, .. }) => policy.findings(text, components),
            None => findings(text, components),
        }
    }

    /// Returns whether a text with these findings is accepted. Without a policy, every text is accepted.
    pub(crate) fn accepts(&self, findings: &[Finding<'_>]) -> bool {
        self.policy.is_none() || !findings.iter().any(Finding::is_error)
    }

    /// Returns the corrections of the text that are accepted.
    pub(crate) fn suggestions(&self, text: &str) -> Vec<Suggestion> {
        self.start
            .suggestions(text)
            .into_iter()
            .filter(|suggestion| self.accepts_text(&suggestion.uri))
            .collect()
    }

    /// Returns whether the rule matches the text, and the policy, if any, accepts it.
    pub(crate) fn accepts_text(&self, text: &str) -> bool {
        self.matched(text).is_ok_and(|matched| matched.accepted)
    }
}

/// A text that the rule matches, with its findings.
pub(crate) struct Matched<'a> {
    pub(crate) text: &'a str,
    pub(crate) components: Components,
    pub(crate) findings: Vec<Finding<'a>>,
    /// Whether the policy, if any, accepts the text.
    pub(crate) accepted: bool,
}
