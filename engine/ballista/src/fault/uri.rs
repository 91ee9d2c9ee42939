//! Faults as URIs: `uri-sql-fault:row?uri_host_strict=…`, with the sentence percent-encoded.
//!
//! Ballista quotes them, also several times; but a URI has no character that a quoted string has to escape.

use urigram::percent::Encoder;
use urigram::{Query, UriReference};

use super::sorted::{Fault, Kind};

const SCHEME: &str = "uri-sql-fault:";

/// Keeps no delimiter, so that the URI ends where something else follows.
const DATA: &Encoder<Query> = &Encoder::data();

/// The name of the pair in the query, unless it is that of a function.
const SAID: &str = "said";

/// Returns the URI of the fault.
pub(super) fn write(fault: &Fault) -> String {
    let (kind, name) = match &fault.kind {
        Kind::Row(function) => ("row", function.as_str()),
        Kind::Cast => ("cast", SAID),
        Kind::Parse => ("parse", SAID),
        Kind::Division => ("division", SAID),
        Kind::Data => ("data", SAID),
        Kind::Exhausted => ("exhausted", SAID),
        Kind::Unable => ("unable", SAID),
    };
    format!("{SCHEME}{kind}?{}={}", DATA.encode(name), DATA.encode(&fault.said))
}

/// Returns the fault whose URI is in the text.
pub(super) fn find(text: &str) -> Option<Fault> {
    let uri = &text[text.find(SCHEME)?..];
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._~%:?=".contains(c);
    let uri = UriReference::parse(&uri[..uri.find(|c| !is_part(c)).unwrap_or(uri.len())]).ok()?;
    let (name, said) = uri.query()?.pairs().next()?;
    let kind = match uri.path().as_str() {
        "row" => Kind::Row(name.to_string_lossy().into_owned()),
        "cast" => Kind::Cast,
        "parse" => Kind::Parse,
        "division" => Kind::Division,
        "data" => Kind::Data,
        "exhausted" => Kind::Exhausted,
        "unable" => Kind::Unable,
        _ => return None,
    };
    Some(Fault { kind, said: said?.to_string_lossy().into_owned() })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Fault, Kind, find, write};

    #[rstest]
    fn what_is_written_is_found_however_it_is_quoted(
        #[values(Kind::Row("uri_host_strict".to_owned()), Kind::Cast, Kind::Data, Kind::Unable)] kind: Kind,
        #[values("", "a `http://a b/?x=1&y#z\"\\`\n", "é\u{1f600}\0%41", "uri-sql-fault:cast?said=x")]
        said: &str,
    ) {
        let fault = Fault { kind, said: said.to_owned() };
        let uri = write(&fault);
        let once = format!("Task failed: DataFusionError(External({uri}))");
        let twice = format!("most recent failure reason: {once:?}\n");
        for text in [uri, once, twice] {
            assert_eq!(find(&text).as_ref(), Some(&fault), "{text}");
        }
    }

    #[rstest]
    #[case::no_uri("Job a failed")]
    #[case::another_kind("uri-sql-fault:other?said=a")]
    #[case::without_a_query("uri-sql-fault:cast")]
    #[case::not_a_uri("uri-sql-fault:cast?said=%4")]
    fn nothing_else_is_found(#[case] text: &str) {
        assert_eq!(find(text), None);
    }
}
