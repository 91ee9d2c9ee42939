//! Section 4: the four types of reference, the conversions between them, and the traits that use their text.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::{BuildHasher, Hash, RandomState};
use std::str::FromStr;
use std::sync::Arc;

use rstest::rstest;
use urigram::grammar::Components;
use urigram::{
    AbsoluteUri, Authority, Fragment, Host, ParseError, Path, Port, Query, Rejected, RelativeRef, Rule,
    Scheme, Uri, UriReference, Userinfo,
};

use crate::common::components;

/// Tests which of `URI-reference`, `URI`, `absolute-URI` and `relative-ref` the text matches.
#[rstest]
#[case::uri("http://a/b?c#d", [true, true, false, false])]
#[case::uri_with_empty_fragment("a:#", [true, true, false, false])]
#[case::absolute_uri("http://a/b?c", [true, true, true, false])]
#[case::absolute_uri_of_a_scheme("a:", [true, true, true, false])]
#[case::network_path("//a/b", [true, false, false, true])]
#[case::absolute_path("/a/b", [true, false, false, true])]
#[case::relative_path("a/b", [true, false, false, true])]
#[case::this_that("./this:that", [true, false, false, true])]
#[case::same_document("", [true, false, false, true])]
#[case::same_document_fragment("#a", [true, false, false, true])]
#[case::suffix("www.w3.org/Addressing/", [true, false, false, true])]
#[case::looks_like_a_scheme("this:that", [true, true, true, false])]
#[case::none("a b", [false, false, false, false])]
fn reference_types(#[case] text: &str, #[case] accepted: [bool; 4]) {
    let [reference, uri, absolute, relative] = accepted;
    assert_eq!(UriReference::parse(text).is_ok(), reference);
    assert_eq!(Uri::parse(text).is_ok(), uri);
    assert_eq!(AbsoluteUri::parse(text).is_ok(), absolute);
    assert_eq!(RelativeRef::parse(text).is_ok(), relative);
    if let Ok(it) = UriReference::parse(text) {
        assert_eq!(it.is_uri(), uri);
        assert_eq!(Uri::try_from(it).is_ok(), uri);
        assert_eq!(AbsoluteUri::try_from(it).is_ok(), absolute);
        assert_eq!(RelativeRef::try_from(it).is_ok(), relative);
    }
}

#[rstest]
#[case::this_that("./this:that", "relative-ref path-noscheme=./this:that")]
#[case::suffix("www.w3.org/Addressing/", "relative-ref path-noscheme=www.w3.org/Addressing/")]
#[case::network_path("//g", "relative-ref authority=g reg-name=g path-abempty=")]
#[case::absolute_path("/g", "relative-ref path-absolute=/g")]
#[case::relative_path("g", "relative-ref path-noscheme=g")]
fn section_4_2_relative_ref(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(components(text), expected);
}

/// Conversions of borrowed and owned references do not change the text.
#[test]
fn conversions_widen_and_narrow() {
    let text = "http://u@h:1/p?q";
    let absolute = AbsoluteUri::parse(text).unwrap();
    let uri = Uri::from(absolute);
    let reference = UriReference::from(uri);
    assert_eq!(reference, UriReference::from(absolute));
    assert_eq!(reference.components(), UriReference::parse(text).unwrap().components());
    assert_eq!(Uri::try_from(reference), Ok(uri));
    assert_eq!(AbsoluteUri::try_from(uri), Ok(absolute));
    assert_eq!(AbsoluteUri::try_from(reference).map(|it| *it.components()), Ok(*reference.components()));

    let owned: UriReference<String> = UriReference::from(Uri::from(absolute.to_owned()));
    assert_eq!(AbsoluteUri::try_from(owned).map(AbsoluteUri::into_inner), Ok(text.to_owned()));

    let relative = RelativeRef::parse("../p?q#f").unwrap();
    assert_eq!(RelativeRef::try_from(UriReference::from(relative)), Ok(relative));
}

