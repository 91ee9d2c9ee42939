//! Editing of the authority and its parts.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a guard begins its path, `//` comes before an authority, and the new text has at most `LONGEST` bytes"
)]

use alloc::string::String;
use core::ops::Range;

use super::{EditError, Editor};
use crate::component::{Authority, Host, IntoComponent, Port, Userinfo, value};
use crate::grammar::{AuthorityParts, Grammar, Lengths, Rule, defined};
use crate::layout::guard;
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

impl Editor<'_> {
    /// Sets an authority with these parts. Removes the guard of the path, which is needed only without an authority.
    pub(super) fn set_authority(&mut self, authority: &str, parts: AuthorityParts) -> Result<(), EditError> {
        let path = self.parts().path();
        let (part, slashes, guard) = if self.has(defined::AUTHORITY) {
            (self.parts().after_scheme() + 2..self.at.path_span().start, "", 0)
        } else if path.is_empty() || path.starts_with('/') {
            let guard = guard::against_authority(path) as u32;
            (self.at.path_span().start..self.at.path_span().start + guard, "//", guard)
        } else {
            return Err(EditError::PathAfterAuthority);
        };
        let len = |part: Option<Range<usize>>| part.map_or(0, |part| part.len() as u32);
        self.replace(part, [slashes, authority, ""], |lengths| {
            *lengths = Lengths {
                defined: lengths.defined & !AuthorityParts::BITS | parts.defined(),
                userinfo: len(parts.userinfo()),
                host: len(parts.host()),
                host_kind: parts.host_kind_code(),
                port: len(parts.port(authority.len())),
                path: lengths.path - guard,
                ..*lengths
            }
        })
    }

    pub(super) fn remove_authority(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::AUTHORITY) {
            return Ok(false);
        }
        let guard = guard::before(self.parts().path(), self.has(defined::SCHEME), false);
        self.replace(self.parts().after_scheme()..self.at.path_span().start, [guard, "", ""], |lengths| {
            *lengths = Lengths {
                defined: lengths.defined & !AuthorityParts::BITS,
                userinfo: 0,
                host: 0,
                host_kind: 0,
                port: 0,
                path: lengths.path + guard.len() as u32,
                ..*lengths
            }
        })?;
        Ok(true)
    }

    /// Sets a host, and adds an authority if there is none. `parts` are those of an authority that is only the host.
    pub(super) fn set_host(&mut self, host: &str, parts: AuthorityParts) -> Result<(), EditError> {
        if !self.has(defined::AUTHORITY) {
            return self.set_authority(host, parts);
        }
        self.replace(self.at.host_span().start..self.at.host_span().end, [host, "", ""], |lengths| {
            lengths.host = host.len() as u32;
            lengths.host_kind = parts.host_kind_code();
        })
    }

    pub(super) fn set_userinfo(&mut self, userinfo: &str) -> Result<(), EditError> {
        if !self.has(defined::AUTHORITY) {
            return Err(EditError::NoAuthority { component: Rule::userinfo });
        }
        let part = self.parts().after_scheme() + 2..self.at.host_span().start;
        self.replace(part, [userinfo, "@", ""], |lengths| {
            lengths.defined |= defined::USERINFO;
            lengths.userinfo = userinfo.len() as u32;
        })
    }

    pub(super) fn remove_userinfo(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::USERINFO) {
            return Ok(false);
        }
        self.replace(self.at.userinfo_span().start..self.at.host_span().start, [""; 3], |lengths| {
            lengths.defined &= !defined::USERINFO;
            lengths.userinfo = 0;
        })?;
        Ok(true)
    }

    pub(super) fn set_port(&mut self, port: &str) -> Result<(), EditError> {
        if !self.has(defined::AUTHORITY) {
            return Err(EditError::NoAuthority { component: Rule::port });
        }
        self.replace(self.at.host_span().end..self.at.path_span().start, [":", port, ""], |lengths| {
            lengths.defined |= defined::PORT;
            lengths.port = port.len() as u32;
        })
    }

    pub(super) fn remove_port(&mut self) -> Result<bool, EditError> {
        if !self.has(defined::PORT) {
            return Ok(false);
        }
        self.replace(self.at.host_span().end..self.at.path_span().start, [""; 3], |lengths| {
            lengths.defined &= !defined::PORT;
            lengths.port = 0;
        })?;
        Ok(true)
    }
}

