//! Editing in place: each component, the two kinds of path that need a guard, and rejected edits.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use rstest::rstest;
use urigram::edit::EditError;
use urigram::grammar::{HostKind, Rfc3987};
use urigram::percent::{Encoded, Encoder};
use urigram::{
    AbsoluteUri, Authority, Fragment, Host, Iri, IriReference, Path, Port, Query, RegName, RelativeRef, Rule,
    Scheme, Segment, Uri, UriReference, Userinfo, rfc6874,
};

type Owned = UriReference<String>;

type Edit = fn(&mut Owned) -> Result<(), EditError>;

/// Returns the text after an edit, and checks its components by parsing.
fn edited(text: &str, edit: impl FnOnce(&mut Owned) -> Result<(), EditError>) -> Result<String, EditError> {
    let mut reference = UriReference::parse(text).unwrap().to_owned();
    let outcome = edit(&mut reference);
    let parsed = UriReference::parse(reference.as_str()).unwrap();
    assert_eq!(reference.components(), parsed.components(), "{text} became {parsed}");
    if outcome.is_err() {
        assert_eq!(reference, text);
    }
    outcome.map(|()| reference.into_inner())
}

/// Asserts that something was removed, and returns the result of an edit.
fn removed(was_there: bool) -> Result<(), EditError> {
    assert!(was_there);
    Ok(())
}

const FULL: &str = "foo://user@example.com:8042/over/there?name=ferret#nose";

#[rstest]
#[case::scheme(FULL, |r: &mut Owned| r.set_scheme("http"), "http://user@example.com:8042/over/there?name=ferret#nose")]
#[case::authority(FULL, |r: &mut Owned| r.set_authority("h"), "foo://h/over/there?name=ferret#nose")]
#[case::empty_authority(FULL, |r: &mut Owned| r.set_authority(""), "foo:///over/there?name=ferret#nose")]
#[case::userinfo(FULL, |r: &mut Owned| r.set_userinfo("a:b"), "foo://a:b@example.com:8042/over/there?name=ferret#nose")]
#[case::empty_userinfo(FULL, |r: &mut Owned| r.set_userinfo(""), "foo://@example.com:8042/over/there?name=ferret#nose")]
#[case::host(FULL, |r: &mut Owned| r.set_host("[::1]"), "foo://user@[::1]:8042/over/there?name=ferret#nose")]
#[case::empty_host(FULL, |r: &mut Owned| r.set_host(""), "foo://user@:8042/over/there?name=ferret#nose")]
#[case::port(FULL, |r: &mut Owned| r.set_port("1"), "foo://user@example.com:1/over/there?name=ferret#nose")]
#[case::empty_port(FULL, |r: &mut Owned| r.set_port(""), "foo://user@example.com:/over/there?name=ferret#nose")]
#[case::path(FULL, |r: &mut Owned| r.set_path("/a"), "foo://user@example.com:8042/a?name=ferret#nose")]
#[case::empty_path(FULL, |r: &mut Owned| r.set_path(""), "foo://user@example.com:8042?name=ferret#nose")]
#[case::query(FULL, |r: &mut Owned| r.set_query("q"), "foo://user@example.com:8042/over/there?q#nose")]
#[case::empty_query(FULL, |r: &mut Owned| r.set_query(""), "foo://user@example.com:8042/over/there?#nose")]
#[case::fragment(FULL, |r: &mut Owned| r.set_fragment("f"), "foo://user@example.com:8042/over/there?name=ferret#f")]
#[case::empty_fragment(FULL, |r: &mut Owned| r.set_fragment(""), "foo://user@example.com:8042/over/there?name=ferret#")]
#[case::scheme_where_there_is_none("a/b", |r: &mut Owned| r.set_scheme("s"), "s:a/b")]
#[case::authority_where_there_is_none("s:/a", |r: &mut Owned| r.set_authority("u@h:1"), "s://u@h:1/a")]
#[case::userinfo_where_there_is_none("//h", |r: &mut Owned| r.set_userinfo("u"), "//u@h")]
#[case::host_where_there_is_none("?q", |r: &mut Owned| r.set_host("h"), "//h?q")]
#[case::port_where_there_is_none("//u@h/", |r: &mut Owned| r.set_port("1"), "//u@h:1/")]
#[case::path_where_there_is_none("?q", |r: &mut Owned| r.set_path("a"), "a?q")]
#[case::query_where_there_is_none("a#f", |r: &mut Owned| r.set_query("q"), "a?q#f")]
#[case::fragment_where_there_is_none("a?q", |r: &mut Owned| r.set_fragment("f"), "a?q#f")]
fn sets(#[case] text: &str, #[case] edit: Edit, #[case] expected: &str) {
    assert_eq!(edited(text, edit).as_deref(), Ok(expected));
}

