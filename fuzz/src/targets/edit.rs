//! Edits in place. After each edit of a sequence, the reference is compared with a model of its components,
//! recomposed by section 5.3 with the guards of sections 3.3 and 4.2. A failed edit must change nothing.

use urigram::edit::EditError;
use urigram::{AbsoluteUri, RelativeRef, Rule, Segment, Uri, UriReference};

use crate::oracle::rfc::Split;
use crate::oracle::{self, Parts};
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is the name of a type, a text of the type, and the names of edits, each followed by a value,
/// which some edits ignore.
pub(super) const TARGET: Target = Target { name: "edit", generate, check };

const TYPES: &[&str] = &["UriReference", "Uri", "AbsoluteUri", "RelativeRef"];

/// The edits, each with the rule of its values.
#[rustfmt::skip]
const EDITS: &[(&str, &str)] = &[
    ("set_scheme", "scheme"), ("remove_scheme", ""), ("set_authority", "authority"), ("remove_authority", ""),
    ("set_userinfo", "userinfo"), ("remove_userinfo", ""), ("set_host", "host"), ("set_port", "port"),
    ("remove_port", ""), ("set_path", "path"), ("set_path", "path"), ("push_segment", "data"),
    ("extend_segments", "data"), ("append_path", "path"), ("insert_segment", "data"), ("pop_segment", ""),
    ("pop_segment", ""), ("set_query", "query"), ("remove_query", ""), ("clear_pairs", ""),
    ("keep_pairs", ""), ("set_fragment", "fragment"), ("remove_fragment", ""),
];

/// Segments as data. Some need a guard as the first segment.
const DATA: &[&str] = &["", "", "a", "a:b", ":", ".", "..", "a/b", "%2e", "é", "a b", "..."];

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let name = *source.one_of(TYPES);
    let start = source.valid(
        |text| match name {
            "UriReference" => UriReference::parse(text).is_ok(),
            "Uri" => Uri::parse(text).is_ok(),
            "AbsoluteUri" => AbsoluteUri::parse(text).is_ok(),
            _ => RelativeRef::parse(text).is_ok(),
        },
        |source, text| source.reference(Of::Uris, text),
    );
    input.extend([name.to_owned(), start]);
    for _ in 0..=source.below(6) {
        let &(edit, component) = source.one_of(EDITS);
        let mut value = String::new();
        match component {
            "" => {}
            "data" => {
                if edit == "insert_segment" {
                    value.push_str(["0", "1", "2", "7"][source.below(4)]);
                }
                value.push_str(source.one_of::<&str>(DATA));
            }
            _ => {
                source.component(component, &mut value);
                if source.once_in(32) {
                    source.edit(&mut value);
                }
            }
        }
        input.extend([edit.to_owned(), value]);
    }
}

fn check(input: &[String]) {
    let [name, start, edits @ ..] = input else { return };
    match &**name {
        "UriReference" => check_edits(UriReference::parse(start).map(|value| value.to_owned()), edits),
        "Uri" => check_edits(Uri::parse(start).map(|value| value.to_owned()), edits),
        "AbsoluteUri" => check_edits(AbsoluteUri::parse(start).map(|value| value.to_owned()), edits),
        "RelativeRef" => check_edits(RelativeRef::parse(start).map(|value| value.to_owned()), edits),
        _ => {}
    }
}

fn check_edits<V: Editable, E>(value: Result<V, E>, edits: &[String]) {
    let Ok(mut value) = value else { return };
    for edit in edits.chunks_exact(2) {
        let (edit, with) = (&*edit[0], &*edit[1]);
        let before = value.text().to_owned();
        let Some(outcome) = value.apply(edit, with) else { continue };
        let model = after(&before, edit, with);
        match (&outcome, model) {
            (Ok(was), Edited::To(text, should)) => {
                assert_eq!(value.text(), text, "`{edit}` of `{before}`");
                assert_eq!(*was, should, "whether there was something: `{edit}` of `{before}`");
            }
            (Err(error), Edited::Not(should)) => {
                assert_eq!(kind(error), should, "`{edit}` of `{before}`");
                assert_eq!(value.text(), before, "nothing is changed: `{edit}`");
            }
            (outcome, model) => panic!("`{edit}` of `{before}` is {outcome:?}, and should be {model:?}"),
        }
        value.check_components();
    }
}

