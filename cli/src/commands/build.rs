//! `uri build`: builds a reference from its components.

use std::ffi::OsString;
use std::io::Write;

use urigram::build::{BuildError, Builder};
use urigram::{Fragment, Path, Query, Rule, UriReference, Userinfo};

use crate::args::{Build, Format, Written};
use crate::commands::edit::{Change, text};
use crate::fault::Fault;
use crate::outcome::{Error, Status};
use crate::output::{self, Reference, diagnostic, json};

/// Why no reference is built: the text to blame, its fault and the exit status.
struct Refused {
    status: Status,
    typed: Vec<u8>,
    fault: Box<Fault>,
}

impl Refused {
    /// Returns the error for a value that is invalid by itself.
    fn alone(typed: &[u8], fault: Fault) -> Self {
        Self { status: Status::Failed, typed: typed.into(), fault: fault.into() }
    }

    /// Returns the error for a value that cannot be combined with the others.
    fn beside(typed: impl Into<Vec<u8>>, fault: Fault) -> Self {
        Self { status: Status::Invalid, typed: typed.into(), fault: fault.into() }
    }
}

pub(crate) fn run(arguments: &Build, status: &mut Status) -> Result<(), Error> {
    let format = arguments.format;
    let mut out = output::plain();
    match build(arguments) {
        Ok(reference) => match format {
            Format::Json => json::write_line(&mut out, &json::Built { output: reference.as_str() })?,
            Format::Text => writeln!(out, "{}", Reference(reference.as_str()))?,
        },
        Err(Refused { status: refused, typed, fault }) => {
            *status = refused;
            match format {
                Format::Json => json::write_line(&mut out, &json::Invalid::new(&typed, &fault))?,
                Format::Text => diagnostic::report(&typed, None, &fault),
            }
        }
    }
    Ok(out.flush()?)
}

fn build(arguments: &Build) -> Result<UriReference<String>, Refused> {
    let Build { additions, written, .. } = arguments;
    let mut reference = components(arguments, *written)?;
    for (option, typed) in &additions.0 {
        let typed = typed.as_encoded_bytes();
        let change = Change::new(*option, typed, *written).map_err(|fault| Refused::alone(typed, fault))?;
        change.make(&mut reference).map_err(|fault| Refused::beside(reference.as_str(), fault))?;
    }
    Ok(reference)
}

/// Returns the reference before the additions.
fn components(arguments: &Build, Written { encoded, .. }: Written) -> Result<UriReference<String>, Refused> {
    let Build { scheme, userinfo, host, port, path, query, fragment, .. } = arguments;
    let scheme = text("--scheme", scheme, |typed| text::as_written(typed, Rule::scheme))?;
    let userinfo =
        text("--userinfo", userinfo, |typed| text::data::<Userinfo>(typed, Rule::userinfo, encoded))?;
    let host = text("--host", host, |typed| text::host(typed, encoded))?;
    let port = text("--port", port, |typed| text::as_written(typed, Rule::port))?;
    let path =
        text("--path", path, |typed| text::data::<Path>(typed, Rule::path, encoded))?.unwrap_or_default();
    let query = text("--query", query, |typed| text::data::<Query>(typed, Rule::query, encoded))?;
    let fragment =
        text("--fragment", fragment, |typed| text::data::<Fragment>(typed, Rule::fragment, encoded))?;

    let builder = UriReference::builder()
        .path(&path)
        .optional(scheme.as_ref(), Builder::scheme)
        .optional(userinfo.as_ref(), Builder::userinfo)
        .optional(host.as_ref(), Builder::host)
        .optional(port.as_ref(), Builder::port)
        .optional(query.as_ref(), Builder::query)
        .optional(fragment.as_ref(), Builder::fragment);
    builder.build().map_err(|error| {
        let (option, text) = match error {
            BuildError::NoHost(Rule::port) => ("--port", port.expect("the port to blame was typed")),
            BuildError::NoHost(_) => ("--userinfo", userinfo.expect("the userinfo to blame was typed")),
            _ => ("--path", path),
        };
        let fault = not_together(error, &text).of_option(option);
        Refused::beside(text, fault)
    })
}

/// Returns the text of a component from the value of its option.
fn text(
    option: &'static str,
    typed: &Option<OsString>,
    text: impl FnOnce(&[u8]) -> Result<String, Fault>,
) -> Result<Option<String>, Refused> {
    let Some(typed) = typed else { return Ok(None) };
    let typed = typed.as_encoded_bytes();
    text(typed).map(Some).map_err(|fault| Refused::alone(typed, fault.of_option(option)))
}

/// Returns the fault of valid components that cannot be combined. `text` is that of the component to blame.
fn not_together(error: BuildError, text: &str) -> Fault {
    let (component, offset) = match error {
        BuildError::Invalid(error) => return error.into(),
        BuildError::NoHost(rule) => (rule.name(), 0),
        BuildError::ReadsAsScheme(at) => ("path", at),
        _ => ("path", 0),
    };
    let found = text.get(offset..).and_then(|rest| rest.chars().next());
    let (message, help) = (error.to_string(), error.help().to_string());
    Fault::NoAnswer { component, offset, found, message, help: help.into() }
}
