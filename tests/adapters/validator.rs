//! Fields of structs that validator validates.

use rstest::rstest;
use serde_json::{Value, json};
use urigram::adapt;
use urigram::adapt::validator::{accepted_by, link};
use urigram::policy::Policy;
use urigram::validate::Code;
use urigram::{Iri, Uri, UriReference};
use validator::{Validate, ValidationError};

#[derive(Validate)]
struct Form {
    #[validate(custom(function = adapt::validator::link))]
    link: String,
    #[validate(custom(function = adapt::validator::fetch))]
    fetch: Option<Uri<String>>,
    #[validate(custom(function = adapt::validator::redirect))]
    redirect: UriReference<String>,
    #[validate(custom(function = adapt::validator::identifier))]
    identifier: Option<Iri<String>>,
    #[validate(custom(function = short))]
    short: String,
}

fn short(field: &str) -> Result<(), ValidationError> {
    accepted_by(field, &Policy::new().max_length(10))
}

fn good() -> Form {
    Form {
        link: "https://example.com/".into(),
        fetch: Some("https://example.com/a.png".parse().unwrap()),
        redirect: "/account".parse().unwrap(),
        identifier: Some("https://example.com/é".parse().unwrap()),
        short: "/a".into(),
    }
}

/// Returns the errors as a form's handler would send them.
fn errors(form: &Form) -> Value {
    serde_json::to_value(form.validate().unwrap_err()).unwrap()
}

#[test]
fn what_is_accepted() {
    assert!(good().validate().is_ok());
    assert!(Form { fetch: None, identifier: None, ..good() }.validate().is_ok());
}

#[rstest]
#[case::link(Form { link: "data:,a".into(), ..good() }, "link", "scheme-not-allowed")]
#[case::fetch(Form { fetch: Some("http://10.0.0.1/".parse().unwrap()), ..good() }, "fetch", "not-global-address")]
#[case::redirect(Form { redirect: "//example.com".parse().unwrap(), ..good() }, "redirect", "kind-not-allowed")]
#[case::identifier(
    Form { identifier: Some("https://example.com/a/../b".parse().unwrap()), ..good() },
    "identifier",
    "not-normalized"
)]
#[case::own(Form { short: "/a/b/c/d/e/f".into(), ..good() }, "short", "too-long")]
fn what_is_refused(#[case] form: Form, #[case] field: &str, #[case] code: &str) {
    let errors = errors(&form);
    assert_eq!(errors.as_object().unwrap().len(), 1);
    assert_eq!(errors[field][0]["code"], code);
    assert_eq!(errors[field][0]["params"]["findings"][0]["code"], code);
}

#[test]
fn all_that_an_error_carries() {
    let errors = errors(&Form { link: "htp://example.com/".into(), ..good() });
    assert_eq!(
        errors["link"],
        json!([{
            "code": "scheme-not-allowed",
            "message": "the scheme `htp` is not allowed; allowed: `http`, `https`, `mailto`",
            "params": {
                "value": "htp://example.com/",
                "mended": ["http://example.com/"],
                "findings": [
                    {
                        "code": "scheme-not-allowed",
                        "severity": "error",
                        "component": "scheme",
                        "start": 0,
                        "end": 3,
                        "message": "the scheme `htp` is not allowed; allowed: `http`, `https`, `mailto`",
                        "help": "write a scheme that is allowed: `http`, `https`, `mailto`",
                        "section": "RFC 3986, section 7.6",
                    },
                    {
                        "code": "scheme-typo",
                        "severity": "warning",
                        "component": "scheme",
                        "start": 0,
                        "end": 3,
                        "message": "`htp` is not a known scheme",
                        "help": "is it meant to be `http`?",
                        "section": "RFC 3986, section 3.1",
                    },
                ],
            },
        }])
    );
}

#[test]
fn what_is_no_reference() {
    let error = link("http//exmaple,com /a").unwrap_err();
    assert_eq!(error.code, "syntax");
    let help =
        "write `http://` for `http//`; remove the space from the host; write `.` for the `,` in the host";
    assert_eq!(error.params["findings"][0]["help"], help);
    assert_eq!(error.params["mended"], json!(["http://exmaple.com/a"]));
}

/// What is offered would be accepted, and is of the type of the field.
#[rstest]
#[case::http_only("www.example.com", Policy::new().schemes(["http"]).unwrap(), json!(["http://www.example.com"]))]
#[case::none("www.example.com", Policy::new().schemes(["ftp"]).unwrap(), json!([]))]
fn what_was_meant_is_accepted(#[case] text: &str, #[case] policy: Policy, #[case] expected: Value) {
    assert_eq!(accepted_by(text, &policy).unwrap_err().params["mended"], expected);
}

#[test]
fn what_was_meant_is_of_the_same_grammar() {
    let policy = Policy::new().refuse(Code::SchemeTypo);
    let iri = Iri::parse("htp://example.com/é").unwrap();
    let error = accepted_by(&iri, &policy).unwrap_err();
    assert_eq!(error.params["mended"], json!(["http://example.com/é"]));
}

#[test]
fn no_password_is_in_a_finding() {
    let policy = Policy::new().refuse(Code::PasswordInUserinfo);
    let error = accepted_by("http://user:secret@example.com/", &policy).unwrap_err();
    assert!(!error.params["findings"].to_string().contains("secret"));
    assert!(!error.message.unwrap().contains("secret"));
}