#[test]
fn conversions_give_the_value_back() {
    let relative = UriReference::parse("/a").unwrap().to_owned();
    let rejected = Uri::try_from(relative.clone()).unwrap_err();
    assert_eq!(rejected.error().component(), Rule::scheme);
    assert_eq!(rejected.into_inner().into_inner(), "/a");
    let rejected = AbsoluteUri::try_from(relative).unwrap_err();
    assert_eq!(rejected.error().component(), Rule::scheme);
    assert_eq!(rejected.into_inner().into_inner(), "/a");

    let uri = Uri::parse("a:b#c").unwrap().to_owned();
    let rejected = AbsoluteUri::try_from(uri.clone()).unwrap_err();
    assert_eq!(*rejected.error(), AbsoluteUri::parse("a:b#c").unwrap_err());
    let back: Uri<String> = rejected.into_inner();
    assert_eq!((back.as_str(), back.components()), ("a:b#c", uri.components()));
    let rejected = RelativeRef::try_from(UriReference::from(uri)).unwrap_err();
    assert_eq!(*rejected.error(), RelativeRef::parse("a:b#c").unwrap_err());
    assert_eq!(rejected.into_inner().into_inner(), "a:b#c");

    let text = String::from("a b");
    let address = text.as_ptr();
    let back = UriReference::<String>::try_from(text).unwrap_err().into_inner();
    assert_eq!((back.as_str(), back.as_ptr()), ("a b", address));
}

#[test]
fn owning_and_borrowing_keep_text_and_components() {
    let reference = UriReference::parse("a://b/c?d#e").unwrap();
    let owned = reference.to_owned();
    assert_eq!(owned, reference);
    assert_eq!(owned.components(), reference.components());
    assert_eq!(owned.borrowed(), reference);
    assert_eq!(owned.borrowed().components(), reference.components());
    assert_eq!(UriReference::<String>::from(reference), owned);
    assert_eq!(reference.into_inner(), "a://b/c?d#e");
}

#[test]
fn owning_a_string_does_not_copy_it() {
    let text = String::from("a://b/c");
    let address = text.as_ptr();
    let uri = Uri::<String>::try_from(text).unwrap();
    assert_eq!(uri.as_str().as_ptr(), address);
    let text = uri.into_inner();
    assert_eq!(text.as_ptr(), address);
}

/// `FromStr`, `TryFrom<&str>` and `TryFrom<String>` accept the same texts as the rule.
macro_rules! text_in {
    ($($test:ident: $Type:ident, $good:literal, $bad:literal;)*) => {$(
        #[test]
        fn $test() {
            let parsed = $Type::parse($good).unwrap();
            assert_eq!($Type::<String>::from_str($good), Ok(parsed.to_owned()));
            assert_eq!($Type::<&str>::try_from($good), Ok(parsed));
            assert_eq!($Type::<String>::try_from($good), Ok(parsed.to_owned()));
            assert_eq!($Type::<String>::try_from(String::from($good)), Ok(parsed.to_owned()));
            assert_eq!(String::from(parsed), $good);
            assert_eq!(String::from(parsed.to_owned()), $good);

            let error = $Type::parse($bad).unwrap_err();
            assert_eq!($Type::<String>::from_str($bad), Err(error));
            assert_eq!($Type::<&str>::try_from($bad), Err(error));
            assert_eq!($Type::<String>::try_from($bad), Err(error));
            let rejected = $Type::<String>::try_from(String::from($bad)).unwrap_err();
            assert_eq!((*rejected.error(), rejected.into_inner().as_str()), (error, $bad));
        }
    )*};
}

text_in! {
    text_in_uri_reference: UriReference, "a?b#c", "a b";
    text_in_uri: Uri, "a:b#c", "a";
    text_in_absolute_uri: AbsoluteUri, "a:b?c", "a:b#c";
    text_in_relative_ref: RelativeRef, "a?b#c", "a:b";
}

