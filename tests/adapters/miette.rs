//! Diagnostics of miette.

use ::miette::{Diagnostic, NarratableReportHandler, Severity};
use rstest::rstest;
use urigram::adapt::Diagnosis;
use urigram::policy::Policy;
use urigram::validate::Code;
use urigram::{IriReference, Uri, UriReference};

fn drawn(diagnosis: &Diagnosis) -> String {
    let mut drawn = String::new();
    NarratableReportHandler::new().render_report(&mut drawn, diagnosis).unwrap();
    drawn
}

#[test]
fn an_error() {
    let text = "http//exmaple,com /a";
    let error = Uri::parse(text).unwrap_err();
    insta::assert_snapshot!(drawn(&error.in_text(text)), @r"
    unexpected ' ' in the path at byte 17
        Diagnostic severity: error
    Begin snippet starting at line 1, column 1

    snippet line 1: http//exmaple,com /a
        label at line 1, column 18: path
    diagnostic help: write `http://` for `http//`; remove the space from the host; write `.` for the `,` in the host
    diagnostic code: urigram::syntax
    For more details, see:
    https://www.rfc-editor.org/rfc/rfc3986#appendix-A
    ");
}

#[test]
fn an_error_at_the_end() {
    let diagnosis = Uri::parse("http://[::1").unwrap_err().in_text("http://[::1");
    let label = diagnosis.labels().unwrap().next().unwrap();
    assert_eq!((label.offset(), label.len()), (11, 0));
}

#[test]
fn what_a_policy_has_refused() {
    let uri = Uri::parse("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm").unwrap();
    let diagnosis = Diagnosis::from(Policy::fetch().check(uri).unwrap_err());
    let code = |own: &dyn Diagnostic| own.code().unwrap().to_string();
    assert_eq!(code(&diagnosis), "urigram::scheme-not-allowed");
    let related: Vec<_> = diagnosis.related().unwrap().map(code).collect();
    assert_eq!(
        related,
        [
            "urigram::misleading-userinfo",
            "urigram::userinfo-refused",
            "urigram::not-global-address",
            "urigram::port-not-allowed",
        ]
    );
}

#[test]
fn what_refuses_comes_before_what_does_not() {
    let uri = Uri::parse("http://0.example:80/?%00").unwrap();
    let diagnosis = Diagnosis::from(Policy::new().refuse(Code::EncodedNul).check(uri).unwrap_err());
    assert_eq!(diagnosis.severity(), Some(Severity::Error));
    assert_eq!(diagnosis.related().unwrap().next().unwrap().severity(), Some(Severity::Advice));
}

#[rstest]
#[case::note("http://a.example:80/", Severity::Advice)]
#[case::warning("htp://example.com/", Severity::Warning)]
#[case::error("http:example.com", Severity::Error)]
fn severities(#[case] text: &str, #[case] expected: Severity) {
    let reference = UriReference::parse(text).unwrap();
    assert_eq!(Diagnosis::from(reference.findings()[0]).severity(), Some(expected));
}

#[test]
fn each_finding_of_an_rfc_has_a_place_there() {
    for code in Code::ALL.iter().filter(|code| !code.is_of_policy()) {
        let example = IriReference::parse(code.example()).unwrap();
        let findings = example.findings();
        let finding = findings.iter().find(|own| own.code() == *code).unwrap();
        let diagnosis = Diagnosis::from(*finding);
        assert_eq!(diagnosis.code().unwrap().to_string(), format!("urigram::{code}"));
        let url = diagnosis.url().map(|url| url.to_string());
        assert_eq!(url.is_some(), code.section().starts_with("RFC "), "{code}");
        assert!(url.is_none_or(|url| Uri::parse(&url).is_ok()), "{code}");
    }
}

#[rstest]
#[case::section(Code::Ipv4LikeHost, "https://www.rfc-editor.org/rfc/rfc3986#section-7.4")]
#[case::appendix(Code::UrlPrefix, "https://www.rfc-editor.org/rfc/rfc3986#appendix-C")]
#[case::appendix_in_lower_case(Code::DriveLetter, "https://www.rfc-editor.org/rfc/rfc8089#appendix-E.2")]
fn places_in_rfcs(#[case] code: Code, #[case] expected: &str) {
    let example = UriReference::parse(code.example()).unwrap();
    let finding = *example.findings().iter().find(|own| own.code() == code).unwrap();
    assert_eq!(Diagnosis::from(finding).url().unwrap().to_string(), expected);
}

#[test]
fn no_password_is_shown() {
    let uri = Uri::parse("http://user:s%20cret@example.com/").unwrap();
    let refused = Policy::link().refuse(Code::PasswordInUserinfo).check(uri).unwrap_err();
    let diagnosis = Diagnosis::from(refused);
    assert!(!drawn(&diagnosis).contains("cret"));
    assert!(!format!("{diagnosis:?}").contains("cret"));
    let related = diagnosis.related().unwrap();
    assert!(related.map(|own| format!("{own:?}")).all(|own| !own.contains("cret")));

    let text = "http://user:secret@exa mple.com/";
    let diagnosis = Uri::parse(text).unwrap_err().in_text(text);
    assert!(drawn(&diagnosis).contains("http://user:******@exa mple.com/"));
    assert!(!format!("{diagnosis:?}").contains("secret"));
}

/// Offsets stay those of the text.
#[rstest]
#[case::escape("http://a/\x1b[2Jb", "http://a/?[2Jb")]
#[case::bidirectional("http://a/\u{202e}b", "http://a/???b")]
#[case::letters("http://a/äb", "http://a/äb")]
fn what_is_not_seen_is_shown(#[case] text: &str, #[case] expected: &str) {
    let drawn = drawn(&Uri::parse(text).unwrap_err().in_text(text));
    assert!(drawn.contains(expected), "{drawn}");
}
