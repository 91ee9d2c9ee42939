//! Builders. Components make a reference if each matches its rule, and their recomposition by section 5.3
//! splits into the same components. Checked for each of the four types, and compared with fluent-uri.

use urigram::build::{BuildError, Buildable, Builder};
use urigram::{AbsoluteUri, RelativeRef, Rule, Uri, UriReference};

use crate::input::pools::Of;
use crate::input::source::Source;
use crate::oracle::given::{COMPONENTS, Given};
use crate::peers::build::fluent_uri;
use crate::peers::known::build::{Answers, BUILD};
use crate::peers::known::known;
use crate::target::{Seen, Target};

/// Names of components, each with the value that it is set to, in the order of the methods' calls. The value of
/// `segment` is data.
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

fn check(input: &[String], seen: &mut Seen) {
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
    let built = built.build();
    assert_eq!(
        built.as_ref().map(UriReference::as_str).ok(),
        given.text().as_deref(),
        "section 5.3: {built:?}"
    );
    if let Ok(built) = &built {
        let parsed = UriReference::parse(built.as_str());
        let parsed = parsed.unwrap_or_else(|error| panic!("no reference: {error}"));
        assert_eq!(parsed.components(), built.components(), "the components");
    }
    check_types(&parts, built.as_ref().ok().map(UriReference::as_str));
    check_fluent_uri(&given, built.as_ref().ok().map(UriReference::as_str), seen);
    seen.count(outcome(&built));
}

/// Sets a component that all types have.
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

/// Checks that the other types are built of the same components, if they can have them.
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

fn check_fluent_uri(given: &Given<'_>, right: Option<&str>, seen: &mut Seen) {
    let Some(theirs) = fluent_uri(given) else { return };
    if theirs.as_deref() != right {
        let answers = Answers { right, theirs: theirs.as_deref() };
        seen.count(known(BUILD, "fluent-uri", &answers, |is| is(&answers)));
    }
}

fn outcome(built: &Result<UriReference<String>, BuildError>) -> &'static str {
    match built {
        Ok(_) => "a reference",
        Err(BuildError::Invalid(error)) => error.component().name(),
        Err(BuildError::NoHost(_)) => "no host",
        Err(BuildError::PathAfterAuthority) => "a rootless path after an authority",
        Err(BuildError::DotSegment) => "a dot segment",
        Err(BuildError::ReadsAsAuthority) => "a path that reads as an authority",
        Err(BuildError::ReadsAsScheme(_)) => "a path that reads as a scheme",
        Err(error) => panic!("under the grammar of the RFC: {error}"),
    }
}
