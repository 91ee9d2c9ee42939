//! `uri resolve`: writes the target of each reference, and the steps to the target; and `uri relativize`: the
//! inverse.
//!
//! The library computes the target, or the join if the base is relative. The steps follow the pseudocode of section 5.2,
//! and must lead to the same target.

use std::borrow::Cow;
use std::io::Write;
use std::mem;

use urigram::generic::{Uri, UriReference};
use urigram::grammar::Grammar;
use urigram::resolve::{RelativizeError, Relativizer, ResolveError, Resolver};
use urigram::{Rule, Scheme, draft1996};

use crate::answer::{self, ValueKind};
use crate::args::{Format, Relativize, Resolve};
use crate::fault::Fault;
use crate::outcome::{Error, Status};
use crate::output::drawing::{Step, draw_steps};
use crate::output::{Reference, json};

const REFERENCE: ValueKind = ValueKind {
    name: "reference",
    rule: Rule::URI_reference,
    base: Rule::URI_reference,
    pair: "a pair is a base, a tab and a reference, and no tab is part of either",
};

pub(crate) fn run<G: Grammar>(arguments: &Resolve, status: &mut Status) -> Result<(), Error> {
    let Resolve { based, steps, lenient, deny_above_root, deny_guard, draft_1996 } = arguments;
    let resolver =
        Resolver::new().lenient(*lenient).deny_above_root(*deny_above_root).deny_guard(*deny_guard);
    let mut buffer = String::new();
    // Section 5.2 and the draft have no steps for a relative base.
    let kind =
        ValueKind { base: if *steps || *draft_1996 { Rule::URI } else { Rule::URI_reference }, ..REFERENCE };
    answer::each_with_base::<G>(based, &kind, status, |out, base, text| {
        let reference = UriReference::try_from(text)?;
        let uri = Uri::try_from(*base).ok();
        let written = match &uri {
            Some(uri) if *draft_1996 => {
                draft1996::resolve(resolver, uri, &reference).map(|target| buffer = target.into_inner())
            }
            Some(uri) => resolver.resolve_into(uri, &reference, &mut buffer).map(drop),
            None => resolver.join(base, &reference).map(|joined| buffer = joined.into_inner()),
        };
        written.map_err(|error| {
            let is_same = |scheme: Scheme<'_>| base.scheme().is_some_and(|own| own.is(scheme.as_str()));
            let ignored = *lenient && reference.scheme().is_some_and(is_same);
            no_target(resolver, error, base, &reference, ignored)
        })?;
        let target = buffer.as_str();
        let steps = uri.filter(|_| *steps).map(|uri| steps_to(target, &uri, &reference, !lenient));
        match based.inputs.format {
            Format::Json => {
                let base = base.as_str();
                json::write_line(out, &json::Resolved { base, reference: text, target, steps })?;
            }
            Format::Text => {
                writeln!(out, "{}", Reference(target))?;
                draw_steps(out, &steps.unwrap_or_default())?;
            }
        }
        Ok(())
    })
}

/// Returns the steps to the target, and checks that they lead to the target that the library returns.
fn steps_to<'a, G: Grammar>(
    target: &str,
    base: &Uri<&'a str, G>,
    reference: &UriReference<&'a str, G>,
    is_strict: bool,
) -> Vec<Step<'a>> {
    let (steps, reached) = steps_of(base, reference, is_strict);
    (reached == target).then_some(steps).expect("the steps of section 5.2 lead to the target of the library")
}

/// Returns the fault of a base or reference that has no target. Errors occur in the merged path. If the path
/// of the base causes the same error alone, the base is at fault.
fn no_target<G: Grammar>(
    resolver: Resolver,
    error: ResolveError,
    base: &UriReference<&str, G>,
    reference: &UriReference<&str, G>,
    scheme_is_ignored: bool,
) -> Fault {
    let has_scheme = reference.scheme().is_some() && !scheme_is_ignored;
    let is_rooted = reference.authority().is_some() || reference.path().as_str().starts_with('/');
    let dot = UriReference::<&str, G>::try_from(".").expect("a dot segment is a reference");
    match check(resolver, base, &dot) {
        Err(alone) if !has_scheme && !is_rooted && mem::discriminant(&alone) == mem::discriminant(&error) => {
            fault(resolver, alone, base, base).of_part(answer::BASE, 0)
        }
        _ => fault(resolver, error, base, reference),
    }
}

