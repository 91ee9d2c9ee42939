//! Builders. Components make a reference if each matches its rule, and their recomposition (section 5.3)
//! splits into the same components. Checked for all four types, and compared with fluent-uri.

use std::collections::BTreeMap;

use fluent_uri::UriRef;
use fluent_uri::build::Builder as Theirs;
use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;
use urigram::build::{BuildError, Buildable, Builder};
use urigram::{AbsoluteUri, RelativeRef, Rule, Segment, Uri, UriReference};

use crate::oracle::rfc::Split;
use crate::oracle::{self, Parts};
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is the names of components, each followed by its value, in the order of the method calls. The
/// value of `segment` is data.
pub(super) const TARGET: Target = Target { name: "build", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut set = |source: &mut Source, name: &str| {
        let mut value = String::new();
        match name {
            "segment" => source.text_of(Of::Iris, Rule::fragment, &mut value),
            _ => source.component(name, &mut value),
        }
        if source.once_in(64) {
            source.edit(&mut value);
        }
        input.extend([name.to_owned(), value]);
    };
    for (name, one_in) in [("scheme", 2), ("host", 2), ("path", 2), ("query", 3), ("fragment", 4)] {
        if source.once_in(one_in) {
            set(source, name);
        }
        if name == "host" {
            let name = ["userinfo", "port", "authority"][source.below(3)];
            if source.once_in(3) {
                set(source, name);
            }
        }
    }
    if source.once_in(6) {
        let name = source.one_of(COMPONENTS).0;
        set(source, name);
    }
}

fn check(input: &[String]) {
    let mut parts = Vec::new();
    for pair in input.chunks_exact(2) {
        if let Some(&(name, rule)) = COMPONENTS.iter().find(|(name, _)| *name == pair[0]) {
            parts.push((name, rule, &*pair[1]));
        }
    }
    let given = Given::of(&parts);
    let built = parts.iter().fold(UriReference::builder(), |builder, &(name, _, value)| match name {
        "scheme" => builder.scheme(value),
        "fragment" => builder.fragment(value),
        _ => with(builder, name, value),
    });
    let guarded = built.clone().build_guarded();
    let built = built.build();
    match (&built, &guarded) {
        (Err(BuildError::ReadsAsAuthority | BuildError::ReadsAsScheme { .. }), Ok(guarded)) => {
            let parsed = UriReference::parse(guarded.as_str()).expect("a reference");
            assert_eq!(parsed.components(), guarded.components(), "the components beside a guard");
            let path = given.path();
            let has_guard = |guard: &str| guarded.path().as_str().strip_prefix(guard) == Some(path);
            assert!(has_guard("/.") || has_guard("./"), "a guard: {guarded}");
        }
        _ => assert_eq!(built, guarded, "no guard"),
    }
    assert_eq!(
        built.as_ref().map(UriReference::as_str).ok(),
        given.text().as_deref(),
        "section 5.3: {built:?}"
    );
    let is_of_another_grammar = matches!(built, Err(BuildError::Grammar(_) | BuildError::TooLong));
    assert!(!is_of_another_grammar, "under the grammar of the RFC: {built:?}");
    if let Ok(built) = &built {
        let parsed = UriReference::parse(built.as_str()).expect("a reference");
        assert_eq!(parsed.components(), built.components(), "the components");
    }
    check_types(&parts, built.as_ref().ok().map(UriReference::as_str));
    if let Some(theirs) = fluent_uri(&given) {
        assert_eq!(theirs.as_deref(), built.as_ref().ok().map(UriReference::as_str), "by fluent-uri");
    }
}

/// Sets a component that every type has.
fn with<'a, R: Buildable>(builder: Builder<'a, R>, name: &str, value: &'a str) -> Builder<'a, R> {
    match name {
        "authority" => builder.authority(value),
        "userinfo" => builder.userinfo(value),
        "host" => builder.host(value),
        "port" => builder.port(value),
        "path" => builder.path(value),
        "query" => builder.query(value),
        "segment" => builder.segments([value]),
        _ => builder,
    }
}

/// Checks that the other types can be built from the components that they allow.
fn check_types(parts: &[(&str, Rule, &str)], right: Option<&str>) {
    let scheme = parts.iter().rev().find(|(name, ..)| *name == "scheme").map(|&(.., value)| value);
    let schemes = parts.iter().filter(|(name, ..)| *name == "scheme").count();
    let has_fragment = parts.iter().any(|(name, ..)| *name == "fragment");
    match scheme {
        Some(scheme) if schemes == 1 => {
            let uri = parts.iter().fold(Uri::builder(scheme), |builder, &(name, _, value)| match name {
                "fragment" => builder.fragment(value),
                _ => with(builder, name, value),
            });
            assert_eq!(uri.build().ok().as_ref().map(Uri::as_str), right, "a URI");
            if !has_fragment {
                let absolute = AbsoluteUri::builder(scheme);
                let absolute =
                    parts.iter().fold(absolute, |builder, &(name, _, value)| with(builder, name, value));
                assert_eq!(absolute.build().ok().as_ref().map(AbsoluteUri::as_str), right, "an absolute URI");
            }
        }
        Some(_) => {}
        None => {
            let relative =
                parts.iter().fold(RelativeRef::builder(), |builder, &(name, _, value)| match name {
                    "fragment" => builder.fragment(value),
                    _ => with(builder, name, value),
                });
            assert_eq!(
                relative.build().ok().as_ref().map(RelativeRef::as_str),
                right,
                "a relative reference"
            );
        }
    }
}

