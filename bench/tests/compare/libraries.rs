//! The answers of each library to the questions of `questions.tsv`. An answer is `yes` or `no`, a text, `undefined`,
//! `""` for an empty component, `error` if the library returns an error, or `n/a` if it has no function for the
//! question.

use std::fs;

use urigram::{Error, Uri, UriReference};

use crate::root;

pub(crate) const NAMES: [&str; 10] =
    ["urigram", "fluent-uri", "iri-string", "iref", "oxiri", "url", "http", "Boost.URL", "uriparser", "Jena"];

/// The answers to a question, in the order of `NAMES`.
pub(crate) type Answers = Vec<String>;

const RUST: [fn(&Question) -> Option<String>; 7] = [urigram, fluent_uri, iri_string, iref, oxiri, url, http];
/// The files with the answers of libraries in other languages. The first line is the name and the version.
const RECORDED: [&str; 3] = ["boost", "uriparser", "jena"];

fn recorded(name: &str) -> String {
    fs::read_to_string(root().join(format!("bench/compare/answers/{name}.txt"))).unwrap()
}

pub(crate) fn ask_all() -> Vec<(Question, Answers)> {
    let questions = questions();
    let recorded = RECORDED.map(recorded);
    let recorded: Vec<Vec<&str>> = recorded.iter().map(|file| file.lines().skip(1).collect()).collect();
    for answers in &recorded {
        assert_eq!(answers.len(), questions.len(), "the questions have changed: call bench/compare/run");
    }
    let ask = |(index, question): (usize, Question)| {
        let rust = RUST.iter().map(|answer| answer(&question).unwrap_or_else(|| "n/a".to_owned()));
        let others = recorded.iter().map(|answers| answers[index].to_owned());
        let answers = rust.chain(others).collect();
        (question, answers)
    };
    questions.into_iter().enumerate().map(ask).collect()
}

/// Returns a sentence with the versions of the libraries.
pub(crate) fn versions() -> String {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    // If there are several versions, the newest is last.
    let version = |name: &&str| {
        let (_, rest) = lock.rsplit_once(&format!("\nname = \"{name}\"\nversion = \"")).unwrap();
        format!("{name} {}", rest.split('"').next().unwrap())
    };
    let rust: Vec<_> = NAMES[..RUST.len()].iter().map(version).collect();
    let others: Vec<_> =
        RECORDED.iter().map(|name| recorded(name).lines().next().unwrap().to_owned()).collect();
    format!("Versions compared: {}, {}.\n", rust.join(", "), others.join(", "))
}

