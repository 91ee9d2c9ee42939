use oxiri::{Iri, IriRef};

use super::{made, message, shown, yes_or_no};
use crate::question::Question;

/// It has IRIs only, so characters beyond ASCII are accepted. The authority is not split.
pub(super) fn answer(question: &Question) -> Option<String> {
    let text = question.first.as_str();
    let parsed = IriRef::parse(text);
    match question.table.as_str() {
        "accepts" => return Some(yes_or_no(parsed.is_ok())),
        "error" => return Some(message(parsed)),
        _ => {}
    }
    let Ok(reference) = parsed else { return Some("error".to_owned()) };
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
}