/// Returns the fault of `of`, which is the base or the reference.
fn fault<G: Grammar>(
    resolver: Resolver,
    error: ResolveError,
    base: &UriReference<&str, G>,
    of: &UriReference<&str, G>,
) -> Fault {
    let path = of.components().path().map_or(0, |path| path.start);
    let (component, offset, help): (_, _, Cow<'static, str>) = match error {
        ResolveError::AboveRoot { .. } => {
            let first = first_above_root(resolver, base, of).unwrap_or(path);
            ("path", first, "without `--deny-above-root` they are dropped".into())
        }
        ResolveError::ReadsAsAuthority => {
            ("path", path, "without `--deny-guard`, `/.` is written before the path".into())
        }
        ResolveError::DependsOnBase => ("scheme", 0, "remove the scheme, or leave out `--lenient`".into()),
        error => ("URI", 0, error.help().to_string().into()),
    };
    Fault::at(offset, of.as_str(), component, error.to_string(), help)
}

/// Checks whether the reference has a target, or a join with a relative base.
fn check<G: Grammar>(
    resolver: Resolver,
    base: &UriReference<&str, G>,
    reference: &UriReference<&str, G>,
) -> Result<(), ResolveError> {
    match Uri::try_from(*base) {
        Ok(base) => resolver.resolve(&base, reference).map(drop),
        Err(_) => resolver.join(base, reference).map(drop),
    }
}

/// Returns the offset of the first `..` that leads above the root. Each prefix of the reference that ends
/// before that `..` has a target, so a binary search finds it.
fn first_above_root<G: Grammar>(
    resolver: Resolver,
    base: &UriReference<&str, G>,
    of: &UriReference<&str, G>,
) -> Option<usize> {
    let (text, path) = (of.as_str(), of.components().path()?);
    let slashes =
        memchr::memchr_iter(b'/', text.get(path.clone())?.as_bytes()).map(|slash| path.start + slash);
    let before = |end| text.get(path.start..end).expect("segments end between characters");
    let is_up = |end: &usize| before(*end).rsplit('/').next() == Some("..");
    let ups: Vec<_> = slashes.chain([path.end]).filter(is_up).collect();
    let has_target = |&end: &usize| {
        let reference =
            UriReference::<&str, G>::try_from(text.get(..end).expect("segments end between characters"));
        reference.is_ok_and(|reference| check(resolver, base, &reference).is_ok())
    };
    Some(ups.get(ups.partition_point(has_target))? - "..".len())
}

#[derive(Default)]
struct Steps<'a> {
    recorded: Vec<Step<'a>>,
    depth: usize,
}

/// The components of the target.
#[derive(Default)]
struct Target<'a> {
    scheme: &'a str,
    authority: Option<&'a str>,
    path: Cow<'a, str>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

/// Returns the steps from a reference to its target, and the target.
fn steps_of<'a, G: Grammar>(
    base: &Uri<&'a str, G>,
    reference: &UriReference<&'a str, G>,
    is_strict: bool,
) -> (Vec<Step<'a>>, String) {
    let mut steps = Steps::default();
    let mut target = Target::default();
    steps.transform(base, reference, is_strict, &mut target);
    if target.authority.is_none() && target.path.starts_with("//") {
        target.path = format!("/.{}", target.path).into();
        let rule = "without an authority, a path that begins with \"//\" is written after \"/.\"";
        steps.assign("3.3", rule, [("path", Some(target.path.clone()))]);
    }
    (steps.recorded, target.recomposed())
}

impl<'a> Steps<'a> {
    /// Records a condition, and returns whether it holds.
    fn condition(&mut self, section: &'static str, rule: &'static str, holds: bool) -> bool {
        self.recorded.push(Step { section, rule: rule.into(), depth: self.depth, holds, sets: Vec::new() });
        holds
    }

    /// Records a step that sets these variables.
    fn assign(
        &mut self,
        section: &'static str,
        rule: impl Into<Cow<'static, str>>,
        sets: impl Into<Vec<(&'static str, Option<Cow<'a, str>>)>>,
    ) {
        let (rule, sets) = (rule.into(), sets.into());
        self.recorded.push(Step { section, rule, depth: self.depth, holds: true, sets });
    }

