//! The pseudocode of section 5.2, line by line, with a record of the lines that were taken.

use std::borrow::Cow;

use urigram::{Uri, UriReference};

use super::dots;
use crate::output::steps::Step;

/// The steps taken so far.
#[derive(Default)]
struct Steps<'a> {
    taken: Vec<Step<'a>>,
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
pub(super) fn of<'a>(
    base: &Uri<&'a str>,
    reference: &UriReference<&'a str>,
    is_strict: bool,
) -> (Vec<Step<'a>>, String) {
    let mut steps = Steps::default();
    let mut target = Target::default();
    steps.transform(base, reference, is_strict, &mut target);
    if target.authority.is_none() && target.path.starts_with("//") {
        target.path = format!("/.{}", target.path).into();
        let rule = "without an authority, a path that begins with \"//\" is written after \"/.\"";
        steps.take("3.3", rule, [("path", Some(target.path.clone()))]);
    }
    (steps.taken, target.recomposed())
}

impl<'a> Steps<'a> {
    /// Records a condition, and returns whether it holds.
    fn ask(&mut self, section: &'static str, rule: &'static str, holds: bool) -> bool {
        self.taken.push(Step { section, rule: rule.into(), depth: self.depth, holds, sets: Vec::new() });
        holds
    }

    /// Records a step that sets these.
    fn take(
        &mut self,
        section: &'static str,
        rule: impl Into<Cow<'static, str>>,
        sets: impl Into<Vec<(&'static str, Option<Cow<'a, str>>)>>,
    ) {
        let (rule, sets) = (rule.into(), sets.into());
        self.taken.push(Step { section, rule, depth: self.depth, holds: true, sets });
    }

    fn set(&mut self, name: &'static str, rule: &'static str, value: Option<&'a str>) -> Option<&'a str> {
        self.take("5.2.2", rule, [(name, value.map(Cow::Borrowed))]);
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
    fn transform(
        &mut self,
        base: &Uri<&'a str>,
        r: &UriReference<&'a str>,
        is_strict: bool,
        t: &mut Target<'a>,
    ) {
        let mut scheme = r.scheme().map(|scheme| scheme.as_str());
        let is_same = scheme.is_some_and(|scheme| base.scheme().is(scheme));
        if self.ask("5.2.2", "if ((not strict) and (R.scheme == Base.scheme)) then", !is_strict && is_same) {
            scheme = self.inside(|steps| steps.set("R.scheme", "undefine(R.scheme);", None));
        }
        if let (true, Some(scheme)) =
            (self.ask("5.2.2", "if defined(R.scheme) then", scheme.is_some()), scheme)
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

    /// The lines for a reference that has a scheme or an authority of its own.
    fn of_reference(&mut self, r: &UriReference<&'a str>, t: &mut Target<'a>) {
        t.authority =
            self.set("authority", "T.authority = R.authority;", r.authority().map(|it| it.as_str()));
        t.path = self.without_dots("T.path = remove_dot_segments(R.path);", r.path().as_str().into());
        t.query = self.set("query", "T.query = R.query;", r.query().map(|it| it.as_str()));
    }

    fn relative(&mut self, base: &Uri<&'a str>, r: &UriReference<&'a str>, t: &mut Target<'a>) {
        if self.ask("5.2.2", "if defined(R.authority) then", r.authority().is_some()) {
            return self.inside(|steps| steps.of_reference(r, t));
        }
        self.inside(|steps| {
            let path = r.path().as_str();
            if steps.ask("5.2.2", "if (R.path == \"\") then", path.is_empty()) {
                steps.inside(|steps| {
                    t.path = base.path().as_str().into();
                    steps.take("5.2.2", "T.path = Base.path;", [("path", Some(t.path.clone()))]);
                    let query = r.query().map(|it| it.as_str());
                    t.query = match steps.ask("5.2.2", "if defined(R.query) then", query.is_some()) {
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
                    t.path = match steps.ask("5.2.2", "if (R.path starts-with \"/\") then", is_rooted) {
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
    fn merge(&mut self, base: &Uri<&'a str>, path: &'a str) -> Cow<'a, str> {
        let base_path = base.path().as_str();
        let is_bare = base.authority().is_some() && base_path.is_empty();
        let directory = match is_bare {
            true => "/",
            false => base_path.rfind('/').map_or("", |slash| &base_path[..=slash]),
        };
        let merged: Cow<'a, str> = Cow::Owned(format!("{directory}{path}"));
        self.take("5.2.2", "T.path = merge(Base.path, R.path);", [("path", Some(merged.clone()))]);
        self.inside(|steps| {
            let rule = "if defined(Base.authority) and (Base.path == \"\") then";
            let taken = match steps.ask("5.2.3", rule, is_bare) {
                true => "\"/\", and R.path after it",
                false => "Base.path without what is after its last \"/\", and R.path after it",
            };
            steps.inside(|steps| steps.take("5.2.3", taken, [("path", Some(merged.clone()))]));
        });
        merged
    }

    /// Section 5.2.4.
    fn without_dots(&mut self, rule: &'static str, path: Cow<'a, str>) -> Cow<'a, str> {
        let at = self.taken.len();
        let result = self.inside(|steps| {
            dots::remove(&path, |rule, output, input| {
                let buffers = [("output", output), ("input", input)];
                steps.take("5.2.4", rule, buffers.map(|(name, text)| (name, Some(text.to_owned().into()))));
            })
        });
        let result: Cow<'a, str> = result.into();
        let sets = vec![("path", Some(result.clone()))];
        let step = Step { section: "5.2.2", rule: rule.into(), depth: self.depth, holds: true, sets };
        self.taken.insert(at, step);
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