#[rstest]
#[case::scheme(FULL, |r: &mut Owned| r.remove_scheme(), "//user@example.com:8042/over/there?name=ferret#nose")]
#[case::authority(FULL, |r: &mut Owned| r.remove_authority(), "foo:/over/there?name=ferret#nose")]
#[case::userinfo(FULL, |r: &mut Owned| r.remove_userinfo(), "foo://example.com:8042/over/there?name=ferret#nose")]
#[case::port(FULL, |r: &mut Owned| r.remove_port(), "foo://user@example.com/over/there?name=ferret#nose")]
#[case::query(FULL, |r: &mut Owned| r.remove_query(), "foo://user@example.com:8042/over/there#nose")]
#[case::fragment(FULL, |r: &mut Owned| r.remove_fragment(), "foo://user@example.com:8042/over/there?name=ferret")]
#[case::empty_authority("file:///a", |r: &mut Owned| r.remove_authority(), "file:/a")]
#[case::empty_userinfo("//@h", |r: &mut Owned| r.remove_userinfo(), "//h")]
#[case::empty_port("//h:", |r: &mut Owned| r.remove_port(), "//h")]
#[case::empty_query("?#", |r: &mut Owned| r.remove_query(), "#")]
#[case::empty_fragment("?#", |r: &mut Owned| r.remove_fragment(), "?")]
#[case::no_scheme("a", |r: &mut Owned| r.remove_scheme(), "a")]
#[case::no_authority("/a", |r: &mut Owned| r.remove_authority(), "/a")]
#[case::no_userinfo("//h:1", |r: &mut Owned| r.remove_userinfo(), "//h:1")]
#[case::no_port("//h", |r: &mut Owned| r.remove_port(), "//h")]
#[case::no_query("a#f", |r: &mut Owned| r.remove_query(), "a#f")]
#[case::no_fragment("a?q", |r: &mut Owned| r.remove_fragment(), "a?q")]
fn removes(#[case] text: &str, #[case] edit: fn(&mut Owned) -> bool, #[case] expected: &str) {
    let mut was_there = false;
    let outcome = edited(text, |reference| {
        was_there = edit(reference);
        Ok(())
    });
    assert_eq!(outcome.as_deref(), Ok(expected));
    assert_eq!(was_there, text != expected);
}

/// Section 3.3: without an authority, a path that begins with `//` gets the guard `/.`.
#[rstest]
#[case::authority_removed("s://h//a", |r: &mut Owned| removed(r.remove_authority()), "s:/.//a")]
#[case::authority_removed_without_scheme("//h//a?q", |r: &mut Owned| removed(r.remove_authority()), "/.//a?q")]
#[case::empty_authority_removed("////a", |r: &mut Owned| removed(r.remove_authority()), "/.//a")]
#[case::path_of_slashes("s://h//", |r: &mut Owned| removed(r.remove_authority()), "s:/.//")]
#[case::path_set("s:a", |r: &mut Owned| r.set_path("//b/c"), "s:/.//b/c")]
#[case::path_set_after_authority("s://h", |r: &mut Owned| r.set_path("//b/c"), "s://h//b/c")]
#[case::segment_inserted("/a", |r: &mut Owned| r.insert_segment(0, ""), "/.//a")]
#[case::segment_inserted_after_root("/", |r: &mut Owned| r.insert_segment(1, "a"), "/.//a")]
#[case::segments_pushed("s:/", |r: &mut Owned| r.extend_segments(["", "a"]), "s:/.//a")]
#[case::authority_set("/.//a", |r: &mut Owned| r.set_host("h"), "//h//a")]
#[case::authority_set_after_scheme("s:/.//a", |r: &mut Owned| r.set_authority("h:1"), "s://h:1//a")]
#[case::authority_set_before_no_guard("s:/./a", |r: &mut Owned| r.set_host("h"), "s://h/./a")]
#[case::authority_set_again("//h/.//a", |r: &mut Owned| r.set_host("i"), "//i/.//a")]
#[case::authority_set_as_a_whole_again("//h/.//a", |r: &mut Owned| r.set_authority("i"), "//i/.//a")]
fn guards_against_an_authority(#[case] text: &str, #[case] edit: Edit, #[case] expected: &str) {
    assert_eq!(edited(text, edit).as_deref(), Ok(expected));
}

