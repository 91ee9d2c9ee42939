//! Policies: presets, and files in TOML or JSON.

use std::io::ErrorKind;
use std::path::Path;

use urigram::Uri;
use urigram::policy::Policy;

use crate::args::{AskPolicy, usage};
use crate::input::name::Name;
use crate::input::settings::Settings;
use crate::outcome::Error;
use crate::output::visible;

/// A policy with its name, which is that of a preset or a file.
#[derive(Clone)]
pub(crate) struct NamedPolicy {
    pub(crate) name: String,
    pub(crate) policy: Policy,
}

impl NamedPolicy {
    /// Returns the policy that was asked for. The host of the base is that of this site, which a policy with a list of
    /// hosts allows.
    pub(crate) fn of(asked: &AskPolicy, base: Option<&Uri<&str>>) -> Result<Option<Self>, Error> {
        let Some(typed) = &asked.policy else {
            return match asked {
                AskPolicy { allow_hosts, .. } if !allow_hosts.is_empty() => {
                    Err(usage::needs_policy("--allow-host <HOST>").into())
                }
                AskPolicy { refuse_warnings: true, .. } => {
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
            policy = policy.allow_host(host).map_err(|error| refused("--allow-host", &error.to_string()))?;
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

/// Reads a file in JSON, if its name ends with `.json`, or in TOML.
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
