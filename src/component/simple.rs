//! The components that are not divided further (section 3).

use core::error::Error;
use core::fmt;
use core::marker::PhantomData;

use crate::grammar::{Grammar, ParseError, Rfc3986, Rule};
use crate::percent::Decoded;

/// Defines the type of a component, which borrows a text that matches the rule.
macro_rules! component {
    (@grammar) => { Rfc3986 };
    (@grammar $G:ident) => { $G };
    ($(#[$doc:meta])* $Name:ident<'a $(, $G:ident = $Default:ty)?>, $rule:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $Name<'a $(, $G = $Default)?> {
            text: &'a str,
            $(grammar: PhantomData<fn() -> $G>,)?
        }

        impl<'a> $Name<'a> {
            /// Parses the component by its own rule of RFC 3986.
            ///
            /// # Errors
            ///
            /// If the rule does not match the text. The error names the byte offset of the first fault.
            pub fn parse(text: &'a str) -> Result<Self, ParseError> {
                Self::try_from(text)
            }
        }

        impl<'a $(, $G: Grammar)?> TryFrom<&'a str> for $Name<'a $(, $G)?> {
            type Error = ParseError;

            fn try_from(text: &'a str) -> Result<Self, ParseError> {
                <component!(@grammar $($G)?) as Grammar>::components($rule, text).map(|_| Self::new(text))
            }
        }

        impl<'a $(, $G)?> $Name<'a $(, $G)?> {
            #[inline]
            pub(crate) const fn new(text: &'a str) -> Self {
                Self { text, $(grammar: PhantomData::<fn() -> $G>)? }
            }

            /// Returns the text.
            #[inline]
            pub const fn as_str(self) -> &'a str {
                self.text
            }
        }
    };
}

component! {
    /// A scheme (section 3.1), as written. Schemes are case-insensitive, and so are `Ord`, `Hash` and `==`, also `==` with
    /// a string. [`as_str`](Self::as_str) returns the text as written, and whole references are compared as
    /// written:
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let (uri, other) = (Uri::parse("HTTP://a/")?, Uri::parse("http://a/")?);
    /// assert_eq!(uri.scheme(), "http");
    /// assert_eq!(uri.scheme(), other.scheme());
    ///
    /// assert_eq!(uri.scheme().as_str(), "HTTP");
    /// assert_ne!(uri, other);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// The patterns of a `match` are compared with the text, so convert the text to lower case first:
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let uri = Uri::parse("HTTP://a/")?;
    /// let port = match uri.scheme().as_str().to_ascii_lowercase().as_str() {
    ///     "http" => 80,
    ///     "https" => 443,
    ///     _ => 0,
    /// };
    /// assert_eq!(port, 80);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// A map whose keys are schemes finds a scheme in any case. Look up a `Scheme`, not a `&str`, which hashes and
    /// compares differently.
    Scheme<'a>, Rule::scheme
}

component! {
    /// A userinfo (section 3.2.1), percent-encoded as written, without its `@`.
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::parse("a%40b:c")?.as_str(), "a%40b:c");
    /// assert!(Userinfo::parse("a@b").is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    Userinfo<'a, G = Rfc3986>, Rule::userinfo
}

impl<'a, G> Userinfo<'a, G> {
    /// Returns the text before the first `:`, or all of it.
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::parse("user:pass:word")?.user(), "user");
    /// assert_eq!(Userinfo::parse("user")?.user(), "user");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias = "username")]
    pub fn user(self) -> &'a str {
        self.text.split_once(':').map_or(self.text, |(user, _)| user)
    }

    /// Returns the text after the first `:`, which is not to be shown (section 3.2.1).
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::parse("user:pass:word")?.password(), Some("pass:word"));
    /// assert_eq!(Userinfo::parse("user:")?.password(), Some(""));
    /// assert_eq!(Userinfo::parse("user%3A")?.password(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn password(self) -> Option<&'a str> {
        self.text.split_once(':').map(|(_, password)| password)
    }
}

component! {
    /// A registered name (section 3.2.2), percent-encoded as written; it may be empty.
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::parse("Example.com")?.as_str(), "Example.com");
    /// assert!(RegName::parse("[::1]").is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    RegName<'a, G = Rfc3986>, Rule::reg_name
}

component! {
    /// A port (section 3.2.3): any number of digits, possibly none, as written.
    ///
    /// ```
    /// use urigram::{Port, PortError};
    ///
    /// assert_eq!(Port::parse("0080")?.to_u16(), Ok(80));
    /// assert_eq!(Port::parse("65536")?.to_u16(), Err(PortError::TooLarge));
    /// assert_eq!(Port::parse("")?.to_u16(), Err(PortError::Empty));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    Port<'a>, Rule::port
}

/// The reason why a port is not a port number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortError {
    /// There are no digits after the colon.
    Empty,
    /// The number is greater than 65535.
    TooLarge,
    /// The port is not a number. RFC 3986 allows no such port, but an edited grammar may.
    NotANumber,
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the port is empty",
            Self::TooLarge => "the port is greater than 65535",
            Self::NotANumber => "the port is not a number",
        })
    }
}

impl Error for PortError {}

impl Port<'_> {
    /// Returns the port number.
    ///
    /// # Errors
    ///
    /// If there are no digits, or the number is greater than 65535; the syntax allows both.
    pub fn to_u16(&self) -> Result<u16, PortError> {
        match self.text {
            "" => Err(PortError::Empty),
            text if !text.bytes().all(|byte| byte.is_ascii_digit()) => Err(PortError::NotANumber),
            digits => digits.parse().map_err(|_| PortError::TooLarge),
        }
    }
}

