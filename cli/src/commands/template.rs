//! `uri template`: expands templates, matches URIs against them, and lists their variables (RFC 6570).

use std::collections::BTreeMap;
use std::io::Write;

use urigram::template::{ExpandError, Template, TemplateError, Value, Values};

use crate::args::template::{Command, Expand, Match};
use crate::args::{Format, Inputs};
use crate::fault::{Fault, decode};
use crate::input::Settings;
use crate::outcome::{Error, Status};
use crate::output::{Reference, diagnostic, json, visible};
use crate::{answer, output};

pub(crate) fn run(command: &Command, status: &mut Status) -> Result<(), Error> {
    match command {
        Command::Expand(arguments) => expand(arguments, status),
        Command::Match(arguments) => matches(arguments, status),
        Command::Variables(inputs) => variables(inputs, status),
    }
}

fn expand(arguments: &Expand, status: &mut Status) -> Result<(), Error> {
    let Expand { inputs: Inputs { format, values: templates }, .. } = arguments;
    let values = values(arguments)?;
    answer::each(templates, *format, status, &mut output::plain(), |out, template| {
        let template = parse(template)?;
        let output = template.expand(&values).map_err(|error| expand_fault(&error))?;
        match format {
            Format::Json => {
                json::write_line(out, &json::Changed { input: template.as_str(), output: &output })?
            }
            Format::Text => writeln!(out, "{}", Reference(&output))?,
        }
        Ok(())
    })
}

/// Returns the values of the file and of the options.
fn values(arguments: &Expand) -> Result<Values<'_>, Error> {
    let mut values = Values::new();
    if let Some(path) = &arguments.file {
        let refused = |said: String| Error::Refused(format!("uri: {said}"));
        let file = Settings::read(path, "file of values").map_err(|error| {
            refused(format!("{}: {error}", visible::name(path.as_os_str().as_encoded_bytes())))
        })?;
        values = serde_json::from_str(&file.text).map_err(|error| refused(file.json_fault(&error)))?;
    }
    let mut typed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, value) in &arguments.variables {
        typed.entry(name).or_default().push(value);
    }
    values.extend(typed.into_iter().map(|(name, values)| match values.as_slice() {
        [value] => (name, Value::from(*value)),
        _ => (name, Value::from(values)),
    }));
    Ok(values)
}

fn matches(arguments: &Match, status: &mut Status) -> Result<(), Error> {
    let Match { template, inputs: Inputs { format, values: uris } } = arguments;
    let typed = template.as_encoded_bytes();
    let template = match parse(typed) {
        Ok(template) => template,
        Err(fault) => {
            *status = Status::Failed;
            diagnostic::report(typed, None, &fault);
            return Ok(());
        }
    };
    let mut is_first = true;
    answer::each(uris, *format, status, &mut output::plain(), |out, uri| {
        let uri = decode("URI-reference", uri)?;
        let Some(found) = template.match_uri(uri) else {
            let message = "the template does not give this URI with any values".to_owned();
            return Err(Fault::at(0, uri, "URI-reference", message, NO_MATCH_HELP).into());
        };
        if *format == Format::Json {
            let (values, ambiguous) = (found.values(), found.ambiguous());
            return Ok(json::write_line(out, &json::Matched { input: uri, values, ambiguous })?);
        }
        if !std::mem::take(&mut is_first) {
            writeln!(out)?;
        }
        for name in template.variables() {
            let mut line = |key: &str, value: &str| {
                writeln!(out, "{}={}", Reference(key), visible::name(value.as_bytes()))
            };
            match found.get(name) {
                None | Some(Value::Undefined) => {}
                Some(Value::String(value)) => line(name, value)?,
                Some(Value::List(members)) => members.iter().try_for_each(|member| line(name, member))?,
                Some(Value::Map(pairs)) => {
                    pairs.iter().try_for_each(|(key, value)| line(&format!("{name}.{key}"), value))?;
                }
            }
        }
        if !found.ambiguous().is_empty() {
            out.flush()?;
            output::remark(format_args!("uri: the URI does not determine {}", found.ambiguous().join(", ")));
        }
        Ok(())
    })
}

const NO_MATCH_HELP: &str = "a value in a match has no delimiters but those of its expression, and is percent-encoded \
                             only where the template would";

fn variables(inputs: &Inputs, status: &mut Status) -> Result<(), Error> {
    let Inputs { format, values } = inputs;
    answer::each(values, *format, status, &mut output::plain(), |out, template| {
        let template = parse(template)?;
        let variables: Vec<&str> = template.variables().collect();
        match format {
            Format::Json => json::write_line(out, &json::Variables { input: template.as_str(), variables })?,
            Format::Text => writeln!(out, "{}", variables.join(" "))?,
        }
        Ok(())
    })
}

fn parse(bytes: &[u8]) -> Result<Template, Fault> {
    Template::parse(decode("URI-Template", bytes)?).map_err(|error| fault(&error))
}

fn expand_fault(error: &ExpandError) -> Fault {
    Fault::Other {
        component: "expression".into(),
        offset: error.offset(),
        found: error.variable().chars().next(),
        message: error.to_string(),
        help: error.help().to_string().into(),
    }
}

fn fault(error: &TemplateError) -> Fault {
    let component = if error.expression().is_some() { "expression" } else { "literals" };
    Fault::Other {
        component: component.into(),
        offset: error.offset(),
        found: error.found(),
        message: error.to_string(),
        help: error.help().to_string().into(),
    }
}
