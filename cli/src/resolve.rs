//! `uri resolve`: the target of each reference.

use std::io::Write;

use urigram::{ResolveError, Resolver, Rule, UriReference};

use crate::args::{Format, Resolve};
use crate::based::{self, What};
use crate::fault::Fault;
use crate::json;
use crate::outcome::{Error, Status};

const REFERENCE: What = What {
    name: "reference",
    rule: Rule::URI_reference,
    pair: "a pair is a base, a tab and a reference, and no tab is part of either",
};

pub(crate) fn run(arguments: &Resolve, status: &mut Status) -> Result<(), Error> {
    let Resolve { based, lenient, checked, no_guard, draft_1996 } = arguments;
    let resolver =
        Resolver::new().lenient(*lenient).checked(*checked).guarded(!*no_guard).draft_1996(*draft_1996);
    let mut buffer = String::new();
    based::each(based, &REFERENCE, status, |out, base, text| {
        let reference = UriReference::parse(text)?;
        let target = resolver.resolve_into(base, &reference, &mut buffer);
        let target = target.map_err(|error| no_target(error, &reference))?;
        let (base, target) = (base.as_str(), target.as_str());
        match based.format {
            Format::Json => json::write_line(out, &json::Resolved { base, reference: text, target })?,
            Format::Text => writeln!(out, "{target}")?,
        }
        Ok(())
    })
}

fn no_target(error: ResolveError, reference: &UriReference<&str>) -> Fault {
    let path = reference.components().path().map_or(0, |path| path.start);
    let (component, offset, help) = match error {
        ResolveError::AboveRoot(_) => ("path", path, "without `--checked` they are dropped"),
        ResolveError::ReadsAsAuthority => {
            ("path", path, "without `--no-guard`, `/.` is written before the path")
        }
        ResolveError::TooLong => ("URI", 0, "the places of components are counted in 32 bits"),
        _ => ("URI", 0, "the grammar that `uri` was built with has no such target"),
    };
    let found = reference.as_str().get(offset..).and_then(|rest| rest.chars().next());
    Fault::NoAnswer { component, offset, found, message: error.to_string(), help }
}