    fn set(&mut self, name: &'static str, rule: &'static str, value: Option<&'a str>) -> Option<&'a str> {
        self.assign("5.2.2", rule, [(name, value.map(Cow::Borrowed))]);
        value
    }

    /// Records the steps of a function one level deeper.
    fn inside<T>(&mut self, steps: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let result = steps(self);
        self.depth -= 1;
        result
    }

    /// Section 5.2.2.
    fn transform<G: Grammar>(
        &mut self,
        base: &Uri<&'a str, G>,
        r: &UriReference<&'a str, G>,
        is_strict: bool,
        t: &mut Target<'a>,
    ) {
        let mut scheme = r.scheme().map(|scheme| scheme.as_str());
        let is_same = scheme.is_some_and(|scheme| base.scheme().is(scheme));
        if self.condition(
            "5.2.2",
            "if ((not strict) and (R.scheme == Base.scheme)) then",
            !is_strict && is_same,
        ) {
            scheme = self.inside(|steps| steps.set("R.scheme", "undefine(R.scheme);", None));
        }
        if let (true, Some(scheme)) =
            (self.condition("5.2.2", "if defined(R.scheme) then", scheme.is_some()), scheme)
        {
            self.inside(|steps| {
                t.scheme = scheme;
                steps.set("scheme", "T.scheme = R.scheme;", Some(scheme));
                steps.of_reference(r, t);
            });
        } else {
            self.inside(|steps| {
                steps.relative(base, r, t);
                t.scheme = base.scheme().as_str();
                steps.set("scheme", "T.scheme = Base.scheme;", Some(t.scheme));
            });
        }
        t.fragment = self.set("fragment", "T.fragment = R.fragment;", r.fragment().map(|it| it.as_str()));
    }

    /// The steps for a reference that has its own scheme or authority.
    fn of_reference<G: Grammar>(&mut self, r: &UriReference<&'a str, G>, t: &mut Target<'a>) {
        t.authority =
            self.set("authority", "T.authority = R.authority;", r.authority().map(|it| it.as_str()));
        t.path = self.without_dots("T.path = remove_dot_segments(R.path);", r.path().as_str().into());
        t.query = self.set("query", "T.query = R.query;", r.query().map(|it| it.as_str()));
    }

    fn relative<G: Grammar>(
        &mut self,
        base: &Uri<&'a str, G>,
        r: &UriReference<&'a str, G>,
        t: &mut Target<'a>,
    ) {
        if self.condition("5.2.2", "if defined(R.authority) then", r.authority().is_some()) {
            return self.inside(|steps| steps.of_reference(r, t));
        }
        self.inside(|steps| {
            let path = r.path().as_str();
            if steps.condition("5.2.2", "if (R.path == \"\") then", path.is_empty()) {
                steps.inside(|steps| {
                    t.path = base.path().as_str().into();
                    steps.assign("5.2.2", "T.path = Base.path;", [("path", Some(t.path.clone()))]);
                    let query = r.query().map(|it| it.as_str());
                    t.query = match steps.condition("5.2.2", "if defined(R.query) then", query.is_some()) {
                        true => steps.inside(|steps| steps.set("query", "T.query = R.query;", query)),
                        false => {
                            let query = base.query().map(|it| it.as_str());
                            steps.inside(|steps| steps.set("query", "T.query = Base.query;", query))
                        }
                    };
                });
            } else {
                steps.inside(|steps| {
                    let is_rooted = path.starts_with('/');
                    t.path = match steps.condition("5.2.2", "if (R.path starts-with \"/\") then", is_rooted) {
                        true => steps.inside(|steps| {
                            steps.without_dots("T.path = remove_dot_segments(R.path);", path.into())
                        }),
                        false => steps.inside(|steps| {
                            let merged = steps.merge(base, path);
                            steps.without_dots("T.path = remove_dot_segments(T.path);", merged)
                        }),
                    };
                    t.query = steps.set("query", "T.query = R.query;", r.query().map(|it| it.as_str()));
                });
            }
            t.authority = base.authority().map(|it| it.as_str());
            steps.set("authority", "T.authority = Base.authority;", t.authority);
        });
    }

    /// Section 5.2.3.
    fn merge<G: Grammar>(&mut self, base: &Uri<&'a str, G>, path: &'a str) -> Cow<'a, str> {
        let base_path = base.path().as_str();
        let is_bare = base.authority().is_some() && base_path.is_empty();
        let directory = match is_bare {
            true => "/",
            false => base_path.rfind('/').map_or("", |slash| &base_path[..=slash]),
        };
        let merged: Cow<'a, str> = Cow::Owned(format!("{directory}{path}"));
        self.assign("5.2.2", "T.path = merge(Base.path, R.path);", [("path", Some(merged.clone()))]);
        self.inside(|steps| {
            let rule = "if defined(Base.authority) and (Base.path == \"\") then";
            let taken = match steps.condition("5.2.3", rule, is_bare) {
                true => "\"/\", and R.path after it",
                false => "Base.path without what is after its last \"/\", and R.path after it",
            };
            steps.inside(|steps| steps.assign("5.2.3", taken, [("path", Some(merged.clone()))]));
        });
        merged
    }

