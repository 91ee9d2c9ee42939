//! Sections 4.2 and 4.4: the names of the forms of references, and same-document references.

use rstest::rstest;
use urigram::resolve::ReferenceForm;
use urigram::{Uri, UriReference};

use crate::common::strategies;

#[rstest]
#[case::uri("http://a/b", ReferenceForm::Uri)]
#[case::uri_without_more("a:", ReferenceForm::Uri)]
#[case::network_path("//a/b", ReferenceForm::NetworkPath)]
#[case::network_path_with_empty_authority("///a", ReferenceForm::NetworkPath)]
#[case::absolute_path("/a/b", ReferenceForm::AbsolutePath)]
#[case::root("/", ReferenceForm::AbsolutePath)]
#[case::relative_path("a/b", ReferenceForm::RelativePath)]
#[case::this_that("./this:that", ReferenceForm::RelativePath)]
#[case::query("?a", ReferenceForm::RelativePath)]
#[case::empty_query("?#a", ReferenceForm::RelativePath)]
#[case::empty("", ReferenceForm::SameDocument)]
#[case::fragment("#a", ReferenceForm::SameDocument)]
#[case::empty_fragment("#", ReferenceForm::SameDocument)]
fn forms(#[case] text: &str, #[case] form: ReferenceForm) {
    assert_eq!(UriReference::parse(text).unwrap().form(), form);
}

#[rstest]
#[case::empty("", true)]
#[case::fragment("#f", true)]
#[case::empty_fragment("#", true)]
#[case::its_query("?q", true)]
#[case::its_last_segment("c?q", true)]
#[case::with_dots("./../b/c?q#f", true)]
#[case::its_path("/b/c?q", true)]
#[case::its_authority("//a/b/c?q", true)]
#[case::itself("http://a/b/c?q", true)]
#[case::no_query("c", false)]
#[case::other_query("?", false)]
#[case::other_segment("d?q", false)]
#[case::equivalent_and_not_equal("%63?q", false)]
fn same_document(#[case] reference: &str, #[case] same: bool) {
    let reference = UriReference::parse(reference).unwrap();
    for base in ["http://a/b/c?q", "http://a/b/c?q#g"] {
        assert_eq!(Uri::parse(base).unwrap().is_same_document(&reference), same);
    }
}

/// Resolution removes dot segments, so a target may be the same document as a base that has some.
#[rstest]
#[case::itself("http://a/b/../c#g", true)]
#[case::without_its_dots("http://a/c", true)]
#[case::with_others("http://a/./c", true)]
#[case::last_segment("c", true)]
#[case::no_path("", true)]
#[case::another_query("?q", false)]
#[case::another_segment("d", false)]
#[case::segment_that_is_removed("/b/c", false)]
fn same_document_of_a_base_with_dots(#[case] reference: &str, #[case] same: bool) {
    let base = Uri::parse("http://a/b/../c#f").unwrap();
    assert_eq!(base.is_same_document(&UriReference::parse(reference).unwrap()), same);
}

#[test]
fn every_base_is_its_own_document() {
    for text in strategies::strings(&["a", "/", ".", "..", "?", "#", "//h"], 5) {
        let text = format!("x:{text}");
        assert!(Uri::parse(&text).map_or(true, |base| base.is_same_document(&base)), "{text}");
    }
}

/// A reference of this form is a same-document reference for every base, including one with dot segments.
#[test]
fn a_same_document_reference_is_one_for_any_base() {
    let texts = strategies::strings(&["a", "/", "..", "?", "#", "//h"], 4);
    let references: Vec<_> = texts.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
    for reference in references.iter().filter(|reference| reference.form() == ReferenceForm::SameDocument) {
        for text in &texts {
            let text = format!("x:{text}");
            assert!(Uri::parse(&text).map_or(true, |base| base.is_same_document(reference)), "{text}");
        }
    }
}
