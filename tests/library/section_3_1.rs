//! Schemes are case-insensitive (section 3.1).

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;
use rstest::rstest;
use urigram::{Scheme, Uri};

fn hash(scheme: Scheme<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    scheme.hash(&mut hasher);
    hasher.finish()
}

#[rstest]
#[case::same("http", true)]
#[case::upper("HTTP", true)]
#[case::mixed("hTTp", true)]
#[case::longer("https", false)]
#[case::shorter("htt", false)]
#[case::no_scheme("http:", false)]
#[case::empty("", false)]
#[allow(clippy::cmp_owned, reason = "it is the comparison with a String that is tested")]
fn compares_with_strings(#[case] text: &str, #[case] equal: bool) {
    let scheme = Scheme::parse("Http").unwrap();
    let string = text.to_owned();
    assert_eq!((scheme == text, scheme == *text, scheme == string), (equal, equal, equal));
    assert_eq!((text == scheme, *text == scheme, string == scheme), (equal, equal, equal));
}

#[test]
fn keeps_its_text() {
    let uri = Uri::parse("HTTP://a/").unwrap();
    assert_eq!((uri.scheme().as_str(), uri.scheme().to_string().as_str()), ("HTTP", "HTTP"));
    assert_ne!(uri, Uri::parse("http://a/").unwrap());
    let known = HashSet::from([Scheme::parse("http").unwrap()]);
    assert!(known.contains(&uri.scheme()));
}

proptest! {
    /// Equality, order and hash are those of the scheme in lower case.
    #[test]
    fn one_relation(a in "[a-cA-C][a-cA-C0+.-]{0,2}", b in "[a-cA-C][a-cA-C0+.-]{0,2}") {
        let (one, other) = (Scheme::parse(&a).unwrap(), Scheme::parse(&b).unwrap());
        let (lower, other_lower) = (a.to_ascii_lowercase(), b.to_ascii_lowercase());
        prop_assert_eq!(one == other, lower == other_lower);
        prop_assert_eq!(one.cmp(&other), lower.cmp(&other_lower));
        prop_assert_eq!(hash(one) == hash(other), lower == other_lower);
        prop_assert_eq!(hash(one), hash(Scheme::parse(&lower).unwrap()));
    }
}
