use fluent_uri::component::Host;
use fluent_uri::{Uri, UriRef};

use super::{made, message, shown, yes_or_no};
use crate::question::Question;

pub(super) fn answer(question: &Question) -> Option<String> {
    let text = question.first.as_str();
    let parsed = UriRef::parse(text);
    match question.table.as_str() {
        "accepts" => return Some(yes_or_no(parsed.is_ok())),
        "error" => return Some(message(parsed)),
        _ => {}
    }
    let Ok(reference) = parsed else { return Some("error".to_owned()) };
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
}
