//! Reading, making and changing parts of a reference.

use std::str::FromStr;

use super::Cell::{Documented, No, Run};
use super::{Row, yes};

pub(super) const ROWS: &[Row] = &[
    (
        "path segments",
        [
            Run(segments_urigram),
            Run(segments_fluent_uri),
            No,
            Run(segments_iref),
            No,
            Run(segments_url),
            No,
            Documented("yes"),
            Documented("yes"),
            No,
        ],
    ),
    (
        "pairs of a query",
        [
            Run(pairs_urigram),
            Run(pairs_fluent_uri),
            No,
            No,
            No,
            Run(pairs_url),
            No,
            Documented("yes"),
            Documented("yes"),
            No,
        ],
    ),
    (
        "percent-encode data for a component",
        [
            Run(encode_urigram),
            Run(encode_fluent_uri),
            Run(encode_iri_string),
            Documented("by `pct-str`"),
            No,
            Run(encode_url),
            No,
            Documented("yes"),
            Documented("yes"),
            No,
        ],
    ),
    (
        "percent-decode a component",
        [
            Run(decode_urigram),
            Run(decode_fluent_uri),
            No,
            Run(decode_iref),
            No,
            No,
            No,
            Documented("yes"),
            Documented("yes"),
            Documented("yes"),
        ],
    ),
    (
        "edit in place",
        [
            Run(edit_urigram),
            Run(edit_fluent_uri),
            Run(edit_iri_string),
            Run(edit_iref),
            No,
            Run(edit_url),
            No,
            Documented("yes"),
            No,
            No,
        ],
    ),
    (
        "edit the pairs of a query",
        [Run(edit_pairs_urigram), No, No, No, No, Run(edit_pairs_url), No, Documented("yes"), No, No],
    ),
    (
        "build from components",
        [
            Run(build_urigram),
            Run(build_fluent_uri),
            Run(build_iri_string),
            Run(build_iref),
            No,
            No,
            Run(build_http),
            Documented("yes"),
            No,
            Documented("yes"),
        ],
    ),
    (
        "URI templates (RFC 6570)",
        [Run(template_urigram), No, Run(template_iri_string), No, No, No, No, No, No, No],
    ),
];

fn segments_urigram() -> String {
    let path = urigram::Path::parse("/a/b%2Fc").unwrap();
    assert!(path.segments().map(|segment| segment.decode().to_string_lossy()).eq(["a", "b/c"]));
    yes()
}

fn segments_fluent_uri() -> String {
    let uri = fluent_uri::Uri::parse("http://h/a/b").unwrap();
    assert!(uri.path().segments_if_absolute().unwrap().map(|segment| segment.as_str()).eq(["a", "b"]));
    yes()
}

fn segments_iref() -> String {
    let uri = iref::Uri::new("http://h/a/b").unwrap();
    assert!(uri.path().segments().map(|segment| segment.as_str()).eq(["a", "b"]));
    yes()
}

fn segments_url() -> String {
    let url = url::Url::parse("http://h/a/b").unwrap();
    assert!(url.path_segments().unwrap().eq(["a", "b"]));
    yes()
}

fn pairs_urigram() -> String {
    let query = urigram::Query::parse("k=a%26b").unwrap();
    assert_eq!(query.pairs().get("k").unwrap(), "a&b");
    yes()
}

fn pairs_fluent_uri() -> String {
    let uri = fluent_uri::Uri::parse("http://h/?k=a%26b").unwrap();
    let pair = uri.query().unwrap().split('&').next().unwrap();
    assert_eq!(pair.split_once('=').unwrap().1.decode().to_string().unwrap(), "a&b");
    "by `split`".to_owned()
}

fn pairs_url() -> String {
    let url = url::Url::parse("http://h/?k=a%26b").unwrap();
    assert_eq!(url.query_pairs().next().unwrap().1, "a&b");
    yes()
}

fn encode_urigram() -> String {
    assert_eq!(urigram::Segment::encode("a/b c"), "a%2Fb%20c");
    yes()
}

fn encode_fluent_uri() -> String {
    use fluent_uri::pct_enc::EString;
    use fluent_uri::pct_enc::encoder::{Data, Path};

    let mut path = EString::<Path>::new();
    path.encode_str::<Data>("a/b c");
    assert_eq!(path.as_str(), "a%2Fb%20c");
    yes()
}

fn encode_iri_string() -> String {
    use iri_string::percent_encode::PercentEncodedForUri;

    assert_eq!(PercentEncodedForUri::from_path_segment("a/b c").to_string(), "a%2Fb%20c");
    yes()
}

fn encode_url() -> String {
    let mut url = url::Url::parse("http://h/").unwrap();
    url.path_segments_mut().unwrap().push("a/b c");
    assert_eq!(url.as_str(), "http://h/a%2Fb%20c");
    yes()
}

fn decode_urigram() -> String {
    let query = urigram::Query::parse("%c3%a9").unwrap();
    assert_eq!(query.decode().to_str().unwrap(), "é");
    yes()
}