/// Returns the displayed form of a component, which may be undefined or empty.
fn shown<T: AsRef<str>>(text: Option<T>) -> String {
    match text.as_ref().map(AsRef::as_ref) {
        None => "undefined".to_owned(),
        Some("") => "\"\"".to_owned(),
        Some(text) => text.to_owned(),
    }
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

/// Returns the text that an operation made, or `error`.
fn made<T: ToString, E>(made: Result<T, E>) -> String {
    made.map_or_else(|_| "error".to_owned(), |made| made.to_string())
}

/// Returns the message of the error, or `accepted`.
fn message<T, E: ToString>(parsed: Result<T, E>) -> String {
    parsed.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

/// A line of `questions.tsv`.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The question, which is the name of the table with the answers.
    pub(crate) table: String,
    pub(crate) first: String,
    /// The reference to resolve against `first`, or the target to refer to from there.
    pub(crate) second: String,
    /// The answer by RFC 3986; empty if the RFC leaves it open.
    pub(crate) expected: String,
}

pub(crate) fn questions() -> Vec<Question> {
    let file = fs::read_to_string(root().join("bench/compare/questions.tsv")).unwrap();
    let line = |line: &str| {
        let fields: Vec<_> = line.split('\t').map(str::to_owned).collect();
        let [table, first, second, expected] = fields.try_into().unwrap();
        Question { table, first, second, expected }
    };
    file.lines().map(line).collect()
}

/// Answers questions about acceptance and errors. For other questions, returns what `other` returns for the
/// parsed value.
fn answer<T, E: ToString>(
    question: &Question,
    parsed: Result<T, E>,
    other: impl FnOnce(T) -> Option<String>,
) -> Option<String> {
    match (question.table.as_str(), parsed) {
        ("accepts", parsed) => Some(yes_or_no(parsed.is_ok())),
        ("error", parsed) => Some(message(parsed)),
        (_, Ok(parsed)) => other(parsed),
        (_, Err(_)) => Some("error".to_owned()),
    }
}

fn urigram(question: &Question) -> Option<String> {
    use ::urigram::grammar::HostKind;
    use ::urigram::{Authority, Fragment, Port, Query};

    let text = question.first.as_str();
    answer(question, UriReference::parse(text), |reference| {
        Some(match question.table.as_str() {
            "host" => shown(reference.host_str()),
            "port" => shown(reference.port().map(Port::as_str)),
            "query" => shown(reference.query().map(Query::as_str)),
            "fragment" => shown(reference.fragment().map(Fragment::as_str)),
            "authority" => shown(reference.authority().map(Authority::as_str)),
            "kind" => match reference.components().host_kind() {
                None => "undefined",
                Some(HostKind::Ipv4) => "IPv4",
                Some(HostKind::Ipv6) => "IPv6",
                Some(HostKind::IpvFuture) => "IPvFuture",
                Some(_) => "name",
            }
            .to_owned(),
            "resolve" | "example" => made(resolved(text, &question.second)),
            "normalize" => reference.normalize().to_string(),
            "relativize" => made(relativized(text, &question.second)),
            _ => return None,
        })
    })
}

fn fluent_uri(question: &Question) -> Option<String> {
    use ::fluent_uri::component::Host;
    use ::fluent_uri::{Uri, UriRef};

    let text = question.first.as_str();
    answer(question, UriRef::parse(text), |reference| {
        let authority = reference.authority();
        Some(match question.table.as_str() {
            "host" => shown(authority.map(|authority| authority.host())),
            "port" => shown(authority.and_then(|authority| authority.port()).map(|port| port.as_str())),
            "query" => shown(reference.query().map(|query| query.as_str())),
            "fragment" => shown(reference.fragment().map(|fragment| fragment.as_str())),
            "authority" => shown(authority.map(|authority| authority.as_str())),
            "kind" => match authority.map(|authority| authority.host_parsed()) {
                None => "undefined",
                Some(Host::Ipv4 { .. }) => "IPv4",
                Some(Host::Ipv6 { .. }) => "IPv6",
                Some(Host::IpvFuture { .. }) => "IPvFuture",
                Some(_) => "name",
            }
            .to_owned(),
            "resolve" | "example" => {
                let Ok(base) = Uri::parse(text) else { return Some("error".to_owned()) };
                let Ok(reference) = UriRef::parse(question.second.as_str()) else {
                    return Some("error".to_owned());
                };
                made(reference.resolve_against(&base))
            }
            "normalize" => reference.normalize().to_string(),
            _ => return None,
        })
    })
}

fn iri_string(question: &Question) -> Option<String> {
    use ::iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};

    let text = question.first.as_str();
    answer(question, UriReferenceStr::new(text), |reference| {
        let authority = reference.authority_components();
        Some(match question.table.as_str() {
            "host" => shown(authority.map(|authority| authority.host())),
            "port" => shown(authority.and_then(|authority| authority.port())),
            "query" => shown(reference.query_str()),
            "fragment" => shown(reference.fragment_str()),
            "authority" => shown(reference.authority_str()),
            "resolve" | "example" => {
                let Ok(base) = UriAbsoluteStr::new(text) else { return Some("error".to_owned()) };
                let Ok(reference) = UriReferenceStr::new(&question.second) else {
                    return Some("error".to_owned());
                };
                reference.resolve_against(base).to_string()
            }
            // The library does not normalize relative references.
            "normalize" => UriStr::new(text).ok()?.normalize().to_string(),
            _ => return None,
        })
    })
}

