//! The kernels with one argument, or whose other argument is a scalar.

use std::sync::LazyLock;

use arrow_array::{Array, ArrayRef, StringArray};
use urigram::extract::Extractor;
use urigram::normalize::Level;
use urigram::policy::Policy;
use urigram::validate::{self, Finding};
use urigram::{AbsoluteUri, Host, ParseError, Port, Query, RelativeRef, Rule, Uri, UriReference};
use urigram_arrow::{self as kernels, Coding, Component, DefaultPort, Invalid, KernelError, Part};

use crate::expected::{self, Row, of};
use crate::rows::Cell;

/// A kernel, with variants such as the components.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    pub(crate) name: &'static str,
    pub(crate) variants: usize,
    /// Whether the kernel can fail with `Invalid::Fail`.
    pub(crate) fails: bool,
    pub(crate) run: fn(&dyn Array, usize, Invalid) -> Result<ArrayRef, KernelError>,
    pub(crate) expect: for<'a> fn(&'a str, usize) -> Row<'a>,
}

const COMPONENTS: [Component; 8] = [
    Component::Host,
    Component::Scheme,
    Component::Authority,
    Component::Userinfo,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];
const CODINGS: [Coding; 2] = [Coding::Percent, Coding::Form];
const PORTS: [DefaultPort; 2] = [DefaultPort::Ignored, DefaultPort::Filled];
const BASES: [&str; 4] =
    ["http://a/b/c/d;p?q", "urn:isbn:1", "file:///x/../y/", "http://u@example.com:8080?x#y"];
const SAME: [&str; 4] =
    ["http://example.com/%7E", "/a/b/c", "", "HTTP://EXAMPLE.com:80/%7e/../b/./c?%41#%42"];
const KEYS: [&str; 4] = ["a", "q", "a b", "\u{fffd}"];
const HIDDEN: [&[&str]; 3] = [&[], &["token"], &["a", "key", "q"]];
const RULES: [Rule; 7] = [
    Rule::URI_reference,
    Rule::URI,
    Rule::absolute_URI,
    Rule::relative_ref,
    Rule::host,
    Rule::port,
    Rule::query,
];
static POLICIES: LazyLock<[Policy; 4]> =
    LazyLock::new(|| [Policy::link(), Policy::fetch(), Policy::redirect(), Policy::identifier()]);

fn scalar(text: &str) -> arrow_array::Scalar<StringArray> {
    StringArray::new_scalar(text)
}

fn by_type(text: &str, rule: Rule) -> Result<(), ParseError> {
    match rule {
        Rule::URI_reference => UriReference::parse(text).map(drop),
        Rule::URI => Uri::parse(text).map(drop),
        Rule::absolute_URI => AbsoluteUri::parse(text).map(drop),
        Rule::relative_ref => RelativeRef::parse(text).map(drop),
        Rule::host => Host::parse(text).map(drop),
        Rule::port => Port::parse(text).map(drop),
        _ => Query::parse(text).map(drop),
    }
}

fn fault_of<'a>(text: &'a str, rule: Rule) -> Cell<'a> {
    let Err(error) = by_type(text, rule) else { return Cell::Null };
    let found = text[error.offset()..].chars().next();
    Cell::List(vec![
        Cell::text(error.component().as_str()),
        Cell::Number(error.offset() as u64),
        Cell::or_null(found.map(String::from)),
        Cell::text(error.to_string()),
        Cell::text(error.explain(text).help().to_string()),
    ])
}

fn finding<'a>(finding: &Finding<'_>) -> Cell<'a> {
    Cell::List(vec![
        Cell::text(finding.code().as_str()),
        Cell::text(finding.severity().as_str()),
        Cell::text(finding.component().as_str()),
        Cell::Number(finding.range().start as u64),
        Cell::Number(finding.range().end as u64),
        Cell::text(finding.message().to_string()),
        Cell::text(finding.help().to_string()),
    ])
}

fn found(text: &str) -> Cell<'_> {
    let extractor = Extractor::new();
    let found = extractor.in_bytes(text.as_bytes()).map(|found| {
        let (start, end) = (found.range().start as u64, found.range().end as u64);
        let uri = found.into_owned().into_inner().as_str().to_owned();
        Cell::List(vec![Cell::Number(start), Cell::Number(end), Cell::text(uri)])
    });
    Cell::List(found.collect())
}

macro_rules! kernel {
    ($name:ident, $variants:expr, never, $run:expr, $expect:expr) => {
        pub(crate) const $name: Kernel =
            Kernel { name: stringify!($name), variants: $variants, fails: false, run: $run, expect: $expect };
    };
    ($name:ident, $variants:expr, $run:expr, $expect:expr) => {
        pub(crate) const $name: Kernel =
            Kernel { name: stringify!($name), variants: $variants, fails: true, run: $run, expect: $expect };
    };
}

