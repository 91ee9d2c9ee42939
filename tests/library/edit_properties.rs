//! Properties of editing, for any reference and any edits.

use proptest::option;
use proptest::prelude::*;
use urigram::edit::EditError;
use urigram::grammar::{Rfc3986, Rfc3987};
use urigram::percent::Encoded;
use urigram::{AbsoluteUri, Iri, Path, RelativeRef, Segment, Uri, UriReference};

use crate::common::strategies::seen;
use crate::common::strategies::{Parts, near_reference, nearly, parts, reference};

/// An edit. `None` removes the component.
#[derive(Clone, Debug)]
enum Edit {
    Scheme(Option<String>),
    Authority(Option<String>),
    Userinfo(Option<String>),
    Host(String),
    Port(Option<String>),
    Path(String),
    PathData(String),
    Query(Option<String>),
    Fragment(Option<String>),
    Push(String),
    PushWritten(String),
    Extend(Vec<String>),
    Insert(usize, String),
    Pop,
}

/// Generates an edit whose argument is a component of some reference, or similar to one.
fn edit() -> impl Strategy<Value = Edit> {
    let segment = || prop_oneof![4 => "[a:./%é]{0,3}", 1 => Just("..".to_owned()), 1 => any::<String>()];
    let of = |pick: fn(Parts) -> Option<String>| {
        option::weighted(0.8, nearly(parts().prop_map(move |parts| pick(parts).unwrap_or_default())))
    };
    prop_oneof![
        2 => of(|parts| parts.scheme).prop_map(Edit::Scheme),
        1 => Just(Edit::Scheme(Some("s".to_owned()))),
        2 => of(|parts| parts.authority()).prop_map(Edit::Authority),
        1 => of(|parts| parts.authority?.0).prop_map(Edit::Userinfo),
        2 => nearly(parts().prop_map(|parts| parts.authority.unwrap_or_default().1)).prop_map(Edit::Host),
        1 => of(|parts| parts.authority?.2).prop_map(Edit::Port),
        2 => nearly(parts().prop_map(|parts| parts.path)).prop_map(Edit::Path),
        1 => "[a:/]{0,4}".prop_map(Edit::Path),
        1 => any::<String>().prop_map(Edit::PathData),
        1 => of(|parts| parts.query).prop_map(Edit::Query),
        1 => of(|parts| parts.fragment).prop_map(Edit::Fragment),
        2 => segment().prop_map(Edit::Push),
        1 => segment().prop_map(Edit::PushWritten),
        1 => prop::collection::vec(segment(), 0..4).prop_map(Edit::Extend),
        2 => (0..5usize, segment()).prop_map(|(index, segment)| Edit::Insert(index, segment)),
        3 => Just(Edit::Pop),
    ]
}

/// Returns the result of a removal as that of an edit. Removing never fails, even if there was no component.
fn removed(_: bool) -> Result<(), EditError> {
    Ok(())
}

