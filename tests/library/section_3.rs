//! Section 3: the examples of the RFC's prose, with all of their components.

use rstest::rstest;
use urigram::{
    AbsoluteUri, Authority, Fragment, Iri, Path, Query, RelativeRef, Scheme, Uri, UriReference, Userinfo,
};

use crate::common::components;

#[rstest]
#[case::hierarchical(
    "foo://example.com:8042/over/there?name=ferret#nose",
    "URI scheme=foo authority=example.com:8042 reg-name=example.com port=8042 path-abempty=/over/there \
     query=name=ferret fragment=nose"
)]
#[case::rootless("urn:example:animal:ferret:nose", "URI scheme=urn path-rootless=example:animal:ferret:nose")]
fn section_3(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::laguna_beach("Laguna%20Beach", "relative-ref path-noscheme=Laguna%20Beach")]
#[case::a_with_grave("%C3%80", "relative-ref path-noscheme=%C3%80")]
#[case::katakana_a("%E3%82%A2", "relative-ref path-noscheme=%E3%82%A2")]
#[case::ebcdic(
    "%D3%81%87%A4%95%81@%C2%85%81%83%88",
    "relative-ref path-noscheme=%D3%81%87%A4%95%81@%C2%85%81%83%88"
)]
fn section_2_5(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::lower_case("http", "http:a")]
#[case::upper_case("HTTP", "HTTP:a")]
#[case::one_letter("z", "z:a")]
#[case::every_kind_of_character("aZ09+-.", "aZ09+-.:a")]
fn section_3_1_scheme(#[case] scheme: &str, #[case] text: &str) {
    assert_eq!(components(text), format!("URI scheme={scheme} path-rootless=a"));
}

#[test]
fn section_3_1_scheme_is_case_insensitive_and_kept_as_written() {
    let scheme = Scheme::parse("HtTp").unwrap();
    assert_eq!(scheme.as_str(), "HtTp");
    assert!(scheme.is("http") && scheme.is("HTTP"));
    assert!(!scheme.is("https") && !scheme.is("htt") && !scheme.is(""));
    assert_eq!(scheme, Scheme::parse("http").unwrap());
}

#[rstest]
#[case::slash("a://b/c", "URI scheme=a authority=b reg-name=b path-abempty=/c")]
#[case::question_mark("a://b?c", "URI scheme=a authority=b reg-name=b path-abempty= query=c")]
#[case::number_sign("a://b#c", "URI scheme=a authority=b reg-name=b path-abempty= fragment=c")]
#[case::end("a://b", "URI scheme=a authority=b reg-name=b path-abempty=")]
#[case::without_scheme("//b/c", "relative-ref authority=b reg-name=b path-abempty=/c")]
#[case::slashes_later("a:/b//c", "URI scheme=a path-absolute=/b//c")]
fn section_3_2_authority_ends_at(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::host("h", None, "h", None)]
#[case::all("u@h:1", Some("u"), "h", Some("1"))]
#[case::ip_literal("u@[::1]:1", Some("u"), "[::1]", Some("1"))]
#[case::colons_before_the_at("a:b:c@h", Some("a:b:c"), "h", None)]
#[case::empty("", None, "", None)]
#[case::delimiters_alone("@:", Some(""), "", Some(""))]
fn section_3_2_authority(
    #[case] text: &str,
    #[case] userinfo: Option<&str>,
    #[case] host: &str,
    #[case] port: Option<&str>,
) {
    let authority = Authority::parse(text).unwrap();
    assert_eq!(authority.as_str(), text);
    assert_eq!(authority.userinfo().map(|userinfo| userinfo.as_str()), userinfo);
    assert_eq!(authority.host_str(), host);
    assert_eq!(authority.port().map(|port| port.as_str()), port);
}