/// The components, each with the rule of its values.
pub(crate) const COMPONENTS: &[(&str, Rule)] = &[
    ("scheme", Rule::scheme),
    ("host", Rule::host),
    ("path", Rule::path),
    ("userinfo", Rule::userinfo),
    ("port", Rule::port),
    ("query", Rule::query),
    ("fragment", Rule::fragment),
    ("authority", Rule::authority),
    ("segment", Rule::segment),
];

/// The components given to the builder, as strings.
#[derive(Debug, Default)]
pub(crate) struct Given<'t> {
    parts: BTreeMap<&'static str, &'t str>,
    path: String,
    /// Whether a value does not match its rule, or a segment is a dot segment.
    is_invalid: bool,
}

impl<'t> Given<'t> {
    pub(crate) fn of(parts: &[(&'static str, Rule, &'t str)]) -> Self {
        let mut given = Given::default();
        for &(name, rule, value) in parts {
            if name == "segment" {
                let segment = Segment::encode(value).to_string();
                given.is_invalid |= matches!(&*segment, "." | "..");
                if !given.path.ends_with('/') {
                    given.path.push('/');
                }
                given.path += &segment;
                continue;
            }
            if !oracle::URIS.get(rule).accepts(value) {
                given.is_invalid = true;
                continue;
            }
            match name {
                "path" => given.path = value.to_owned(),
                "authority" => {
                    let Parts { userinfo, host, port } = Parts::of(value);
                    for (name, part) in [("userinfo", userinfo), ("host", Some(host)), ("port", port)] {
                        given.parts.remove(name);
                        given.parts.extend(part.map(|part| (name, part)));
                    }
                }
                _ => drop(given.parts.insert(name, value)),
            }
        }
        given
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        self.parts.get(name).copied()
    }

    pub(crate) fn authority(&self) -> Option<String> {
        self.get("host").map(|host| {
            let userinfo = self.get("userinfo").map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
            let port = self.get("port").map(|port| format!(":{port}")).unwrap_or_default();
            userinfo + host + &port
        })
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn is_invalid(&self) -> bool {
        self.is_invalid
    }

    /// Returns the recomposition of section 5.3, if it splits into the same components.
    pub(crate) fn text(&self) -> Option<String> {
        let authority = self.authority();
        let has_stray = authority.is_none() && (self.get("userinfo").is_some() || self.get("port").is_some());
        let mut text = self.get("scheme").map(|scheme| format!("{scheme}:")).unwrap_or_default();
        for (before, part) in
            [("//", authority.as_deref()), ("", Some(&*self.path)), ("?", self.get("query"))]
        {
            text += &part.map(|part| [before, part].concat()).unwrap_or_default();
        }
        text += &self.get("fragment").map(|fragment| format!("#{fragment}")).unwrap_or_default();
        let split = Split::of(&text);
        let is_same = split.scheme == self.get("scheme")
            && split.authority == authority.as_deref()
            && split.path == self.path
            && split.query == self.get("query")
            && split.fragment == self.get("fragment");
        // Appendix B accepts a relative reference with a first segment such as `:b`, but the ABNF does not.
        let is_reference = is_same && oracle::URIS.get(Rule::URI_reference).accepts(&text);
        (is_reference && !has_stray && !self.is_invalid).then_some(text)
    }
}

/// Builds the reference with `fluent-uri`, or returns `Some(None)` if the library rejects the components.
/// Returns `None` if its types do not support such components.
pub(crate) fn fluent_uri(given: &Given<'_>) -> Option<Option<String>> {
    // The types of `fluent-uri` for hosts allow only addresses and names, so the authority is passed as a
    // whole.
    let authority = given.authority().map(|authority| format!("//{authority}"));
    if given.is_invalid()
        || authority.is_none() && (given.get("userinfo").is_some() || given.get("port").is_some())
    {
        return None;
    }
    let authority = match &authority {
        Some(authority) => Some(UriRef::parse(authority.as_str()).ok()?.authority()?),
        None => None,
    };
    let scheme = match given.get("scheme") {
        Some(scheme) => Some(Scheme::new(scheme)?),
        None => None,
    };
    let reference = UriRef::builder()
        .optional(Theirs::scheme, scheme)
        .optional(Theirs::authority, authority)
        .path(EStr::new(given.path())?)
        .optional(Theirs::query, given.get("query").and_then(EStr::new))
        .optional(Theirs::fragment, given.get("fragment").and_then(EStr::new))
        .build();
    Some(reference.ok().map(UriRef::into_string))
}
