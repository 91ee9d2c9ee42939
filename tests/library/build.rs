//! Building (section 5.3): the result has exactly the given components, or there is an error.

use std::hint::black_box;
use std::net::{Ipv4Addr, Ipv6Addr};

use allocation_counter::measure;
use proptest::prelude::*;
use rstest::rstest;
use urigram::build::{BuildError, Builder};
use urigram::grammar::{HostKind, Rfc3987};
use urigram::percent::Encoded;
use urigram::{
    AbsoluteUri, Authority, Fragment, Host, Iri, Path, Query, RegName, RelativeRef, Rule, Segment, Uri,
    UriReference, Userinfo,
};

use crate::common::strategies::seen;
use crate::common::strategies::{Parts, nearly, parts};

type Build = Builder<'static, UriReference<String>>;

fn built(build: fn(Build) -> Build) -> Result<String, BuildError> {
    let reference = build(UriReference::builder()).build()?;
    let parsed = UriReference::parse(reference.as_str()).unwrap();
    assert_eq!(reference.components(), parsed.components());
    Ok(reference.into_inner())
}

#[rstest]
#[case::nothing(|b: Build| b, "")]
#[case::scheme(|b: Build| b.scheme("s"), "s:")]
#[case::host(|b: Build| b.host("h"), "//h")]
#[case::empty_host(|b: Build| b.host(""), "//")]
#[case::ipv4(|b: Build| b.host(Ipv4Addr::LOCALHOST), "//127.0.0.1")]
#[case::ipv6(|b: Build| b.host(Ipv6Addr::LOCALHOST), "//[::1]")]
#[case::name(|b: Build| b.host(RegName::encode("à")), "//%C3%A0")]
#[case::userinfo(|b: Build| b.userinfo(Userinfo::encode("a@b:c")).host("h"), "//a%40b:c@h")]
#[case::empty_userinfo_and_port(|b: Build| b.userinfo("").host("").port(""), "//@:")]
#[case::port_first(|b: Build| b.port(8042).host("h"), "//h:8042")]
#[case::authority(|b: Build| b.authority("u:p@[::1]:80"), "//u:p@[::1]:80")]
#[case::owned_authority(|b: Build| b.authority(String::from("u@1.2.3.4:")), "//u@1.2.3.4:")]
#[case::typed_authority(|b: Build| b.authority(Authority::parse("h:1").unwrap()), "//h:1")]
#[case::authority_and_another_port(|b: Build| b.authority("u@h:1").port(2), "//u@h:2")]
#[case::authority_and_another_host(|b: Build| b.authority("u@[::1]:1").host("h"), "//u@h:1")]
#[case::owned_authority_and_another_userinfo(|b: Build| b.authority(String::from("u@h:1")).userinfo("v"), "//v@h:1")]
#[case::authority_instead_of_parts(|b: Build| b.userinfo("u").host("a").port(1).authority("h"), "//h")]
#[case::all_owned(
    |b: Build| {
        let text = String::from;
        b.scheme(text("s")).authority(text("u@h")).port(80).path(text("/a")).query(text("q")).fragment(text("f"))
    },
    "s://u@h:80/a?q#f"
)]
#[case::owned_segments(
    |b: Build| b.query(String::from("q/")).segments(["a b"]).fragment(String::from("f")).segments(["c d"]),
    "/a%20b/c%20d?q/#f"
)]
#[case::path(|b: Build| b.path("a/b"), "a/b")]
#[case::path_after_scheme(|b: Build| b.scheme("s").path("a:b"), "s:a:b")]
#[case::path_with_colon_later(|b: Build| b.path("a/b:c"), "a/b:c")]
#[case::path_after_host(|b: Build| b.host("h").path("//a:b"), "//h//a:b")]
#[case::path_data(|b: Build| b.path(Path::encode("/a b/c")), "/a%20b/c")]
#[case::query(|b: Build| b.query(""), "?")]
#[case::query_data(|b: Build| b.query(Query::encode("100%#")), "?100%25%23")]
#[case::fragment(|b: Build| b.fragment(Fragment::parse("").unwrap()), "#")]
#[case::last_counts(|b: Build| b.query("a").query("b"), "?b")]
fn builds(#[case] build: fn(Build) -> Build, #[case] expected: &str) {
    assert_eq!(built(build).as_deref(), Ok(expected));
}

