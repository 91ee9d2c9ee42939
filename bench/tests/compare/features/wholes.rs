//! Operations on whole references.

use super::Cell::{Documented, No, Run};
use super::{Row, yes};

pub(super) const ROWS: &[Row] = &[
    (
        "IRIs (RFC 3987)",
        [
            Run(iri_urigram),
            Run(iri_fluent_uri),
            Run(iri_iri_string),
            Run(iri_iref),
            Run(iri_oxiri),
            No,
            No,
            No,
            No,
            Documented("yes"),
        ],
    ),
    (
        "hosts of the DNS in punycode",
        [Run(punycode_urigram), No, No, No, No, Run(punycode_url), No, No, No, Documented("yes")],
    ),
    (
        "zones in IPv6 addresses (RFC 6874)",
        [Run(zone_urigram), No, No, No, No, No, No, Documented("by `%25`"), No, No],
    ),
    ("URLs as browsers read them (WHATWG)", [No, No, No, No, No, Run(browsers_url), No, No, No, No]),
    (
        "a literal that is checked when it is compiled",
        [Run(literal_urigram), No, No, Run(literal_iref), No, No, No, No, No, No],
    ),
    (
        "resolve into a buffer that is used again",
        [
            Run(buffer_urigram),
            No,
            Run(buffer_iri_string),
            No,
            Run(buffer_oxiri),
            No,
            No,
            Documented("yes"),
            No,
            No,
        ],
    ),
    (
        "`..` above the root is an error, on request",
        [Run(above_urigram), Run(above_fluent_uri), No, No, No, No, No, No, No, No],
    ),
    (
        "`http:g` resolved as before RFC 3986, on request",
        [Run(lenient_urigram), No, No, No, No, No, No, No, Documented("yes"), Documented("yes")],
    ),
    (
        "default ports left out when normalizing",
        [Run(port_urigram), Run(port_fluent_uri), No, No, No, Run(port_url), No, No, No, Documented("yes")],
    ),
    (
        "the level at which two are equal",
        [Run(level_urigram), No, No, No, No, No, No, No, No, Documented("yes")],
    ),
    (
        "passwords hidden for logs",
        [Run(hidden_urigram), No, Run(hidden_iri_string), No, No, No, No, No, No, No],
    ),
    (
        "a byte offset in the error",
        [Run(offset_urigram), Run(offset_fluent_uri), No, No, No, No, No, No, Documented("yes"), No],
    ),
    (
        "the component in the error",
        [Run(component_urigram), No, No, No, No, No, No, No, No, Documented("yes")],
    ),
    (
        "findings about valid references",
        [Run(findings_urigram), No, No, No, No, Run(findings_url), No, No, No, Documented("yes")],
    ),
    ("policies, as against SSRF", [Run(policy_urigram), No, No, No, No, No, No, No, No, No]),
    ("URIs found in text", [Run(extract_urigram), No, No, No, No, No, No, No, No, No]),
    ("file paths", [Run(file_urigram), No, No, No, No, Run(file_url), No, No, Documented("yes"), No]),
    (
        "`serde`",
        [
            Documented("yes"),
            Documented("yes"),
            Documented("yes"),
            Documented("yes"),
            Documented("yes"),
            Documented("yes"),
            No,
            No,
            No,
            No,
        ],
    ),
    (
        "without the standard library",
        [
            Documented("with `alloc`"),
            Documented("yes"),
            Documented("yes"),
            Documented("yes"),
            No,
            Documented("with `alloc`"),
            No,
            No,
            No,
            No,
        ],
    ),
    ("a parse tree", [Run(tree_urigram), No, No, No, No, No, No, No, No, No]),
    ("the grammar is a file that can be changed", [Run(grammar_urigram), No, No, No, No, No, No, No, No, No]),
];

fn iri_urigram() -> String {
    let iri = urigram::Iri::parse("http://é/").unwrap();
    assert_eq!(iri.to_uri().unwrap(), "http://%C3%A9/");
    yes()
}

fn iri_fluent_uri() -> String {
    let iri = fluent_uri::Iri::parse("http://é/").unwrap();
    assert_eq!(iri.to_uri().as_str(), "http://%C3%A9/");
    yes()
}

fn iri_iri_string() -> String {
    let iri = iri_string::types::IriStr::new("http://é/").unwrap();
    assert_eq!(iri.encode_to_uri().to_string(), "http://%C3%A9/");
    yes()
}

fn iri_iref() -> String {
    assert!(iref::Iri::new("http://é/").is_ok());
    yes()
}

fn iri_oxiri() -> String {
    assert!(oxiri::Iri::parse("http://é/").is_ok());
    yes()
}

fn punycode_urigram() -> String {
    let iri = urigram::Iri::parse("http://é/").unwrap();
    assert_eq!(iri.to_uri_idna().unwrap(), "http://xn--9ca/");
    yes()
}

fn punycode_url() -> String {
    assert_eq!(url::Url::parse("http://é/").unwrap().as_str(), "http://xn--9ca/");
    yes()
}

fn zone_urigram() -> String {
    assert!(urigram::rfc6874::Uri::parse("http://[fe80::1%25eth0]/").is_ok());
    yes()
}

fn browsers_url() -> String {
    assert_eq!(url::Url::parse("http:\\\\0x7f.1\\a b").unwrap().as_str(), "http://127.0.0.1/a%20b");
    yes()
}

fn literal_urigram() -> String {
    const HOME: urigram::Uri<&str> = urigram::uri!("http://h/");
    assert_eq!(HOME.host_str(), Some("h"));
    yes()
}

fn literal_iref() -> String {
    const HOME: &iref::Uri = iref::uri!("http://h/");
    assert_eq!(HOME.authority().unwrap().as_str(), "h");
    yes()
}