/// Section 4.2: without a scheme, a path whose first segment has a colon gets the guard `./`.
#[rstest]
#[case::scheme_removed("urn:a:b", |r: &mut Owned| removed(r.remove_scheme()), "./a:b")]
#[case::scheme_removed_colon_first("s::", |r: &mut Owned| removed(r.remove_scheme()), "./:")]
#[case::scheme_removed_colon_later("s:a/b:c", |r: &mut Owned| removed(r.remove_scheme()), "a/b:c")]
#[case::scheme_removed_root_first("s:/a:b", |r: &mut Owned| removed(r.remove_scheme()), "/a:b")]
#[case::scheme_removed_authority_first("s://h/a:b", |r: &mut Owned| removed(r.remove_scheme()), "//h/a:b")]
#[case::scheme_removed_query_only("s:?a:b", |r: &mut Owned| removed(r.remove_scheme()), "?a:b")]
#[case::path_set("a", |r: &mut Owned| r.set_path("b:c/d"), "./b:c/d")]
#[case::path_set_after_scheme("s:a", |r: &mut Owned| r.set_path("b:c/d"), "s:b:c/d")]
#[case::segment_pushed("", |r: &mut Owned| r.push_segment("a:b"), "./a:b")]
#[case::segment_pushed_later("a", |r: &mut Owned| r.push_segment("a:b"), "a/a:b")]
#[case::segment_inserted("a", |r: &mut Owned| r.insert_segment(0, "b:c"), "./b:c/a")]
#[case::segment_inserted_after_scheme("s:a", |r: &mut Owned| r.insert_segment(0, "b:c"), "s:b:c/a")]
#[case::scheme_set("./a:b", |r: &mut Owned| r.set_scheme("s"), "s:a:b")]
#[case::scheme_set_before_no_guard("./a/b:c", |r: &mut Owned| r.set_scheme("s"), "s:./a/b:c")]
#[case::scheme_set_again("t:./a:b", |r: &mut Owned| r.set_scheme("s"), "s:./a:b")]
fn guards_against_a_scheme(#[case] text: &str, #[case] edit: Edit, #[case] expected: &str) {
    assert_eq!(edited(text, edit).as_deref(), Ok(expected));
}

#[rstest]
#[case::authority_after_rootless("urn:a", |r: &mut Owned| r.set_host("h"), EditError::PathAfterAuthority)]
#[case::whole_authority_after_rootless("a/b", |r: &mut Owned| r.set_authority("h"), EditError::PathAfterAuthority)]
#[case::rootless_path("//h", |r: &mut Owned| r.set_path("a"), EditError::PathAfterAuthority)]
#[case::userinfo_alone("/a", |r: &mut Owned| r.set_userinfo("u"), EditError::NoAuthority { component: Rule::userinfo })]
#[case::port_alone("s:a", |r: &mut Owned| r.set_port(1), EditError::NoAuthority { component: Rule::port })]
#[case::empty_first_segment("", |r: &mut Owned| r.push_segment(""), EditError::EmptyFirstSegment)]
#[case::empty_first_segments("s:", |r: &mut Owned| r.extend_segments(["", "a"]), EditError::EmptyFirstSegment)]
#[case::empty_segment_before_rootless("a", |r: &mut Owned| r.insert_segment(0, ""), EditError::EmptyFirstSegment)]
#[case::dot("/a", |r: &mut Owned| r.push_segment("."), EditError::DotSegment)]
#[case::dot_dot("/a", |r: &mut Owned| r.push_segment(".."), EditError::DotSegment)]
#[case::dot_dot_among_others("/a", |r: &mut Owned| r.extend_segments(["b", "..", "c"]), EditError::DotSegment)]
#[case::dot_dot_inserted("/a", |r: &mut Owned| r.insert_segment(0, ".."), EditError::DotSegment)]
#[case::dot_dot_encoded("/a", |r: &mut Owned| r.push_segment(Segment::parse("%2e.")?), EditError::DotSegment)]
#[case::dots_encoded("/a", |r: &mut Owned| r.push_segment(Segment::parse("%2E%2e")?), EditError::DotSegment)]
#[case::gap("/a", |r: &mut Owned| r.insert_segment(2, "b"), EditError::NoSuchIndex { index: 2, count: 1 })]
#[case::gap_in_nothing("", |r: &mut Owned| r.insert_segment(1, "b"), EditError::NoSuchIndex { index: 1, count: 0 })]
fn refuses(#[case] text: &str, #[case] edit: Edit, #[case] error: EditError) {
    assert_eq!(edited(text, edit), Err(error));
}

