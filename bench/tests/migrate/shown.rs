//! How the result of a call is written in a table.

use std::borrow::Cow;
use std::ops::Deref;

use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::{EStr, EString, Encoder};
use iri_string::spec::Spec;
use iri_string::types::{RiAbsoluteStr, RiAbsoluteString, RiReferenceStr, RiStr, RiString};

/// A result of a call.
pub(crate) trait Shown {
    /// Returns the text of the result, `""` if that is empty, `None`, or `error`.
    fn shown(&self) -> String;
}

/// Returns the text of a result. The argument may borrow from what the call itself made.
pub(crate) fn text_of(result: impl Shown) -> String {
    result.shown()
}

impl<T: Shown> Shown for Option<T> {
    fn shown(&self) -> String {
        self.as_ref().map_or_else(|| "None".to_owned(), Shown::shown)
    }
}

impl<T: Shown, E> Shown for Result<T, E> {
    fn shown(&self) -> String {
        self.as_ref().map_or_else(|_| "error".to_owned(), Shown::shown)
    }
}

impl<T: Shown + ?Sized> Shown for &T {
    fn shown(&self) -> String {
        (*self).shown()
    }
}

macro_rules! displayed {
    ($([$($generics:tt)*] $Type:ty;)*) => {$(
        impl<$($generics)*> Shown for $Type {
            fn shown(&self) -> String {
                let text = self.to_string();
                if text.is_empty() { "\"\"".to_owned() } else { text }
            }
        }
    )*};
}

displayed! {
    [] str;
    [] String;
    [] Cow<'_, str>;
    [] bool;
    [] u16;
    [] u32;
    [] usize;

    [T: AsRef<str>, G: urigram::grammar::Grammar] urigram::generic::UriReference<T, G>;
    [T: AsRef<str>, G: urigram::grammar::Grammar] urigram::generic::Uri<T, G>;
    [T: AsRef<str>, G: urigram::grammar::Grammar] urigram::generic::AbsoluteUri<T, G>;
    [] urigram::Scheme<'_>;
    [G: urigram::grammar::Grammar] urigram::Authority<'_, G>;
    [G: urigram::grammar::Grammar] urigram::Userinfo<'_, G>;
    [G: urigram::grammar::Grammar] urigram::Host<'_, G>;
    [] urigram::Port<'_>;
    [G: urigram::grammar::Grammar] urigram::Path<'_, G>;
    [G: urigram::grammar::Grammar] urigram::Segment<'_, G>;
    [G: urigram::grammar::Grammar] urigram::Query<'_, G>;
    [G: urigram::grammar::Grammar] urigram::Fragment<'_, G>;
    [C: urigram::percent::Encodable] urigram::percent::Encoded<'_, C>;
    [] urigram::percent::Decoded<'_>;
    [] urigram::Redacted<'_>;

    [] fluent_uri::Uri<&str>;
    [] fluent_uri::Uri<String>;
    [] fluent_uri::UriRef<&str>;
    [] fluent_uri::UriRef<String>;
    [] fluent_uri::Iri<&str>;
    [] fluent_uri::Iri<String>;
    [] Scheme;
    [] fluent_uri::component::Authority<'_>;
    [E: Encoder] EStr<E>;
    [E: Encoder] EString<E>;

    [S: Spec] RiStr<S>;
    [S: Spec] RiString<S>;
    [S: Spec] RiAbsoluteStr<S>;
    [S: Spec] RiAbsoluteString<S>;
    [S: Spec] RiReferenceStr<S>;

    [T: Deref<Target = str>] oxiri::Iri<T>;
    [T: Deref<Target = str>] oxiri::IriRef<T>;

    [] iref::Iri;
    [] iref::Uri;
    [] iref::UriBuf;
    [] iref::UriRef;
    [] iref::UriRefBuf;
    [] iref::uri::Scheme;
    [] iref::uri::Authority;
    [] iref::uri::UserInfo;
    [] iref::uri::Host;
    [] iref::uri::Port;
    [] iref::uri::Path;
    [] iref::uri::Segment;
    [] iref::uri::Query;
    [] iref::uri::Fragment;

    [] url::Url;

    [] http::Uri;
    [] http::uri::Scheme;
    [] http::uri::Authority;
    [] http::uri::PathAndQuery;
    [T: AsRef<str>] http::uri::Port<T>;
}