    /// Section 5.2.4.
    fn without_dots(&mut self, rule: &'static str, path: Cow<'a, str>) -> Cow<'a, str> {
        let at = self.recorded.len();
        let result = self.inside(|steps| {
            remove_dots(&path, |rule, output, input| {
                let buffers = [("output", output), ("input", input)];
                steps.assign("5.2.4", rule, buffers.map(|(name, text)| (name, Some(text.to_owned().into()))));
            })
        });
        let result: Cow<'a, str> = result.into();
        let sets = vec![("path", Some(result.clone()))];
        let step = Step { section: "5.2.2", rule: rule.into(), depth: self.depth, holds: true, sets };
        self.recorded.insert(at, step);
        result
    }
}

impl Target<'_> {
    /// Section 5.3.
    fn recomposed(&self) -> String {
        let Self { scheme, authority, path, query, fragment } = self;
        let part = |delimiter: &str, part: &Option<&str>| {
            part.map_or(String::new(), |part| format!("{delimiter}{part}"))
        };
        let (authority, query, fragment) = (part("//", authority), part("?", query), part("#", fragment));
        format!("{scheme}:{authority}{path}{query}{fragment}")
    }
}

/// The maximum total size of the recorded buffers in bytes. A path may take as many steps as it has bytes,
/// and each step records the whole path: without a limit, the memory would be quadratic.
const RECORDED: usize = 1 << 16;

/// Returns the path without dot segments. Calls `record` with each step, the output buffer and the input
/// buffer.
fn remove_dots(path: &str, mut record: impl FnMut(Cow<'static, str>, &str, &str)) -> String {
    let (mut input, mut output) = (path, String::new());
    let (mut recorded, mut left_out) = (path.len(), 0);
    record("1. the input is the path".into(), "", path);
    while !input.is_empty() {
        let rule;
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            (rule, input) = ("2A. \"../\" or \"./\" at the start is removed", rest);
        } else if input.starts_with("/./") || input == "/." {
            (rule, input) = ("2B. \"/./\" or \"/.\" becomes \"/\"", after(input, "/."));
        } else if input.starts_with("/../") || input == "/.." {
            output.truncate(output.rfind('/').unwrap_or(0));
            let removed = "2C. \"/../\" or \"/..\" becomes \"/\", and the output loses its last segment";
            (rule, input) = (removed, after(input, "/.."));
        } else if input == "." || input == ".." {
            (rule, input) = ("2D. \".\" or \"..\" that is left alone is removed", "");
        } else {
            let slash = input.bytes().skip(1).position(|byte| byte == b'/');
            let (segment, rest) = input.split_at(slash.map_or(input.len(), |slash| slash + 1));
            output += segment;
            (rule, input) = ("2E. the first segment is moved to the output", rest);
        }
        recorded += path.len();
        match recorded > RECORDED {
            true => left_out += 1,
            false => record(rule.into(), &output, input),
        }
    }
    if left_out > 0 {
        record(format!("2. {left_out} more times, until the input is empty").into(), &output, "");
    }
    output
}

/// Returns the input buffer with these leading dots replaced by "/".
fn after<'i>(input: &'i str, dots: &str) -> &'i str {
    match input.strip_prefix(dots) {
        Some("") | None => "/",
        Some(rest) => rest,
    }
}

const TARGET: ValueKind = ValueKind {
    name: "target",
    rule: Rule::URI_reference,
    base: Rule::URI_reference,
    pair: "a pair is a base, a tab and a target, and no tab is part of either",
};

/// `uri relativize`: writes the shortest reference to each target.
pub(crate) fn relativize<G: Grammar>(arguments: &Relativize, status: &mut Status) -> Result<(), Error> {
    let Relativize { based, path_relative } = arguments;
    let relativizer = Relativizer::new().path_relative(*path_relative);
    answer::each_with_base::<G>(based, &TARGET, status, |out, base, text| {
        let target = match base.scheme() {
            Some(_) => Uri::try_from(text)?.into(),
            None => UriReference::try_from(text)?,
        };
        let reference =
            relativizer.relativize(base, &target).map_err(|error| no_reference(error, &target))?;
        let (base, reference) = (base.as_str(), reference.as_str());
        match based.inputs.format {
            Format::Json => json::write_line(out, &json::Relativized { base, target: text, reference })?,
            Format::Text => writeln!(out, "{}", Reference(reference))?,
        }
        Ok(())
    })
}

fn no_reference<G: Grammar>(error: RelativizeError, target: &UriReference<&str, G>) -> Fault {
    let (component, offset) = match error {
        RelativizeError::DotSegments { offset } => ("path", offset),
        RelativizeError::CannotRemove { component } => (component.as_str(), 0),
        _ => ("URI", 0),
    };
    Fault::at(offset, target.as_str(), component, error.to_string(), error.help().to_string())
}