component! {
    /// A query (section 3.4), percent-encoded as written, without its `?`.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// assert_eq!(Query::parse("a=b&c?/d")?.as_str(), "a=b&c?/d");
    /// assert!(Query::parse("a#b").is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    Query<'a, G = Rfc3986>, Rule::query
}

component! {
    /// A fragment (section 3.5), percent-encoded as written, without its `#`.
    ///
    /// ```
    /// use urigram::Fragment;
    ///
    /// assert_eq!(Fragment::parse("a/b?c")?.as_str(), "a/b?c");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    Fragment<'a, G = Rfc3986>, Rule::fragment
}

component! {
    /// A segment of a path (section 3.3), percent-encoded as written; it may be empty.
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert_eq!(Segment::parse("a%2Fb")?.decode(), "a/b");
    /// assert!(Segment::parse("a/b").is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    Segment<'a, G = Rfc3986>, Rule::segment
}

/// Implements decoding of a component.
macro_rules! decodable {
    ($($Name:ident $(#[$doc:meta])*;)*) => {$(
        impl<'a, G> $Name<'a, G> {
            $(#[$doc])*
            #[inline]
            pub const fn decode(self) -> Decoded<'a> {
                Decoded::new(self.text)
            }
        }
    )*};
}

decodable! {
    Userinfo
    /// Returns the data of the whole userinfo. A `:` in the result may be a delimiter or data.
    ///
    /// The `Debug` output of the decoded data includes the password.
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::parse("a%40b")?.decode(), "a@b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    RegName
    /// Returns the decoded name. Characters beyond ASCII are encoded as UTF-8 (section 3.2.2).
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::parse("b%C3%BCcher.example")?.decode(), "bücher.example");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Query
    /// Returns the data of the whole query. A `&` or `=` in the result may be a delimiter or data. For a query that
    /// consists of pairs, use [`pairs`](Self::pairs), which splits before it decodes.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// assert_eq!(Query::parse("to%20be/or?")?.decode(), "to be/or?");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Fragment
    /// Returns the data.
    ///
    /// ```
    /// use urigram::Fragment;
    ///
    /// assert_eq!(Fragment::parse("%E3%82%A2")?.decode(), "ア");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Segment
    /// Returns the data. The path is split into segments before they are decoded, so an encoded `/` is data and not a
    /// delimiter.
    ///
    /// ```
    /// use urigram::Path;
    ///
    /// let path = Path::parse("/AC%2FDC/Live")?;
    /// let names: Vec<_> = path.segments().map(|segment| segment.decode()).collect();
    /// assert_eq!(names, ["AC/DC", "Live"]);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
}

/// Implements encoding of raw data for a component, given its rule, the class of its valid characters, and optionally
/// a delimiter to keep.
macro_rules! encodable {
    ($Name:ident $rule:ident $class:ident $($delimiter:literal)? $(#[$doc:meta])*) => {
        impl<G: $crate::grammar::Grammar> $crate::percent::sealed::Sealed for $Name<'static, G> {}

        impl<G: $crate::grammar::Grammar> $crate::percent::Encodable for $Name<'static, G> {
            const CHARACTERS: $crate::grammar::Characters =
                G::CHARACTERS$(.with($crate::grammar::class::$class, $delimiter))?;
            const CLASS: u8 = $crate::grammar::class::$class;

            fn may_have(character: char) -> bool {
                G::automaton($crate::grammar::Rule::$rule)
                    .is_some_and(|automaton| automaton.accepts_char(character))
            }
        }

        impl $Name<'_> {
            $(#[$doc])*
            ///
            /// Raw data are text or bytes, such as `&str`, `&String` or `&[u8]`. Characters that the component may
            /// contain are kept, and all others are percent-encoded; text is encoded as UTF-8. A `%` is always
            /// encoded. An [`Encoder`](crate::percent::Encoder) lets you choose the characters to keep.
            pub fn encode<'r>(
                raw: &'r (impl $crate::percent::Raw + ?Sized),
            ) -> $crate::percent::Encoded<'r, $Name<'static>> {
                $crate::percent::Encoded::new(raw)
            }
        }
    };
}

pub(super) use encodable;

encodable! { Userinfo userinfo USERINFO
    /// Encodes raw data as a userinfo.
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::encode("me@home:"), "me%40home:");
    /// ```
}

encodable! { RegName reg_name REG_NAME
    /// Encodes raw data as a registered name. A name with the form of an IPv4 address would be parsed as an address.
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::encode("bücher.example"), "b%C3%BCcher.example");
    /// ```
}

encodable! { Query query QUERY
    /// Encodes raw data as a query. For a query that consists of pairs, encode each key and value by itself.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// assert_eq!(Query::encode("to be / or # not?"), "to%20be%20/%20or%20%23%20not?");
    /// ```
}

encodable! { Fragment fragment FRAGMENT
    /// Encodes raw data as a fragment.
    ///
    /// ```
    /// use urigram::Fragment;
    ///
    /// assert_eq!(Fragment::encode("section 2"), "section%202");
    /// ```
}

encodable! { Segment path_rootless SEGMENT
    /// Encodes raw data as a single segment, even if they contain a `/`. `.` and `..` are kept, because `%2E` and
    /// `%2E%2E` would be dot segments too (section 6.2.2.2).
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert_eq!(Segment::encode("AC/DC"), "AC%2FDC");
    /// assert_eq!(Segment::encode("À"), "%C3%80");
    /// ```
}
