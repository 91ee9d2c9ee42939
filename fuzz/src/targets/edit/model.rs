//! The components of a reference, of which an edit changes some.

use urigram::{Rule, Segment};

use crate::oracle::appendix_b::Split;
use crate::oracle::automata;
use crate::oracle::reading::Parts;

/// What an edit makes of a text.
#[derive(Debug)]
pub(super) enum Edited {
    /// Another text, and whether there was something to remove; `None` if it removes nothing.
    To(String, Option<bool>),
    /// Nothing, for this reason.
    Not(&'static str),
}

/// The components, without the guard of the path.
#[derive(Default)]
struct Model {
    scheme: Option<String>,
    authority: Option<Authority>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

#[derive(Default)]
struct Authority {
    userinfo: Option<String>,
    host: String,
    port: Option<String>,
}

impl Authority {
    fn of(text: &str) -> Self {
        let Parts { userinfo, host, port } = Parts::of(text);
        let [userinfo, port] = [userinfo, port].map(|part| part.map(str::to_owned));
        Authority { userinfo, host: host.to_owned(), port }
    }
}

/// Returns what an edit makes of a valid reference.
pub(super) fn after(text: &str, edit: &str, value: &str) -> Edited {
    let rule = match edit {
        "set_scheme" => Some(Rule::scheme),
        "set_authority" => Some(Rule::authority),
        "set_userinfo" => Some(Rule::userinfo),
        "set_host" => Some(Rule::host),
        "set_port" => Some(Rule::port),
        "set_path" | "append_path" => Some(Rule::path),
        "set_query" => Some(Rule::query),
        "set_fragment" => Some(Rule::fragment),
        _ => None,
    };
    if rule.is_some_and(|rule| !automata::URIS.get(rule).accepts(value)) {
        return Edited::Not("an invalid value");
    }
    let mut model = Model::of(text);
    match model.edit(edit, value) {
        Ok(was) => Edited::To(model.text(), was),
        Err(reason) => Edited::Not(reason),
    }
}

impl Model {
    fn of(text: &str) -> Self {
        let split = Split::of(text);
        let [scheme, query, fragment] =
            [split.scheme, split.query, split.fragment].map(|part| part.map(str::to_owned));
        let mut model = Model {
            scheme,
            authority: split.authority.map(Authority::of),
            path: String::new(),
            query,
            fragment,
        };
        let unguarded = ["/.", "./"].into_iter().find_map(|guard| {
            let path = split.path.strip_prefix(guard)?;
            (model.guard(path) == guard).then_some(path)
        });
        model.path = unguarded.unwrap_or(split.path).to_owned();
        model
    }

    /// Returns what has to be written before a path, by sections 3.3 and 4.2.
    fn guard(&self, path: &str) -> &'static str {
        let first = path.split('/').next().unwrap_or_default();
        match (&self.authority, &self.scheme) {
            (None, _) if path.starts_with("//") => "/.",
            (None, None) if first.contains(':') => "./",
            _ => "",
        }
    }

    fn text(&self) -> String {
        let mut text = self.scheme.as_ref().map(|scheme| format!("{scheme}:")).unwrap_or_default();
        if let Some(Authority { userinfo, host, port }) = &self.authority {
            text += "//";
            text += &userinfo.as_ref().map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
            text += host;
            text += &port.as_ref().map(|port| format!(":{port}")).unwrap_or_default();
        }
        text = text + self.guard(&self.path) + &self.path;
        text += &self.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
        text + &self.fragment.as_ref().map(|fragment| format!("#{fragment}")).unwrap_or_default()
    }

