//! Section 6.2.4: protocol-based normalization, with what the caller knows about redirects.

use proptest::prelude::*;
use rstest::rstest;
use urigram::{Normalizer, Redirects, Rung, SchemeRules, Schemes, Uri};

use crate::common::extent;

fn uri(text: &str) -> Uri<&str> {
    Uri::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn redirects(known: &[(&str, &str)]) -> Redirects {
    let mut redirects = Redirects::new();
    for (from, to) in known {
        redirects.add(Normalizer::default(), &uri(from), &uri(to));
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
#[case::by_the_scheme_rung("HTTP://EXAMPLE.com:80/data", "http://example.com/data/")]
#[case::the_target("http://example.com/data/", "http://example.com/data/")]
#[case::the_fragment_goes_along("http://example.com/data#f", "http://example.com/data/#f")]
#[case::the_query_is_part_of_it("http://example.com/data/?q", "http://example.com/data/?q")]
#[case::unknown("http://example.com/x", "http://example.com/x")]
fn normal_form(#[case] text: &str, #[case] form: &str) {
    let redirects = redirects(&[TRAILING_SLASH]);
    assert_eq!(Normalizer::to(Rung::Protocol).redirects(&redirects).normalize(&uri(text)), form);
}

/// The URI that redirects to no other is the normal form of all; of several it is the shortest, and of
/// equally short ones the first in order, regardless of the order in which they were added.
#[rstest]
#[case::the_target(&[("http://example.com/", "https://example.com/")], "https://example.com/")]
#[case::the_last_of_a_chain(&[("x:a", "x:bb"), ("x:bb", "x:ccc"), ("x:ccc", "x:dddd")], "x:dddd")]
#[case::the_shortest_target(&[("x:a", "x:ccc"), ("x:a", "x:dd"), ("x:b", "x:ccc")], "x:dd")]
#[case::the_first_target(&[("x:a", "x:dd"), ("x:a", "x:cc"), ("x:b", "x:cc")], "x:cc")]
#[case::the_shortest_of_a_loop(&[("x:aaa", "x:c"), ("x:c", "x:bb"), ("x:bb", "x:aaa")], "x:c")]
#[case::the_first_of_a_loop(&[("x:b", "x:a"), ("x:a", "x:b")], "x:a")]
#[case::the_way_out_of_a_loop(&[("x:a", "x:b"), ("x:b", "x:a"), ("x:b", "x:ccc")], "x:ccc")]
#[case::itself(&[("x:a#f", "x:a#g"), ("x:bb", "x:a")], "x:a")]
fn what_stands_for_others(#[case] known: &[(&str, &str)], #[case] stands: &str) {
    let mut known = known.to_vec();
    for _ in 0..known.len() {
        known.rotate_left(1);
        for known in [known.clone(), known.iter().rev().copied().collect()] {
            let redirects = redirects(&known);
            let normalizer = Normalizer::to(Rung::Protocol).redirects(&redirects);
            for text in known.iter().flat_map(|&(from, to)| [from, to]) {
                assert_eq!(normalizer.fragment(false).normalize(&uri(text)), stands, "{known:?}");
            }
        }
    }
}

/// These do not take quadratic time.
#[test]
fn a_long_chain_and_a_loop() {
    let count = extent(10_000, 100_000);
    let mut redirects = Redirects::new();
    let name = |number: usize| format!("x:{:06}", number % count);
    for number in 0..count {
        redirects.add(Normalizer::default(), &uri(&name(number)), &uri(&name(number + 1)));
    }
    let normalizer = Normalizer::to(Rung::Protocol).redirects(&redirects);
    for number in 0..count {
        assert_eq!(normalizer.normalize(&uri(&name(number))), "x:000000");
    }
}

#[test]
fn redirects_by_options() {
    let mut redirects = Redirects::new();
    let normalizer = Normalizer::to(Rung::Protocol).ipv6(false);
    redirects.add(normalizer, &uri("http://[0::1]/"), &uri("http://a/"));
    let normalizer = normalizer.redirects(&redirects);
    assert!(normalizer.equivalent(&uri("http://[0::1]"), &uri("http://a")));
    assert!(!normalizer.equivalent(&uri("http://[::1]"), &uri("http://a")));
}

/// Rules for the scheme `x`: its port is 1, and its path is case-insensitive.
struct Own;

impl SchemeRules for Own {
    fn default_port(&self) -> Option<u16> {
        Some(1)
    }

    fn path<'p>(&self, path: &'p str, _: Option<&str>) -> std::borrow::Cow<'p, str> {
        urigram::to_lower_case(path)
    }
}

#[test]
fn redirects_by_rules_of_ones_own() {
    let schemes = Schemes::new().with("x", Own).unwrap();
    let normalizer = Normalizer::to(Rung::Protocol).schemes(&schemes);
    let mut redirects = Redirects::new();
    redirects.add(normalizer, &uri("x://h:1/A"), &uri("x://h/B"));
    let normalizer = normalizer.redirects(&redirects);
    assert!(normalizer.equivalent(&uri("x://h/a"), &uri("x://h:1/b")));
    assert_eq!(normalizer.normalize(&uri("X://H:1/a#F")), "x://h/b#F");
}

proptest! {
    /// Results are normal, and equality is an equivalence that extends to higher rungs, whatever the schemes
    /// and redirects are.
    #[test]
    fn rungs_by_ones_own_schemes_and_redirects(
        known in prop::collection::vec((pieces(), pieces()), 0..6),
        texts in prop::collection::vec(pieces(), 3),
    ) {
        let schemes = Schemes::new().with("x", Own).unwrap();
        let normalizer = Normalizer::to(Rung::Protocol).schemes(&schemes);
        let mut redirects = Redirects::new();
        for (from, to) in &known {
            redirects.add(normalizer, &uri(from), &uri(to));
        }
        let normalizer = normalizer.redirects(&redirects);
        for (from, to) in &known {
            prop_assert!(normalizer.equivalent(&uri(from), &uri(to)));
        }
        for a in &texts {
            let form = normalizer.normalize(&uri(a)).to_owned();
            prop_assert_eq!(*uri(form.as_str()).components(), *form.components());
            prop_assert_eq!(normalizer.normalize(&form), form.as_str());
            for rung in Rung::ALL {
                let below = normalizer.rung(rung).normalize(&uri(a)).to_owned();
                prop_assert_eq!(normalizer.normalize(&below), form.as_str());
            }
            for b in &texts {
                let equal = Rung::ALL.map(|rung| normalizer.rung(rung).equivalent(&uri(a), &uri(b)));
                prop_assert!(equal.is_sorted());
                let first = Rung::ALL.into_iter().find(|&rung| normalizer.rung(rung).equivalent(&uri(a), &uri(b)));
                prop_assert_eq!(normalizer.compare(&uri(a), &uri(b)), first);
            }
        }
    }
}

/// Generates URIs of few pieces, so that many are equivalent.
fn pieces() -> impl Strategy<Value = String> {
    let pieces = ["/", "/A", "/a", "/%41", "/..", "/."];
    let scheme = prop::sample::select(vec!["x://h:1", "X://h", "x:", "http://h:80", "http://h"]);
    let path = prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..3);
    (scheme, path).prop_map(|(scheme, path)| match scheme {
        "x:" => "x:b".to_owned() + &path.concat(),
        _ => scheme.to_owned() + &path.concat(),
    })
}