#[rstest]
#[case::path_after_authority(|b: Build| b.path("a").host("h"), BuildError::PathAfterAuthority)]
#[case::two_slashes(|b: Build| b.scheme("s").path("//a"), BuildError::ReadsAsAuthority)]
#[case::two_slashes_alone(|b: Build| b.path("//"), BuildError::ReadsAsAuthority)]
#[case::colon(|b: Build| b.path("a:b/c"), BuildError::ReadsAsScheme { offset: 1 })]
#[case::colon_first(|b: Build| b.path(":"), BuildError::ReadsAsScheme { offset: 0 })]
#[case::userinfo_alone(|b: Build| b.userinfo("u"), BuildError::NoHost { component: Rule::userinfo })]
#[case::port_alone(|b: Build| b.port(1), BuildError::NoHost { component: Rule::port })]
fn refuses_what_cannot_stand_together(#[case] build: fn(Build) -> Build, #[case] error: BuildError) {
    assert_eq!(built(build), Err(error));
}

#[rstest]
#[case::two_slashes(|b: Build| b.scheme("s").path("//a"), "s:/.//a")]
#[case::two_slashes_alone(|b: Build| b.path("//"), "/.//")]
#[case::two_slashes_and_a_colon(|b: Build| b.path("//a:b"), "/.//a:b")]
#[case::colon(|b: Build| b.path("a:b/c").query("q"), "./a:b/c?q")]
#[case::colon_first(|b: Build| b.path(":"), "./:")]
#[case::segments(|b: Build| b.path("a:b").segments(["c:d"]), "./a:b/c:d")]
#[case::guarded_already(|b: Build| b.path("./a:b"), "./a:b")]
#[case::after_a_scheme(|b: Build| b.scheme("s").path("a:b"), "s:a:b")]
#[case::after_a_host(|b: Build| b.host("h").path("//a:b"), "//h//a:b")]
fn a_guard_is_written_on_request(#[case] build: fn(Build) -> Build, #[case] expected: &str) {
    let reference = build(UriReference::builder()).build_guarded().unwrap();
    assert_eq!(reference, expected);
    assert_eq!(reference.components(), UriReference::parse(expected).unwrap().components());
}

#[rstest]
#[case::path_after_authority(|b: Build| b.path("a").host("h"), BuildError::PathAfterAuthority)]
#[case::port_alone(|b: Build| b.port(1), BuildError::NoHost { component: Rule::port })]
#[case::dot_segment(|b: Build| b.path("a:b").segments([".."]), BuildError::DotSegment)]
fn no_guard_mends(#[case] build: fn(Build) -> Build, #[case] error: BuildError) {
    assert_eq!(build(UriReference::builder()).build_guarded(), Err(error));
}

