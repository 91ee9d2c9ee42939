//! Normalization on each rung. Compared with the steps of sections 6.2.2 and 6.2.3, and with fluent-uri, iri-
//! string and url. Each form is normal, parses to its components, and is the same from the rung below.

use std::borrow::Cow;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use urigram::normalize::{Normalized, Normalizer, Rung};
use urigram::{Uri, UriReference};

use crate::oracle::rfc;
use crate::peers::known::known;
use crate::peers::normalize::{Answers, NORMALIZE, PEERS};
use crate::source::Source;
use crate::target::Target;

/// A reference, and optionally the name of the only library to compare with.
pub(super) const TARGET: Target = Target { name: "normalize", generate, check };

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let mut text = if source.once_in(4) { source.valid_reference() } else { source.valid_uri() };
    for _ in 0..source.below(3) {
        let changed = source.equivalent(&text);
        if UriReference::parse(&changed).is_ok() {
            text = changed;
        }
    }
    input.push(text);
    if source.once_in(8) {
        input.push(source.one_of(PEERS).0.to_owned());
    }
}

fn check(input: &[String]) {
    let Some(text) = input.first() else { return };
    let Ok(reference) = UriReference::parse(text) else { return };
    if let Some(name) = input.get(1) {
        return check_peer(name, text);
    }
    let mut below = Cow::Borrowed(&**text);
    let mut buffer = String::new();
    for rung in Rung::ALL {
        let normalizer = Normalizer::new(rung);
        let form = reference.normalize_to(rung);
        if let Some(right) = rfc::normal(text, rung) {
            assert_eq!(form.as_str(), right, "section 6.2.2 or 6.2.3: {rung}");
        }
        if form.as_str() != below {
            let from_below = UriReference::parse(&below).expect("a form");
            assert_eq!(normalizer.normalize(&from_below), form, "from the rung below: {rung}");
        }
        if form.as_str() == text {
            assert_eq!(form.components(), reference.components(), "the components: {rung}");
        } else {
            let again = UriReference::parse(form.as_str());
            let again = again.unwrap_or_else(|error| panic!("no reference on the rung {rung}: {error}"));
            assert_eq!(form.components(), again.components(), "the components: {rung}");
            assert!(matches!(again.normalize_to(rung).into_inner(), Cow::Borrowed(_)), "idempotent: {rung}");
        }
        let lent = normalizer.normalize_into(&reference, &mut buffer);
        assert_eq!(
            (lent.as_str(), lent.components()),
            (form.as_str(), form.components()),
            "to a buffer: {rung}"
        );
        let is_borrowed = matches!(&form.clone().into_inner(), Cow::Borrowed(_));
        assert_eq!(is_borrowed, form.as_str() == text, "borrowed if it is equal: {rung}");
        below = Cow::Owned(form.into_inner().into_owned());
    }
    check_without_fragment(&reference);
}

/// Checks that the option leaves out the fragment, and nothing else.
fn check_without_fragment(reference: &UriReference<&str>) {
    if reference.fragment().is_some() {
        let without = Normalizer::new(Rung::Scheme).fragment(false).normalize(reference);
        let form = reference.normalize_to(Rung::Scheme);
        let form = form.as_str().split('#').next().unwrap_or_default();
        assert_eq!(without, form, "without the fragment");
    }
}

/// Compares with another library.
fn check_peer(name: &str, text: &str) {
    let Some((peer, normalize, rung)) = PEERS.iter().find(|(peer, ..)| *peer == name) else { return };
    let Ok(uri) = Uri::parse(text) else { return };
    let Some(right) = rfc::normal(text, *rung) else { return };
    let Some(theirs) = normalize(uri.as_str()) else { return };
    // If the URL Standard normalizes more, our normal form is at least the same URL.
    let is_same_url = || *peer == "url" && normalize(&right).as_ref() == Some(&theirs);
    if theirs != right && !is_same_url() {
        let answers = Answers { text, right: &right, theirs: &theirs };
        known(NORMALIZE, peer, &answers, |is| is(&answers));
    }
}

/// Two references.
pub(super) const COMPARE: Target = Target { name: "compare", generate: generate_two, check: check_two };

fn generate_two(source: &mut Source, input: &mut Vec<String>) {
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

fn check_two(input: &[String]) {
    let [a_text, b_text, ..] = input else { return };
    let (Ok(a), Ok(b)) = (UriReference::parse(a_text), UriReference::parse(b_text)) else {
        return;
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
    check_two_without_fragments(&a, &b, first.is_some());
}

/// Returns whether the normal forms of two references are equal. If a scheme has rules that the oracle lacks, uses the
/// library's own normal forms on the scheme rung.
fn is_equal(a: &str, b: &str, rung: Rung) -> bool {
    let form = |text: &str| {
        rfc::normal(text, rung).or_else(|| {
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

/// Checks that equal references are also equal without fragments, and that the option compares the texts before the
/// fragments.
fn check_two_without_fragments(a: &UriReference<&str>, b: &UriReference<&str>, is_equal: bool) {
    if a.fragment().is_none() && b.fragment().is_none() {
        return;
    }
    let normalizer = Normalizer::new(Rung::Scheme).fragment(false);
    let without = normalizer.equivalent(a, b);
    assert!(without || !is_equal, "equal with fragments");
    let (one, other) = (a.without_fragment(), b.without_fragment());
    assert_eq!(without, one.equivalent(&other, Rung::Scheme), "without fragments");
}
