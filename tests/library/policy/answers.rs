//! The results of checking references by a policy.

use std::collections::HashSet;
use std::hint::black_box;
use std::net::SocketAddr;

use allocation_counter::measure;
use urigram::policy::{Checked, Policy, Violation};
use urigram::validate::{Code, Severity};
use urigram::{AbsoluteUri, Iri, IriReference, Rejected, RelativeRef, Uri, UriReference, rfc6874};

use crate::common::extent;

/// A policy checks each type under each grammar, by value and by reference.
#[test]
fn of_every_type() {
    let policy = Policy::link();
    let text = "https://example.com/";
    let _: Checked<UriReference<&str>> = policy.check(UriReference::parse(text).unwrap()).unwrap();
    let _: Checked<Uri<String>> = policy.check(text.parse::<Uri<String>>().unwrap()).unwrap();
    let _: Checked<AbsoluteUri<&str>> = policy.check(AbsoluteUri::parse(text).unwrap()).unwrap();
    let _: Checked<RelativeRef<&str>> = policy.check(RelativeRef::parse("/a").unwrap()).unwrap();
    let _: Checked<Iri<&str>> = policy.check(Iri::parse("https://bücher.example/").unwrap()).unwrap();
    let _: Checked<rfc6874::Uri<&str>> =
        policy.check(rfc6874::Uri::parse("https://[2a00::1%25a]/").unwrap()).unwrap();

    let owned: Uri<String> = text.parse().unwrap();
    let checked: Checked<&Uri<String>> = policy.check(&owned).unwrap();
    assert_eq!(checked.host_str(), Some("example.com"));
    assert_eq!(
        (checked.to_string(), format!("{checked:?}")),
        (text.to_owned(), format!("Checked({owned:?})"))
    );
    assert_eq!(*checked.clone().into_inner(), owned);
}

#[test]
fn gives_back_what_is_refused() {
    let uri: Uri<String> = "ftp://user:secret@example.com/".parse().unwrap();
    let refused: Rejected<Uri<String>, Violation> = Policy::fetch().check(uri.clone()).unwrap_err();
    assert!(refused.policy_findings().iter().any(|finding| finding.code() == Code::SchemeRefused));
    let shown = format!("{refused} {refused:?}");
    assert!(!shown.contains("secret") && shown.starts_with("the scheme `ftp` is not allowed"), "{shown}");
    assert_eq!(refused.clone().into_inner(), uri);

    let error = urigram::Error::from(refused);
    assert!(
        matches!(&error, urigram::Error::Violation(violation) if violation.code() == Code::SchemeRefused)
    );
}

/// A `Checked` has the policy that accepted it, and can be checked by another policy.
#[test]
fn have_a_policy() {
    let policy = Policy::new().refuse_network("8.0.0.0/8").unwrap();
    let checked = policy.check(Uri::parse("http://example.com:80/").unwrap()).unwrap();
    assert_eq!(checked.policy(), &policy);
    assert!(!checked.policy().permits_address([8, 8, 8, 8].into()));
    let warning = Policy::new().warn(Code::DefaultPort).check(checked.into_inner()).unwrap();
    assert_eq!(warning.policy_findings()[0].severity(), Severity::Warning);
    assert_eq!(warning.findings()[0].severity(), Severity::Note);
}

#[test]
fn permit_addresses_only_together() {
    let uri = Policy::fetch().check(Uri::parse("http://a.example/").unwrap()).unwrap();
    let [global, own] = ["8.8.8.8:80", "10.0.0.1:80"].map(|text| text.parse::<SocketAddr>().unwrap());
    let all = [global, global, own];
    assert!(uri.permits_all([global]) && uri.permits_all(&all[..2]));
    assert!(!uri.permits_all([own]) && !uri.permits_all(&all[1..]) && !uri.permits_all(Vec::from(all)));
    assert!(uri.permits_all([global; 0]));
}

/// `Eq` and `Hash` of a `Checked` use only the reference.
#[test]
fn are_compared_by_the_reference() {
    let check = |policy: Policy, text| policy.check(Uri::parse(text).unwrap()).unwrap();
    let mut set = HashSet::from([check(Policy::link(), "http://a.example/")]);
    assert!(!set.insert(check(Policy::fetch(), "http://a.example/")));
    assert!(set.insert(check(Policy::fetch(), "http://b.example/")));
    assert_eq!(
        check(Policy::link(), "http://a.example/").as_ref(),
        &Uri::parse("http://a.example/").unwrap()
    );
}

