//! The edits that each type of reference has.

use alloc::string::String;

use super::segments::is_dot_segment;
use super::{EditError, Editor};
use crate::authority::Authority;
use crate::component::{Fragment, Port, Query, Scheme, Segment, Userinfo};
use crate::grammar::{Grammar, Rule};
use crate::host::Host;
use crate::lengths::Lengths;
use crate::path::Path;
use crate::reference::{AbsoluteIdentifier, Identifier, Reference, RelativeReference};
use crate::value::{self, IntoComponent};

/// The edits of a type, group by group. The examples are of the type's name, and of `$scheme`, what a text
/// of the type begins with.
macro_rules! editing {
    ($($Type:ident $name:literal $scheme:literal [$($group:ident)*];)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            $(editing! { @$group $name $scheme })*
        }
    )*};
    (@scheme $name:literal $scheme:literal) => {
        /// Sets the scheme (section 3.1).
        ///
        /// If there was none, and the path begins with `./` to keep its first segment from being read as a
        /// scheme (section 4.2), that goes: `./a:b` becomes `s:a:b`.
        ///
        /// # Errors
        ///
        /// If it is no scheme, or the whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a\")?.to_owned();")]
        /// uri.set_scheme("https")?;
        /// assert_eq!(uri, "https://example.com/a");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_scheme<'a>(
            &mut self,
            scheme: impl IntoComponent<'a, Scheme<'static>>,
        ) -> Result<(), EditError> {
            let scheme = scheme.into_text()?;
            self.editor().set_scheme(&scheme)
        }
    };
    (@no_scheme $name:literal $scheme:literal) => {
        /// Removes the scheme, if there is one: what is left is a relative reference.
        ///
        /// If a path without an authority begins with a segment that has a colon, `./` is written before it, as
        /// it would be read as a scheme (section 4.2).
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut reference = ", $name, "::parse(\"http://example.com/a\")?.to_owned();")]
        /// reference.remove_scheme();
        /// assert_eq!(reference, "//example.com/a");
        ///
        #[doc = concat!("let mut reference = ", $name, "::parse(\"urn:isbn:0451450523\")?.to_owned();")]
        /// reference.remove_scheme();
        /// assert_eq!(reference, "./isbn:0451450523");
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
        pub fn remove_scheme(&mut self) {
            self.editor().remove_scheme();
        }
    };
    (@authority $name:literal $scheme:literal) => {
        /// Sets the authority (section 3.2): userinfo, host and port at once.
        ///
        /// If there was none, and the path begins with `/.//` to keep it from being read as one (section 3.3),
        /// `/.` goes.
        ///
        /// # Errors
        ///
        /// If it is no authority, if the path neither is empty nor begins with `/`, or if the whole gets longer
        /// than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "/a\")?.to_owned();")]
        /// uri.set_authority("example.com:8042")?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com:8042/a\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_authority<'a>(
            &mut self,
            authority: impl IntoComponent<'a, Authority<'static, G>>,
        ) -> Result<(), EditError> {
            let (authority, lengths) = value::authority::<G>(authority)?;
            self.editor().set_authority(&authority, lengths)
        }

        /// Removes the authority, if there is one, and the `//` before it.
        ///
        /// If the path begins with `//`, `/.` is written before it, as it would be read as an authority (section
        /// 3.3).
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com//a\")?.to_owned();")]
        /// uri.remove_authority();
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "/.//a\");")]
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
        pub fn remove_authority(&mut self) {
            self.editor().remove_authority();
        }

        /// Sets the userinfo of the authority (section 3.2.1).
        ///
        /// # Errors
        ///
        /// If it is no userinfo, if there is no authority, or if the whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::{", $name, ", Userinfo};")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
        /// uri.set_userinfo(Userinfo::encode("me@home"))?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//me%40home@example.com/\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_userinfo<'a>(
            &mut self,
            userinfo: impl IntoComponent<'a, Userinfo<'static, G>>,
        ) -> Result<(), EditError> {
            let userinfo = userinfo.into_text()?;
            self.editor().set_userinfo(&userinfo)
        }

        /// Removes the userinfo, if there is one, and the `@` after it.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//user@example.com/\")?.to_owned();")]
        /// uri.remove_userinfo();
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
        pub fn remove_userinfo(&mut self) {
            self.editor().remove_userinfo();
        }

        /// Sets the host (section 3.2.2), and with it an authority, if there is none: see
        /// [`set_authority`](Self::set_authority).
        ///
        /// A name that is written as an IPv4 address is one: the first alternative of `host` that matches, wins.
        ///
        /// # Errors
        ///
        /// If it is no host, if there is no authority and the path neither is empty nor begins with `/`, or if the
        /// whole gets longer than 4294967295 bytes.
        ///
        /// ```
        /// use std::net::Ipv6Addr;
        #[doc = concat!("use urigram::{RegName, ", $name, "};")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com:80/\")?.to_owned();")]
        /// uri.set_host(Ipv6Addr::LOCALHOST)?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//[::1]:80/\");")]
        /// uri.set_host("example.org")?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.org:80/\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_host<'a>(&mut self, host: impl IntoComponent<'a, Host<'static, G>>) -> Result<(), EditError> {
            let host = host.into_text()?;
            let lengths = Lengths::of(&G::components(Rule::host, &host)?);
            self.editor().set_host(&host, lengths)
        }

        /// Sets the port of the authority (section 3.2.3).
        ///
        /// # Errors
        ///
        /// If it is no port, if there is no authority, or if the whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
        /// uri.set_port(8042)?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com:8042/\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_port<'a>(&mut self, port: impl IntoComponent<'a, Port<'static>>) -> Result<(), EditError> {
            let port = port.into_text()?;
            self.editor().set_port(&port)
        }

        /// Removes the port, if there is one, and the `:` before it.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com:80/\")?.to_owned();")]
        /// uri.remove_port();
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
        pub fn remove_port(&mut self) {
            self.editor().remove_port();
        }
    };
    (@path $name:literal $scheme:literal) => {
        /// Sets the path (section 3.3). There always is one; the empty one removes it.
        ///
        /// A path that would be read as something else is guarded. Without an authority, `/.` is written before
        /// one that begins with `//` (section 3.3). Without a scheme and an authority, `./` is written before a
        /// first segment that has a colon (section 4.2).
        ///
        /// # Errors
        ///
        /// If it is no path, if there is an authority and the path neither is empty nor begins with `/`, or if the
        /// whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::{Path, ", $name, "};")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a?b\")?.to_owned();")]
        /// uri.set_path(Path::encode("/My Documents/c"))?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/My%20Documents/c?b\");")]
        /// uri.set_path("")?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com?b\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_path<'a>(&mut self, path: impl IntoComponent<'a, Path<'static, G>>) -> Result<(), EditError> {
            let path = path.into_text()?;
            self.editor().set_path(&path)
        }

        /// Adds a segment to the end of the path, or in the place of the last segment if that is empty: to `/a`
        /// and to `/a/` alike.
        ///
        /// Text is raw data and percent-encoded, so a `/` in it does not split it; a
        /// [`Segment`] is taken as it is written. Segments without an authority and a `/` at
        /// the start are guarded as in [`set_path`](Self::set_path).
        ///
        /// # Errors
        ///
        /// If the segment is `.` or `..`, also percent-encoded: the path would lead elsewhere
        /// ([`set_path`](Self::set_path) can do that). If it is empty and would be the first of a path that does not
        /// begin with `/`. If the whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a?b\")?.to_owned();")]
        /// uri.push_segment("AC/DC")?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/a/AC%2FDC?b\");")]
        /// assert!(uri.push_segment("..").is_err());
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn push_segment<'a>(
            &mut self,
            segment: impl IntoComponent<'a, Segment<'static, G>>,
        ) -> Result<(), EditError> {
            self.extend_segments([segment])
        }

        /// Adds segments to the end of the path, all of them or none; the first as
        /// [`push_segment`](Self::push_segment) does it.
        ///
        /// # Errors
        ///
        /// As [`push_segment`](Self::push_segment).
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
        /// uri.extend_segments(["a b", "c/d", ""])?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/a%20b/c%2Fd/\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn extend_segments<'a, S: IntoComponent<'a, Segment<'static, G>>>(
            &mut self,
            segments: impl IntoIterator<Item = S>,
        ) -> Result<(), EditError> {
            match joined(segments)? {
                Some(segments) => self.editor().push_segments(&segments),
                None => Ok(()),
            }
        }

        /// Puts a segment before the one that has this index, counted from 0 as
        /// [`segments`](crate::Path::segments) gives them, or after the last one.
        ///
        /// # Errors
        ///
        /// As [`push_segment`](Self::push_segment), and if the index is greater than the number of segments.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a/b\")?.to_owned();")]
        /// uri.insert_segment(1, "x/y")?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/a/x%2Fy/b\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn insert_segment<'a>(
            &mut self,
            index: usize,
            segment: impl IntoComponent<'a, Segment<'static, G>>,
        ) -> Result<(), EditError> {
            match joined([segment])? {
                Some(segment) => self.editor().insert_segment(index, &segment),
                None => Ok(()),
            }
        }

        /// Removes the last segment of the path and the `/` before it; the `/` at the start stays. Whether there
        /// was one: below the root, and in an empty path, nothing is done.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/a/b\")?.to_owned();")]
        /// assert!(uri.pop_segment());
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/a\");")]
        /// assert!(uri.pop_segment());
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
        /// assert!(!uri.pop_segment());
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn pop_segment(&mut self) -> bool {
            self.editor().pop_segment()
        }
    };
    (@query $name:literal $scheme:literal) => {
        /// Sets the query (section 3.4).
        ///
        /// # Errors
        ///
        /// If it is no query, or the whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::{Query, ", $name, "};")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
        /// uri.set_query("a=1&b=2")?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/?a=1&b=2\");")]
        /// uri.set_query(Query::encode("what is this?"))?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/?what%20is%20this?\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_query<'a>(
            &mut self,
            query: impl IntoComponent<'a, Query<'static, G>>,
        ) -> Result<(), EditError> {
            let query = query.into_text()?;
            self.editor().set_query(&query)
        }

        /// Removes the query, if there is one, and the `?` before it.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/?a=1\")?.to_owned();")]
        /// uri.remove_query();
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
        pub fn remove_query(&mut self) {
            self.editor().remove_query();
        }
    };
    (@fragment $name:literal $scheme:literal) => {
        /// Sets the fragment (section 3.5).
        ///
        /// # Errors
        ///
        /// If it is no fragment, or the whole gets longer than 4294967295 bytes.
        ///
        /// ```
        #[doc = concat!("use urigram::{Fragment, ", $name, "};")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();")]
        /// uri.set_fragment(Fragment::encode("section 2"))?;
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/#section%202\");")]
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn set_fragment<'a>(
            &mut self,
            fragment: impl IntoComponent<'a, Fragment<'static, G>>,
        ) -> Result<(), EditError> {
            let fragment = fragment.into_text()?;
            self.editor().set_fragment(&fragment)
        }

        /// Removes the fragment, if there is one, and the `#` before it.
        ///
        /// ```
        #[doc = concat!("use urigram::", $name, ";")]
        ///
        #[doc = concat!("let mut uri = ", $name, "::parse(\"", $scheme, "//example.com/#a\")?.to_owned();")]
        /// uri.remove_fragment();
        #[doc = concat!("assert_eq!(uri, \"", $scheme, "//example.com/\");")]
        /// # Ok::<(), urigram::ParseError>(())
        /// ```
        pub fn remove_fragment(&mut self) {
            self.editor().remove_fragment();
        }
    };
}

