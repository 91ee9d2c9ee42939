//! Registrable domains, by the Public Suffix List, and the sites of references.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use crate::component::Host;
use crate::grammar::{Components, Grammar, Rfc3987};
use crate::reference::generic::Uri;
use crate::suffixes::{Listed, listed};

/// The dots of internationalized domain names (RFC 3490, section 3.1).
const DOTS: [char; 4] = ['.', '。', '．', '｡'];

/// The length in bytes of the longest name, with a dot at its end (RFC 1035, section 2.3.4).
const LONGEST_NAME: usize = 254;

impl<'a, G: Grammar> Host<'a, G> {
    /// Returns the registrable domain of the host, also called eTLD+1: the public suffix and the label before it. Requires
    /// the feature `psl`.
    ///
    /// The result is the end of the host as it is written: it keeps the case, a dot at its end, and `xn--`. It is `None` for:
    ///
    /// - an IP address, and a name whose last label begins with a digit, which browsers read as an IPv4 address;
    /// - a public suffix, such as `co.uk`, and a single label, such as `localhost`;
    /// - a name that is not a domain name: with an empty label, percent-encoded, or with other characters than letters,
    ///   digits, `-` and `_`. Decode a percent-encoded host first.
    ///
    /// A name with characters beyond ASCII is looked up in its DNS form, which needs the feature `idna`. Without this
    /// feature, it has no registrable domain.
    ///
    /// The [Public Suffix List](https://publicsuffix.org) is in the crate `psl`. Each version of that crate contains the list
    /// of its day, so `cargo update -p psl` renews the list. `cargo tree -i psl` shows the version, and crates.io the day. In
    /// WebAssembly, the list is a text in this crate instead, a fifth of the size when compressed, which `cargo update` does not
    /// renew.
    ///
    /// The list includes the suffixes of private owners, such as `github.io`. A top-level domain that is not listed is a public
    /// suffix.
    ///
    /// Linear in the length. Allocates if the name has capital letters or characters beyond ASCII.
    ///
    /// ```
    /// use urigram::Host;
    ///
    /// let domain = |host| Host::parse(host).unwrap().registrable_domain();
    /// assert_eq!(domain("www.example.co.uk"), Some("example.co.uk"));
    /// assert_eq!(domain("a.b.Example.COM."), Some("Example.COM."));
    /// assert_eq!(domain("urigram.github.io"), Some("urigram.github.io"));
    /// assert_eq!(domain("co.uk"), None);
    /// assert_eq!(domain("[::1]"), None);
    /// ```
    #[doc(alias("eTLD+1", "domain", "apex"))]
    pub fn registrable_domain(&self) -> Option<&'a str> {
        let Self::RegName(name) = self else { return None };
        end_of_name(name.as_str(), registrable_start)
    }

    /// Returns the public suffix of the host, also called eTLD: the longest end of it that the Public Suffix List has, or
    /// else its last label. Requires the feature `psl`.
    ///
    /// The result is the end of the host as it is written. It is `None` for IP addresses and for names that are not domain
    /// names, as for a [registrable domain](Self::registrable_domain). Linear in the length. Allocates if the name has capital
    /// letters or characters beyond ASCII.
    ///
    /// ```
    /// use urigram::Host;
    ///
    /// let suffix = |host| Host::parse(host).unwrap().public_suffix();
    /// assert_eq!(suffix("www.example.co.uk"), Some("co.uk"));
    /// assert_eq!(suffix("urigram.github.io"), Some("github.io"));
    /// assert_eq!(suffix("localhost"), Some("localhost"));
    /// assert_eq!(suffix("[::1]"), None);
    /// ```
    #[doc(alias("etld", "tld"))]
    pub fn public_suffix(&self) -> Option<&'a str> {
        let Self::RegName(name) = self else { return None };
        end_of_name(name.as_str(), suffix_start)
    }
}

impl<T: AsRef<str>, G: Grammar> Uri<T, G> {
    /// Returns whether both URIs are of the same site, as HTML defines it ("schemeful same-site"). Requires the
    /// feature `psl`.
    ///
    /// The schemes must be equal, and the [registrable domains](crate::Host::registrable_domain) of the hosts, or the hosts
    /// themselves if they have none. Case is ignored; ports are not compared. As browsers do, `ws` counts as `http`,
    /// and `wss` as `https`; and a URI of another scheme than these and `ftp` is of no site, not even its own. Resolve a
    /// relative reference first.
    ///
    /// Linear in the lengths of the hosts. Allocates.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// let page = Uri::parse("https://www.example.co.uk/")?;
    /// let is_same = |text| page.is_same_site(&Uri::parse(text).unwrap());
    /// assert!(is_same("https://login.EXAMPLE.co.uk:8443/") && is_same("wss://example.co.uk/"));
    /// assert!(!is_same("http://www.example.co.uk/") && !is_same("https://other.co.uk/"));
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias("schemeful", "same_origin"))]
    pub fn is_same_site<U: AsRef<str>>(&self, other: &Uri<U, G>) -> bool {
        let site = Site::of(self.text(), self.components(), None);
        site.is_some() && site == Site::of(other.text(), other.components(), None)
    }
}

/// A site of HTML: a scheme, and a registrable domain or a host without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    scheme: &'static str,
    host: String,
}