#[cfg(feature = "serde")]
#[test]
fn are_serialized_as_the_reference() {
    let checked = Policy::link().check(Uri::parse("http://a.example/").unwrap()).unwrap();
    assert_eq!(serde_json::to_string(&checked).unwrap(), "\"http://a.example/\"");
}

/// A `Checked` does not borrow the policy.
#[test]
fn can_be_kept() {
    fn is_send<T: Send + Sync + 'static>(_: &T) {}
    let checked = {
        let policy = Policy::link();
        policy.check("http://intranet/".parse::<Uri<String>>().unwrap()).unwrap()
    };
    is_send(&checked);
    is_send(&Policy::link());
    assert_eq!(checked.policy_findings()[0].code(), Code::SingleLabelHost);
}

#[test]
fn finding_nothing_allocates_nothing() {
    let long = format!("https://a.example/{}?q=%20#f", "segment/".repeat(200));
    let hosts = Policy::fetch().allow_host("a.example").unwrap().allow_host(".b.example").unwrap();
    let networks = Policy::new().refuse_network("10.0.0.0/8").unwrap().allow_network("8.0.0.0/8").unwrap();
    let cases: [(Policy, &[&str]); 6] = [
        (
            Policy::link(),
            &["", "../a?b", "https://example.com/%C3%A9", "mailto:a@b.example", "a%20b&c", &long],
        ),
        (Policy::fetch(), &["https://example.com/", "http://8.8.8.8:8080/", "http://[2a00::1]/", &long]),
        (Policy::redirect(), &["/", "/a/b%20c?d#e"]),
        (Policy::identifier(), &["https://example.com/a", "urn:isbn:0451450523", &long]),
        (hosts, &["https://a.example/", "http://c.B.example/"]),
        (networks, &["http://8.8.8.8/", "http://example.com/", "//[2a00::1]", ""]),
    ];
    for (policy, texts) in &cases {
        for text in *texts {
            assert_eq!(
                policy.check(IriReference::parse(text).unwrap()).unwrap().policy_findings().len(),
                0,
                "{text}"
            );
        }
    }
    let count = measure(|| {
        for (policy, texts) in &cases {
            for text in *texts {
                let checked = policy.check(IriReference::parse(text).unwrap()).unwrap();
                black_box(checked.policy_findings());
            }
        }
        black_box(cases[0].0.permits_address([8, 8, 8, 8].into()));
    });
    assert_eq!(count.count_total, 0);
}

/// Each policy code is found once, regardless of the number of places where it applies.
#[test]
fn many_places() {
    let times = extent(30_000, 100_000);
    let policy = Policy::redirect().refuse(Code::NotNormalized).max_length(10);
    for text in ["/..".repeat(times), "/%2F".repeat(times), format!("/{}", "&amp;%25".repeat(times))] {
        let reference = UriReference::parse(text.as_str()).unwrap();
        let findings = policy.findings(&text, reference.components());
        assert!(findings.len() < 15 && findings.iter().all(|finding| finding.to_string().len() < 1000));
    }
}

/// A host with many labels is checked in linear time.
#[test]
fn many_labels() {
    let policy = Policy::new().allow_host(".example.com").unwrap().allow_host("a.example").unwrap();
    let text = format!("//{}example.net", "example.com.".repeat(extent(40_000, 400_000)));
    assert!(policy.check(UriReference::parse(text.as_str()).unwrap()).is_err());
    let text = format!("//{}example.com", "a.".repeat(extent(200_000, 2_000_000)));
    assert!(policy.check(UriReference::parse(text.as_str()).unwrap()).is_ok());
}

/// Hidden schemes are found in linear time. For these texts, quadratic time would take too long.
#[test]
fn many_encodings() {
    let times = extent(30_000, 1_000_000);
    for text in ["%25".repeat(times), format!("&{}", "amp;".repeat(times)), "%09".repeat(times)] {
        assert!(Policy::link().check(UriReference::parse(text.as_str()).unwrap()).is_ok());
    }
}
