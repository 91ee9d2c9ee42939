//! Policies: presets, and files in TOML or JSON.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use urigram::Uri;
use urigram::policy::Policy;

use crate::args::AskPolicy;
use crate::input::name::Name;
use crate::outcome::Error;
use crate::output::visible;

/// The length of the longest file that is read.
const LONGEST: u64 = 16 << 20;

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
        let Some(typed) = &asked.policy else { return Ok(None) };
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
    let Name { shown, text: name, .. } = Name::of_file(path);
    let text = text(path).map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::NotFound => format!("; a policy is a file, or one of {}", Policy::PRESETS.join(", ")),
            _ => String::new(),
        };
        Error::Refused(format!("uri: {shown}: {error}{hint}"))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let read = if is_json {
        serde_json::from_str(text).map_err(|error| {
            let said = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            (error.line(), error.column(), said.trim_end_matches(&place).to_owned())
        })
    } else {
        toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = text.get(..start).unwrap_or(text);
            let line = 1 + before.matches('\n').count();
            let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
            (line, column, error.message().to_owned())
        })
    };
    match read {
        Ok(policy) => Ok((name, policy)),
        Err((line, column, said)) => {
            let said = visible::beginning(&visible::name(said.replace('\n', "; ").as_bytes()));
            Err(Error::Refused(format!("{shown}:{line}:{column}: {said}")))
        }
    }
}

fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("longer than {LONGEST} bytes, which is no policy")));
    }
    Ok(text)
}

fn refused(option: &str, why: &str) -> Error {
    Error::Refused(format!("uri: {option}: {}", visible::name(why.as_bytes())))
}