fn buffer_urigram() -> String {
    let base = urigram::Uri::parse("http://h/a").unwrap();
    let link = urigram::UriReference::parse("b").unwrap();
    let mut buffer = String::new();
    assert_eq!(
        urigram::resolve::Resolver::new().resolve_into(&base, &link, &mut buffer).unwrap(),
        "http://h/b"
    );
    yes()
}

fn buffer_iri_string() -> String {
    use std::fmt::Write;

    use iri_string::types::{UriAbsoluteStr, UriReferenceStr};

    let (base, link) = (UriAbsoluteStr::new("http://h/a").unwrap(), UriReferenceStr::new("b").unwrap());
    let mut buffer = String::new();
    write!(buffer, "{}", link.resolve_against(base)).unwrap();
    assert_eq!(buffer, "http://h/b");
    yes()
}

fn buffer_oxiri() -> String {
    let mut buffer = String::new();
    let link = oxiri::IriRef::parse("b").unwrap();
    oxiri::Iri::parse("http://h/a").unwrap().resolve_into(&link, &mut buffer).unwrap();
    assert_eq!(buffer, "http://h/b");
    yes()
}

fn above_urigram() -> String {
    let base = urigram::Uri::parse("http://h/a").unwrap();
    let link = urigram::UriReference::parse("../b").unwrap();
    assert!(urigram::resolve::Resolver::new().deny_above_root(true).resolve(&base, &link).is_err());
    yes()
}

fn above_fluent_uri() -> String {
    let base = fluent_uri::Uri::parse("http://h/a").unwrap();
    let link = fluent_uri::UriRef::parse("../b").unwrap();
    let resolver = fluent_uri::resolve::Resolver::with_base(base).allow_path_underflow(false);
    assert!(resolver.resolve(&link).is_err());
    yes()
}

fn lenient_urigram() -> String {
    let base = urigram::Uri::parse("http://h/a/b").unwrap();
    let link = urigram::UriReference::parse("http:g").unwrap();
    assert_eq!(
        urigram::resolve::Resolver::new().lenient(true).resolve(&base, &link).unwrap(),
        "http://h/a/g"
    );
    yes()
}

fn port_urigram() -> String {
    let uri = urigram::Uri::parse("http://h:80/").unwrap();
    assert_eq!(uri.normalize_to(urigram::normalize::Level::Scheme), "http://h/");
    "on request".to_owned()
}

fn port_fluent_uri() -> String {
    assert_eq!(fluent_uri::Uri::parse("http://h:80/").unwrap().normalize().as_str(), "http://h/");
    "always".to_owned()
}

fn port_url() -> String {
    assert_eq!(url::Url::parse("http://h:80/").unwrap().as_str(), "http://h/");
    "always".to_owned()
}

fn level_urigram() -> String {
    let (one, other) =
        (urigram::Uri::parse("http://h").unwrap(), urigram::Uri::parse("HTTP://h:80/").unwrap());
    assert_eq!(one.compare(&other), Some(urigram::normalize::Level::Scheme));
    yes()
}

fn hidden_urigram() -> String {
    let uri = urigram::Uri::parse("http://user:secret@h/").unwrap();
    assert_eq!(uri.redacted().to_string(), "http://user:***@h/");
    assert!(!format!("{uri:?}").contains("secret"));
    yes()
}

fn hidden_iri_string() -> String {
    let uri = iri_string::types::UriStr::new("http://user:secret@h/").unwrap();
    assert_eq!(uri.mask_password().to_string(), "http://user:@h/");
    yes()
}

fn offset_urigram() -> String {
    assert_eq!(urigram::Uri::parse("http://h/ ").unwrap_err().offset(), 9);
    yes()
}

fn offset_fluent_uri() -> String {
    assert_eq!(fluent_uri::Uri::parse("http://h/ ").unwrap_err().index(), 9);
    yes()
}

fn component_urigram() -> String {
    assert_eq!(urigram::Uri::parse("http://h/ ").unwrap_err().component(), urigram::Rule::path);
    yes()
}

fn findings_urigram() -> String {
    assert!(!urigram::Uri::parse("http://0x7f.1/").unwrap().findings().is_empty());
    yes()
}

fn findings_url() -> String {
    let seen = std::cell::Cell::new(None);
    let note = |violation| seen.set(Some(violation));
    url::Url::options().syntax_violation_callback(Some(&note)).parse("http://h\\a").unwrap();
    assert_eq!(seen.get(), Some(url::SyntaxViolation::Backslash));
    "of syntax".to_owned()
}

fn policy_urigram() -> String {
    let uri = urigram::Uri::parse("http://0x7f.1/").unwrap();
    assert!(urigram::policy::Policy::fetch().check(uri).is_err());
    yes()
}

fn extract_urigram() -> String {
    let found = urigram::extract::Extractor::new().in_text("(see http://h/).").next().unwrap().into_inner();
    assert_eq!(found, "http://h/");
    yes()
}

fn file_urigram() -> String {
    assert_eq!(urigram::Uri::from_unix_path("/a b").unwrap(), "file:///a%20b");
    yes()
}

fn file_url() -> String {
    #[cfg(unix)]
    assert_eq!(url::Url::from_file_path("/a b").unwrap().as_str(), "file:///a%20b");
    yes()
}

fn tree_urigram() -> String {
    let tree = urigram::grammar::tree::parse(urigram::Rule::port, "80").unwrap();
    assert_eq!(tree.count(), 1);
    yes()
}

fn grammar_urigram() -> String {
    assert!(urigram::grammar::GRAMMAR.contains("port      = @{ DIGIT* }"));
    yes()
}
