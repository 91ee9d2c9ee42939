//! Editing of the components other than the authority.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a guard begins its path, `:` follows a scheme, and the new text has at most `LONGEST` bytes"
)]

use alloc::string::String;

use super::{EditError, Editor};
use crate::component::{IntoComponent, Scheme};
use crate::grammar::{Grammar, defined};
use crate::layout::guard;
use crate::reference::generic::{AbsoluteUri, Uri, UriReference};

impl Editor<'_> {
    /// Sets the scheme. Removes the guard of the first segment, which is needed only without a scheme.
    pub(super) fn set_scheme(&mut self, scheme: &str) -> Result<(), EditError> {
        let len = scheme.len() as u32;
        if self.has(defined::SCHEME) {
            return self.replace(0..self.at.scheme_end(), ["", scheme, ""], |lengths| lengths.scheme = len);
        }
        let path = if self.has(defined::AUTHORITY) { "" } else { self.parts().path() };
        let guard = guard::against_scheme(path) as u32;
        self.replace(0..guard, [scheme, ":", ""], |lengths| {
            lengths.defined |= defined::SCHEME;
            lengths.scheme = len;
            lengths.path -= guard;
        })
    }

    pub(super) fn remove_scheme(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::SCHEME) {
            return Ok(false);
        }
        let path = self.parts().path();
        let guard = guard::before(path, false, self.has(defined::AUTHORITY));
        self.replace(0..self.at.scheme_end() + 1, ["", guard, ""], |lengths| {
            lengths.defined &= !defined::SCHEME;
            lengths.scheme = 0;
            lengths.path += guard.len() as u32;
        })?;
        Ok(true)
    }

    pub(super) fn set_path(&mut self, path: &str) -> Result<(), EditError> {
        if self.has(defined::AUTHORITY) && !path.is_empty() && !path.starts_with('/') {
            return Err(EditError::PathAfterAuthority);
        }
        let guard = self.guard(path);
        let part = self.at.path_span().start..self.at.path_span().end;
        self.replace(part, [guard, path, ""], |lengths| lengths.path = (guard.len() + path.len()) as u32)
    }

    pub(super) fn set_query(&mut self, query: &str) -> Result<(), EditError> {
        let part = self.at.path_span().end..self.parts().after_query();
        self.replace(part, ["?", query, ""], |lengths| {
            lengths.defined |= defined::QUERY;
            lengths.query = query.len() as u32;
        })
    }

    pub(super) fn remove_query(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::QUERY) {
            return Ok(false);
        }
        let part = self.at.path_span().end..self.parts().after_query();
        self.replace(part, [""; 3], |lengths| {
            lengths.defined &= !defined::QUERY;
            lengths.query = 0;
        })?;
        Ok(true)
    }

    pub(super) fn set_fragment(&mut self, fragment: &str) -> Result<(), EditError> {
        let part = self.parts().after_query()..self.at.end();
        self.replace(part, ["#", fragment, ""], |lengths| {
            lengths.defined |= defined::FRAGMENT;
            lengths.fragment = fragment.len() as u32;
        })
    }

    pub(super) fn remove_fragment(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::FRAGMENT) {
            return Ok(false);
        }
        let part = self.parts().after_query()..self.at.end();
        self.replace(part, [""; 3], |lengths| {
            lengths.defined &= !defined::FRAGMENT;
            lengths.fragment = 0;
        })?;
        Ok(true)
    }
}

macro_rules! settable {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the scheme (section 3.1).
            ///
            /// If there was no scheme, the guard `./` before a first segment with a colon is removed: with a scheme, such a
            /// segment needs no guard (section 4.2). For example, `./a:b` becomes `s:a:b`.
            ///
            /// # Errors
            ///
            /// If the value is not a valid scheme, or if the reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a\")?.to_owned();"
            )]
            /// uri.set_scheme("https")?;
            /// assert_eq!(uri, "https://example.com/a");
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_scheme<'a>(
                &mut self,
                scheme: impl IntoComponent<'a, Scheme<'static>>,
            ) -> Result<(), EditError> {
                let scheme = scheme.into_text()?;
                self.edit(|editor| editor.set_scheme(&scheme))
            }
        }
    )*};
}

settable! {
    UriReference "UriReference" "http:";
    Uri "Uri" "http:";
    AbsoluteUri "AbsoluteUri" "http:";
}

impl<G: Grammar> UriReference<String, G> {
    /// Removes the scheme, which makes the reference relative. Returns whether the scheme was defined.
    ///
    /// If there is no authority, a guard `./` is written before a first segment with a colon, which would otherwise be
    /// read as a scheme (section 4.2).
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// let mut reference = UriReference::parse("http://example.com/a")?.to_owned();
    /// assert!(reference.remove_scheme());
    /// assert_eq!(reference, "//example.com/a");
    ///
    /// let mut reference = UriReference::parse("urn:isbn:0451450523")?.to_owned();
    /// reference.remove_scheme();
    /// assert_eq!(reference, "./isbn:0451450523");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn remove_scheme(&mut self) -> bool {
        self.remove_by(|editor| editor.remove_scheme())
    }
}
