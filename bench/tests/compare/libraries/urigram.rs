use urigram::grammar::HostKind;
use urigram::{Authority, Fragment, Port, Query, Uri, UriReference};

use super::{made, message, shown, yes_or_no};
use crate::question::Question;

pub(super) fn answer(question: &Question) -> Option<String> {
    let text = question.first.as_str();
    let parsed = UriReference::parse(text);
    match question.table.as_str() {
        "accepts" => return Some(yes_or_no(parsed.is_ok())),
        "error" => return Some(message(parsed)),
        _ => {}
    }
    let Ok(reference) = parsed else { return Some("error".to_owned()) };
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
}

pub(crate) fn resolved(base: &str, reference: &str) -> Result<Uri, urigram::Error> {
    Ok(Uri::parse(base)?.resolve(&UriReference::parse(reference)?)?)
}

fn relativized(base: &str, target: &str) -> Result<UriReference, urigram::Error> {
    Ok(Uri::parse(base)?.relativize(&Uri::parse(target)?)?)
}
