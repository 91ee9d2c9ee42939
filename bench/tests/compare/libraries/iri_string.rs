use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};

use super::{message, shown, yes_or_no};
use crate::question::Question;

pub(super) fn answer(question: &Question) -> Option<String> {
    let text = question.first.as_str();
    let parsed = UriReferenceStr::new(text);
    match question.table.as_str() {
        "accepts" => return Some(yes_or_no(parsed.is_ok())),
        "error" => return Some(message(parsed)),
        _ => {}
    }
    let Ok(reference) = parsed else { return Some("error".to_owned()) };
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
        // Relative references have no normal form here.
        "normalize" => UriStr::new(text).ok()?.normalize().to_string(),
        _ => return None,
    })
}
