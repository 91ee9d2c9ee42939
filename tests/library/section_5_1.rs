//! Section 5.1: the base URI in force, and the header fields of a message that define it.

use rstest::rstest;
use urigram::Uri;
use urigram::base::{BaseSource, BaseUris, in_fields, in_message};
use urigram::resolve::ResolveError;

/// The figure of the section: whichever sources define a base, the innermost of them is in force.
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

    // A part without its own base has the same base: the embedded base is now that of the encapsulating entity.
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

/// The base of the innermost of nested entities is in force.
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
#[case::empty_base("Content-Base: \r\n \r\nContent-Location: a\r\n", Some("a"))]
#[case::empty_base_and_another("Content-Base:\nContent-Base: http://a/\n", Some("http://a/"))]
#[case::carriage_return_alone("Content-Base: http://a/\rX: y\r\nContent-Location: b\r\n", Some("b"))]
#[case::carriage_return_at_the_end("Content-Base: http://a/\r", None)]
#[case::empty_header("\r\nContent-Base: http://a/\r\n", None)]
#[case::nothing("", None)]
fn base_of_a_message(#[case] message: &str, #[case] base: Option<&str>) {
    assert_eq!(in_message(message).as_deref(), base);
}

/// Header fields are read in linear time, whether a line continues another line, is a field, or is neither.
#[rstest]
#[case::continued(" z\n", "")]
#[case::no_fields("x\n", "")]
#[case::fields("x:y\n", "")]
#[case::colons(":", "\n")]
#[case::no_ends("x", "\n")]
fn long_messages(#[case] repeated: &str, #[case] end: &str) {
    let message = "X: y\n".to_owned() + &repeated.repeat(1_000_000) + end + "Content-Base: http://a/\n";
    assert_eq!(in_message(&message).as_deref(), Some("http://a/"));
}

#[test]
fn fields_that_were_split_before() {
    let fields = [("Content-Location", "a"), ("CONTENT-BASE", " http://a/\r\n\tb ")];
    assert_eq!(in_fields(fields).as_deref(), Some("http://a/b"));
}

/// A relative base is resolved against the base URI in force around the content, and its fragment is removed.
#[rstest]
#[case::absolute(Some("http://a/b"), "x:c", Ok("x:c"))]
#[case::absolute_with_dots(Some("http://a/b"), "x:/c/../d", Ok("x:/d"))]
#[case::absolute_with_a_fragment(Some("http://a/b"), "x:c#d", Ok("x:c"))]
#[case::relative(Some("http://a/b/c"), "../d?e#f", Ok("http://a/d?e"))]
#[case::nothing_more(Some("http://a/b/c#d"), "", Ok("http://a/b/c"))]
#[case::fragment_only(Some("http://a/b/c?q"), "#d", Ok("http://a/b/c?q"))]
#[case::empty_query(Some("http://a/b/c?q"), "?#", Ok("http://a/b/c?"))]
#[case::no_outer_base(None, "x:/c/../d#e", Ok("x:/d"))]
#[case::relative_without_an_outer_base(
    None,
    "/c",
    Err("there is no base URI that the relative reference could be resolved against")
)]
#[case::nothing_without_an_outer_base(
    None,
    "",
    Err("there is no base URI that the relative reference could be resolved against")
)]
#[case::no_reference(Some("http://a/b"), "c d", Err("unexpected ' ' in the path at byte 1"))]
fn embedding(#[case] around: Option<&str>, #[case] written: &str, #[case] base: Result<&str, &str>) {
    let default = around.map(|text| Uri::<String>::try_from(text).unwrap());
    let mut bases = BaseUris { default, ..BaseUris::default() };
    let embedded = bases.embed(written);
    match base {
        Ok(base) => {
            assert_eq!(embedded, Ok(()));
            let parsed = Uri::parse(base).unwrap();
            let base = bases.embedded.as_ref().unwrap();
            assert_eq!((base.as_str(), base.components()), (parsed.as_str(), parsed.components()));
        }
        Err(said) => {
            assert_eq!(embedded.map_err(|error| error.to_string()), Err(said.to_owned()));
            assert_eq!(bases.embedded, None);
        }
    }
}

/// Each relative `Content-Location` is resolved against that of the enclosing part.
#[test]
fn relative_locations_of_nested_parts() {
    let part = |around: BaseUris<String>, header: &str| {
        let mut part = around.within();
        in_message(header).map(|location| part.embed(&location)).transpose().unwrap();
        part
    };
    let retrieval = Some("http://a/b/c".parse().unwrap());
    let archive = part(BaseUris { retrieval, ..BaseUris::default() }, "Content-Location: ../d/\r\n");
    let message = part(archive.clone(), "Content-Location: e/f\r\n");
    let document = part(message.clone(), "Content-Type: text/html\r\n");
    let in_force = |bases: &BaseUris<String>| {
        let (base, source) = bases.in_force().unwrap();
        (base.to_string(), source)
    };
    assert_eq!(in_force(&archive), ("http://a/d/".into(), BaseSource::Embedded));
    assert_eq!(in_force(&message), ("http://a/d/e/f".into(), BaseSource::Embedded));
    assert_eq!(in_force(&document), ("http://a/d/e/f".into(), BaseSource::Encapsulating));
}

/// A newly embedded base is not resolved against the base that it replaces; after an error, the old
/// base remains.
#[test]
fn embedding_again() {
    let encapsulating = Some(Uri::<String>::try_from("http://a/b").unwrap());
    let mut bases = BaseUris { encapsulating, ..BaseUris::default() };
    bases.embed("c/").unwrap();
    bases.embed("d").unwrap();
    assert_eq!(bases.embedded.as_ref().unwrap(), "http://a/d");
    assert!(matches!(bases.embed(" "), Err(ResolveError::Invalid(_))));
    assert_eq!(bases.embedded.as_ref().unwrap(), "http://a/d");
}