#[test]
fn text_out() {
    let reference = UriReference::parse("a:%62").unwrap();
    assert_eq!(reference.as_str(), "a:%62");
    assert_eq!(reference.to_string(), "a:%62");
    assert_eq!(format!("{reference:>8}|"), "   a:%62|");
    assert_eq!(AsRef::<str>::as_ref(&reference), "a:%62");
    assert_eq!(Borrow::<str>::borrow(&reference), "a:%62");
    assert_eq!(format!("{reference:?}"), "UriReference(\"a:%62\")");
    assert_eq!(format!("{:?}", Uri::parse("a:b").unwrap()), "Uri(\"a:b\")");
    assert_eq!(reference.scheme().unwrap().to_string(), "a");
    assert_eq!(reference.path().to_string(), "%62");
}

/// Section 6.2.1: borrowed and owned references are compared and hashed by their text.
#[rstest]
fn by_text(
    #[values("", "a", "A", "a:", "a:b", "a:%62", "a:%6a", "a:%6A", "/a", "//a")] a: &str,
    #[values("", "a", "A", "a:", "a:b", "a:%62", "a:%6a", "a:%6A", "/a", "//a")] b: &str,
) {
    let (x, y) = (UriReference::parse(a).unwrap(), UriReference::parse(b).unwrap());
    let owned = y.to_owned();
    assert_eq!(x == y, a == b);
    assert_eq!(x == owned, a == b);
    assert_eq!(x == *b, a == b);
    assert_eq!(x == b, a == b);
    assert_eq!(x.cmp(&y), a.cmp(b));
    assert_eq!(x.partial_cmp(&owned), Some(a.cmp(b)));
    assert_eq!(x.path().cmp(&y.path()), x.path().as_str().cmp(y.path().as_str()));
    assert_eq!(x.path() == y.path(), x.path().as_str() == y.path().as_str());
    let state = RandomState::new();
    assert_eq!(state.hash_one(x), state.hash_one(a));
    assert_eq!(state.hash_one(&owned), state.hash_one(b));
}

#[test]
fn collections_are_looked_up_by_str() {
    let uri = |text| Uri::<String>::try_from(text).unwrap();
    let map = HashMap::from([(uri("a:b"), 1), (uri("a:B"), 2)]);
    assert_eq!((map.get("a:b"), map.get("a:B"), map.get("A:b")), (Some(&1), Some(&2), None));
    let set = HashSet::from([RelativeRef::parse("a").unwrap()]);
    assert!(set.contains("a") && !set.contains("b"));
    let ordered = BTreeSet::from([uri("b:"), uri("a:"), uri("B:")]);
    assert!(ordered.contains("B:") && !ordered.contains("A:"));
    assert_eq!(ordered.iter().map(|uri| uri.as_str()).collect::<Vec<_>>(), ["B:", "a:", "b:"]);
}

/// The results of accessors of a borrowed value borrow from the text, not from the value.
#[test]
fn accessors_of_a_borrowed_value_outlive_it() {
    fn parts<'a>(text: &'a str) -> (Scheme<'a>, Authority<'a>, Userinfo<'a>, Host<'a>, Port<'a>) {
        let reference = UriReference::parse(text).unwrap();
        let authority = reference.authority().unwrap();
        (
            reference.scheme().unwrap(),
            authority,
            authority.userinfo().unwrap(),
            reference.host().unwrap(),
            reference.port().unwrap(),
        )
    }
    fn rest<'a>(text: &'a str) -> (Scheme<'a>, Path<'a>, Vec<&'a str>, Query<'a>, Fragment<'a>) {
        let uri = Uri::parse(text).unwrap();
        let path = uri.path();
        (
            uri.scheme(),
            path,
            path.segments().map(|segment| segment.as_str()).collect(),
            uri.query().unwrap(),
            uri.fragment().unwrap(),
        )
    }
    let text = String::from("s://u@[v1.a]:1/p/r?q#f");
    let (scheme, authority, userinfo, host, port) = parts(&text);
    assert_eq!((scheme.as_str(), authority.as_str()), ("s", "u@[v1.a]:1"));
    assert_eq!((userinfo.as_str(), port.as_str()), ("u", "1"));
    assert_eq!(host, Host::IpvFuture { version: "1", address: "a" });
    let (scheme, path, segments, query, fragment) = rest(&text);
    assert_eq!((scheme.as_str(), path.as_str(), segments), ("s", "/p/r", vec!["p", "r"]));
    assert_eq!((query.as_str(), fragment.as_str()), ("q", "f"));
}

