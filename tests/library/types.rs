//! The four types as Rust types: their default parameters, constructors and comparisons.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use rstest::rstest;
use urigram::{
    AbsoluteUri, Iri, IriReference, ParseError, RelativeIriRef, RelativeRef, Rule, Text, Uri, UriReference,
};
use urigram::{generic, rfc6874};

/// The alias without a parameter owns its text, but `parse` under the same name still borrows.
#[test]
fn the_text_is_a_string_by_default() -> Result<(), ParseError> {
    let owned: Uri = "http://a/".parse()?;
    let borrowed: Uri<&str> = Uri::parse("http://a/")?;
    assert_eq!(owned, borrowed);
    let owned: Iri = "http://é/".parse()?;
    assert_eq!(owned, Iri::parse("http://é/")?);
    let owned: rfc6874::Uri = "http://[fe80::1%25a]/".parse()?;
    assert_eq!(owned, rfc6874::Uri::parse("http://[fe80::1%25a]/")?);
    Ok(())
}

/// `Uri::try_from` of a `String` is known to be a `Uri<String>`.
#[test]
fn a_string_makes_an_owned_value() {
    assert_eq!(Uri::try_from(String::from("a:b")).unwrap().into_inner(), "a:b");
}

#[test]
fn the_empty_reference_is_the_default() {
    assert_eq!(UriReference::<String>::default(), UriReference::parse("").unwrap());
    assert_eq!(RelativeRef::<&str>::default().components(), RelativeRef::parse("").unwrap().components());
    assert_eq!(IriReference::<Cow<'_, str>>::default(), "");
    assert_eq!(RelativeIriRef::<Arc<str>>::default(), "");
}

macro_rules! texts {
    ($($test:ident: $Type:ident, $text:literal, $bad:literal;)*) => {$(
        #[test]
        fn $test() {
            let borrowed = $Type::parse($text).unwrap();
            let owned = borrowed.to_owned();

            // Comparison with each type of string, on either side.
            let (string, cow) = (String::from($text), Cow::Borrowed($text));
            assert!(owned == *$text && owned == $text && owned == string && owned == cow);
            assert!(*$text == owned && $text == owned && string == owned && cow == owned);
            let bad = String::from($bad);
            assert!(owned != *$bad && owned != $bad && owned != bad && Cow::Borrowed($bad) != owned);

            // Conversion from a text. The error contains the text.
            assert_eq!($Type::<Cow<'_, str>>::try_from($text).unwrap(), borrowed);
            assert_eq!($Type::<Cow<'_, str>>::try_from(Cow::Borrowed($text)).unwrap(), borrowed);
            assert_eq!($Type::<Cow<'_, str>>::try_from(Cow::Borrowed($bad)).unwrap_err().into_inner(), $bad);
            assert_eq!($Type::<Box<str>>::try_from(Box::from($text)).unwrap(), borrowed);
            assert_eq!($Type::<Rc<str>>::try_from($text).unwrap(), borrowed);
            assert_eq!($Type::<Arc<str>>::try_from(Arc::from($bad)).unwrap_err().into_inner(), Arc::from($bad));
            assert_eq!($text.parse::<$Type<Arc<str>>>().unwrap(), borrowed);
            assert_eq!($bad.parse::<$Type<Box<str>>>().unwrap_err(), $Type::parse($bad).unwrap_err());

            // Conversion between types of text, which keeps the components.
            let cow: $Type<Cow<'_, str>> = borrowed.into();
            assert!(matches!(cow.into_inner(), Cow::Borrowed(_)));
            let cow: $Type<Cow<'_, str>> = owned.clone().into();
            assert_eq!(cow.components(), borrowed.components());
            assert!(matches!(cow.into_inner(), Cow::Owned(_)));
            let boxed: $Type<Box<str>> = owned.clone().into();
            assert_eq!($Type::<String>::from(boxed), borrowed);
            let shared: $Type<Rc<str>> = borrowed.into();
            assert_eq!(($Type::from(&shared), shared.components()), (borrowed, borrowed.components()));
            assert_eq!(<&str>::from(borrowed), $text);
            let wide: UriReference<&str> = (&owned).into();
            assert_eq!((wide.as_str(), wide.components()), ($text, borrowed.components()));
        }
    )*};
}

texts! {
    texts_of_a_reference: UriReference, "../a?b", "a b";
    texts_of_a_uri: Uri, "http://h/a?b#c", "a";
    texts_of_an_absolute_uri: AbsoluteUri, "http://h/a?b", "a:#";
    texts_of_a_relative_ref: RelativeRef, "//h/a?b#c", "a:";
}

/// A bound without lifetimes is enough to read components.
fn host<T: Text>(uri: &Uri<T>) -> Option<&str> {
    let reference: &generic::UriReference<T, _> = uri;
    assert_eq!(uri.host(), reference.host());
    uri.host_str()
}

#[test]
fn components_of_any_text() {
    let uri = Uri::parse("http://h/").unwrap();
    assert_eq!(host(&uri), Some("h"));
    assert_eq!(host(&uri.to_owned()), Some("h"));
    assert_eq!(host(&Uri::<Arc<str>>::from(uri)), Some("h"));
    assert_eq!(host(&uri.normalize()), Some("h"));
}

/// The parts of a borrowed text outlive the reference.
#[test]
fn components_live_as_long_as_a_borrowed_text() {
    let text = String::from("http://h/a?b#c");
    let parts = {
        let uri = Uri::parse(&text).unwrap();
        (uri.scheme(), uri.authority(), uri.host_str(), uri.path(), uri.query(), uri.fragment())
    };
    assert_eq!((parts.0.as_str(), parts.2, parts.3.as_str()), ("http", Some("h"), "/a"));
}

/// The texts of each type, and references without their fragments, live as long as a borrowed text.
#[test]
fn a_text_lives_as_long_as_a_borrowed_text() {
    let text = String::from("http://h/a?b#c");
    let (uri, rest) = (text.as_str(), &text[8..]);
    let texts = [
        { UriReference::parse(uri).unwrap() }.as_str(),
        { UriReference::parse(uri).unwrap() }.without_fragment().as_str(),
        { Uri::parse(uri).unwrap() }.as_str(),
        { Uri::parse(uri).unwrap() }.without_fragment().as_str(),
        { RelativeRef::parse(rest).unwrap() }.as_str(),
        { RelativeRef::parse(rest).unwrap() }.without_fragment().as_str(),
    ];
    assert_eq!(texts, [uri, "http://h/a?b", uri, "http://h/a?b", "/a?b#c", "/a?b"]);
}

/// `as_str` can be called for a reference with any type of text.
#[test]
fn a_text_is_taken_of_each_reference() {
    let borrowed = [Uri::parse("a:b").unwrap(), Uri::parse("c:d").unwrap()];
    let owned = borrowed.map(|uri| uri.to_owned());
    let texts: Vec<&'static str> = borrowed.iter().map(Uri::as_str).collect();
    assert_eq!(owned.iter().map(Uri::as_str).collect::<Vec<_>>(), texts);
}

#[test]
fn a_map_is_asked_with_any_text() {
    let map = HashMap::from([(Uri::parse("a:b").unwrap().to_owned(), 1)]);
    assert_eq!(map.get(Uri::parse("a:b").unwrap().as_str()), Some(&1));
    assert_eq!(map.get("a:c"), None);
}

/// A text type of another crate, such as one that stores short texts inline.
#[derive(Debug, PartialEq, Eq)]
struct Own(String);

impl AsRef<str> for Own {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

#[test]
fn a_text_of_ones_own_type_is_kept() {
    let uri = Uri::try_new(Own("http://a/b".to_owned())).unwrap();
    assert_eq!(uri.borrowed().host_str(), Some("a"));
    assert_eq!(uri.resolve(&UriReference::parse("c").unwrap()).unwrap(), "http://a/c");
    assert_eq!(uri.into_inner(), Own("http://a/b".to_owned()));
    assert_eq!(Uri::try_new(Own("/b".to_owned())).unwrap_err().into_inner(), Own("/b".to_owned()));
}

#[test]
fn a_change_of_the_text_is_compared() {
    let uri = Uri::parse("http://a/b?c#d").unwrap();
    let own = uri.map_text(|text| Own(text.to_owned())).unwrap();
    assert_eq!((own.as_ref(), own.components()), (uri.as_str(), uri.components()));
    let other = uri.map_text(|text| text.to_uppercase()).unwrap();
    assert_eq!(other.scheme().as_str(), "HTTP");
    let rejected = uri.map_text(|_| Own("b".to_owned())).unwrap_err();
    assert_eq!((rejected.error().component(), rejected.into_inner()), (Rule::scheme, Own("b".to_owned())));
    assert!(AbsoluteUri::parse("a:b").unwrap().map_text(|_| "a:b#c").is_err());
}

#[rstest]
#[case::all("s://u@h:1/p?q#f", "t://v@i:2/o?r#e", true)]
#[case::nothing("", "", true)]
#[case::length("a", "aa", false)]
#[case::scheme("a:b", "aab", false)]
#[case::authority("//a", "/aa", false)]
#[case::userinfo("//a@b", "//aab", false)]
#[case::port("//a:1", "//aa1", false)]
#[case::query("a?b", "a#b", false)]
#[case::fragment("a#b", "a?b", false)]
fn components_become_a_reference_of_a_text_that_they_fit(
    #[case] parsed: &str,
    #[case] text: &str,
    #[case] fits: bool,
) {
    let components = *UriReference::parse(parsed).unwrap().components();
    let reference = UriReference::from_components_unchecked(text, components);
    assert_eq!(reference.is_some(), fits);
    if fits {
        assert_eq!(reference, UriReference::parse(text).ok());
        assert_eq!(reference.map(|reference| *reference.components()), Some(components));
    }
}

#[rstest]
#[case("a:b", true, true, false)]
#[case("a:b#c", true, false, false)]
#[case("b", false, false, true)]
fn components_become_a_reference_of_their_kind(
    #[case] text: &str,
    #[case] is_uri: bool,
    #[case] is_absolute: bool,
    #[case] is_relative: bool,
) {
    let components = *UriReference::parse(text).unwrap().components();
    assert_eq!(Uri::from_components_unchecked(text, components).is_some(), is_uri);
    assert_eq!(AbsoluteUri::from_components_unchecked(text, components).is_some(), is_absolute);
    assert_eq!(RelativeRef::from_components_unchecked(text, components).is_some(), is_relative);
    let of_a_part = Rule::path_rootless.parse("b").unwrap();
    assert!(UriReference::from_components_unchecked("b", of_a_part).is_none());
}