/// Applies an edit that every type supports, and ignores the others.
macro_rules! common {
    ($uri:expr, $edit:expr) => {
        common!($uri, $edit, Rfc3986)
    };
    ($uri:expr, $edit:expr, $G:ident) => {
        match $edit {
            Edit::Authority(Some(text)) => $uri.set_authority(text),
            Edit::Authority(None) => removed($uri.remove_authority()),
            Edit::Userinfo(Some(text)) => $uri.set_userinfo(text),
            Edit::Userinfo(None) => removed($uri.remove_userinfo()),
            Edit::Host(text) => $uri.set_host(text),
            Edit::Port(Some(text)) => $uri.set_port(text),
            Edit::Port(None) => removed($uri.remove_port()),
            Edit::Path(text) => $uri.set_path(text),
            Edit::PathData(data) => $uri.set_path(Encoded::<Path<'static, $G>>::new(data)),
            Edit::Query(Some(text)) => $uri.set_query(text),
            Edit::Query(None) => removed($uri.remove_query()),
            Edit::Push(data) => $uri.push_segment(data),
            Edit::PushWritten(text) => Segment::<$G>::try_from(text.as_str())
                .map_err(EditError::from)
                .and_then(|segment| $uri.push_segment(segment)),
            Edit::Extend(data) => $uri.extend_segments(data),
            Edit::Insert(index, data) => $uri.insert_segment(*index, data),
            Edit::Pop => removed($uri.pop_segment()),
            _ => Ok(()),
        }
    };
}

fn apply(reference: &mut UriReference<String>, edit: &Edit) -> Result<(), EditError> {
    match edit {
        Edit::Scheme(Some(text)) => reference.set_scheme(text),
        Edit::Scheme(None) => removed(reference.remove_scheme()),
        Edit::Fragment(Some(text)) => reference.set_fragment(text),
        Edit::Fragment(None) => removed(reference.remove_fragment()),
        edit => common!(reference, edit),
    }
}

/// Returns the components that are expected after an edit, except for a guard of the path.
fn expected(mut parts: Parts, edit: &Edit) -> Parts {
    match edit.clone() {
        Edit::Scheme(scheme) => parts.scheme = scheme,
        Edit::Authority(None) => parts.authority = None,
        Edit::Authority(Some(authority)) => {
            let text = format!("//{authority}");
            parts.authority =
                UriReference::parse(&text).ok().and_then(|reference| seen(&reference).authority);
        }
        Edit::Userinfo(userinfo) => {
            if let Some(authority) = &mut parts.authority {
                authority.0 = userinfo;
            }
        }
        Edit::Host(host) => parts.authority.get_or_insert_default().1 = host,
        Edit::Port(port) => {
            if let Some(authority) = &mut parts.authority {
                authority.2 = port;
            }
        }
        Edit::Path(path) => parts.path = path,
        Edit::PathData(data) => parts.path = Path::encode(&data).to_string(),
        Edit::Query(query) => parts.query = query,
        Edit::Fragment(fragment) => parts.fragment = fragment,
        Edit::Push(data) => edit_segments(&mut parts, |segments| push(segments, &[encoded(&data)])),
        Edit::PushWritten(text) => edit_segments(&mut parts, |segments| push(segments, &[text])),
        Edit::Extend(data) => {
            let data: Vec<_> = data.iter().map(|data| encoded(data)).collect();
            edit_segments(&mut parts, |segments| push(segments, &data));
        }
        Edit::Insert(index, data) => {
            edit_segments(&mut parts, |segments| segments.insert(index, encoded(&data)));
        }
        Edit::Pop => edit_segments(&mut parts, |segments| drop(segments.pop())),
    }
    parts
}

fn encoded(data: &str) -> String {
    Segment::encode(data).to_string()
}

/// Appends segments. If the last segment is empty, the first new one replaces it.
fn push(segments: &mut Vec<String>, more: &[String]) {
    if !more.is_empty() && segments.last().is_some_and(String::is_empty) {
        segments.pop();
    }
    segments.extend_from_slice(more);
}

/// Edits the segments of a path without a guard, as a list.
fn edit_segments(parts: &mut Parts, edit: impl FnOnce(&mut Vec<String>)) {
    let mut segments = segments(parts);
    let has_root = meant(parts).starts_with('/');
    edit(&mut segments);
    let is_rooted = has_root || (parts.authority.is_some() && !segments.is_empty());
    parts.path = if is_rooted { "/" } else { "" }.to_owned() + &segments.join("/");
}

/// Returns the segments of the path without its guard.
fn segments(parts: &Parts) -> Vec<String> {
    Path::parse(meant(parts)).unwrap().segments().map(|segment| segment.to_string()).collect()
}

/// Returns the path without the guard that it must have.
fn meant(parts: &Parts) -> &str {
    let path = &*parts.path;
    if parts.authority.is_some() {
        return path;
    }
    let has_colon = |path: &str| path.split('/').next().is_some_and(|first| first.contains(':'));
    let against_scheme = || path.strip_prefix("./").filter(|rest| parts.scheme.is_none() && has_colon(rest));
    let against_authority = path.strip_prefix("/.").filter(|rest| rest.starts_with("//"));
    against_authority.or_else(against_scheme).unwrap_or(path)
}

/// Returns the path without a guard, whether it is needed or not.
fn unguarded(path: &str) -> &str {
    let path = path.strip_prefix("/.").filter(|rest| rest.starts_with("//")).unwrap_or(path);
    path.strip_prefix("./").unwrap_or(path)
}

proptest! {
    #[test]
    fn after_any_edits_a_value_is_as_parsed(
        text in reference(),
        edits in prop::collection::vec(edit(), 50),
    ) {
        let mut value = UriReference::parse(&text)?.to_owned();
        for edit in &edits {
            let before = value.clone();
            let outcome = apply(&mut value, edit);
            let parsed = UriReference::parse(value.as_str());
            prop_assert_eq!(parsed.as_ref().map(|parsed| parsed.components()), Ok(value.components()));
            match outcome {
                Err(_) => prop_assert_eq!(value.as_str(), before.as_str()),
                Ok(()) => {
                    let (mut is, mut should) = (seen(&value.borrowed()), expected(seen(&before.borrowed()), edit));
                    match edit {
                        Edit::Push(_) | Edit::PushWritten(_) | Edit::Extend(_) | Edit::Insert(..) | Edit::Pop => {
                            is.path = meant(&is).to_owned();
                            should.path = meant(&should).to_owned();
                        }
                        _ => {
                            is.path = unguarded(&is.path).to_owned();
                            should.path = unguarded(&should.path).to_owned();
                        }
                    }
                    prop_assert_eq!(is, should, "{} {:?}", before, edit);
                }
            }
        }
    }

    #[test]
    fn after_any_edits_a_value_is_of_its_type(
        text in near_reference(),
        edits in prop::collection::vec(edit(), 20),
    ) {
        if let Ok(uri) = Uri::parse(&text) {
            let mut uri = uri.to_owned();
            for edit in &edits {
                let _ = match edit {
                    Edit::Scheme(Some(text)) => uri.set_scheme(text),
                    Edit::Fragment(Some(text)) => uri.set_fragment(text),
                    edit => common!(uri, edit),
                };
                let parsed = Uri::parse(uri.as_str());
                prop_assert_eq!(parsed.as_ref().map(|parsed| parsed.components()), Ok(uri.components()));
            }
        }
        if let Ok(iri) = Iri::parse(&text) {
            let mut iri = iri.to_owned();
            for edit in &edits {
                let _ = match edit {
                    Edit::Scheme(Some(text)) => iri.set_scheme(text),
                    Edit::Fragment(Some(text)) => iri.set_fragment(text),
                    edit => common!(iri, edit, Rfc3987),
                };
                let parsed = Iri::parse(iri.as_str());
                prop_assert_eq!(parsed.as_ref().map(|parsed| parsed.components()), Ok(iri.components()));
            }
        }
        if let Ok(uri) = AbsoluteUri::parse(&text) {
            let mut uri = uri.to_owned();
            for edit in &edits {
                let _ = match edit {
                    Edit::Scheme(Some(text)) => uri.set_scheme(text),
                    edit => common!(uri, edit),
                };
                let parsed = AbsoluteUri::parse(uri.as_str());
                prop_assert_eq!(parsed.as_ref().map(|parsed| parsed.components()), Ok(uri.components()));
            }
        }
        if let Ok(reference) = RelativeRef::parse(&text) {
            let mut reference = reference.to_owned();
            for edit in &edits {
                let _ = match edit {
                    Edit::Fragment(Some(text)) => reference.set_fragment(text),
                    edit => common!(reference, edit),
                };
                let parsed = RelativeRef::parse(reference.as_str());
                prop_assert_eq!(parsed.as_ref().map(|parsed| parsed.components()), Ok(reference.components()));
            }
        }
    }

    /// A pushed segment can be read back. Popping it restores the path, unless the path ended with an empty
    /// segment, which the pushed segment replaced, or with a `.` that became a guard.
    #[test]
    fn what_is_pushed_is_a_segment(
        text in prop_oneof![reference(), "(s:)?(/?)([a:.]{0,2})"],
        data in prop_oneof![any::<String>(), "[a:/]{0,2}"],
    ) {
        let Ok(value) = UriReference::parse(&text) else { return Ok(()) };
        let mut value = value.to_owned();
        if value.push_segment(&data).is_ok() {
            let last = value.path().segments().next_back();
            prop_assert!(last.is_some_and(|last| last.decode() == data.as_str()), "{} {:?}", value, data);
            let parts = seen(&UriReference::parse(&text)?);
            if !parts.path.ends_with('/') && (parts.path != "." || parts.scheme.is_some()) {
                value.pop_segment();
                let root = if parts.path.is_empty() && parts.authority.is_some() { "/" } else { "" };
                let before = Parts { path: parts.path.clone() + root, ..parts };
                prop_assert_eq!(value.as_str(), before.recompose());
            }
        }
    }

    /// Insertion behaves as in a `Vec`, except that the path `.` becomes a guard before a segment with a colon.
    #[test]
    fn what_is_inserted_has_its_index(
        text in prop_oneof![reference(), "(s:)?(/?)([a:.]{0,2})"],
        index in 0..5usize,
        data in "[a:/]{0,2}",
    ) {
        let Ok(value) = UriReference::parse(&text) else { return Ok(()) };
        let mut value = value.to_owned();
        let before = seen(&value.borrowed());
        let becomes_a_guard = before.path == "." && before.scheme.is_none() && index == 1 && data.contains(':');
        if value.insert_segment(index, &data).is_ok() && !becomes_a_guard {
            let mut expected = segments(&before);
            expected.insert(index, encoded(&data));
            prop_assert_eq!(segments(&seen(&value.borrowed())), expected);
        }
    }
}