macro_rules! editing {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the authority (section 3.2): userinfo, host and port at once.
            ///
            /// If there was no authority, the guard `/.` before a path that begins with `//` is removed: with an
            /// authority, such a path needs no guard (section 3.3).
            ///
            /// # Errors
            ///
            /// If the value is not a valid authority, if the path is not empty and does not begin with `/`, or if the
            /// reference would be [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!("let mut reference = ", $name, "::parse(\"", $scheme, "/a\")?.to_owned();")]
            /// reference.set_authority("example.com:8042")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com:8042/a\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_authority<'a>(
                &mut self,
                authority: impl IntoComponent<'a, Authority<'static, G>>,
            ) -> Result<(), EditError> {
                let (authority, parts) = value::authority::<G>(authority)?;
                self.edit(|editor| editor.set_authority(&authority, parts))
            }

            /// Removes the authority and the `//` before it. Returns whether the authority was defined.
            ///
            /// A guard `/.` is written before a path that begins with `//`, which would otherwise be read as an
            /// authority (section 3.3).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com//a\")?.to_owned();"
            )]
            /// assert!(reference.remove_authority());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "/.//a\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_authority(&mut self) -> bool {
                self.remove_by(|editor| editor.remove_authority())
            }

            /// Sets the userinfo of the authority (section 3.2.1).
            ///
            /// # Errors
            ///
            /// If the value is not a valid userinfo, if there is no authority, or if the reference would be
            /// [too long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::{", $name, ", Userinfo};")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();"
            )]
            /// reference.set_userinfo(Userinfo::encode("me@home"))?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//me%40home@example.com/\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            #[doc(alias("set_username", "set_password"))]
            pub fn set_userinfo<'a>(
                &mut self,
                userinfo: impl IntoComponent<'a, Userinfo<'static, G>>,
            ) -> Result<(), EditError> {
                let userinfo = userinfo.into_text()?;
                self.edit(|editor| editor.set_userinfo(&userinfo))
            }

            /// Removes the userinfo and the `@` after it. Returns whether the userinfo was defined.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//user@example.com/\")?.to_owned();"
            )]
            /// assert!(reference.remove_userinfo());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_userinfo(&mut self) -> bool {
                self.remove_by(|editor| editor.remove_userinfo())
            }

            /// Sets the host (section 3.2.2). Adds an authority if there is none; see
            /// [`set_authority`](Self::set_authority).
            ///
            /// A name with the form of an IPv4 address becomes an address, because `IPv4address` is the
            /// first alternative of `host` to match.
            ///
            /// # Errors
            ///
            /// If the value is not a valid host, if there is no authority and the path is not empty and does not begin
            /// with `/`, or if the reference would be [too long](crate#limits).
            ///
            /// ```
            /// use std::net::Ipv6Addr;
            #[doc = concat!("use urigram::{RegName, ", $name, "};")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com:80/\")?.to_owned();"
            )]
            /// reference.set_host(Ipv6Addr::LOCALHOST)?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//[::1]:80/\");")]
            /// reference.set_host("example.org")?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.org:80/\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            #[doc(alias = "set_ip_host")]
            pub fn set_host<'a>(
                &mut self,
                host: impl IntoComponent<'a, Host<'static, G>>,
            ) -> Result<(), EditError> {
                let host = host.into_text()?;
                let parts = AuthorityParts::of(&G::components(Rule::host, &host)?, 0);
                self.edit(|editor| editor.set_host(&host, parts))
            }

            /// Sets the port of the authority (section 3.2.3).
            ///
            /// # Errors
            ///
            /// If the value is not a valid port, if there is no authority, or if the reference would be [too
            /// long](crate#limits).
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com/\")?.to_owned();"
            )]
            /// reference.set_port(8042)?;
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com:8042/\");")]
            /// # Ok::<(), urigram::Error>(())
            /// ```
            pub fn set_port<'a>(
                &mut self,
                port: impl IntoComponent<'a, Port<'static>>,
            ) -> Result<(), EditError> {
                let port = port.into_text()?;
                self.edit(|editor| editor.set_port(&port))
            }

            /// Removes the port and the `:` before it. Returns whether the port was defined.
            ///
            /// ```
            #[doc = concat!("use urigram::", $name, ";")]
            ///
            #[doc = concat!(
                "let mut reference = ", $name, "::parse(\"", $scheme, "//example.com:80/\")?.to_owned();"
            )]
            /// assert!(reference.remove_port());
            #[doc = concat!("assert_eq!(reference, \"", $scheme, "//example.com/\");")]
            /// # Ok::<(), urigram::ParseError>(())
            /// ```
            pub fn remove_port(&mut self) -> bool {
                self.remove_by(|editor| editor.remove_port())
            }
        }
    )*};
}

editing! {
    UriReference "UriReference" "http:";
    Uri "Uri" "http:";
    AbsoluteUri "AbsoluteUri" "http:";
    RelativeRef "RelativeRef" "";
}
