//! The libraries that normalize. `iref` is omitted because it only removes dot segments, which resolution
//! covers.

use iri_string::format::ToDedicatedString;
use iri_string::types::UriStr;
use urigram::normalize::Level;

use crate::oracle::rfc;
use crate::oracle::rfc::Split;
use crate::peers::known::Known;
use crate::peers::resolve::with_path;
use crate::peers::whatwg;
use crate::peers::whatwg::{has_drive, without_dots_beside_drives};

/// Returns the normal form of a URI; `None` if the library does not support the URI.
pub type Normalize = fn(&str) -> Option<String>;

/// The libraries, by package name, with the level that is nearest to their normalization.
pub const PEERS: &[(&str, Normalize, Level)] = &[
    ("fluent-uri", |uri| Some(fluent_uri::Uri::parse(uri).ok()?.normalize().into_string()), Level::Scheme),
    ("iri-string", |uri| Some(UriStr::new(uri).ok()?.normalize().to_dedicated_string().into()), Level::Path),
    // `url` keeps percent-encoded octets, and normalizes hosts only in special schemes.
    (
        "url",
        |uri| {
            let split = Split::of(uri);
            let is_comparable =
                whatwg::has_host(split.scheme?) && whatwg::is_split_alike(split.scheme?, split.authority);
            let is_comparable = is_comparable && !uri.contains('%');
            if is_comparable { Some(whatwg::parse(None, uri)?.into()) } else { None }
        },
        Level::Scheme,
    ),
];

/// The results for a URI.
#[derive(Debug)]
pub struct Answers<'t> {
    pub text: &'t str,
    pub right: &'t str,
    pub theirs: &'t str,
}

impl<'t> Answers<'t> {
    fn right(&self) -> Split<'t> {
        Split::of(self.right)
    }

    fn theirs(&self) -> Split<'t> {
        Split::of(self.theirs)
    }

    fn is_same_but_for_path(&self, right: &Split<'t>, theirs: &Split<'t>) -> bool {
        let rest = |split: &Split<'t>| (split.scheme, split.authority, split.query, split.fragment);
        right.path != theirs.path && rest(right) == rest(theirs)
    }

    fn is_same_but_for_authority(&self, right: &Split<'t>, theirs: &Split<'t>) -> bool {
        let rest = |split: &Split<'t>| (split.scheme, split.path, split.query, split.fragment);
        rest(right) == rest(theirs)
    }
}

/// The known differences of normalization.
pub const NORMALIZE: &[Known<for<'t> fn(&Answers<'t>) -> bool>] = &[
    Known {
        name: "fluent-uri: a path without a `/` before it keeps its dot segments",
        why: "it takes such a path for opaque; section 6.2.2.3 removes them by section 5.2.4, for every scheme",
        example: &["a:./b", "fluent-uri"],
        is: |answers| {
            let (right, theirs) = (answers.right(), answers.theirs());
            answers.is_same_but_for_path(&right, &theirs)
                && right.authority.is_none()
                && !theirs.path.starts_with('/')
                && rfc::resolve(answers.theirs, answers.theirs, true).0 == answers.right
        },
    },
    Known {
        name: "fluent-uri: an empty path stays",
        why: "of the rules of section 6.2.3 it has the default ports alone",
        example: &["http://a", "fluent-uri"],
        is: |answers| {
            let (right, theirs) = (answers.right(), answers.theirs());
            answers.is_same_but_for_path(&right, &theirs) && theirs.path.is_empty() && right.path == "/"
        },
    },
    Known {
        name: "fluent-uri: the host and a rootless path of a file URI stay",
        why: "of the rules of section 6.2.3 it has the default ports alone",
        example: &["file:/a", "fluent-uri"],
        is: |answers| {
            answers.right().scheme == Some("file")
                && rfc::normal(answers.theirs, Level::Scheme).as_deref() == Some(answers.right)
        },
    },
    Known {
        name: "fluent-uri: a default port of another table",
        why: "it knows the ports in RFCs that specify a scheme; section 6.2.3 leaves open which schemes are known",
        example: &["ssh://a:22", "fluent-uri"],
        is: |answers| {
            let (right, theirs) = (answers.right(), answers.theirs());
            let [one, other] = [&right, &theirs].map(|split| split.authority.unwrap_or_default());
            let given = Split::of(answers.text).authority.unwrap_or_default();
            let is_port = |rest: &str| {
                given.ends_with(rest)
                    && rest.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
            };
            let has_more = |one: &str, other: &str| one.strip_prefix(other).is_some_and(is_port);
            answers.is_same_but_for_authority(&right, &theirs)
                && (has_more(one, other) || has_more(other, one))
        },
    },
    Known {
        name: "iri-string: a host with an octet that stays encoded keeps its letters",
        why: "the library's choice; section 6.2.2.1 has hosts in lower case",
        example: &["a://B%C3", "iri-string"],
        is: |answers| {
            let (right, theirs) = (answers.right(), answers.theirs());
            let [one, other] = [&right, &theirs].map(|split| split.authority.unwrap_or_default());
            answers.is_same_but_for_authority(&right, &theirs)
                && one.contains('%')
                && one.eq_ignore_ascii_case(other)
        },
    },
    Known {
        name: "url: a drive letter is not removed with a dot segment",
        why: "the standard knows the drives of Windows, in file URLs; section 5.2.4 does not",
        example: &["http://a/b:/..", "url"],
        is: |answers| {
            let path = without_dots_beside_drives(Split::of(answers.text).path);
            let expected = whatwg::parse(None, &with_path(answers.right, &path));
            has_drive(&path) && expected.is_some_and(|url| url.as_str() == answers.theirs)
        },
    },
];
