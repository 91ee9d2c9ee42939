//! Section 3.2.1: no password is shown, nor another secret if it is named.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failure")]

#[allow(dead_code, reason = "here components are not put together")]
#[path = "common/strategies.rs"]
mod strategies;

use proptest::prelude::*;
use rstest::rstest;
use strategies::reference;
use urigram::{AbsoluteUri, Authority, Iri, RelativeRef, Uri, UriReference, Userinfo};

#[rstest]
#[case::password("http://user:secret@h/", "http://user:***@h/")]
#[case::no_user("//:secret@h", "//:***@h")]
#[case::colons("//a:b:c@h:1", "//a:***@h:1")]
#[case::encoded("//a:%41@h", "//a:***@h")]
#[case::empty_password("//user:@h", "//user:@h")]
#[case::no_password("//user@h", "//user@h")]
#[case::encoded_colon("//user%3Ab@h", "//user%3Ab@h")]
#[case::port_only("//h:80", "//h:80")]
#[case::none("mailto:a:b@h", "mailto:a:b@h")]
#[case::like_one_in_the_path("/a:b@c", "/a:b@c")]
#[case::with_the_rest("s://u:p@h:1/a?b#c", "s://u:***@h:1/a?b#c")]
fn no_password_is_shown(#[case] text: &str, #[case] shown: &str) {
    let reference = UriReference::parse(text).unwrap();
    assert_eq!(reference.redacted().to_string(), shown);
    assert_eq!(reference.to_string(), text);
    assert_eq!(format!("{reference:?}"), format!("UriReference({shown:?})"));
    assert_eq!(format!("{:?}", reference.to_owned()), format!("UriReference({shown:?})"));
    assert_eq!(format!("{:?}", reference.redacted()), format!("Redacted({shown:?})"));
}

#[test]
fn debug_of_every_type_hides_passwords() {
    assert_eq!(format!("{:?}", Userinfo::parse("a:b").unwrap()), "Userinfo(\"a:***\")");
    assert_eq!(format!("{:?}", Userinfo::parse("a:").unwrap()), "Userinfo(\"a:\")");
    assert_eq!(format!("{:?}", Authority::parse("a:b@h:1").unwrap()), "Authority(\"a:***@h:1\")");
    assert_eq!(format!("{:?}", Authority::parse("h:1").unwrap()), "Authority(\"h:1\")");
    let text = "s://a:b@h";
    assert_eq!(
        format!("{:?}", UriReference::parse(text).unwrap().authority().unwrap()),
        "Authority(\"a:***@h\")"
    );
    assert_eq!(format!("{:?}", Uri::parse(text).unwrap()), "Uri(\"s://a:***@h\")");
    assert_eq!(format!("{:?}", AbsoluteUri::parse(text).unwrap()), "AbsoluteUri(\"s://a:***@h\")");
    assert_eq!(format!("{:?}", RelativeRef::parse("//a:b@h").unwrap()), "RelativeRef(\"//a:***@h\")");
    assert_eq!(format!("{:?}", Iri::parse("s://é:ü@h").unwrap()), "Iri(\"s://é:***@h\")");
}

#[rstest]
#[case::one("?a=1&key=2&b=3", "?a=1&key=***&b=3")]
#[case::all_of_one_key("?key=1&key=2", "?key=***&key=***")]
#[case::another_key("?token=1", "?token=***")]
#[case::last("?a=1&key=2#f", "?a=1&key=***#f")]
#[case::case("?KEY=1", "?KEY=***")]
#[case::encoded_key("?%6Bey=1", "?%6Bey=***")]
#[case::space("?my%20secret=1&my+secret=2", "?my%20secret=***&my+secret=***")]
#[case::equals_signs("?key=a=b", "?key=***")]
#[case::semicolon_before("?a=1;key=2", "?a=1;key=***")]
#[case::semicolon_in_the_value("?key=1;a=2&b=3", "?key=***&b=3")]
#[case::empty_value("?key=&a=1", "?key=&a=1")]
#[case::no_value("?key&a", "?key&a")]
#[case::longer_key("?keys=1&akey=2", "?keys=1&akey=2")]
#[case::value_of_that_name("?a=key", "?a=key")]
#[case::empty_query("?", "?")]
#[case::empty_pairs("?&&key=1&", "?&&key=***&")]
#[case::no_query("/key=1", "/key=1")]
#[case::with_password("//u:p@h?key=1", "//u:***@h?key=***")]
fn no_named_secret_is_shown(#[case] text: &str, #[case] shown: &str) {
    let reference = UriReference::parse(text).unwrap();
    assert_eq!(reference.redacted().hiding(&["key", "token", "my secret"]).to_string(), shown);
}

#[rstest]
#[case::user("s://user:secret@h:1/a?b#c", "s://h:1/a?b#c")]
#[case::empty("//@h", "//h")]
#[case::none("//h", "//h")]
#[case::no_authority("mailto:a@b", "mailto:a@b")]
fn no_userinfo_is_shown(#[case] text: &str, #[case] shown: &str) {
    assert_eq!(UriReference::parse(text).unwrap().redacted().without_userinfo().to_string(), shown);
}

proptest! {
    /// What is shown is a reference that differs in nothing but what is hidden.
    #[test]
    fn what_is_shown_is_a_reference(text in reference()) {
        let reference = UriReference::parse(&text)?;
        let shown = reference.redacted().hiding(&["", "a"]).to_string();
        let shown = UriReference::parse(&shown)?;
        let user = |reference: &UriReference<&str>| {
            reference.userinfo().map(|userinfo| userinfo.as_str().split(':').next().unwrap().to_owned())
        };
        prop_assert_eq!(user(&shown), user(&reference));
        prop_assert_eq!(shown.scheme(), reference.scheme());
        prop_assert_eq!(shown.host(), reference.host());
        prop_assert_eq!(shown.port(), reference.port());
        prop_assert_eq!(shown.path(), reference.path());
        prop_assert_eq!(shown.query().is_some(), reference.query().is_some());
        prop_assert_eq!(shown.fragment(), reference.fragment());
    }
}