/// The accessors return slices of the text itself.
#[test]
fn accessors_do_not_copy() {
    let uri = Uri::<String>::try_from("s://h/p").unwrap();
    let path = uri.path().as_str();
    assert_eq!(path.as_ptr(), uri.as_str()[5..].as_ptr());
    assert_eq!(uri.borrowed().path().as_str().as_ptr(), path.as_ptr());
}

#[test]
fn sizes() {
    assert!(size_of::<UriReference<&str>>() <= 64);
    assert_eq!(size_of::<Uri<&str>>(), size_of::<UriReference<&str>>());
}

/// `docs/speed.md` states these sizes.
#[cfg(target_pointer_width = "64")]
#[test]
fn sizes_of_owned_values() {
    assert_eq!(size_of::<Components>(), 48);
    assert_eq!([size_of::<Uri<Box<str>>>(), size_of::<Uri<Arc<str>>>(), size_of::<Uri<&str>>()], [64; 3]);
    assert_eq!([size_of::<Uri<String>>(), size_of::<Uri<Cow<'_, str>>>()], [72; 2]);
    assert_eq!([size_of::<Option<Uri<Box<str>>>>(), size_of::<Option<Uri<String>>>()], [64, 72]);
}

/// The compiler checks the bounds.
#[test]
fn traits() {
    fn threads<T: Send + Sync + 'static>() {}
    fn value<T: Clone + Debug + Eq + Hash>() {}
    fn text<T: Clone + Debug + Display + Ord + Hash + AsRef<str>>() {}
    fn copy<T: Copy>() {}
    fn error<T: Error + Send + Sync + 'static>() {}
    fn all<T: Send + Sync + Clone + Debug + Display + Ord + Hash + AsRef<str> + Borrow<str> + 'static>() {}

    all::<UriReference<String>>();
    all::<UriReference<&'static str>>();
    all::<Uri<String>>();
    all::<AbsoluteUri<String>>();
    all::<RelativeRef<String>>();
    copy::<UriReference<&str>>();
    text::<Scheme<'_>>();
    text::<Authority<'_>>();
    text::<Userinfo<'_>>();
    text::<Port<'_>>();
    text::<Path<'_>>();
    text::<Query<'_>>();
    text::<Fragment<'_>>();
    value::<Host<'_>>();
    value::<Components>();
    threads::<Host<'static>>();
    threads::<Components>();
    error::<ParseError>();
    error::<Rejected<String>>();
    error::<Rejected<UriReference<String>>>();
    assert_eq!(UriReference::parse("a").unwrap().cmp(&UriReference::parse("b").unwrap()), Ordering::Less);
}

/// Sections 4.2 and 4.4: the names of the forms of references, and same-document references.
mod section_4_2 {
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

    /// Resolution removes dot segments, so a target without them may be the same document as a base with them.
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

    /// A reference of the form `SameDocument` is a same-document reference for every base, even a base with dot segments.
    #[test]
    fn a_same_document_reference_is_one_for_any_base() {
        let texts = strategies::strings(&["a", "/", "..", "?", "#", "//h"], 4);
        let references: Vec<_> = texts.iter().filter_map(|text| UriReference::parse(text).ok()).collect();
        for reference in references.iter().filter(|reference| reference.form() == ReferenceForm::SameDocument)
        {
            for text in &texts {
                let text = format!("x:{text}");
                assert!(Uri::parse(&text).map_or(true, |base| base.is_same_document(reference)), "{text}");
            }
        }
    }
}
