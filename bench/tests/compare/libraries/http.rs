use http::Uri;
use http::uri::Port;

use super::{message, shown, yes_or_no};
use crate::question::Question;

/// It has what a request line of HTTP may contain, and no fragments.
pub(super) fn answer(question: &Question) -> Option<String> {
    let text = question.first.as_str();
    let parsed = text.parse::<Uri>();
    match question.table.as_str() {
        "accepts" => return Some(yes_or_no(parsed.is_ok())),
        "error" => return Some(message(parsed)),
        _ => {}
    }
    let Ok(uri) = parsed else { return Some("error".to_owned()) };
    Some(match question.table.as_str() {
        "host" => shown(uri.host()),
        "port" => shown(uri.port().as_ref().map(Port::as_str)),
        "query" => shown(uri.query()),
        "authority" => shown(uri.authority().map(http::uri::Authority::as_str)),
        _ => return None,
    })
}
