//! The macro `guide!`, which turns the rows of a page into code, and the formatting of results as
//! in the tables.

use std::borrow::Cow;
use std::error::Error;
use std::ops::Deref;

use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::{EStr, EString, Encoder};
use iri_string::spec::Spec;
use iri_string::types::{RiAbsoluteStr, RiAbsoluteString, RiReferenceStr, RiStr, RiString};

/// The rows of a page.
pub(crate) struct Guide {
    /// The code before the tables, for the other library and for urigram.
    pub(crate) given: [&'static str; 2],
    pub(crate) calls: &'static [Row],
    pub(crate) differences: &'static [Row],
}

pub(crate) struct Row {
    pub(crate) task: &'static str,
    pub(crate) cells: [Cell; 2],
}

/// A call and its result. The code is empty if a library has no such function.
pub(crate) struct Cell {
    pub(crate) code: &'static str,
    pub(crate) result: &'static str,
    pub(crate) run: fn() -> Result<String, Box<dyn Error>>,
}

macro_rules! guide {
    (
        theirs $theirs:tt
        ours $ours:tt
        calls { $($task:literal $their_call:tt $our_call:tt $result:literal)* }
        differences { $($difference:literal $their_code:tt $their_result:literal $our_code:tt $our_result:literal)* }
    ) => {
        pub(crate) const GUIDE: crate::guide::Guide = crate::guide::Guide {
            given: [code!($theirs), code!($ours)],
            calls: &[$(crate::guide::Row {
                task: $task,
                cells: [cell!($theirs $their_call $result), cell!($ours $our_call $result)],
            }),*],
            differences: &[$(crate::guide::Row {
                task: $difference,
                cells: [cell!($theirs $their_code $their_result), cell!($ours $our_code $our_result)],
            }),*],
        };
    };
}

macro_rules! code {
    ({ $($code:tt)* }) => { stringify!($($code)*) };
}

macro_rules! cell {
    ($given:tt {} $result:literal) => {
        crate::guide::Cell { code: "", result: $result, run: || Ok($result.to_owned()) }
    };
    ({ $($given:tt)* } { $($code:tt)* } $result:literal) => {
        crate::guide::Cell {
            code: stringify!($($code)*),
            result: $result,
            run: || {
                $($given)*
                Ok(crate::guide::text_of($($code)*))
            },
        }
    };
}

/// A result of a call.
pub(crate) trait Shown {
    /// Returns the text of the result, `""` if it is empty, `None`, or `error`.
    fn shown(&self) -> String;
}

/// Returns the text of a result. The argument may borrow from temporary values of the call.
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