editing! {
    Reference "UriReference" "http:" [scheme no_scheme authority path query fragment];
    Identifier "Uri" "http:" [scheme authority path query fragment];
    AbsoluteIdentifier "AbsoluteUri" "http:" [scheme authority path query];
    RelativeReference "RelativeRef" "" [authority path query fragment];
}

impl<G> Reference<String, G> {
    fn editor(&mut self) -> Editor<'_> {
        Editor { text: &mut self.text, at: &mut self.components }
    }
}

/// What a type may edit is for the type to say: its value stays one that its rule matches.
macro_rules! narrower {
    ($($Type:ident)*) => {$(
        impl<G> $Type<String, G> {
            fn editor(&mut self) -> Editor<'_> {
                self.0.editor()
            }
        }
    )*};
}

narrower! { Identifier AbsoluteIdentifier RelativeReference }

/// The segments with a `/` between them, if there are any.
fn joined<'a, G: Grammar, S: IntoComponent<'a, Segment<'static, G>>>(
    segments: impl IntoIterator<Item = S>,
) -> Result<Option<String>, EditError> {
    let mut joined: Option<String> = None;
    for segment in segments {
        let segment = segment.into_text()?;
        if is_dot_segment(&segment) {
            return Err(EditError::DotSegment);
        }
        joined = Some(match joined {
            Some(before) => before + "/" + &segment,
            None => segment.into_owned(),
        });
    }
    Ok(joined)
}
