use url::{Host, Url};

use super::{made, message, shown, yes_or_no};
use crate::question::Question;

/// It follows the URL Standard, which normalizes when it parses. Whether a relative reference is accepted is asked with
/// a base.
pub(super) fn answer(question: &Question) -> Option<String> {
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
