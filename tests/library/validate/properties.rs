//! Properties of the findings of every string, including hostile ones.

use std::collections::HashSet;
use std::hint::black_box;

use allocation_counter::measure;
use proptest::prelude::*;
use rstest::rstest;
use urigram::validate::{Code, findings as of_components};
use urigram::{IriReference, Rule, UriReference};

use super::{codes, found};
use crate::common::extent;

#[test]
fn finding_nothing_allocates_nothing() {
    let long = format!("http://a.example:8080/{}?q=%20#f", "segment/".repeat(10_000));
    let texts = [
        "",
        "../a?b",
        "HTTP://www.example.com/%C3%A9?a=b%20c#d",
        "//8.8.8.8:8080",
        "http://[2a00::1]/",
        "http://buecher.example/é",
        "http://xn--bcher-kva.example/",
        "urn:isbn:0451450523",
        "mailto:a@a.example?subject=b",
        "tel:+1-201-555-0123",
        "data:image/png;base64,iVBORw0KGgo=",
        "ldap://a.example/dc=b?cn?sub",
        "file:///a",
        "wss://a.example/",
        "unknown-scheme://A_b/",
        "mongodb://a.example/",
        long.as_str(),
    ];
    for text in texts {
        assert_eq!(found(text), [""; 0], "{text}");
    }
    let count = measure(|| {
        for text in texts {
            black_box(IriReference::parse(text).unwrap().findings());
        }
    });
    assert_eq!(count.count_total, 0);
}

/// Each code is found at most once in a component, so memory is bounded.
#[rstest]
#[case::octets("/", "%00%0A%1B%2F%41%2541%FF")]
#[case::dots("http://a.example", "/.")]
#[case::labels("http://a", ".-.xn--9._,")]
#[case::scripts("http://a", ".pаypal.асе．１")]
#[case::addresses("mailto:", "a,")]
#[case::fields("mailto:?", "a&")]
#[case::ldap("ldap:///?", "?")]
#[case::numbers("http://", "0.")]
#[case::digits("http://", "9")]
#[case::zeros("http://h.example:", "0")]
#[case::slashes("http:", "/")]
#[case::ats("http:///", "@")]
#[case::tel("tel:+1", "-")]
#[case::semicolons("tel:1", ";phone-context=")]
#[case::types("ftp://a.example/", ";type=")]
fn many_places(#[case] start: &str, #[case] repeated: &str) {
    let text = format!("{start}{}", repeated.repeat(20_000));
    let reference = IriReference::parse(text.as_str()).unwrap();
    let most = measure(|| drop(black_box(reference.findings()))).bytes_max;
    assert!(most < 3 * text.len() as u64 + 20_000, "{most}");
    let findings = reference.findings();
    let seen: HashSet<_> = findings.iter().map(|finding| (finding.code(), finding.component())).collect();
    assert_eq!(seen.len(), findings.len(), "{findings:?}");
    for finding in findings {
        assert!(finding.to_string().len() < 1000 && finding.help().to_string().len() < 1000);
    }
}

/// A name of many labels and a long text after it are checked in linear time. Quadratic time would be hours.
#[rstest]
#[case::dots("http://", "xn--bcher-kva.", ".")]
#[case::last_label("http://", "xn--bcher-kva.", "a")]
#[case::of_an_iri("http://", "é.", "é")]
fn many_labels(#[case] start: &str, #[case] label: &str, #[case] end: &str) {
    let text =
        format!("{start}{}{}", label.repeat(extent(20_000, 400_000)), end.repeat(extent(250_000, 5_000_000)));
    black_box(IriReference::parse(text.as_str()).unwrap().findings());
}

#[test]
fn messages_are_short() {
    let text = format!("http://{}.example/", "а".repeat(extent(100_000, 1_000_000)));
    for finding in IriReference::parse(text.as_str()).unwrap().findings() {
        assert!(finding.to_string().len() < 1000 && finding.help().to_string().len() < 1000);
    }
}

#[rstest]
fn no_password_is_shown(
    #[values("ftp", "http", "mailto", "sip", "file", "ws", "unknown")] scheme: &str,
    #[values("user", "b%61nk.com", "https:%2f%2fbank.com", "HTTP%3A%2f%2fbank.com")] user: &str,
    #[values("s%65cret%2Fx", "s%00cret%0D%0A", "s%2565cret%FF")] password: &str,
) {
    let text = format!("{scheme}://{user}:{password}@www.example.com/");
    let reference = UriReference::parse(text.as_str()).unwrap();
    let findings = reference.findings();
    assert!(findings.iter().any(|finding| finding.code() == Code::PasswordInUserinfo));
    let shown: Vec<_> = findings.iter().map(|it| format!("{} {} {it:?}", it.message(), it.help())).collect();
    for part in ["cret", "%65", "%2F", "%00", "%0D", "%2565", "%FF"] {
        assert!(!shown.concat().contains(part), "{shown:?}");
    }
}

/// The components of a text that any rule matched can be checked, even if most of them are undefined.
#[test]
fn of_other_rules() {
    for &rule in Rule::ALL {
        for text in ["localhost", "0x7f.1", "a%00b", "http", "80", "/../a", "user@h:0", "[::1]", "", "a"] {
            if let Ok(components) = rule.parse(text) {
                for finding in of_components(text, &components) {
                    assert!(text.get(finding.range()).is_some());
                }
            }
        }
    }
    let host = of_components("0x7f.1", &Rule::host.parse("0x7f.1").unwrap());
    assert_eq!(host[0].code(), Code::Ipv4LikeHost);
    assert_eq!(codes("//0x7f.1")[0], Code::Ipv4LikeHost);
}

proptest! {
    #[test]
    fn lie_in_the_text_in_order(
        text in "(http:|ftp:|tel:|urn:|data:|mailto:|ldap:|file:|a:|)(//)?([a-zA-Z0-9.]|[-%:@/?#,;=&+]|%[0-9A-F]{2}|é|．|а){0,20}",
    ) {
        let Ok(reference) = IriReference::parse(text.as_str()) else { return Ok(()) };
        let findings = reference.findings();
        prop_assert!(findings.is_sorted_by_key(|finding| finding.range().start));
        for finding in findings {
            prop_assert!(text.get(finding.range()).is_some());
            prop_assert!(!finding.message().to_string().is_empty() && !finding.help().to_string().is_empty());
        }
    }
}
