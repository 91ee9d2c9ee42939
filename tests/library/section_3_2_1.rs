//! Section 3.2.1: redaction hides passwords and the values of listed keys.

use std::fmt::Debug;

use proptest::prelude::*;
use rstest::rstest;
use urigram::grammar::Rfc3987;
use urigram::normalize::{Level, Normalized};
use urigram::percent::Encoded;
use urigram::{AbsoluteUri, Authority, Iri, RelativeRef, Uri, UriReference, Userinfo};

use crate::common::strategies::{Parts, parts};

#[rstest]
#[case::both("user:secret", "user", Some("secret"))]
#[case::colons("a:b:c", "a", Some("b:c"))]
#[case::no_user(":secret", "", Some("secret"))]
#[case::empty_password("user:", "user", Some(""))]
#[case::user_alone("user", "user", None)]
#[case::empty("", "", None)]
#[case::encoded_colon("user%3Asecret", "user%3Asecret", None)]
fn user_and_password(#[case] userinfo: &str, #[case] user: &str, #[case] password: Option<&str>) {
    let userinfo = Userinfo::parse(userinfo).unwrap();
    assert_eq!((userinfo.user(), userinfo.password()), (user, password));
}

#[rstest]
#[case::password("http://user:secret@h/", "http://user:***@h/")]
#[case::no_user("//:secret@h", "//:***@h")]
#[case::colons("//a:b:c@h:1", "//a:***@h:1")]
#[case::encoded("//a:%41@h", "//a:***@h")]
#[case::empty_password("//user:@h", "//user:@h")]
#[case::no_password("//user@h", "//user@h")]
#[case::encoded_colon("//user%3Asecret@h", "//user%3A***@h")]
#[case::encoded_colon_in_lower_case("//user%3asecret:x@h", "//user%3a***@h")]
#[case::encoded_colon_behind("//user:secret%3Ax@h", "//user:***@h")]
#[case::encoded_colon_alone("//user%3A@h", "//user%3A@h")]
#[case::encoded_percent_sign("//user%253Ab@h", "//user%253Ab@h")]
#[case::sip(
    "sip:alice:secret@atlanta.com;transport=tcp?to=a:b",
    "sip:alice:***@atlanta.com;transport=tcp?to=a:b"
)]
#[case::sips_in_capitals("SIPS:alice:s=c&r+t@h:5061", "SIPS:alice:***@h:5061")]
#[case::sip_with_an_encoded_colon("sip:alice%3Asecret@h", "sip:alice%3A***@h")]
#[case::sip_with_a_number(
    "sip:+1-212-555-1212;ext=1:1234@gateway.com;user=phone",
    "sip:+1-212-555-1212;ext=1:***@gateway.com;user=phone"
)]
#[case::sip_with_delimiters_in_the_user("sip:a/b?c:secret@h#f:g@h", "sip:a/b?c:***@h#f:g@h")]
#[case::sip_with_a_slash_first("sip:/a:secret@h", "sip:/a:***@h")]
#[case::sip_with_an_authority("sip://a:secret@h/b:c@d", "sip://a:***@h/b:c@d")]
#[case::sip_without_a_password("sip:alice@h:5060", "sip:alice@h:5060")]
#[case::sip_with_an_empty_password("sip:alice:@h", "sip:alice:@h")]
#[case::sip_without_a_user("sip:h:5060?to=a:b", "sip:h:5060?to=a:b")]
#[case::sip_and_an_at_sign_in_the_fragment("sip:h:5060#a@b", "sip:h:5060#a@b")]
#[case::like_sip("sipx:a:b@h", "sipx:a:b@h")]
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

