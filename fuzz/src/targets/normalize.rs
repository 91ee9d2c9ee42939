//! Normalization on each rung. Compared with the steps of sections 6.2.2 and 6.2.3, and with fluent-uri, iri-
//! string and url. Each form is normal, parses to its components, and is the same from the rung below.

use std::borrow::Cow;

use urigram::normalize::{Normalizer, Rung};
use urigram::{Uri, UriReference};

use crate::input::source::Source;
use crate::oracle::section_6_2;
use crate::peers::known::known;
use crate::peers::known::normalize::{Answers, NORMALIZE};
use crate::peers::normalize::PEERS;
use crate::target::{Seen, Target};

/// A reference, and perhaps the name of a library for a comparison with that alone.
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

fn check(input: &[String], seen: &mut Seen) {
    let Some(text) = input.first() else { return };
    let Ok(reference) = UriReference::parse(text) else { return seen.count("not a reference") };
    if let Some(name) = input.get(1) {
        return check_peer(name, text, seen);
    }
    let mut below = Cow::Borrowed(&**text);
    let mut buffer = String::new();
    let mut changed_on = "normal";
    for rung in Rung::ALL {
        let normalizer = Normalizer::new(rung);
        let form = reference.normalize_to(rung);
        match section_6_2::normal(text, rung) {
            Some(right) => assert_eq!(form.as_str(), right, "section 6.2.2 or 6.2.3: {rung}"),
            None if rung == Rung::Scheme => seen.count("a scheme with rules for its path or query"),
            None => {}
        }
        if form.as_str() != below {
            changed_on = rung.name();
            let from_below = UriReference::parse(&below).unwrap_or_else(|error| panic!("a form: {error}"));
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
    seen.count(changed_on);
}

/// Checks that an option leaves the fragment out, and nothing else.
fn check_without_fragment(reference: &UriReference<&str>) {
    if reference.fragment().is_some() {
        let without = Normalizer::new(Rung::Scheme).fragment(false).normalize(reference);
        let form = reference.normalize_to(Rung::Scheme);
        let form = form.as_str().split('#').next().unwrap_or_default();
        assert_eq!(without, form, "without the fragment");
    }
}

/// Compares with another library.
fn check_peer(name: &str, text: &str, seen: &mut Seen) {
    let Some((peer, normalize, rung)) = PEERS.iter().find(|(peer, ..)| *peer == name) else { return };
    let Ok(uri) = Uri::parse(text) else { return seen.count("not a URI") };
    let Some(right) = section_6_2::normal(text, *rung) else { return };
    let Some(theirs) = normalize(uri.as_str()) else { return seen.count("not comparable") };
    // Where the URL Standard normalizes more, the normal form is at least the same URL.
    let is_same_url = || *peer == "url" && normalize(&right).as_ref() == Some(&theirs);
    if theirs != right && !is_same_url() {
        let answers = Answers { text, right: &right, theirs: &theirs };
        seen.count(known(NORMALIZE, peer, &answers, |is| is(&answers)));
    }
    seen.count("a library's normal form");
}
