//! Section 6.2.4: protocol-based normalization, by what the caller knows of redirects.

use rstest::rstest;
use urigram::{Normalizer, Redirects, Rung, Uri};

fn uri(text: &str) -> Uri<&str> {
    Uri::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn redirects(known: &[(&str, &str)]) -> Redirects {
    let mut redirects = Redirects::new();
    for (from, to) in known {
        redirects.add(&uri(from), &uri(to));
    }
    redirects
}

const TRAILING_SLASH: (&str, &str) = ("http://example.com/data", "http://example.com/data/");

#[test]
fn a_trailing_slash_is_equivalent_where_a_redirect_is_known() {
    let (from, to) = (uri(TRAILING_SLASH.0), uri(TRAILING_SLASH.1));
    assert!(!from.equivalent(&to, Rung::Protocol));
    let redirects = redirects(&[TRAILING_SLASH]);
    let normalizer = Normalizer::to(Rung::Protocol).redirects(&redirects);
    assert_eq!(normalizer.compare(&from, &to), Some(Rung::Protocol));
    assert!(!normalizer.rung(Rung::Scheme).equivalent(&from, &to));
    assert!(!normalizer.equivalent(&from, &uri("http://example.com/other/")));
}

#[rstest]
#[case::by_the_scheme_rung("HTTP://EXAMPLE.com:80/data/", "http://example.com/data")]
#[case::the_fragment_goes_along("http://example.com/data/#f", "http://example.com/data#f")]
#[case::the_query_is_part_of_it("http://example.com/data/?q", "http://example.com/data/?q")]
#[case::unknown("http://example.com/x", "http://example.com/x")]
fn normal_form(#[case] text: &str, #[case] form: &str) {
    let redirects = redirects(&[TRAILING_SLASH]);
    assert_eq!(Normalizer::to(Rung::Protocol).redirects(&redirects).normalize(&uri(text)), form);
}

/// The shortest of a class stands for it, and of two the first, in whatever order they were told.
#[test]
fn what_stands_for_a_class_does_not_depend_on_the_order() {
    let mut known = [("x:ccc", "x:bb"), ("x:aa", "x:dddd"), ("x:dddd", "x:ccc"), ("x:e#f", "x:e#g")];
    for _ in 0..known.len() {
        known.rotate_left(1);
        for known in [known.to_vec(), known.iter().rev().map(|&(from, to)| (to, from)).collect()] {
            let redirects = redirects(&known);
            let normalizer = Normalizer::to(Rung::Protocol).redirects(&redirects);
            for text in ["x:aa", "x:bb", "x:ccc", "x:dddd"] {
                assert_eq!(normalizer.normalize(&uri(text)), "x:aa");
            }
            assert_eq!(normalizer.normalize(&uri("x:e#f")), "x:e#f");
        }
    }
}

/// In time that is not that of the square.
#[test]
fn a_long_chain_and_a_loop() {
    let mut redirects = Redirects::new();
    let name = |number: usize| format!("x:{:06}", number % 100_000);
    for number in 0..100_000 {
        redirects.add(&uri(&name(number)), &uri(&name(number + 1)));
    }
    let normalizer = Normalizer::to(Rung::Protocol).redirects(&redirects);
    for number in 0..100_000 {
        assert_eq!(normalizer.normalize(&uri(&name(number))), "x:000000");
    }
}

#[test]
fn redirects_by_options() {
    let mut redirects = Redirects::new();
    let normalizer = Normalizer::to(Rung::Protocol).ipv6(false);
    redirects.add_by(normalizer, &uri("http://[0::1]/"), &uri("http://a/"));
    let normalizer = normalizer.redirects(&redirects);
    assert!(normalizer.equivalent(&uri("http://[0::1]"), &uri("http://a")));
    assert!(!normalizer.equivalent(&uri("http://[::1]"), &uri("http://a")));
}
