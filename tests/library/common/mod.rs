//! Functions and oracles that several test files use.

pub(crate) mod draft_1996;
pub(crate) mod pieces;
pub(crate) mod rfc;
pub(crate) mod strategies;
pub(crate) mod template;
pub(crate) mod whatwg;

use urigram::UriReference;

/// Returns the length of a text or the number of attempts: `all` if the environment variable `THOROUGH` is set, as by
/// `.ci/nightly`, and otherwise `some`, which takes at most seconds without optimization.
pub(crate) fn extent(some: usize, all: usize) -> usize {
    if std::env::var_os("THOROUGH").is_some() { all } else { some }
}

/// Returns the components that are defined, as `name=text`, under the names of the rules that matched:
/// `URI scheme=foo authority=a:1 reg-name=a port=1 path-abempty=/b query=`.
pub(crate) fn components(text: &str) -> String {
    let reference = UriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let parts = reference.components();
    let kind = parts.kind().map_or("no kind", |kind| kind.rule().as_str());
    let host = parts.host_kind().map_or("no host kind", |kind| kind.rule().as_str());
    let path = parts.path_kind().map_or("no path kind", |kind| kind.rule().as_str());
    let named = [
        ("scheme", parts.scheme()),
        ("authority", parts.authority()),
        ("userinfo", parts.userinfo()),
        (host, parts.host()),
        ("port", parts.port()),
        (path, parts.path()),
        ("query", parts.query()),
        ("fragment", parts.fragment()),
    ];
    let named = named.into_iter().filter_map(|(name, range)| Some(format!(" {name}={}", &text[range?])));
    kind.to_owned() + &named.collect::<String>()
}
