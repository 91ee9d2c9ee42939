use iref::{Uri, UriRef, UriRefBuf};

use super::{message, shown, yes_or_no};
use crate::question::Question;

pub(super) fn answer(question: &Question) -> Option<String> {
    let text = question.first.as_str();
    let parsed = UriRef::new(text);
    match question.table.as_str() {
        "accepts" => return Some(yes_or_no(parsed.is_ok())),
        "error" => return Some(message(parsed)),
        _ => {}
    }
    let Ok(reference) = parsed else { return Some("error".to_owned()) };
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
        // Only the path has a normal form.
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
}
