//! Comparison. The rung on which two references are equal is that of sections 6.2.2 and 6.2.3; it is the same
//! in the other order, without fragments, and for keys of maps.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use urigram::UriReference;
use urigram::normalize::{Normalized, Normalizer, Rung};

use crate::input::source::Source;
use crate::oracle::section_6_2;
use crate::target::{Seen, Target};

/// Two references.
pub(super) const TARGET: Target = Target { name: "compare", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let a = if source.once_in(3) { source.valid_reference() } else { source.valid_uri() };
    let mut b = a.clone();
    for _ in 0..=source.below(4) {
        let changed = source.equivalent(&b);
        if UriReference::parse(&changed).is_ok() {
            b = changed;
        }
    }
    if source.once_in(4) {
        let mut near = b.clone();
        source.mutate(&mut near);
        if UriReference::parse(&near).is_ok() {
            b = near;
        }
    }
    input.extend([a, b]);
}

fn check(input: &[String], seen: &mut Seen) {
    let [a_text, b_text, ..] = input else { return };
    let (Ok(a), Ok(b)) = (UriReference::parse(a_text), UriReference::parse(b_text)) else {
        return seen.count("not two references");
    };
    let first = Rung::ALL.into_iter().find(|&rung| is_equal(a_text, b_text, rung));
    assert_eq!(a.compare(&b), first, "the rung");
    assert_eq!(b.compare(&a), first, "the rung, in the other order");
    for rung in Rung::ALL {
        let is_equal = first.is_some_and(|first| first <= rung);
        assert_eq!(a.equivalent(&b, rung), is_equal, "equivalent: {rung}");
        let up_to = Normalizer::new(rung).compare(&a, &b);
        assert_eq!(up_to, first.filter(|&first| first <= rung), "up to the rung {rung}");
    }
    let rung = first.unwrap_or(Rung::Scheme);
    check_keys(&a, &b, rung, first.is_some());
    check_without_fragment(&a, &b, first.is_some());
    seen.count(first.map_or("different", |rung| rung.name()));
}

/// The normal forms of the library are compared on the scheme rung if the scheme has rules that are not transcribed.
fn is_equal(a: &str, b: &str, rung: Rung) -> bool {
    let form = |text: &str| {
        section_6_2::normal(text, rung).or_else(|| {
            let reference = UriReference::parse(text).ok()?;
            Some(reference.normalize_to(rung).into_inner().into_owned())
        })
    };
    form(a) == form(b)
}

fn check_keys(a: &UriReference<&str>, b: &UriReference<&str>, rung: Rung, is_equal: bool) {
    let (one, other) = (Normalized::new(a, rung), Normalized::new(b, rung));
    assert_eq!(one == other, is_equal, "keys are equal: {rung}");
    assert_eq!(one.cmp(&other).is_eq(), is_equal, "keys are in order: {rung}");
    assert_eq!(one.cmp(&other), other.cmp(&one).reverse(), "keys are in order both ways: {rung}");
    if is_equal {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        assert_eq!(hasher.hash_one(&one), hasher.hash_one(&other), "hashes are equal: {rung}");
        assert_eq!(
            hasher.hash_one(&one),
            hasher.hash_one(one.as_str()),
            "a key is found by its form: {rung}"
        );
    }
    assert_eq!(one.reference().as_str(), a.as_str(), "the reference is kept");
}

/// Checks that two references are equal without fragments if they are with them, and by what is before these.
fn check_without_fragment(a: &UriReference<&str>, b: &UriReference<&str>, is_equal: bool) {
    if a.fragment().is_none() && b.fragment().is_none() {
        return;
    }
    let normalizer = Normalizer::new(Rung::Scheme).fragment(false);
    let without = normalizer.equivalent(a, b);
    assert!(without || !is_equal, "equal with fragments");
    let (one, other) = (a.without_fragment(), b.without_fragment());
    assert_eq!(without, one.equivalent(&other, Rung::Scheme), "without fragments");
}