#[rstest]
#[case::scheme(|r: &mut Owned| r.set_scheme("1a"), Rule::scheme, 0)]
#[case::empty_scheme(|r: &mut Owned| r.set_scheme(""), Rule::scheme, 0)]
#[case::authority(|r: &mut Owned| r.set_authority("a@b@c"), Rule::host, 3)]
#[case::userinfo(|r: &mut Owned| r.set_userinfo("a@"), Rule::userinfo, 1)]
#[case::host(|r: &mut Owned| r.set_host("a:1"), Rule::host, 1)]
#[case::host_with_path(|r: &mut Owned| r.set_host("a/b"), Rule::host, 1)]
#[case::host_of_own_making(|r: &mut Owned| r.set_host(Host::IpvFuture { version: "1", address: "a]/" }), Rule::host, 6)]
#[case::port(|r: &mut Owned| r.set_port("8a"), Rule::port, 1)]
#[case::path(|r: &mut Owned| r.set_path("/a?"), Rule::path, 2)]
#[case::query(|r: &mut Owned| r.set_query("a#"), Rule::query, 1)]
#[case::incomplete_encoding(|r: &mut Owned| r.set_query("100%"), Rule::query, 4)]
#[case::fragment(|r: &mut Owned| r.set_fragment("a b"), Rule::fragment, 1)]
fn invalid_text_is_refused_at_its_place(#[case] edit: Edit, #[case] component: Rule, #[case] offset: usize) {
    match edited(FULL, edit) {
        Err(EditError::Invalid(error)) => {
            assert_eq!((error.component(), error.offset()), (component, offset))
        }
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::to_a_segment("/a", "b", "/a/b")]
#[case::to_a_slash("/a/", "b", "/a/b")]
#[case::to_the_root("/", "b", "/b")]
#[case::to_an_authority("//h", "b", "//h/b")]
#[case::to_nothing("?q", "b", "b?q")]
#[case::to_a_scheme("mailto:", "b", "mailto:b")]
#[case::slash("/a#f", "b/c", "/a/b%2Fc#f")]
#[case::delimiters("/a", "?#[]%41", "/a/%3F%23%5B%5D%2541")]
#[case::colon("/a", "b:c@d;e=f", "/a/b:c@d;e=f")]
#[case::text("/a", "à", "/a/%C3%A0")]
#[case::three_dots("/a", "...", "/a/...")]
#[case::encoded_dots_as_data("/a", "%2E%2E", "/a/%252E%252E")]
#[case::nothing("/a", "", "/a/")]
#[case::nothing_to_a_slash("/a/", "", "/a/")]
#[case::nothing_to_an_authority("//h", "", "//h/")]
fn push_segment(#[case] text: &str, #[case] segment: &str, #[case] expected: &str) {
    assert_eq!(edited(text, |reference| reference.push_segment(segment)).as_deref(), Ok(expected));
}

#[rstest]
#[case::none("/a", &[], "/a")]
#[case::none_to_nothing("", &[], "")]
#[case::empty_ones("/a", &["", "", "b"], "/a///b")]
#[case::after_a_slash("/a/", &["b/c", "d"], "/a/b%2Fc/d")]
#[case::after_an_authority("//h", &["", "a"], "//h//a")]
fn extend_segments(#[case] text: &str, #[case] segments: &[&str], #[case] expected: &str) {
    assert_eq!(
        edited(text, |reference| reference.extend_segments(segments.iter().copied())).as_deref(),
        Ok(expected)
    );
}

#[rstest]
#[case::first("/a/b", 0, "x", "/x/a/b")]
#[case::middle("/a/b", 1, "x", "/a/x/b")]
#[case::last("/a/b", 2, "x", "/a/b/x")]
#[case::before_a_slash("/a/", 1, "x", "/a/x/")]
#[case::after_a_slash("/a/", 2, "x", "/a//x")]
#[case::rootless("a/b", 0, "x", "x/a/b")]
#[case::rootless_middle("a/b", 1, "x", "a/x/b")]
#[case::rootless_last("a/b", 2, "x", "a/b/x")]
#[case::in_nothing("?q", 0, "x", "x?q")]
#[case::in_nothing_after_authority("//h", 0, "x", "//h/x")]
#[case::in_the_root("//h/", 0, "x", "//h/x/")]
#[case::after_the_root("//h/", 1, "x", "//h//x")]
#[case::empty("/a/b", 1, "", "/a//b")]
#[case::empty_first("//h/a", 0, "", "//h//a")]
#[case::slash("/a/b", 1, "x/y", "/a/x%2Fy/b")]
#[case::short_rootless("a//b", 1, "x", "a/x//b")]
fn insert_segment(#[case] text: &str, #[case] index: usize, #[case] segment: &str, #[case] expected: &str) {
    assert_eq!(edited(text, |reference| reference.insert_segment(index, segment)).as_deref(), Ok(expected));
}

#[rstest]
#[case::to_the_root("//h/a/b?q#f", &["//h/a?q#f", "//h/?q#f"])]
#[case::slash("/a/", &["/a", "/"])]
#[case::empty_ones("//h///", &["//h//", "//h/"])]
#[case::rootless("s:a/b", &["s:a", "s:"])]
#[case::dots("../..", &["..", ""])]
#[case::guarded("/.//a", &["/"])]
#[case::guarded_empty_ones("s:/.///", &["s:/.//", "s:/"])]
#[case::guarded_colon("./a:b", &[""])]
#[case::guarded_colon_first("./a:b/c", &["./a:b", ""])]
#[case::a_dot_that_guards_nothing("s:./a:b", &["s:.", "s:"])]
#[case::nothing("//h", &[])]
#[case::root("/", &[])]
fn pop_segment(#[case] text: &str, #[case] expected: &[&str]) {
    let mut reference = UriReference::parse(text).unwrap().to_owned();
    let mut popped = Vec::new();
    while reference.pop_segment() {
        assert_eq!(reference.components(), UriReference::parse(reference.as_str()).unwrap().components());
        popped.push(reference.to_string());
    }
    assert_eq!(popped, expected);
}

#[rstest]
#[case::scheme(|r: &mut Owned| r.set_scheme(Scheme::parse("s")?), "s://user@example.com:8042/over/there?name=ferret#nose")]
#[case::authority(|r: &mut Owned| r.set_authority(Authority::parse("a@1.2.3.4:")?), "foo://a@1.2.3.4:/over/there?name=ferret#nose")]
#[case::userinfo(|r: &mut Owned| r.set_userinfo(Userinfo::parse("%41")?), "foo://%41@example.com:8042/over/there?name=ferret#nose")]
#[case::userinfo_data(|r: &mut Owned| r.set_userinfo(Userinfo::encode("%4@")), "foo://%254%40@example.com:8042/over/there?name=ferret#nose")]
#[case::host(|r: &mut Owned| r.set_host(Host::parse("[v1.a]")?), "foo://user@[v1.a]:8042/over/there?name=ferret#nose")]
#[case::address(|r: &mut Owned| r.set_host(IpAddr::from([127, 0, 0, 1])), "foo://user@127.0.0.1:8042/over/there?name=ferret#nose")]
#[case::ipv4(|r: &mut Owned| r.set_host(Ipv4Addr::LOCALHOST), "foo://user@127.0.0.1:8042/over/there?name=ferret#nose")]
#[case::ipv6(|r: &mut Owned| r.set_host(Ipv6Addr::UNSPECIFIED), "foo://user@[::]:8042/over/there?name=ferret#nose")]
#[case::name(|r: &mut Owned| r.set_host(RegName::parse("a%20b")?), "foo://user@a%20b:8042/over/there?name=ferret#nose")]
#[case::name_data(|r: &mut Owned| r.set_host(RegName::encode("[::1]")), "foo://user@%5B%3A%3A1%5D:8042/over/there?name=ferret#nose")]
#[case::port(|r: &mut Owned| r.set_port(Port::parse("007")?), "foo://user@example.com:007/over/there?name=ferret#nose")]
#[case::port_number(|r: &mut Owned| r.set_port(65535), "foo://user@example.com:65535/over/there?name=ferret#nose")]
#[case::path(|r: &mut Owned| r.set_path(Path::parse("/%2F")?), "foo://user@example.com:8042/%2F?name=ferret#nose")]
#[case::path_data(|r: &mut Owned| r.set_path(Path::encode("/a/b?")), "foo://user@example.com:8042/a/b%3F?name=ferret#nose")]
#[case::segment(|r: &mut Owned| r.push_segment(Segment::parse("%2F")?), "foo://user@example.com:8042/over/there/%2F?name=ferret#nose")]
#[case::segment_data(|r: &mut Owned| r.push_segment(Segment::encode("%2F")), "foo://user@example.com:8042/over/there/%252F?name=ferret#nose")]
#[case::segment_bytes(|r: &mut Owned| r.push_segment(&[0xFF, b'/'][..]), "foo://user@example.com:8042/over/there/%FF%2F?name=ferret#nose")]
#[case::query(|r: &mut Owned| r.set_query(Query::parse("%26")?), "foo://user@example.com:8042/over/there?%26#nose")]
#[case::query_data(|r: &mut Owned| r.set_query(Encoder::<Query>::data().encode("a&b")), "foo://user@example.com:8042/over/there?a%26b#nose")]
#[case::query_string(|r: &mut Owned| r.set_query(String::from("a&b")), "foo://user@example.com:8042/over/there?a&b#nose")]
#[case::fragment(|r: &mut Owned| r.set_fragment(Fragment::parse("?/")?), "foo://user@example.com:8042/over/there?name=ferret#?/")]
#[case::fragment_data(|r: &mut Owned| r.set_fragment(Fragment::encode("#")), "foo://user@example.com:8042/over/there?name=ferret#%23")]
fn takes_what_is_typed(#[case] edit: Edit, #[case] expected: &str) {
    assert_eq!(edited(FULL, edit).as_deref(), Ok(expected));
}

#[test]
fn a_string_may_be_lent() {
    let query = String::from("a&b");
    assert_eq!(edited("/", |reference| reference.set_query(&query)), Ok(format!("/?{query}")));
}

/// Any type that holds raw data can be a segment, and any type that holds text a query.
#[test]
fn whatever_holds_data() {
    let mut uri = Uri::parse("s:").unwrap().to_owned();
    let decoded = Segment::parse("%2F").unwrap().decode();
    uri.push_segment(7.to_string()).unwrap();
    uri.push_segment(b"a/").unwrap();
    uri.push_segment(vec![b'b', 0xFF]).unwrap();
    uri.push_segment(decoded.to_str().unwrap()).unwrap();
    uri.push_segment(decoded.to_bytes()).unwrap();
    uri.extend_segments(vec![String::from("x y"), String::from("z")]).unwrap();
    uri.extend_segments(["1", "2"].iter()).unwrap();
    uri.set_query(Cow::Borrowed("a=b")).unwrap();
    assert!(uri.set_query(Cow::from(String::from("#"))).is_err());
    assert_eq!(uri, "s:7/a%2F/b%FF/%2F/%2F/x%20y/z/1/2?a=b");
}

/// A guard is inserted if it is needed, removed if it is not, and not counted as a segment.
#[rstest]
#[case::undone("", |r: &mut Owned| r.push_segment("a:b").map(|()| assert!(r.pop_segment())), "")]
#[case::undone_below_the_root("s:/", |r: &mut Owned| r.extend_segments(["", "a"]).map(|()| assert!(r.pop_segment())), "s:/")]
#[case::before_another("./a:b", |r: &mut Owned| r.insert_segment(0, "c:d"), "./c:d/a:b")]
#[case::not_needed("./a:b", |r: &mut Owned| r.insert_segment(0, "x"), "x/a:b")]
#[case::not_needed_at_the_root("s:/.//a", |r: &mut Owned| r.insert_segment(0, "x"), "s:/x//a")]
#[case::after_it("./a:b", |r: &mut Owned| r.insert_segment(1, "x"), "./a:b/x")]
#[case::after_an_empty_one("/.//a", |r: &mut Owned| r.insert_segment(1, "x"), "/.//x/a")]
#[case::more_empty_ones("/.//a", |r: &mut Owned| r.insert_segment(0, ""), "/.///a")]
#[case::at_the_end("/.//a", |r: &mut Owned| r.insert_segment(2, "x"), "/.//a/x")]
#[case::pushed("./a:b", |r: &mut Owned| r.push_segment("c:d"), "./a:b/c:d")]
#[case::a_dot_of_the_path("s:./a:b", |r: &mut Owned| r.insert_segment(0, "x"), "s:x/./a:b")]
fn guards_are_no_segments(#[case] text: &str, #[case] edit: Edit, #[case] expected: &str) {
    assert_eq!(edited(text, edit).as_deref(), Ok(expected));
}

/// Section 3.2.2: the first matching alternative of `host` wins, regardless of the type of the argument.
#[rstest]
#[case::address("127.0.0.1", HostKind::Ipv4)]
#[case::longer("127.0.0.1.example", HostKind::RegName)]
#[case::leading_zeros("127.0.0.001", HostKind::RegName)]
#[case::literal("[::1]", HostKind::Ipv6)]
#[case::future("[v1.a]", HostKind::IpvFuture)]
fn host_is_of_the_kind_that_it_reads_as(#[case] host: &str, #[case] kind: HostKind) {
    let mut reference = UriReference::parse("//h/").unwrap().to_owned();
    reference.set_host(host).unwrap();
    assert_eq!(reference.components().host_kind(), Some(kind));
    if let Ok(name) = RegName::parse(host) {
        reference.set_host(name).unwrap();
        assert_eq!(reference.components().host_kind(), Some(kind));
    }
}

#[test]
fn iris_keep_characters_beyond_ascii() {
    let mut iri = Iri::parse("http://example.com/").unwrap().to_owned();
    iri.push_segment("é/è").unwrap();
    iri.set_query(Encoded::<Query<Rfc3987>>::new("à b")).unwrap();
    iri.set_host("bücher.example").unwrap();
    iri.set_fragment("ü").unwrap();
    assert_eq!(iri, "http://bücher.example/é%2Fè?à%20b#ü");
    let parsed = Iri::parse(iri.as_str()).unwrap();
    assert_eq!(iri.components(), parsed.components());
    let mut reference: IriReference<String> = iri.into();
    reference.remove_scheme();
    assert_eq!(reference, "//bücher.example/é%2Fè?à%20b#ü");
}

#[test]
fn a_host_may_have_a_zone_where_the_grammar_has_them() {
    let mut uri = rfc6874::Uri::parse("http://h:1/").unwrap().to_owned();
    uri.set_host("[fe80::1%25eth0]").unwrap();
    assert_eq!(uri, "http://[fe80::1%25eth0]:1/");
    assert_eq!(uri.components().host_kind(), Some(HostKind::Ipv6));
    let mut uri = Uri::parse("http://h:1/").unwrap().to_owned();
    assert!(uri.set_host("[fe80::1%25eth0]").is_err());
}

/// After an edit, a value still matches the rule of its type.
#[test]
fn each_type_has_its_edits() {
    let mut uri = Uri::parse("urn:a:b#f").unwrap().to_owned();
    uri.set_scheme("s").unwrap();
    uri.remove_fragment();
    assert_eq!(uri, "s:a:b");

    let mut absolute = AbsoluteUri::parse("urn:a:b").unwrap().to_owned();
    absolute.set_query("q").unwrap();
    assert_eq!(absolute, "urn:a:b?q");

    let mut relative = RelativeRef::parse("//h//a").unwrap().to_owned();
    relative.remove_authority();
    relative.set_fragment("f").unwrap();
    assert_eq!(relative, "/.//a#f");
    relative.set_path("a:b").unwrap();
    assert_eq!(relative, "./a:b#f");
}

#[test]
fn errors_say_what_and_where() {
    let mut uri = Uri::parse("http://h/a").unwrap().to_owned();
    let message = |outcome: Result<(), EditError>| outcome.unwrap_err().to_string();
    assert_eq!(message(uri.set_query("a b")), "unexpected ' ' in the query at byte 1");
    assert_eq!(
        message(uri.set_path("b")),
        "after an authority, the path has to be empty or begin with `/` at byte 0"
    );
    assert_eq!(
        message(uri.insert_segment(3, "b")),
        "no segment can be inserted at 3: the number of segments is 1"
    );
    uri.remove_authority();
    assert_eq!(message(uri.set_port(1)), "the port is a part of an authority, and there is none");
}

#[rstest]
#[case::added("s:?b=1&a", "s:?b=1&a&c=%2B%20", "s:?b=1&a&c=%2B+")]
#[case::the_first("s:a#f", "s:a?c=%2B%20#f", "s:a?c=%2B+#f")]
#[case::of_an_empty_query("s:?", "s:?c=%2B%20", "s:?c=%2B+")]
#[case::in_the_place_of_another("s:?c=1&%7e", "s:?c=%2B%20&%7e", "s:?c=%2B+&%7e")]
fn pairs_of_the_query(#[case] text: &str, #[case] plain: &str, #[case] form: &str) {
    assert_eq!(edited(text, |r| r.edit_pairs(|pairs| pairs.set("c", "+ "))).unwrap(), plain);
    assert_eq!(edited(text, |r| r.edit_form_pairs(|pairs| pairs.set("c", "+ "))).unwrap(), form);
}

#[rstest]
#[case::all_removed("s:a?c=1&c#f", true, "s:a#f")]
#[case::some_left("s:a?c=1&d", true, "s:a?d")]
#[case::none_there("s:a", false, "s:a")]
#[case::none_in_the_query("s:a?&", false, "s:a")]
#[case::others("s:a?&d=%7e&", false, "s:a?&d=%7e&")]
fn without_pairs_there_is_no_query(#[case] text: &str, #[case] removed: bool, #[case] after: &str) {
    let outcome = edited(text, |r| {
        let was_there = r.edit_pairs(|pairs| pairs.remove("c"))?;
        assert_eq!(was_there, removed);
        Ok(())
    });
    assert_eq!(outcome.unwrap(), after);
}

#[test]
fn what_reads_a_space_is_read_so() {
    let mut uri = Uri::parse("s:?a+b=1&a%20b=2").unwrap().to_owned();
    assert_eq!(uri.edit_pairs(|pairs| pairs.remove("a b")), Ok(true));
    assert_eq!(uri, "s:?a+b=1");
    assert_eq!(uri.edit_form_pairs(|pairs| pairs.remove("a b")), Ok(true));
    assert_eq!(uri, "s:");
}

/// Every URI is an IRI, so its components are valid in an IRI, unless `uri.pest` was edited to accept more.
#[cfg(within_rfc3987)]
#[test]
fn components_of_a_uri_are_those_of_an_iri() {
    let uri = Uri::parse("s://u%40@h.example:1/a/b?q#f").unwrap();
    let mut iri = Iri::parse("t://é/é").unwrap().to_owned();
    iri.set_authority(uri.authority().unwrap()).unwrap();
    iri.set_path(uri.path()).unwrap();
    iri.set_query(uri.query().unwrap()).unwrap();
    iri.set_fragment(uri.fragment().unwrap()).unwrap();
    assert_same_iri(&iri, "t://u%40@h.example:1/a/b?q#f");

    iri.set_host(uri.host().unwrap()).unwrap();
    iri.set_userinfo(Userinfo::encode("é")).unwrap();
    iri.set_host(RegName::encode("é")).unwrap();
    iri.set_path(Path::encode("/é")).unwrap();
    iri.push_segment(Segment::encode("é/")).unwrap();
    iri.push_segment(uri.path().segments().next().unwrap()).unwrap();
    iri.set_query(Query::encode("é")).unwrap();
    iri.set_fragment(Fragment::encode("é")).unwrap();
    assert_same_iri(&iri, "t://%C3%A9@%C3%A9:1/%C3%A9/%C3%A9%2F/a?%C3%A9#%C3%A9");

    let mut pairs = urigram::query::QueryPairs::form();
    pairs.append("é", "1 + 1");
    iri.set_query(pairs.as_query()).unwrap();
    assert_eq!(iri.query().unwrap(), *"%C3%A9=1+%2B+1");
    iri.edit_pairs(|pairs| pairs.append("é", "è")).unwrap();
    assert_eq!(iri.query().unwrap(), *"%C3%A9=1+%2B+1&é=è");

    let built = Iri::builder("s").host(uri.host().unwrap()).path(uri.path()).query(Query::encode("é"));
    assert_eq!(built.build().unwrap(), "s://h.example/a/b?%C3%A9");
}

#[cfg(within_rfc3987)]
fn assert_same_iri(iri: &Iri<String>, text: &str) {
    assert_eq!(iri.as_str(), text);
    assert_eq!(iri.components(), Iri::parse(text).unwrap().components());
}

#[rstest]
#[case::relative("//h/a", "b/c", "//h/a/b/c")]
#[case::with_a_slash("//h/a", "/b/c", "//h/a/b/c")]
#[case::after_a_slash("//h/a/", "/b", "//h/a/b")]
#[case::encoded("//h/a", "b%2Fc", "//h/a/b%2Fc")]
#[case::ends_in_a_slash("//h/a?q", "b/", "//h/a/b/?q")]
#[case::root("//h/a", "/", "//h/a/")]
#[case::nothing("//h/a", "", "//h/a")]
#[case::to_nothing("", "a/b", "a/b")]
#[case::to_a_host("//h", "a/b", "//h/a/b")]
#[case::guarded("", "a:b/c", "./a:b/c")]
fn append_path(#[case] text: &str, #[case] path: &str, #[case] edited: &str) {
    let mut reference = UriReference::parse(text).unwrap().to_owned();
    reference.append_path(path).unwrap();
    assert_eq!(reference, edited);
    assert_eq!(reference.components(), UriReference::parse(edited).unwrap().components());
}

#[rstest]
#[case::dots("../b", EditError::DotSegment)]
#[case::dots_within("a/%2e%2E/b", EditError::DotSegment)]
#[case::empty_first("//b", EditError::EmptyFirstSegment)]
fn append_path_leads_nowhere_else(#[case] path: &str, #[case] error: EditError) {
    let mut reference = UriReference::parse("").unwrap().to_owned();
    assert_eq!(reference.append_path(path), Err(error));
    assert_eq!(reference, "");
}
