//! The components that are a text of their own rule (section 3).

use core::marker::PhantomData;

use super::encodable::encodable;
use crate::grammar::{Grammar, ParseError, Rfc3986, Rule};
use crate::percent::Decoded;

/// Makes the type of a component: a borrowed text that a rule accepts.
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
            /// The place of the first character that cannot stand there.
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

            /// The text.
            #[inline]
            pub const fn as_str(self) -> &'a str {
                self.text
            }
        }
    };
}

component! {
    /// A scheme (section 3.1), as it is written. Schemes are case-insensitive, and so are `==`, `Ord` and `Hash`, between
    /// schemes and with strings. The text itself is [`as_str`](Self::as_str), and that is what a reference is compared
    /// by:
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
    /// So a map with keys of this type finds a scheme in whatever case, and cannot be asked for a `&str`, which hashes
    /// and compares otherwise: it is asked for a `Scheme`.
    Scheme<'a>, Rule::scheme
}

component! {
    /// A userinfo (section 3.2.1), percent-encoded as it is written, without its `@`.
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

component! {
    /// A registered name (section 3.2.2), percent-encoded as it is written; it may be empty.
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
    /// A port (section 3.2.3): any number of digits, none included, kept as written.
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

/// A port that is no port number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum PortError {
    /// There are no digits after the colon.
    #[error("the port is empty")]
    Empty,
    /// The number is greater than 65535.
    #[error("the port is greater than 65535")]
    TooLarge,
    /// Not a number. RFC 3986 has no such port; an edited grammar may.
    #[error("the port is not a number")]
    NotANumber,
}

impl Port<'_> {
    /// The port number.
    ///
    /// # Errors
    ///
    /// If there are no digits, or the number is greater than 65535: both are valid syntax.
    pub fn to_u16(&self) -> Result<u16, PortError> {
        match self.text {
            "" => Err(PortError::Empty),
            text if !text.bytes().all(|byte| byte.is_ascii_digit()) => Err(PortError::NotANumber),
            digits => digits.parse().map_err(|_| PortError::TooLarge),
        }
    }
}

component! {
    /// A query (section 3.4), percent-encoded as it is written, without its `?`.
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
    /// A fragment (section 3.5), percent-encoded as it is written, without its `#`.
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
    /// A segment of a path (section 3.3), percent-encoded as it is written; it may be empty.
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

/// Lets the data in a component be read.
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
    /// The data in it, as a whole. A `:` may then be a delimiter or data.
    ///
    /// `Debug` of what is decoded shows all of it, the password too.
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::parse("a%40b")?.decode(), "a@b");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    RegName
    /// The name, as UTF-8 if it is text (section 3.2.2).
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::parse("b%C3%BCcher.example")?.decode(), "bücher.example");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Query
    /// The data in it, as a whole. A `&` or `=` may then be a delimiter or data: of a query that is pairs,
    /// those are taken apart first.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// assert_eq!(Query::parse("to%20be/or?")?.decode(), "to be/or?");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Fragment
    /// The data in it.
    ///
    /// ```
    /// use urigram::Fragment;
    ///
    /// assert_eq!(Fragment::parse("%E3%82%A2")?.decode(), "ア");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ;
    Segment
    /// The data in it. A segment of data is decoded when the path is taken apart, so that an encoded `/` is
    /// none that delimits.
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

encodable! { Userinfo userinfo USERINFO
    /// Raw data as a userinfo has them.
    ///
    /// ```
    /// use urigram::Userinfo;
    ///
    /// assert_eq!(Userinfo::encode("me@home:"), "me%40home:");
    /// ```
}

encodable! { RegName reg_name REG_NAME
    /// Raw data as a registered name has them. A name that is an IPv4 address would be read as one.
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::encode("bücher.example"), "b%C3%BCcher.example");
    /// ```
}

encodable! { Query query QUERY
    /// Raw data as a query has them. Of a query that is pairs, each key and value is encoded by itself.
    ///
    /// ```
    /// use urigram::Query;
    ///
    /// assert_eq!(Query::encode("to be / or # not?"), "to%20be%20/%20or%20%23%20not?");
    /// ```
}

encodable! { Fragment fragment FRAGMENT
    /// Raw data as a fragment has them.
    ///
    /// ```
    /// use urigram::Fragment;
    ///
    /// assert_eq!(Fragment::encode("section 2"), "section%202");
    /// ```
}

encodable! { Segment path_rootless SEGMENT
    /// Raw data as a segment has them: one segment, whatever they are. `.` and `..` are not encoded, as that
    /// would not keep them from being dot segments (section 6.2.2.2).
    ///
    /// ```
    /// use urigram::Segment;
    ///
    /// assert_eq!(Segment::encode("AC/DC"), "AC%2FDC");
    /// assert_eq!(Segment::encode("À"), "%C3%80");
    /// ```
}