fn decode_fluent_uri() -> String {
    let uri = fluent_uri::UriRef::parse("?%c3%a9").unwrap();
    assert_eq!(uri.query().unwrap().decode().to_string().unwrap(), "é");
    yes()
}

fn decode_iref() -> String {
    let uri = iref::UriRef::new("?%c3%a9").unwrap();
    assert_eq!(uri.query().unwrap().as_pct_str().decode(), "é");
    yes()
}

fn edit_urigram() -> String {
    let mut uri: urigram::Uri = "http://h/a".parse().unwrap();
    uri.set_host("i").unwrap();
    uri.push_segment("b").unwrap();
    uri.set_fragment("c").unwrap();
    assert_eq!(uri, "http://i/a/b#c");
    yes()
}

fn edit_fluent_uri() -> String {
    use fluent_uri::pct_enc::EStr;

    let mut uri = fluent_uri::Uri::parse("http://h/a".to_owned()).unwrap();
    uri.set_fragment(Some(EStr::new_or_panic("c")));
    assert_eq!(uri.as_str(), "http://h/a#c");
    "the fragment".to_owned()
}

fn edit_iri_string() -> String {
    let mut uri = iri_string::types::UriString::from_str("http://user:secret@h/a").unwrap();
    uri.remove_password_inline();
    uri.replace_host("i");
    assert_eq!(uri.as_str(), "http://user@i/a");
    "the host, the fragment".to_owned()
}

fn edit_iref() -> String {
    let mut uri = iref::UriBuf::new("http://h/a".to_owned()).unwrap();
    uri.authority_mut().unwrap().set_host("i".try_into().unwrap());
    uri.path_mut().push("b".try_into().unwrap());
    uri.set_fragment(Some("c".try_into().unwrap()));
    assert_eq!(uri.as_str(), "http://i/a/b#c");
    yes()
}

fn edit_url() -> String {
    let mut url = url::Url::parse("http://h/a").unwrap();
    url.set_host(Some("i")).unwrap();
    url.path_segments_mut().unwrap().push("b");
    url.set_fragment(Some("c"));
    assert_eq!(url.as_str(), "http://i/a/b#c");
    yes()
}

fn edit_pairs_urigram() -> String {
    let mut uri: urigram::Uri = "http://h/?a=1&b=2".parse().unwrap();
    uri.edit_pairs(|pairs| pairs.set("a", "3&4")).unwrap();
    assert_eq!(uri, "http://h/?a=3%264&b=2");
    yes()
}

fn edit_pairs_url() -> String {
    let mut url = url::Url::parse("http://h/?a=1").unwrap();
    url.query_pairs_mut().append_pair("b", "3&4");
    assert_eq!(url.as_str(), "http://h/?a=1&b=3%264");
    "append, clear".to_owned()
}

fn build_urigram() -> String {
    let uri = urigram::Uri::builder("http").host("h").path("/a").build().unwrap();
    assert_eq!(uri, "http://h/a");
    yes()
}

fn build_fluent_uri() -> String {
    use fluent_uri::component::Scheme;
    use fluent_uri::pct_enc::EStr;

    let builder = fluent_uri::Uri::builder().scheme(Scheme::new_or_panic("http"));
    let builder = builder.authority_with(|authority| authority.host(EStr::new_or_panic("h")));
    assert_eq!(builder.path(EStr::new_or_panic("/a")).build().unwrap().as_str(), "http://h/a");
    yes()
}

fn build_iri_string() -> String {
    let mut builder = iri_string::build::Builder::new();
    builder.scheme("http");
    builder.host("h");
    builder.path("/a");
    assert_eq!(builder.build::<iri_string::types::UriStr>().unwrap().to_string(), "http://h/a");
    yes()
}

fn build_iref() -> String {
    let mut uri = iref::UriBuf::from_scheme("http".to_owned().try_into().unwrap());
    uri.set_authority(Some("h".try_into().unwrap()));
    uri.set_path("/a".try_into().unwrap());
    assert_eq!(uri.as_str(), "http://h/a");
    "by edits".to_owned()
}

fn build_http() -> String {
    let uri = http::Uri::builder().scheme("http").authority("h").path_and_query("/a").build().unwrap();
    assert_eq!(uri, "http://h/a");
    yes()
}

fn template_urigram() -> String {
    use urigram::template::{Template, Values};

    let template = Template::parse("/search{?q}").unwrap();
    assert_eq!(template.expand(&Values::new().with("q", "a b")).unwrap(), "/search?q=a%20b");
    yes()
}

fn template_iri_string() -> String {
    use iri_string::spec::UriSpec;
    use iri_string::template::UriTemplateStr;
    use iri_string::template::simple_context::SimpleContext;

    let mut context = SimpleContext::new();
    context.insert("q", "a b");
    let template = UriTemplateStr::new("/search{?q}").unwrap();
    assert_eq!(template.expand::<UriSpec, _>(&context).unwrap().to_string(), "/search?q=a%20b");
    yes()
}
