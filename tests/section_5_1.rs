//! Section 5.1: the base URI in force, and where a message says what it is.

use rstest::rstest;
use urigram::Uri;
use urigram::base::{BaseSource, BaseUris, fields, in_fields};

/// The figure: each source defined or not, and the innermost is in force.
#[rstest]
fn figure(
    #[values(None, Some("x:embedded"))] embedded: Option<&str>,
    #[values(None, Some("x:encapsulating"))] encapsulating: Option<&str>,
    #[values(None, Some("x:retrieval"))] retrieval: Option<&str>,
    #[values(None, Some("x:default"))] default: Option<&str>,
) {
    let [of_content, of_entity, of_retrieval, of_application] =
        [embedded, encapsulating, retrieval, default].map(|text| text.map(|text| Uri::parse(text).unwrap()));
    let bases = BaseUris {
        embedded: of_content,
        encapsulating: of_entity,
        retrieval: of_retrieval,
        default: of_application,
    };
    let expected = embedded.or(encapsulating).or(retrieval).or(default);
    let source = expected.map(|text| match text {
        "x:embedded" => BaseSource::Embedded,
        "x:encapsulating" => BaseSource::Encapsulating,
        "x:retrieval" => BaseSource::Retrieval,
        _ => BaseSource::Default,
    });
    assert_eq!(bases.in_force().map(|(base, _)| base.as_str()), expected);
    assert_eq!(bases.in_force().map(|(_, source)| source), source);

    // A part without a base of its own has the same one, which is at best that of the encapsulating entity.
    let part = bases.within();
    assert_eq!(part.in_force().map(|(base, _)| base.as_str()), expected);
    let source = source.map(|source| source.max(BaseSource::Encapsulating));
    assert_eq!(part.in_force().map(|(_, source)| source), source);
    assert_eq!(part.within(), part);
}

#[test]
fn sources_are_in_order_of_precedence() {
    let rings = [BaseSource::Embedded, BaseSource::Encapsulating, BaseSource::Retrieval, BaseSource::Default];
    assert!(rings.is_sorted());
}

/// Of entities within entities the innermost counts.
#[test]
fn nested_entities() {
    let uri = |text| Some(Uri::parse(text).unwrap());
    let archive =
        BaseUris { embedded: uri("x:archive"), retrieval: uri("x:retrieval"), ..Default::default() };
    let message = BaseUris { embedded: uri("x:message"), ..archive.within() };
    let document = BaseUris { embedded: uri("x:document"), ..message.within() };
    let seen =
        |bases: BaseUris<&'static str>| bases.in_force().map(|(base, source)| (base.to_string(), source));
    assert_eq!(seen(document), Some(("x:document".into(), BaseSource::Embedded)));
    assert_eq!(seen(message.within()), Some(("x:message".into(), BaseSource::Encapsulating)));
    assert_eq!(seen(archive.within().within()), Some(("x:archive".into(), BaseSource::Encapsulating)));
    let retrieved = BaseUris { retrieval: uri("x:retrieval"), ..BaseUris::default() };
    assert_eq!(seen(retrieved.within()), Some(("x:retrieval".into(), BaseSource::Retrieval)));
}

/// draft-fielding-url-syntax-01, section 5.1.
#[rstest]
#[case::example(
    "Content-Base: http://www.ics.uci.edu/Test/a/b/c\n",
    Some("http://www.ics.uci.edu/Test/a/b/c")
)]
#[case::names_without_case("CONTENT-base:http://a/\n", Some("http://a/"))]
#[case::location("Content-Location: a/b\n", Some("a/b"))]
#[case::base_comes_first("Content-Base: http://a/\nContent-Location: b\n", Some("http://a/"))]
#[case::base_comes_first_wherever_it_is("Content-Location: b\nContent-Base: http://a/\n", Some("http://a/"))]
#[case::first_of_two("Content-Location: a\nContent-Location: b\n", Some("a"))]
#[case::whitespace("Content-Base:  http://a/ b\t/c \r\n", Some("http://a/b/c"))]
#[case::folded("Content-Base: http://a/\r\n b/\r\n\tc\r\nX: y\r\n", Some("http://a/b/c"))]
#[case::last_line_without_an_end("Content-Base: http://a/", Some("http://a/"))]
#[case::after_a_start_line("HTTP/1.1 200 OK\r\nContent-Base: http://a/\r\n", Some("http://a/"))]
#[case::in_the_body("X: y\r\n\r\nContent-Base: http://a/\r\n", None)]
#[case::in_another_value("X: Content-Base: http://a/\n", None)]
#[case::in_a_folded_value("X: y\n Content-Base: http://a/\n", None)]
#[case::other_name("Content-Base-2: a\nX-Content-Base: b\n", None)]
#[case::space_in_the_name("Content-Base : http://a/\n", None)]
#[case::no_field("Content-Base\n", None)]
#[case::empty_value("Content-Location:\n", Some(""))]
#[case::nothing("", None)]
fn base_of_a_message(#[case] message: &str, #[case] base: Option<&str>) {
    assert_eq!(in_fields(fields(message)).as_deref(), base);
}

/// Of lines that continue, that are no fields and that are, each is looked at once.
#[rstest]
#[case::continued(" z\n", "")]
#[case::no_fields("x\n", "")]
#[case::fields("x:y\n", "")]
#[case::colons(":", "\n")]
#[case::no_ends("x", "\n")]
fn long_messages(#[case] repeated: &str, #[case] end: &str) {
    let message = "X: y\n".to_owned() + &repeated.repeat(1_000_000) + end + "Content-Base: http://a/\n";
    assert_eq!(in_fields(fields(&message)).as_deref(), Some("http://a/"));
}
