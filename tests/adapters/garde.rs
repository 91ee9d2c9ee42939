//! Fields of structs that garde validates.

use garde::Validate;
use rstest::rstest;
use urigram::adapt;
use urigram::adapt::garde::accepted_by;
use urigram::policy::Policy;
use urigram::{Iri, UriReference};

#[derive(Validate)]
struct Form {
    #[garde(custom(adapt::garde::link))]
    link: String,
    #[garde(inner(custom(adapt::garde::fetch)))]
    fetch: Option<String>,
    #[garde(inner(custom(adapt::garde::redirect)))]
    redirect: Vec<UriReference<String>>,
    #[garde(inner(custom(adapt::garde::identifier)))]
    identifier: Option<Iri<String>>,
    #[garde(custom(|field, _| accepted_by(field, &Policy::new().max_length(10))))]
    short: &'static str,
}

fn good() -> Form {
    Form {
        link: "https://example.com/".into(),
        fetch: Some("https://example.com/a.png".into()),
        redirect: ["/account".parse().unwrap(), "/a?b".parse().unwrap()].into(),
        identifier: Some("https://example.com/é".parse().unwrap()),
        short: "/a",
    }
}

fn report(form: &Form) -> Vec<String> {
    let report = form.validate().unwrap_err();
    report.iter().map(|(path, error)| format!("{path}: {error}")).collect()
}

#[test]
fn what_is_accepted() {
    assert!(good().validate().is_ok());
    assert!(Form { fetch: None, redirect: Vec::new(), identifier: None, ..good() }.validate().is_ok());
}

#[rstest]
#[case::link(Form { link: "data:,a".into(), ..good() }, "link: error[scheme-not-allowed]: the scheme `data` is not allowed")]
#[case::fetch(Form { fetch: Some("/a".into()), ..good() }, "fetch: error[kind-not-allowed]: ")]
#[case::an_item(
    Form { redirect: ["/a".parse().unwrap(), "//example.com/".parse().unwrap()].into(), ..good() },
    "redirect[1]: error["
)]
#[case::identifier(
    Form { identifier: Some("https://example.com/a/../b".parse().unwrap()), ..good() },
    "identifier: error[not-normalized]: "
)]
#[case::own(Form { short: "/a/b/c/d/e/f", ..good() }, "short: error[too-long]: ")]
fn what_is_refused(#[case] form: Form, #[case] expected: &str) {
    let report = report(&form);
    assert_eq!(report.len(), 1);
    assert!(report[0].starts_with(expected), "{}", report[0]);
}

#[test]
fn a_line_for_each_finding_errors_first() {
    let report = report(&Form { link: "htp://a.example:80/%7e".into(), ..good() });
    let starts = report[0].lines().map(|line| line.split_once(':').unwrap().0);
    let starts: Vec<_> = starts.collect();
    assert_eq!(starts, ["link", "warning[scheme-typo]", "note[encoded-unreserved]"]);
}

#[test]
fn what_is_no_reference() {
    assert_eq!(
        report(&Form { link: "http://exa mple.com/".into(), ..good() }),
        ["link: error[syntax]: unexpected ' ' in the host at byte 10 (help: remove the space from the host)"]
    );
}

#[test]
fn no_password_is_shown() {
    let policy = Policy::new().refuse(urigram::validate::Code::PasswordInUserinfo);
    let error = accepted_by("http://user:secret@example.com/", &policy).unwrap_err();
    assert!(!error.to_string().contains("secret"), "{error}");
}
