//! Normalization at each level. Compared with the steps of sections 6.2.2 and 6.2.3, and with fluent-uri,
//! iri-string and url. Each form is normal, parses to its components, and is also the form of the next lower
//! level's form.

use std::borrow::Cow;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use urigram::normalize::{Level, Normalized, Normalizer};
use urigram::{IriReference, Uri, UriReference};

use crate::oracle::rfc;
use crate::peers::known::known;
use crate::peers::normalize::{Answers, NORMALIZE, PEERS};
use crate::source::Source;
use crate::target::Target;

/// An input is a reference, and optionally the name of the only library to compare with.
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
    for level in Level::ALL {
        let normalizer = Normalizer::new(level);
        let form = reference.normalize_to(level);
        if let Some(right) = rfc::normal(text, level) {
            assert_eq!(form.as_str(), right, "section 6.2.2 or 6.2.3: {level}");
        }
        if form.as_str() != below {
            let from_below = UriReference::parse(&below).expect("a form");
            assert_eq!(normalizer.normalize(&from_below), form, "from the level below: {level}");
        }
        if form.as_str() == text {
            assert_eq!(form.components(), reference.components(), "the components: {level}");
        } else {
            let again = UriReference::parse(form.as_str());
            let again = again.unwrap_or_else(|error| panic!("no reference at the level {level}: {error}"));
            assert_eq!(form.components(), again.components(), "the components: {level}");
            assert!(
                matches!(again.normalize_to(level).into_inner(), Cow::Borrowed(_)),
                "idempotent: {level}"
            );
        }
        let borrowed = normalizer.normalize_into(&reference, &mut buffer);
        assert_eq!(
            (borrowed.as_str(), borrowed.components()),
            (form.as_str(), form.components()),
            "to a buffer: {level}"
        );
        let is_borrowed = matches!(&form.clone().into_inner(), Cow::Borrowed(_));
        assert_eq!(is_borrowed, form.as_str() == text, "borrowed if it is equal: {level}");
        below = Cow::Owned(form.into_inner().into_owned());
    }
    check_without_fragment(&reference);
    check_iri(text);
}

/// Checks that each form of the IRI reference is normal, parses to its components, and is the same from the level below.
fn check_iri(text: &str) {
    let (reference, mut below) = (iri(text), text.to_owned());
    for level in Level::ALL {
        let form = reference.normalize_to(level);
        let again = iri(form.as_str());
        assert_eq!(form.components(), again.components(), "the components of the IRI: {level}");
        assert_eq!(again.normalize_to(level), form, "the IRI, idempotent: {level}");
        assert_eq!(iri(&below).normalize_to(level), form, "the IRI from the level below: {level}");
        below = form.into_inner().into_owned();
    }
}

fn iri(text: &str) -> IriReference<&str> {
    IriReference::parse(text).expect("a URI reference is an IRI reference")
}

/// Checks that the option removes exactly the fragment.
fn check_without_fragment(reference: &UriReference<&str>) {
    if reference.fragment().is_some() {
        let without = Normalizer::new(Level::Scheme).fragment(false).normalize(reference);
        let form = reference.normalize_to(Level::Scheme);
        let form = form.as_str().split('#').next().unwrap_or_default();
        assert_eq!(without, form, "without the fragment");
    }
}

/// Compares with another library.
fn check_peer(name: &str, text: &str) {
    let Some((peer, normalize, level)) = PEERS.iter().find(|(peer, ..)| *peer == name) else { return };
    let Ok(uri) = Uri::parse(text) else { return };
    let Some(right) = rfc::normal(text, *level) else { return };
    let Some(theirs) = normalize(uri.as_str()) else { return };
    // If the URL Standard normalizes more, our normal form must at least be the same URL.
    let is_same_url = || *peer == "url" && normalize(&right).as_ref() == Some(&theirs);
    if theirs != right && !is_same_url() {
        let answers = Answers { text, right: &right, theirs: &theirs };
        known(NORMALIZE, peer, &answers, |is| is(&answers));
    }
}

/// An input is two references.
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
    let first = Level::ALL.into_iter().find(|&level| is_equal(a_text, b_text, level));
    assert_eq!(a.compare(&b), first, "the level");
    assert_eq!(b.compare(&a), first, "the level, in the other order");
    for level in Level::ALL {
        let is_equal = first.is_some_and(|first| first <= level);
        assert_eq!(a.equivalent(&b, level), is_equal, "equivalent: {level}");
        let up_to = Normalizer::new(level).compare(&a, &b);
        assert_eq!(up_to, first.filter(|&first| first <= level), "up to the level {level}");
    }
    let level = first.unwrap_or(Level::Scheme);
    check_keys(&a, &b, level, first.is_some());
    check_two_without_fragments(&a, &b, first.is_some());
}

/// Returns whether two references have the same normal form. Uses the library's own forms if the scheme has
/// rules that the oracle lacks.
fn is_equal(a: &str, b: &str, level: Level) -> bool {
    let form = |text: &str| {
        rfc::normal(text, level).or_else(|| {
            let reference = UriReference::parse(text).ok()?;
            Some(reference.normalize_to(level).into_inner().into_owned())
        })
    };
    form(a) == form(b)
}

fn check_keys(a: &UriReference<&str>, b: &UriReference<&str>, level: Level, is_equal: bool) {
    let (one, other) = (Normalized::new(a, level), Normalized::new(b, level));
    assert_eq!(one == other, is_equal, "keys are equal: {level}");
    assert_eq!(one.cmp(&other).is_eq(), is_equal, "keys are in order: {level}");
    assert_eq!(one.cmp(&other), other.cmp(&one).reverse(), "keys are in order both ways: {level}");
    if is_equal {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        assert_eq!(hasher.hash_one(&one), hasher.hash_one(&other), "hashes are equal: {level}");
        assert_eq!(
            hasher.hash_one(&one),
            hasher.hash_one(one.as_str()),
            "a key is found by its form: {level}"
        );
    }
    assert_eq!(one.reference().as_str(), a.as_str(), "the reference is kept");
}

/// Checks that equal references are also equal without fragments, and that the option ignores exactly the
/// fragments.
fn check_two_without_fragments(a: &UriReference<&str>, b: &UriReference<&str>, is_equal: bool) {
    if a.fragment().is_none() && b.fragment().is_none() {
        return;
    }
    let normalizer = Normalizer::new(Level::Scheme).fragment(false);
    let without = normalizer.equivalent(a, b);
    assert!(without || !is_equal, "equal with fragments");
    let (one, other) = (a.without_fragment(), b.without_fragment());
    assert_eq!(without, one.equivalent(&other, Level::Scheme), "without fragments");
}
