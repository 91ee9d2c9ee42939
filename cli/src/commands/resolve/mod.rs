//! `uri resolve`: writes the target of each reference, and the steps to it.
//!
//! In: a base and references, or pairs of the two.
//! Out: the targets, which the library finds. `steps` follows the pseudocode of section 5.2 to the same target, and
//! `dots` that of section 5.2.4.
//! Next: `main`, which converts the status to an exit code.

mod dots;
mod steps;

use std::io::Write;
use std::mem;

use urigram::resolve::{ResolveError, Resolver};
use urigram::{Rule, Uri, UriReference, draft1996};

use crate::answer::with_base::{self, ValueKind};
use crate::answer::{self, Unanswered};
use crate::args::{Format, Resolve};
use crate::fault::Fault;
use crate::outcome::{Error, Status};
use crate::output::steps::{Step, draw};
use crate::output::{Reference, json};

const REFERENCE: ValueKind = ValueKind {
    name: "reference",
    rule: Rule::URI_reference,
    pair: "a pair is a base, a tab and a reference, and no tab is part of either",
};

/// The memory that the steps may take, as a multiple of the lengths of the base and the reference.
const FORMS: usize = 8;

pub(crate) fn run(arguments: &Resolve, status: &mut Status) -> Result<(), Error> {
    let Resolve { based, steps, lenient, checked, deny_guard, draft_1996 } = arguments;
    let resolver = Resolver::new().lenient(*lenient).checked(*checked).deny_guard(*deny_guard);
    let mut buffer = String::new();
    with_base::each(based, &REFERENCE, status, |out, base, text| {
        let reference = UriReference::parse(text)?;
        let written = match draft_1996 {
            true => draft1996::resolve(resolver, base, &reference).map(|target| buffer = target.into_inner()),
            false => resolver.resolve_into(base, &reference, &mut buffer).map(drop),
        };
        written.map_err(|error| {
            let ignored =
                *lenient && reference.scheme().is_some_and(|scheme| scheme.is(base.scheme().as_str()));
            no_target(resolver, error, base, &reference, ignored)
        })?;
        let target = buffer.as_str();
        let steps = match steps {
            true => Some(steps_to(target, base, &reference, !lenient)?),
            false => None,
        };
        match (based.format, steps) {
            (Format::Json, steps) => {
                json::write_line(
                    out,
                    &json::Resolved { base: base.as_str(), reference: text, target, steps },
                )?;
            }
            (Format::Text, steps) => {
                writeln!(out, "{}", Reference(target))?;
                if let Some(steps) = steps {
                    draw(out, &steps)?;
                }
            }
        }
        Ok(())
    })
}

/// Returns the steps to the target, which the library has found by itself.
fn steps_to<'a>(
    target: &str,
    base: &Uri<&'a str>,
    reference: &UriReference<&'a str>,
    is_strict: bool,
) -> Result<Vec<Step<'a>>, Unanswered> {
    answer::ask_for_memory((base.as_str().len() + reference.as_str().len()).saturating_mul(FORMS))?;
    let (steps, reached) = steps::of(base, reference, is_strict);
    Ok((reached == target)
        .then_some(steps)
        .expect("the steps of section 5.2 lead to the target of the library"))
}

/// Returns the fault of a base or a reference without a target. The path of a target is merged from both
/// paths. The base is to blame if the path of the base alone causes the same error.
fn no_target(
    resolver: Resolver,
    error: ResolveError,
    base: &Uri<&str>,
    reference: &UriReference<&str>,
    scheme_is_ignored: bool,
) -> Fault {
    let has_scheme = reference.scheme().is_some() && !scheme_is_ignored;
    let is_rooted = reference.authority().is_some() || reference.path().as_str().starts_with('/');
    match resolver.resolve(base, &UriReference::from_static(".")) {
        Err(alone) if !has_scheme && !is_rooted && mem::discriminant(&alone) == mem::discriminant(&error) => {
            fault(resolver, alone, base, base).of_part(with_base::BASE, 0)
        }
        _ => fault(resolver, error, base, reference),
    }
}

/// Returns the fault of the base or the reference, whichever is passed as `of`.
fn fault(resolver: Resolver, error: ResolveError, base: &Uri<&str>, of: &UriReference<&str>) -> Fault {
    let path = of.components().path().map_or(0, |path| path.start);
    let (component, offset, help) = match error {
        ResolveError::AboveRoot(_) => {
            let first = first_above_root(resolver, base, of).unwrap_or(path);
            ("path", first, "without `--checked` they are dropped".into())
        }
        ResolveError::ReadsAsAuthority => {
            ("path", path, "without `--deny-guard`, `/.` is written before the path".into())
        }
        error => ("URI", 0, error.help().to_string().into()),
    };
    let found = of.as_str().get(offset..).and_then(|rest| rest.chars().next());
    Fault::NoAnswer { component, offset, found, message: error.to_string(), help }
}

/// Returns the offset of the first `..` with no level above it. Found by bisection, because the reference up
/// to the `..` before it has a target.
fn first_above_root(resolver: Resolver, base: &Uri<&str>, of: &UriReference<&str>) -> Option<usize> {
    let (text, path) = (of.as_str(), of.components().path()?);
    let slashes =
        memchr::memchr_iter(b'/', text.get(path.clone())?.as_bytes()).map(|slash| path.start + slash);
    let before = |end| text.get(path.start..end).expect("segments end between characters");
    let is_up = |end: &usize| before(*end).rsplit('/').next() == Some("..");
    let ups: Vec<_> = slashes.chain([path.end]).filter(is_up).collect();
    let has_target = |&end: &usize| {
        let reference = UriReference::parse(text.get(..end).expect("segments end between characters"));
        reference.is_ok_and(|reference| resolver.resolve(base, &reference).is_ok())
    };
    Some(ups.get(ups.partition_point(has_target))? - "..".len())
}