fn kind(error: &EditError) -> &'static str {
    match error {
        EditError::Invalid(_) => "an invalid value",
        EditError::PathAfterAuthority => "a rootless path after an authority",
        EditError::NoAuthority { .. } => "no authority",
        EditError::DotSegment => "a dot segment",
        EditError::EmptyFirstSegment => "an empty first segment",
        EditError::NoSuchIndex { .. } => "no such index",
        error => panic!("under the grammar of the RFC: {error}"),
    }
}

/// A type of reference, and its edits by name.
trait Editable {
    fn text(&self) -> &str;

    /// Makes an edit, and returns whether there was something to remove. Returns `None` if the type does not
    /// have the edit.
    fn apply(&mut self, edit: &str, value: &str) -> Option<Result<Option<bool>, EditError>>;

    /// Checks that the text parses to the components.
    fn check_components(&self);
}

/// Implements the trait with the edits of all types, and the edits that only this type has.
macro_rules! editable {
    ($($Type:ident { $($set:literal $setter:ident)* } { $($remove:literal $remover:ident)* })*) => {$(
        impl Editable for $Type<String> {
            fn text(&self) -> &str {
                self.as_str()
            }

            fn apply(&mut self, edit: &str, value: &str) -> Option<Result<Option<bool>, EditError>> {
                let done = match edit {
                    $($set => self.$setter(value),)*
                    "set_authority" => self.set_authority(value),
                    "set_userinfo" => self.set_userinfo(value),
                    "set_host" => self.set_host(value),
                    "set_port" => self.set_port(value),
                    "set_path" => self.set_path(value),
                    "push_segment" => self.push_segment(value),
                    "extend_segments" => self.extend_segments(value.split('/')),
                    "append_path" => self.append_path(value),
                    "insert_segment" => {
                        let (index, data) = value.split_at_checked(1)?;
                        self.insert_segment(index.parse().ok()?, data)
                    }
                    "set_query" => self.set_query(value),
                    "clear_pairs" => self.edit_pairs(|pairs| pairs.clear()),
                    "keep_pairs" => self.edit_pairs(|_| ()),
                    _ => {
                        let was = match edit {
                            $($remove => self.$remover(),)*
                            "remove_authority" => self.remove_authority(),
                            "remove_userinfo" => self.remove_userinfo(),
                            "remove_port" => self.remove_port(),
                            "pop_segment" => self.pop_segment(),
                            "remove_query" => self.remove_query(),
                            _ => return None,
                        };
                        return Some(Ok(Some(was)));
                    }
                };
                Some(done.map(|()| None))
            }

            fn check_components(&self) {
                let parsed = $Type::parse(self.as_str()).expect("text of its type");
                assert_eq!(parsed.components(), self.components(), "the components of `{self}`");
            }
        }
    )*};
}

editable! {
    UriReference
        { "set_scheme" set_scheme "set_fragment" set_fragment }
        { "remove_scheme" remove_scheme "remove_fragment" remove_fragment }
    Uri { "set_scheme" set_scheme "set_fragment" set_fragment } { "remove_fragment" remove_fragment }
    AbsoluteUri { "set_scheme" set_scheme } {}
    RelativeRef { "set_fragment" set_fragment } { "remove_fragment" remove_fragment }
}

/// The result of an edit.
#[derive(Debug)]
pub(super) enum Edited {
    /// The new text and, after a removal, whether there was something to remove.
    To(String, Option<bool>),
    /// The edit fails for this reason.
    Not(&'static str),
}

/// The components of a reference. The path has no guard.
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

/// Returns the result of an edit of a valid reference.
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
    if rule.is_some_and(|rule| !oracle::URIS.get(rule).accepts(value)) {
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

    /// Returns the guard that a path needs, by sections 3.3 and 4.2.
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
            // There is no pair between two `&`.
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

    /// Returns the authority. Adds an empty authority if there is none.
    fn authority(&mut self) -> Result<&mut Authority, &'static str> {
        if self.authority.is_none() && !self.path.is_empty() && !self.path.starts_with('/') {
            return Err("a rootless path after an authority");
        }
        Ok(self.authority.get_or_insert_default())
    }

    /// Returns the segments of the path. The empty path has none, and `/` has one empty segment.
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

    /// Appends segments. The first replaces an empty last segment.
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
