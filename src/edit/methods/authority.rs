//! Methods that edit the authority and its parts.

use alloc::string::String;

use crate::component::{Authority, Host, IntoComponent, Port, Userinfo, value};
use crate::edit::EditError;
use crate::grammar::AuthorityParts;
use crate::grammar::{Grammar, Rule};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};

macro_rules! editing {
    ($($Type:ident $name:literal $scheme:literal;)*) => {$(
        impl<G: Grammar> $Type<String, G> {
            /// Sets the authority (section 3.2): userinfo, host and port at once.
            ///
            /// If there was no authority, and the path begins with `/.//` so that it is not read as one
            /// (section 3.3), the guard `/.` is removed.
            ///
            /// # Errors
            ///
            /// If the value is not a valid authority, if the path neither is empty nor begins with `/`, or if
            /// the reference would be [too long](crate#limits).
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

            /// Removes the authority and the `//` before it. Returns whether there was one.
            ///
            /// If the path begins with `//`, `/.` is written before it, because it would be read as an
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
                self.edit_away(|editor| editor.remove_authority())
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

            /// Removes the userinfo and the `@` after it. Returns whether there was one.
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
                self.edit_away(|editor| editor.remove_userinfo())
            }

            /// Sets the host (section 3.2.2). Adds an authority if there is none; see
            /// [`set_authority`](Self::set_authority).
            ///
            /// A name with the form of an IPv4 address becomes one, because the first alternative of `host`
            /// that matches is taken.
            ///
            /// # Errors
            ///
            /// If the value is not a valid host, if there is no authority and the path neither is empty nor
            /// begins with `/`, or if the reference would be [too long](crate#limits).
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

            /// Removes the port and the `:` before it. Returns whether there was one.
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
                self.edit_away(|editor| editor.remove_port())
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