kernel!(COMPONENT, 8, |a, v, i| kernels::component(a, COMPONENTS[v], i), |t, v| of(t, |r| {
    expected::component(&r, COMPONENTS[v])
}));
kernel!(KIND, 1, |a, _, i| kernels::kind(a, i), |t, _| of(t, |r| expected::kind(&r)));
kernel!(HOST_KIND, 1, |a, _, i| kernels::host_kind(a, i), |t, _| of(t, |r| expected::host_kind(&r)));
kernel!(PORT, 2, |a, v, i| kernels::port(a, PORTS[v], i), |t, v| expected::port(t, PORTS[v]));
kernel!(PARSE, 1, |a, _, i| kernels::parse(a, i), |t, _| of(t, |r| expected::parsed(&r)));
kernel!(SEGMENTS, 1, |a, _, i| kernels::segments(a, i), |t, _| of(t, |r| {
    Cell::List(r.path().segments().map(|segment| Cell::text(segment.as_str())).collect())
}));
kernel!(PAIRS, 2, |a, v, i| kernels::pairs(a, CODINGS[v], i), |t, v| expected::pairs(t, CODINGS[v], false));
kernel!(PAIRS_MAP, 2, |a, v, i| kernels::pairs_map(a, CODINGS[v], i), |t, v| {
    expected::pairs(t, CODINGS[v], true)
});
kernel!(QUERY_GET, 8, |a, v, i| kernels::query_get(&a, &scalar(KEYS[v / 2]), CODINGS[v % 2], i), |t, v| {
    expected::query_get(t, KEYS[v / 2], CODINGS[v % 2])
});
kernel!(ENCODE, 8, never, |a, v, _| kernels::encode(a, Part::ALL[v]), |t, v| Ok(expected::encoded(
    t,
    Part::ALL[v]
)));
kernel!(DECODE, 2, |a, v, i| kernels::decode(a, CODINGS[v], i), |t, v| expected::decoded(t, CODINGS[v]));
kernel!(RESOLVE, 4, |a, v, i| kernels::resolve(&scalar(BASES[v]), &a, i), |t, v| {
    expected::resolved(BASES[v], t)
});
kernel!(RELATIVIZE, 4, |a, v, i| kernels::relativize(&scalar(BASES[v]), &a, i), |t, v| {
    expected::relativized(BASES[v], t)
});
kernel!(NORMALIZE, 5, |a, v, i| kernels::normalize(a, Level::ALL[v], i), |t, v| {
    expected::normal(t, Level::ALL[v]).map(Cell::text).map_err(expected::fault)
});
kernel!(
    EQUIVALENT,
    20,
    |a, v, i| kernels::equivalent(&scalar(SAME[v / 5]), &a, Level::ALL[v % 5], i),
    |t, v| expected::equivalent(SAME[v / 5], t, Level::ALL[v % 5])
);
kernel!(COMPARE, 4, |a, v, i| kernels::compare(&scalar(SAME[v]), &a, i), |t, v| expected::compared(
    SAME[v], t
));
kernel!(IS_VALID, 7, never, |a, v, _| kernels::is_valid(a, RULES[v]), |t, v| {
    Ok(Cell::Bool(by_type(t, RULES[v]).is_ok()))
});
// Messages take the most time, so only one variant is a rule that most strings do not match.
kernel!(FAULTS, 5, never, |a, v, _| kernels::faults(a, RULES[v]), |t, v| Ok(fault_of(t, RULES[v])));
kernel!(FINDINGS, 5, |a, v, i| kernels::findings(a, POLICIES.get(v), i), |t, v| of(t, |r| {
    let found = match POLICIES.get(v) {
        Some(policy) => policy.findings(t, r.components()),
        None => validate::findings(t, r.components()),
    };
    Cell::List(found.iter().map(finding).collect())
}));
kernel!(PERMITTED, 4, |a, v, i| kernels::permitted(a, &POLICIES[v], i), |t, v| of(t, |r| {
    Cell::Bool(POLICIES[v].check(r).is_ok())
}));
kernel!(REDACT, 3, |a, v, i| kernels::redact(a, HIDDEN[v], i), |t, v| of(t, |r| {
    Cell::text(r.redacted().hiding(HIDDEN[v]).to_string())
}));
kernel!(EXTRACT, 1, never, |a, _, _| kernels::extract(a), |t, _| Ok(found(t)));

/// All kernels.
pub(crate) const ALL: [Kernel; 22] = [
    COMPONENT, KIND, HOST_KIND, PORT, PARSE, SEGMENTS, PAIRS, PAIRS_MAP, QUERY_GET, ENCODE, DECODE, RESOLVE,
    RELATIVIZE, NORMALIZE, EQUIVALENT, COMPARE, IS_VALID, FAULTS, FINDINGS, PERMITTED, REDACT, EXTRACT,
];