fn iref(question: &Question) -> Option<String> {
    use ::iref::{Uri, UriRef, UriRefBuf};

    let text = question.first.as_str();
    answer(question, UriRef::new(text), |reference| {
        Some(match question.table.as_str() {
            "host" => shown(reference.host().map(|host| host.as_str())),
            "port" => shown(reference.port().map(|port| port.as_str())),
            "query" => shown(reference.query().map(|query| query.as_str())),
            "fragment" => shown(reference.fragment().map(|fragment| fragment.as_str())),
            "authority" => shown(reference.authority().map(|authority| authority.as_str())),
            "kind" => match reference.host() {
                None => "undefined",
                Some(host) if host.is_ipv4() => "IPv4",
                Some(host) if host.is_ipv6() => "IPv6",
                Some(host) if host.is_ip_literal() => "IPvFuture",
                Some(_) => "name",
            }
            .to_owned(),
            "resolve" | "example" => {
                let (Ok(base), Ok(reference)) = (Uri::new(text), UriRef::new(&question.second)) else {
                    return Some("error".to_owned());
                };
                reference.resolved(base).to_string()
            }
            // The library normalizes only the path.
            "normalize" => {
                let mut reference = UriRefBuf::new(text.to_owned()).ok()?;
                reference.path_mut().normalize();
                reference.to_string()
            }
            "relativize" => {
                let (Ok(base), Ok(target)) = (UriRef::new(text), UriRef::new(&question.second)) else {
                    return Some("error".to_owned());
                };
                target.relative_to(base).to_string()
            }
            _ => return None,
        })
    })
}

/// `oxiri` has only IRIs, so it accepts non-ASCII characters. It does not split the authority.
fn oxiri(question: &Question) -> Option<String> {
    use ::oxiri::{Iri, IriRef};

    let text = question.first.as_str();
    answer(question, IriRef::parse(text), |reference| {
        Some(match question.table.as_str() {
            "query" => shown(reference.query()),
            "fragment" => shown(reference.fragment()),
            "authority" => shown(reference.authority()),
            "resolve" | "example" => match (Iri::parse(text), IriRef::parse(question.second.as_str())) {
                (Ok(base), Ok(reference)) => made(base.resolve(&reference)),
                _ => "error".to_owned(),
            },
            "relativize" => match (Iri::parse(text), Iri::parse(question.second.as_str())) {
                (Ok(base), Ok(target)) => made(base.relativize(&target)),
                _ => "error".to_owned(),
            },
            _ => return None,
        })
    })
}

/// `url` follows the URL Standard, so it normalizes when it parses. Relative references are parsed with a base.
fn url(question: &Question) -> Option<String> {
    use ::url::{Host, Url};

    let text = question.first.as_str();
    let base = Url::parse("http://base.example/").ok();
    match question.table.as_str() {
        "accepts" => {
            return Some(yes_or_no(Url::options().base_url(base.as_ref()).parse(text).is_ok()));
        }
        "error" => return Some(message(Url::parse(text))),
        _ => {}
    }
    let Ok(url) = Url::options().base_url(base.as_ref()).parse(text) else { return Some("error".to_owned()) };
    Some(match question.table.as_str() {
        "host" => shown(url.host_str()),
        "port" => shown(url.port().map(|port| port.to_string())),
        "query" => shown(url.query()),
        "fragment" => shown(url.fragment()),
        "authority" => shown(url.has_authority().then(|| url.authority())),
        "kind" => match url.host() {
            None => "undefined",
            Some(Host::Domain(_)) => "name",
            Some(Host::Ipv4(_)) => "IPv4",
            Some(Host::Ipv6(_)) => "IPv6",
        }
        .to_owned(),
        "resolve" | "example" => made(url.join(&question.second)),
        "normalize" => made(Url::parse(text)),
        "relativize" => {
            made(Url::parse(&question.second).ok().and_then(|to| url.make_relative(&to)).ok_or(()))
        }
        _ => return None,
    })
}

/// `http` parses targets of HTTP requests, and has no fragments.
fn http(question: &Question) -> Option<String> {
    use ::http::Uri;
    use ::http::uri::Port;

    let text = question.first.as_str();
    answer(question, text.parse::<Uri>(), |uri| {
        Some(match question.table.as_str() {
            "host" => shown(uri.host()),
            "port" => shown(uri.port().as_ref().map(Port::as_str)),
            "query" => shown(uri.query()),
            "authority" => shown(uri.authority().map(http::uri::Authority::as_str)),
            _ => return None,
        })
    })
}

pub(crate) fn resolved(base: &str, reference: &str) -> Result<Uri, Error> {
    Ok(Uri::parse(base)?.resolve(&UriReference::parse(reference)?)?)
}

fn relativized(base: &str, target: &str) -> Result<UriReference, Error> {
    Ok(Uri::parse(base)?.relativize(&Uri::parse(target)?)?)
}