#[rstest]
#[case::user_and_password(
    "ftp://user:password@example.com/",
    "URI scheme=ftp authority=user:password@example.com userinfo=user:password reg-name=example.com path-abempty=/"
)]
#[case::like_a_host_and_port(
    "//a:1@b:2",
    "relative-ref authority=a:1@b:2 userinfo=a:1 reg-name=b port=2 path-abempty="
)]
#[case::misleading(
    "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
    "URI scheme=ftp authority=cnn.example.com&story=breaking_news@10.0.0.1 \
     userinfo=cnn.example.com&story=breaking_news IPv4address=10.0.0.1 path-abempty=/top_story.htm"
)]
#[case::at_sign_in_the_path("//a/b@c", "relative-ref authority=a reg-name=a path-abempty=/b@c")]
fn section_3_2_1_userinfo(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::mailto("mailto:fred@example.com", "URI scheme=mailto path-rootless=fred@example.com")]
#[case::empty_path(
    "foo://info.example.com?fred",
    "URI scheme=foo authority=info.example.com reg-name=info.example.com path-abempty= query=fred"
)]
#[case::parameters("name;v=1.1", "relative-ref path-noscheme=name;v=1.1")]
#[case::commas("name,1.1", "relative-ref path-noscheme=name,1.1")]
#[case::dot_segments("../../a/./b", "relative-ref path-noscheme=../../a/./b")]
fn section_3_3_path(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::first_question_mark("a?b?c", "relative-ref path-noscheme=a query=b?c")]
#[case::slashes("?/a//b", "relative-ref path-empty= query=/a//b")]
#[case::a_uri_as_value("?u=http://a:1/?b", "relative-ref path-empty= query=u=http://a:1/?b")]
#[case::ends_at_the_number_sign("?a#b", "relative-ref path-empty= query=a fragment=b")]
#[case::not_in_a_fragment("#a?b", "relative-ref path-empty= fragment=a?b")]
fn section_3_4_query(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::slash_and_question_mark("#/a?b", "relative-ref path-empty= fragment=/a?b")]
#[case::after_a_path("a#b", "relative-ref path-noscheme=a fragment=b")]
#[case::appendix_b(
    "http://www.ics.uci.edu/pub/ietf/uri/#Related",
    "URI scheme=http authority=www.ics.uci.edu reg-name=www.ics.uci.edu path-abempty=/pub/ietf/uri/ \
     fragment=Related"
)]
fn section_3_5_fragment(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

#[rstest]
#[case::another("http://a/b?c#d", Some("e?/"), "http://a/b?c#e?/")]
#[case::empty("//u@[::1]:80#d", Some(""), "//u@[::1]:80#")]
#[case::none("../a?b#c", None, "../a?b")]
#[case::where_there_is_none("a/b", Some("c"), "a/b#c")]
#[case::after_an_empty_query("?", Some("c"), "?#c")]
#[case::in_place_of_an_empty_one("s:#", Some("c"), "s:#c")]
#[case::none_of_none("s:a", None, "s:a")]
fn section_3_5_with_another_fragment(
    #[case] text: &str,
    #[case] fragment: Option<&str>,
    #[case] expected: &str,
) {
    let fragment = fragment.map(|fragment| Fragment::parse(fragment).unwrap());
    let changed = UriReference::parse(text).unwrap().with_fragment(fragment);
    let parsed = UriReference::parse(expected).unwrap();
    assert_eq!((changed.as_str(), changed.components()), (expected, parsed.components()));
}

#[test]
fn section_3_5_with_another_fragment_it_is_of_the_same_type() {
    let c = Some(Fragment::parse("c").unwrap());
    let uri: Uri = Uri::parse("s:a#b").unwrap().with_fragment(c);
    let of_absolute: Uri = AbsoluteUri::parse("s:a").unwrap().with_fragment(c);
    let relative: RelativeRef = RelativeRef::parse("a#b").unwrap().with_fragment(c);
    assert_eq!((uri.as_str(), of_absolute.as_str(), relative.as_str()), ("s:a#c", "s:a#c", "a#c"));
    let iri: Iri = Iri::parse("s:é#b").unwrap().with_fragment(Some("é".try_into().unwrap()));
    assert_eq!(iri, "s:é#é");
}

#[test]
fn components_have_parsers_of_their_own() {
    assert_eq!(Userinfo::parse("a:b%40").map(|it| it.as_str()), Ok("a:b%40"));
    assert_eq!(Path::parse("/a:b@c").map(|it| it.as_str()), Ok("/a:b@c"));
    assert_eq!(Query::parse("a?/b").map(|it| it.as_str()), Ok("a?/b"));
    assert_eq!(Fragment::parse("a?/b").map(|it| it.as_str()), Ok("a?/b"));
    assert_eq!(Userinfo::parse("a@").map_err(|error| error.offset()), Err(1));
    assert_eq!(Path::parse("a?").map_err(|error| error.offset()), Err(1));
    assert_eq!(Query::parse("a#").map_err(|error| error.offset()), Err(1));
    assert_eq!(Fragment::parse("a#").map_err(|error| error.offset()), Err(1));
}

/// Schemes are case-insensitive (section 3.1).
mod section_3_1 {
    use std::collections::HashSet;
    use std::collections::hash_map::DefaultHasher;
    use std::hash::{Hash, Hasher};

    use proptest::prelude::*;
    use rstest::rstest;
    use urigram::{Scheme, Uri};

    fn hash(scheme: Scheme<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        scheme.hash(&mut hasher);
        hasher.finish()
    }

    #[rstest]
    #[case::same("http", true)]
    #[case::upper("HTTP", true)]
    #[case::mixed("hTTp", true)]
    #[case::longer("https", false)]
    #[case::shorter("htt", false)]
    #[case::no_scheme("http:", false)]
    #[case::empty("", false)]
    #[allow(clippy::cmp_owned, reason = "it is the comparison with a String that is tested")]
    fn compares_with_strings(#[case] text: &str, #[case] equal: bool) {
        let scheme = Scheme::parse("Http").unwrap();
        let string = text.to_owned();
        assert_eq!((scheme == text, scheme == *text, scheme == string), (equal, equal, equal));
        assert_eq!((text == scheme, *text == scheme, string == scheme), (equal, equal, equal));
    }

    #[test]
    fn keeps_its_text() {
        let uri = Uri::parse("HTTP://a/").unwrap();
        assert_eq!((uri.scheme().as_str(), uri.scheme().to_string().as_str()), ("HTTP", "HTTP"));
        assert_ne!(uri, Uri::parse("http://a/").unwrap());
        let known = HashSet::from([Scheme::parse("http").unwrap()]);
        assert!(known.contains(&uri.scheme()));
    }

    proptest! {
        /// Schemes are compared and hashed as if they were in lower case.
        #[test]
        fn one_relation(a in "[a-cA-C][a-cA-C0+.-]{0,2}", b in "[a-cA-C][a-cA-C0+.-]{0,2}") {
            let (one, other) = (Scheme::parse(&a).unwrap(), Scheme::parse(&b).unwrap());
            let (lower, other_lower) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
            prop_assert_eq!(one == other, lower == other_lower);
            prop_assert_eq!(one.cmp(&other), lower.cmp(&other_lower));
            prop_assert_eq!(hash(one) == hash(other), lower == other_lower);
            prop_assert_eq!(hash(one), hash(Scheme::parse(&lower).unwrap()));
        }
    }
}