#[rstest]
#[case::userinfo(Userinfo::parse("a:hunter2").unwrap(), r#"Userinfo("a:***")"#)]
#[case::no_password(Userinfo::parse("a:").unwrap(), r#"Userinfo("a:")"#)]
#[case::authority(Authority::parse("a:hunter2@h:1").unwrap(), r#"Authority("a:***@h:1")"#)]
#[case::authority_alone(Authority::parse("h:1").unwrap(), r#"Authority("h:1")"#)]
#[case::authority_of(
    UriReference::parse("s://a:hunter2@h").unwrap().authority().unwrap(),
    r#"Authority("a:***@h")"#
)]
#[case::uri(Uri::parse("s://a:hunter2@h").unwrap(), r#"Uri("s://a:***@h")"#)]
#[case::absolute(AbsoluteUri::parse("s://a:hunter2@h").unwrap(), r#"AbsoluteUri("s://a:***@h")"#)]
#[case::relative(RelativeRef::parse("//a:hunter2@h").unwrap(), r#"RelativeRef("//a:***@h")"#)]
#[case::iri(Iri::parse("s://é:hunter2@h").unwrap(), r#"Iri("s://é:***@h")"#)]
#[case::normalized(
    Normalized::new(Uri::parse("HTTP://a:hunter2@h:80/b:c@d").unwrap(), Level::Scheme),
    r#"Normalized("http://a:***@h/b:c@d")"#
)]
#[case::normal_as_it_is(
    Normalized::new(UriReference::parse("//a:hunter2@h").unwrap(), Level::Path),
    r#"Normalized("//a:***@h")"#
)]
#[case::nothing_to_hide(
    Normalized::new(UriReference::parse("x/y:z//a:b@c").unwrap(), Level::Path),
    r#"Normalized("x/y:z//a:b@c")"#
)]
#[case::normalized_sip(
    Normalized::new(Uri::parse("SIP:a:hunter2@H").unwrap(), Level::Scheme),
    r#"Normalized("sip:a:***@h")"#
)]
#[case::normalized_sip_with_a_question_mark(
    Normalized::new(Uri::parse("SIP:a?b%3ahunter2@H#c@d").unwrap(), Level::Scheme),
    r#"Normalized("sip:a?b%3A***@H#c@d")"#
)]
#[case::normalized_like_sip(
    Normalized::new(Uri::parse("sipp:a:b@h").unwrap(), Level::Path),
    r#"Normalized("sipp:a:b@h")"#
)]
#[case::sip_iri(Iri::parse("sip:é:hunter2@h").unwrap(), r#"Iri("sip:é:***@h")"#)]
#[case::absolute_sip(AbsoluteUri::parse("sip:a:hunter2@h").unwrap(), r#"AbsoluteUri("sip:a:***@h")"#)]
#[case::encoded_colon(Userinfo::parse("a%3Ahunter2").unwrap(), r#"Userinfo("a%3A***")"#)]
#[case::encoded_colon_in_an_authority(Authority::parse("a%3ahunter2@h").unwrap(), r#"Authority("a%3a***@h")"#)]
#[case::encoded(Userinfo::encode("a@:hunter2"), r#"Encoded("a%40:***")"#)]
#[case::encoded_for_an_iri(Encoded::<Userinfo<Rfc3987>>::new("é:hunter2"), r#"Encoded("é:***")"#)]
fn debug_hides_passwords(#[case] value: impl Debug, #[case] shown: &str) {
    assert_eq!(format!("{value:?}"), shown);
}

/// A text that is not a reference may have a password anywhere.
#[rstest]
#[case::host("http://user:hunter2@h o/")]
#[case::number_sign_in_the_password("http://user:a#hunter2@h/")]
#[case::relative("//user:hunter2@h/")]
fn what_is_rejected_is_not_shown(#[case] text: &str) {
    let rejected = Uri::try_new(text.to_owned()).unwrap_err();
    assert!(!format!("{rejected:?} {rejected:#?} {rejected}").contains("hunter2"));
    assert!(format!("{rejected:?}").starts_with("Rejected { error: ParseError {"));
    assert_eq!(rejected.into_inner(), text);
}

#[cfg(feature = "url")]
#[test]
fn what_is_rejected_of_another_crate_is_not_shown() {
    let url = url::Url::parse("http://user:hunter2@h/a|b").unwrap();
    assert!(!format!("{:?}", Uri::try_from(url).unwrap_err()).contains("hunter2"));
}