impl Site {
    /// Returns the site of a text with these components. A text without a scheme is read with the scheme of `base`.
    pub(crate) fn of(text: &str, at: &Components, base: Option<&Self>) -> Option<Self> {
        let scheme = match at.scheme() {
            Some(scheme) => site_scheme(text.get(scheme)?)?,
            None => base?.scheme,
        };
        let written = at.host().and_then(|host| text.get(host)).filter(|host| !host.is_empty())?;
        let host = match Host::<Rfc3987>::new(written, at.host_kind()?) {
            Host::RegName(_) => match domain_name(written) {
                Some(name) => {
                    registrable_start(&name).and_then(|start| name.get(start..)).unwrap_or(&name).into()
                }
                None => written.to_ascii_lowercase(),
            },
            address => address.to_string(),
        };
        Some(Self { scheme, host })
    }

    /// Returns whether URIs of this scheme may be of the site.
    pub(crate) fn has_scheme(&self, scheme: &str) -> bool {
        site_scheme(scheme) == Some(self.scheme)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

/// Returns whether the name is a public suffix of the domain name system. The suffixes of private owners, such as
/// `github.io`, are not included, because they may be sites of their owners, too.
pub(crate) fn is_public_suffix(name: &str) -> bool {
    let is_suffix = |name: &[u8]| {
        let name = name.strip_suffix(b".").unwrap_or(name);
        listed(name) == Some(Listed { len: name.len(), is_icann: true })
    };
    if !name.is_ascii() {
        return domain_name(name).is_some_and(|name| is_suffix(name.as_bytes()));
    }
    // Findings of ASCII text do not allocate.
    let mut lower = [0; LONGEST_NAME];
    let Some(lower) = lower.get_mut(..name.len()) else { return false };
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    is_suffix(lower)
}

/// Returns whether the name ends with a listed suffix and has a label before it.
pub(crate) fn has_listed_suffix(name: &str) -> bool {
    domain_name(name).is_some_and(|name| {
        let name = name.strip_suffix('.').unwrap_or(&name);
        registrable_start(name).is_some() && listed(name.as_bytes()).is_some()
    })
}

/// Returns the name under which requests to this scheme are sent, if browsers give its URIs a site.
fn site_scheme(scheme: &str) -> Option<&'static str> {
    let is = |own: &&(&str, _)| scheme.eq_ignore_ascii_case(own.0);
    let schemes = [("http", "http"), ("https", "https"), ("ws", "http"), ("wss", "https"), ("ftp", "ftp")];
    schemes.iter().find(is).map(|own| own.1)
}

/// Returns the end of a host from the offset that `start` finds in its name, as it is written.
fn end_of_name(text: &str, start: fn(&str) -> Option<usize>) -> Option<&str> {
    let name = domain_name(text)?;
    let start = start(&name)?;
    if text.is_ascii() {
        return text.get(start..);
    }
    // The DNS form has the same labels, but not the same offsets.
    let domain = name.get(start..)?;
    let labels_before = domain.strip_suffix('.').unwrap_or(domain).matches('.').count();
    let labels = text.strip_suffix(DOTS).unwrap_or(text);
    let dot = labels.rmatch_indices(DOTS).nth(labels_before);
    let written = dot.map_or(Some(text), |(at, dot)| text.get(at.checked_add(dot.len())?..))?;
    (domain_name(written)? == domain).then_some(written)
}

/// Returns the name in its DNS form and in lower case, with a dot at its end if it is written. Returns `None` if the name is
/// not a domain name.
fn domain_name(text: &str) -> Option<Cow<'_, str>> {
    let name = if !text.is_ascii() {
        Cow::Owned(dns_form(text)?)
    } else if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    };
    let mut labels = name.strip_suffix('.').unwrap_or(&name).rsplit('.');
    let is_of_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_of_label);
    let last = labels.next()?;
    let is_domain = is_label(last) && !last.starts_with(|c: char| c.is_ascii_digit()) && labels.all(is_label);
    is_domain.then_some(name)
}

#[cfg(feature = "idna")]
fn dns_form(name: &str) -> Option<String> {
    ::idna::domain_to_ascii(name).ok()
}

#[cfg(not(feature = "idna"))]
fn dns_form(_: &str) -> Option<String> {
    None
}

/// Returns the offset of the registrable domain in a domain name.
fn registrable_start(name: &str) -> Option<usize> {
    let labels = name.strip_suffix('.').unwrap_or(name);
    let dot = labels.len().checked_sub(suffix(labels))?.checked_sub(1)?;
    let start = labels.get(..dot)?.rfind('.').and_then(|dot| dot.checked_add(1));
    Some(start.unwrap_or(0))
}

/// Returns the offset of the public suffix in a domain name.
fn suffix_start(name: &str) -> Option<usize> {
    let labels = name.strip_suffix('.').unwrap_or(name);
    labels.len().checked_sub(suffix(labels))
}

/// Returns the length in bytes of the public suffix of a domain name without a dot at its end. If no rule matches, the suffix
/// is the last label.
fn suffix(name: &str) -> usize {
    listed(name.as_bytes()).map_or_else(|| name.rsplit('.').next().map_or(0, str::len), |listed| listed.len)
}
