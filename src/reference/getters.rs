//! The text of a reference and its components, as methods of each of the four types.

use core::ops::Range;

use super::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use super::texts::Text;
use super::texts::sealed::Part;
use crate::component::{Authority, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
use crate::grammar::{AuthorityParts, Grammar};

impl<T: Text, G: Grammar> UriReference<T, G> {
    /// Returns the text. If the reference borrows its text, the result lives as long as the borrowed text, like
    /// that of every getter:
    ///
    /// ```
    /// use urigram::{ParseError, UriReference};
    ///
    /// fn checked(text: &str) -> Result<&str, ParseError> {
    ///     let reference = UriReference::parse(text)?;
    ///     Ok(reference.as_str())
    /// }
    ///
    /// assert_eq!(checked("/a/../b")?, "/a/../b");
    /// # Ok::<(), ParseError>(())
    /// ```
    #[inline]
    pub fn as_str<'i, 'o>(&'i self) -> &'o str
    where
        T::Part<'i>: 'o,
    {
        let text: T::Part<'i> = self.text.text();
        text.into_str()
    }

    /// Returns the scheme (section 3.1), without its `:`; `None` for a relative reference.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("urn:a")?.scheme().unwrap().as_str(), "urn");
    /// assert_eq!(UriReference::parse("/a")?.scheme(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn scheme<'i, 'o>(&'i self) -> Option<Scheme<'o>>
    where
        T::Part<'i>: 'o,
    {
        self.components.scheme().map(|range| Scheme::new(self.slice::<'i, 'o>(range)))
    }

    /// Returns the authority (section 3.2), without the `//` before it.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("//a@b:1/c")?.authority().unwrap().as_str(), "a@b:1");
    /// assert_eq!(UriReference::parse("file:///c")?.authority().unwrap().as_str(), "");
    /// assert!(UriReference::parse("file:/c")?.authority().is_none());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn authority<'i, 'o>(&'i self) -> Option<Authority<'o, G>>
    where
        T::Part<'i>: 'o,
    {
        let range = self.components.authority()?;
        let parts = AuthorityParts::of(&self.components, range.start as u32);
        Some(Authority::new(self.slice::<'i, 'o>(range), parts))
    }

    /// Returns the userinfo of the authority (section 3.2.1), without its `@`.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("//a:b@c")?.userinfo().unwrap().as_str(), "a:b");
    /// assert_eq!(UriReference::parse("//@c")?.userinfo().unwrap().as_str(), "");
    /// assert_eq!(UriReference::parse("//c")?.userinfo(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn userinfo<'i, 'o>(&'i self) -> Option<Userinfo<'o, G>>
    where
        T::Part<'i>: 'o,
    {
        self.components.userinfo().map(|range| Userinfo::new(self.slice::<'i, 'o>(range)))
    }

    /// Returns the host of the authority (section 3.2.2). Every authority has a host, which may be empty.
    ///
    /// ```
    /// # use urigram::{Host, UriReference};
    /// let reference = UriReference::parse("//[::1]/")?;
    /// assert_eq!(reference.host(), Some(Host::Ipv6("::1".parse().unwrap())));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn host<'i, 'o>(&'i self) -> Option<Host<'o, G>>
    where
        T::Part<'i>: 'o,
    {
        let kind = self.components.host_kind()?;
        self.components.host().map(|range| Host::new(self.slice::<'i, 'o>(range), kind))
    }

    /// Returns the text of the host, with the brackets of an IP literal.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("//[::1]:80/")?.host_str(), Some("[::1]"));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn host_str<'i, 'o>(&'i self) -> Option<&'o str>
    where
        T::Part<'i>: 'o,
    {
        self.components.host().map(|range| self.slice::<'i, 'o>(range))
    }

    /// Returns the port of the authority (section 3.2.3), without its `:`.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("//a:80")?.port().unwrap().to_u16(), Ok(80));
    /// assert_eq!(UriReference::parse("//a:")?.port().unwrap().as_str(), "");
    /// assert_eq!(UriReference::parse("//a")?.port(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn port<'i, 'o>(&'i self) -> Option<Port<'o>>
    where
        T::Part<'i>: 'o,
    {
        self.components.port().map(|range| Port::new(self.slice::<'i, 'o>(range)))
    }

    /// Returns the path (section 3.3). Every reference has a path, which may be empty.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("mailto:a@b")?.path().as_str(), "a@b");
    /// assert_eq!(UriReference::parse("http://a")?.path().as_str(), "");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn path<'i, 'o>(&'i self) -> Path<'o, G>
    where
        T::Part<'i>: 'o,
    {
        Path::new(self.slice::<'i, 'o>(self.components.path_range()), self.components.path_kind())
    }

    /// Returns the query (section 3.4), without its `?`.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("?a=b?c")?.query().unwrap().as_str(), "a=b?c");
    /// assert_eq!(UriReference::parse("?")?.query().unwrap().as_str(), "");
    /// assert_eq!(UriReference::parse("#?")?.query(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn query<'i, 'o>(&'i self) -> Option<Query<'o, G>>
    where
        T::Part<'i>: 'o,
    {
        self.components.query().map(|range| Query::new(self.slice::<'i, 'o>(range)))
    }

    /// Returns the fragment (section 3.5), without its `#`.
    ///
    /// ```
    /// # use urigram::UriReference;
    /// assert_eq!(UriReference::parse("#a?b")?.fragment().unwrap().as_str(), "a?b");
    /// assert_eq!(UriReference::parse("#")?.fragment().unwrap().as_str(), "");
    /// assert_eq!(UriReference::parse("a")?.fragment(), None);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn fragment<'i, 'o>(&'i self) -> Option<Fragment<'o, G>>
    where
        T::Part<'i>: 'o,
    {
        self.components.fragment().map(|range| Fragment::new(self.slice::<'i, 'o>(range)))
    }

    #[inline]
    fn slice<'i, 'o>(&'i self, range: Range<usize>) -> &'o str
    where
        T::Part<'i>: 'o,
    {
        self.as_str::<'i, 'o>().get(range).expect("components lie in the text")
    }
}

impl<T: Text, G: Grammar> Uri<T, G> {
    /// Returns the scheme (section 3.1), without its `:`. Every URI has a scheme.
    ///
    /// ```
    /// # use urigram::Uri;
    /// assert_eq!(Uri::parse("urn:a")?.scheme().as_str(), "urn");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[inline]
    pub fn scheme<'i, 'o>(&'i self) -> Scheme<'o>
    where
        T::Part<'i>: 'o,
    {
        Scheme::new(self.0.slice::<'i, 'o>(0..self.components().scheme_end() as usize))
    }
}

/// Defines a getter that calls the getter of the wider type, so that the documentation of this type shows it.
macro_rules! getter {
    (as_str) => { getter! { as_str &'o str, "Returns the text." } };
    (scheme) => { getter! { scheme Scheme<'o>, "Returns the scheme (section 3.1), without its `:`.", Uri } };
    (authority) => { getter! { authority Option<Authority<'o, G>>, "Returns the authority (section 3.2), without the `//` before it." } };
    (userinfo) => { getter! { userinfo Option<Userinfo<'o, G>>, "Returns the userinfo of the authority (section 3.2.1), without its `@`." } };
    (host) => { getter! { host Option<Host<'o, G>>, "Returns the host of the authority (section 3.2.2)." } };
    (host_str) => { getter! { host_str Option<&'o str>, "Returns the text of the host, with the brackets of an IP literal." } };
    (port) => { getter! { port Option<Port<'o>>, "Returns the port of the authority (section 3.2.3), without its `:`." } };
    (path) => { getter! { path Path<'o, G>, "Returns the path (section 3.3). Every reference has a path, which may be empty." } };
    (query) => { getter! { query Option<Query<'o, G>>, "Returns the query (section 3.4), without its `?`." } };
    (fragment) => { getter! { fragment Option<Fragment<'o, G>>, "Returns the fragment (section 3.5), without its `#`." } };
    ($get:ident $Output:ty, $doc:literal) => { getter! { $get $Output, $doc, UriReference } };
    ($get:ident $Output:ty, $doc:literal, $Wider:ident) => {
        #[doc = $doc]
        #[doc = concat!("See [`", stringify!($Wider), "::", stringify!($get), "`].")]
        #[inline]
        pub fn $get<'i, 'o>(&'i self) -> $Output
        where
            T::Part<'i>: 'o,
        {
            self.0.$get::<'i, 'o>()
        }
    };
}

/// Defines the getters of the wider type, except those whose result follows from the narrower type.
macro_rules! getters {
    ($($Name:ident: $($get:ident)*;)*) => {$(
        impl<T: Text, G: Grammar> $Name<T, G> {
            $(getter!($get);)*
        }
    )*};
}

getters! {
    Uri: as_str authority userinfo host host_str port path query fragment;
    AbsoluteUri: as_str scheme authority userinfo host host_str port path query;
    RelativeRef: as_str authority userinfo host host_str port path query fragment;
}