#[rstest]
#[case::scheme(|b: Build| b.scheme("1"), Rule::scheme, 0)]
#[case::authority(|b: Build| b.authority("h/"), Rule::host, 1)]
#[case::userinfo(|b: Build| b.userinfo("a@b").host("h"), Rule::userinfo, 1)]
#[case::host(|b: Build| b.host("[::1"), Rule::host, 4)]
#[case::port(|b: Build| b.host("h").port("1 "), Rule::port, 1)]
#[case::path(|b: Build| b.path("/a b"), Rule::path, 2)]
#[case::query(|b: Build| b.query("a%"), Rule::query, 2)]
#[case::fragment(|b: Build| b.fragment("#"), Rule::fragment, 0)]
#[case::first_of_two(|b: Build| b.fragment("#").query("#"), Rule::fragment, 0)]
#[case::though_set_again(|b: Build| b.query("#").query("q"), Rule::query, 0)]
fn refuses_what_is_not_valid(
    #[case] build: fn(Build) -> Build,
    #[case] component: Rule,
    #[case] offset: usize,
) {
    match built(build) {
        Err(BuildError::Invalid(error)) => {
            assert_eq!((error.component(), error.offset()), (component, offset));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_type_is_built() {
    let uri = Uri::builder("http").host("h").fragment("f").build().unwrap();
    assert_eq!(uri, "http://h#f");
    assert_eq!(uri.scheme(), "http");
    let absolute = AbsoluteUri::builder("http").host("h").query("q").build().unwrap();
    assert_eq!(absolute, "http://h?q");
    let relative = RelativeRef::builder().path("./a:b").fragment("f").build().unwrap();
    assert_eq!(relative, "./a:b#f");
    assert!(Uri::builder("").build().is_err());
    let query = Encoded::<Query<Rfc3987>>::new("é è");
    assert_eq!(Iri::builder("s").host("ü").query(query).build().unwrap(), "s://ü?é%20è");
}

#[test]
fn a_builder_is_shown_without_its_password_and_copied() {
    let builder = Uri::builder("s").userinfo("me:hunter2").host("h").path("/a");
    let shown = format!("{builder:?}");
    assert!(shown.contains(r#"userinfo: Some("me:***")"#) && !shown.contains("hunter2"), "{shown}");
    assert_eq!(builder.clone().query("q").build().unwrap(), "s://me:hunter2@h/a?q");
    assert_eq!(builder.build().unwrap(), "s://me:hunter2@h/a");
}

/// Section 3.2.2: the first matching alternative of `host` wins.
#[test]
fn a_name_that_is_an_address_is_one() {
    let uri = Uri::builder("s").host(RegName::parse("1.2.3.4").unwrap()).build().unwrap();
    assert_eq!(uri.host(), Some(Host::Ipv4([1, 2, 3, 4].into())));
    assert_eq!(uri.components().host_kind(), Some(HostKind::Ipv4));
}

#[test]
fn what_is_valid_is_built_with_one_allocation() {
    let reference = UriReference::parse("foo://user@example.com:8042/over/there?name=ferret#nose").unwrap();
    let count = measure(|| {
        let builder = Uri::builder(reference.scheme().unwrap())
            .userinfo(reference.userinfo().unwrap())
            .host(reference.host().unwrap())
            .port(reference.port().unwrap())
            .path(reference.path())
            .query(reference.query().unwrap())
            .fragment(Fragment::encode("nose"));
        black_box(builder.build().unwrap());
    });
    assert_eq!(count.count_total, 1);
}

fn build(parts: &Parts) -> Result<UriReference<String>, BuildError> {
    builder(parts).build()
}

fn builder(parts: &Parts) -> Builder<'_, UriReference<String>> {
    let mut builder = UriReference::builder();
    if let Some(scheme) = &parts.scheme {
        builder = builder.scheme(scheme);
    }
    if let Some((userinfo, host, port)) = &parts.authority {
        builder = builder.host(host);
        if let Some(userinfo) = userinfo {
            builder = builder.userinfo(userinfo);
        }
        if let Some(port) = port {
            builder = builder.port(port);
        }
    }
    if let Some(query) = &parts.query {
        builder = builder.query(query);
    }
    if let Some(fragment) = &parts.fragment {
        builder = builder.fragment(fragment);
    }
    builder.path(&parts.path)
}

proptest! {
    #[test]
    fn what_is_built_is_as_parsed(parts in parts()) {
        let reference = build(&parts)?;
        let text = parts.recompose();
        prop_assert_eq!(reference.as_str(), &text);
        prop_assert_eq!(*reference.components(), *UriReference::parse(&text)?.components());
    }

    /// For any components, the result has exactly these, or there is an error because parsing would find others.
    #[test]
    fn components_are_those_given(
        these in parts(),
        others in parts(),
        path in nearly(parts().prop_map(|parts| parts.path)),
    ) {
        for path in [path, others.path] {
            let given = Parts { path, scheme: others.scheme.clone(), ..these.clone() };
            let text = given.recompose();
            match build(&given) {
                Ok(reference) => {
                    prop_assert_eq!(&seen(&reference.borrowed()), &given);
                    prop_assert_eq!(*reference.components(), *UriReference::parse(&text)?.components());
                }
                Err(_) => {
                    let parsed = UriReference::<String>::try_from(text);
                    prop_assert!(parsed.map_or(true, |parsed| seen(&parsed.borrowed()) != given));
                }
            }
            // An edit of the path writes the same guard.
            let mut edited = build(&Parts { path: String::new(), ..given.clone() })?;
            let is_set = edited.set_path(&given.path).is_ok();
            prop_assert_eq!(builder(&given).build_guarded().ok(), is_set.then_some(edited));
        }
    }

    #[test]
    fn data_come_back(data in any::<String>()) {
        let uri = Uri::builder("s")
            .userinfo(Userinfo::encode(&data))
            .host(RegName::encode(&data))
            .query(Query::encode(&data))
            .fragment(Fragment::encode(&data))
            .build()?;
        let decoded = |text: urigram::percent::Decoded<'_>| text.to_str().unwrap().into_owned();
        prop_assert_eq!(&decoded(uri.userinfo().unwrap().decode()), &data);
        prop_assert_eq!(&decoded(urigram::percent::decode(uri.host_str().unwrap())?), &data);
        prop_assert_eq!(&decoded(uri.query().unwrap().decode()), &data);
        prop_assert_eq!(&decoded(uri.fragment().unwrap().decode()), &data);
    }

    #[test]
    fn data_come_back_from_an_iri(data in any::<String>()) {
        let path = format!("/{data}");
        let iri = Iri::builder("s")
            .userinfo(Encoded::<Userinfo<Rfc3987>>::new(&data))
            .host(Encoded::<RegName<Rfc3987>>::new(&data))
            .path(Encoded::<Path<Rfc3987>>::new(&path))
            .query(Encoded::<Query<Rfc3987>>::new(&data))
            .fragment(Encoded::<Fragment<Rfc3987>>::new(&data))
            .build()?;
        prop_assert_eq!(*iri.components(), *Iri::parse(iri.as_str())?.components());
        prop_assert!(iri.userinfo().unwrap().decode() == *data);
        prop_assert!(urigram::percent::decode(iri.host_str().unwrap())? == *data);
        prop_assert!(urigram::percent::decode(iri.path().as_str())? == *path);
        prop_assert!(iri.query().unwrap().decode() == *data);
        prop_assert!(iri.fragment().unwrap().decode() == *data);
    }
}

#[rstest]
#[case::slash_in_a_segment("", &["a/b", "c"], "//h/a%2Fb/c")]
#[case::empty_last("", &["a", ""], "//h/a/")]
#[case::none("/a", &[], "//h/a")]
#[case::after_a_path("/a", &["b"], "//h/a/b")]
#[case::after_a_slash("/a/", &["b"], "//h/a/b")]
fn raw_segments(#[case] path: &'static str, #[case] given: &[&str], #[case] built: &str) {
    let builder = UriReference::builder().host("h").path(path).segments(given.iter().copied());
    assert_eq!(builder.build().unwrap(), built);
}

#[rstest]
#[case::dot(".")]
#[case::dots("..")]
fn segments_are_no_dot_segments(#[case] segment: &str) {
    let builder = UriReference::builder().segments(["a", segment, "b"]);
    assert_eq!(builder.build(), Err(BuildError::DotSegment));
    let encoded = Segment::parse("%2e").unwrap();
    assert_eq!(UriReference::builder().segments([encoded]).build(), Err(BuildError::DotSegment));
}

#[test]
fn what_is_not_given_is_undefined() {
    let builder = UriReference::builder()
        .optional(None::<&str>, Builder::scheme)
        .optional(Some("h"), Builder::host)
        .optional(None::<u16>, Builder::port)
        .optional(Some(""), Builder::query);
    assert_eq!(builder.build().unwrap(), "//h?");
}

#[rstest]
#[case::in_the_path("sip", "user:secret@h", None, "\"user:***@h\"", "None")]
#[case::of_sips("SIPS", "user:secret@h;a", Some("b"), "\"user:***@h;a\"", "Some(\"b\")")]
#[case::in_the_query("sip", "u", Some("x:secret@h?y"), "\"u\"", "Some(\"x:***@h?y\")")]
#[case::in_both("sip", "u:secret", Some("secret@h"), "\"u:***@h\"", "None")]
#[case::no_password("sip", "user@h", Some("b"), "\"user@h\"", "Some(\"b\")")]
#[case::another_scheme("mailto", "a:b@h", None, "\"a:b@h\"", "None")]
fn debug_hides_the_password_of_sip(
    #[case] scheme: &str,
    #[case] path: &str,
    #[case] query: Option<&str>,
    #[case] shown_path: &str,
    #[case] shown_query: &str,
) {
    let builder = UriReference::builder().scheme(scheme).path(path).optional(query, Builder::query);
    let shown = format!("{builder:?}");
    assert!(shown.contains(&format!("path: {shown_path}, query: {shown_query}")), "{shown}");
}