    fn edit(&mut self, edit: &str, value: &str) -> Result<Option<bool>, &'static str> {
        let some = || Some(value.to_owned());
        match edit {
            "set_scheme" => self.scheme = some(),
            "set_query" => self.query = some(),
            "set_fragment" => self.fragment = some(),
            "set_authority" => *self.authority()? = Authority::of(value),
            "set_host" => value.clone_into(&mut self.authority()?.host),
            "set_userinfo" => self.authority.as_mut().ok_or("no authority")?.userinfo = some(),
            "set_port" => self.authority.as_mut().ok_or("no authority")?.port = some(),
            "set_path" if self.authority.is_some() && !value.is_empty() && !value.starts_with('/') => {
                return Err("a rootless path after an authority");
            }
            "set_path" => value.clone_into(&mut self.path),
            "push_segment" => self.push(&[Segment::encode(value).to_string()])?,
            "extend_segments" => {
                let segments: Vec<_> =
                    value.split('/').map(|data| Segment::encode(data).to_string()).collect();
                self.push(&segments)?;
            }
            "append_path" if value.is_empty() => {}
            "append_path" => {
                let segments = value.strip_prefix('/').unwrap_or(value).split('/');
                self.push(&segments.map(str::to_owned).collect::<Vec<_>>())?;
            }
            "insert_segment" => {
                let (index, data) = value.split_at(1);
                self.insert(index.parse().unwrap_or_default(), Segment::encode(data).to_string())?;
            }
            "clear_pairs" => self.query = None,
            // Between two `&` there is no pair.
            "keep_pairs" => drop(self.query.take_if(|query| query.bytes().all(|byte| byte == b'&'))),
            _ => return Ok(Some(self.remove(edit))),
        }
        Ok(None)
    }

    /// Returns whether there was something to remove.
    fn remove(&mut self, edit: &str) -> bool {
        match edit {
            "remove_scheme" => self.scheme.take().is_some(),
            "remove_authority" => self.authority.take().is_some(),
            "remove_userinfo" => {
                self.authority.as_mut().is_some_and(|authority| authority.userinfo.take().is_some())
            }
            "remove_port" => self.authority.as_mut().is_some_and(|authority| authority.port.take().is_some()),
            "remove_query" => self.query.take().is_some(),
            "remove_fragment" => self.fragment.take().is_some(),
            "pop_segment" => {
                let was = !matches!(&*self.path, "" | "/");
                let mut segments = self.segments();
                segments.pop();
                self.path = self.joined(&segments);
                was
            }
            _ => panic!("{edit} is an edit"),
        }
    }

    /// Returns the authority, which is added if there is none.
    fn authority(&mut self) -> Result<&mut Authority, &'static str> {
        if self.authority.is_none() && !self.path.is_empty() && !self.path.starts_with('/') {
            return Err("a rootless path after an authority");
        }
        Ok(self.authority.get_or_insert_default())
    }

    /// Returns the segments; the empty path has none, and `/` has an empty one.
    fn segments(&self) -> Vec<String> {
        let segments = self.path.strip_prefix('/').unwrap_or(&self.path).split('/').map(str::to_owned);
        if self.path.is_empty() { Vec::new() } else { segments.collect() }
    }

    fn joined(&self, segments: &[String]) -> String {
        let root = if self.is_rooted(segments) { "/" } else { "" };
        root.to_owned() + &segments.join("/")
    }

    fn is_rooted(&self, segments: &[String]) -> bool {
        self.path.starts_with('/') || self.authority.is_some() && !segments.is_empty()
    }

    fn set_segments(&mut self, segments: &[String]) -> Result<(), &'static str> {
        if !self.is_rooted(segments) && segments.first().is_some_and(String::is_empty) {
            return Err("an empty first segment");
        }
        self.path = self.joined(segments);
        Ok(())
    }

    /// Appends segments, the first in place of an empty last segment.
    fn push(&mut self, more: &[String]) -> Result<(), &'static str> {
        if more.iter().any(|segment| is_dots(segment)) {
            return Err("a dot segment");
        }
        let mut segments = self.segments();
        segments.pop_if(|last| last.is_empty());
        segments.extend_from_slice(more);
        self.set_segments(&segments)
    }

    fn insert(&mut self, index: usize, segment: String) -> Result<(), &'static str> {
        if is_dots(&segment) {
            return Err("a dot segment");
        }
        let mut segments = self.segments();
        if index > segments.len() {
            return Err("no such index");
        }
        segments.insert(index, segment);
        self.set_segments(&segments)
    }
}

fn is_dots(segment: &str) -> bool {
    matches!(&*segment.replace("%2e", ".").replace("%2E", "."), "." | "..")
}