#[cfg(feature = "serde")]
#[test]
fn what_cannot_be_borrowed_is_not_shown() {
    let error = serde_json::from_str::<Uri<&str>>(r#""http://user:hunter2@h\u002f""#).unwrap_err();
    assert!(!format!("{error:?} {error}").contains("hunter2"), "{error}");
    assert!(error.to_string().contains("the text of a Uri<&str> has to be borrowed"), "{error}");
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
#[case::fragment("?token=1#token=2", "?token=***#token=***")]
#[case::fragment_alone("#a=1&token=2&b=3", "#a=1&token=***&b=3")]
#[case::implicit_grant("/cb#key=2Yot&expires_in=3600&TOKEN=xyz", "/cb#key=***&expires_in=3600&TOKEN=***")]
#[case::fragment_with_a_path("#/a=b/token=1&b=2", "#/a=b/token=***&b=2")]
#[case::fragment_with_a_query("#!/cb?key=1&token=2", "#!/cb?key=***&token=***")]
#[case::fragment_without_a_value("#token&key=", "#token&key=")]
#[case::path_in_a_query("?a/key=1&b?key=2", "?a/key=1&b?key=2")]
#[case::in_a_value("?next=/a%3Ftoken%3D1", "?next=/a%3Ftoken%3D1")]
#[case::sip("sip:a:p@h?key=1", "sip:a:***@h?key=***")]
#[case::in_a_user_of_sip("sip:a?key=1:p@h", "sip:a?key=***")]
#[case::around_a_password_of_sip("sip:a?b:c&key=p@h&token=1&d", "sip:a?b:***&token=***&d")]
#[case::with_password("//u:p@h?key=1", "//u:***@h?key=***")]
fn no_named_secret_is_shown(#[case] text: &str, #[case] shown: &str) {
    let reference = UriReference::parse(text).unwrap();
    assert_eq!(reference.redacted().hiding(&["key", "token", "my secret"]).to_string(), shown);
    let one_by_one = reference.redacted().hiding(&["my secret"]).hiding(&["key"]).hiding(&["token"]);
    assert_eq!(one_by_one.to_string(), shown);
}

#[rstest]
#[case::user("s://user:secret@h:1/a?b#c", "s://h:1/a?b#c")]
#[case::empty("//@h", "//h")]
#[case::none("//h", "//h")]
#[case::no_authority("mailto:a@b", "mailto:a@b")]
#[case::sip("sip:alice:secret@h;a=b@c", "sip:c")]
#[case::sip_with_a_question_mark("sips:a?b@h?c", "sips:h?c")]
#[case::sip_without_one("sip:h", "sip:h")]
fn no_userinfo_is_shown(#[case] text: &str, #[case] shown: &str) {
    assert_eq!(UriReference::parse(text).unwrap().redacted().without_userinfo().to_string(), shown);
}

proptest! {
    /// The output is the reference with `***` in place of a password and of the values of listed keys.
    #[test]
    fn what_is_shown_is_the_reference_but_for_the_secrets(
        parts in parts(),
        pairs in "(&|;|a=[ab%]?|b=a?|a){0,6}",
        in_fragment in "(&|;|/|[?]|a=[ab%]?|b=a?|a){0,6}",
    ) {
        let query = parts.query.as_ref().map(|_| pairs.replace('%', "%41"));
        let fragment = parts.fragment.as_ref().map(|_| in_fragment.replace('%', "%41"));
        let parts = Parts { query, fragment, ..parts };
        let text = parts.recompose();
        let reference = UriReference::parse(&text)?;

        let mut shown = parts;
        if let Some((Some(userinfo), ..)) = &mut shown.authority {
            let ends_user = |user: &str| user.ends_with(':') || user.to_lowercase().ends_with("%3a");
            if let Some(at) = (0..userinfo.len()).find(|&at| ends_user(&userinfo[..at])) {
                userinfo.replace_range(at.., "***");
            }
        }
        prop_assert_eq!(reference.redacted().to_string(), shown.recompose());

        let hidden = |part: String, delimiters: &str| {
            part.split('&').map(|pair| hidden(pair, delimiters)).collect::<Vec<_>>().join("&")
        };
        shown.query = shown.query.map(|query| hidden(query, ";"));
        shown.fragment = shown.fragment.map(|fragment| hidden(fragment, ";/?"));
        prop_assert_eq!(reference.redacted().hiding(&["a"]).to_string(), shown.recompose());

        if let Some((userinfo, ..)) = &mut shown.authority {
            *userinfo = None;
        }
        prop_assert_eq!(reference.redacted().hiding(&["a"]).without_userinfo().to_string(), shown.recompose());
    }
}

/// Returns the pair with `***` instead of the text after the first `a=` that begins the pair or follows one of the delimiters. If
/// there is no such text, returns the pair unchanged.
fn hidden(pair: &str, delimiters: &str) -> String {
    let begins =
        |at: &usize| pair[*at..].starts_with("a=") && (*at == 0 || delimiters.contains(&pair[*at - 1..*at]));
    match (0..pair.len()).find(begins) {
        Some(at) if at + 2 < pair.len() => format!("{}***", &pair[..at + 2]),
        _ => pair.to_owned(),
    }
}
