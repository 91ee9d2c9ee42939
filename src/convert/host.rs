//! Registered names as the DNS and as people write them (RFC 5890).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::IdnaError;
use crate::component::{RegName, dns_name};
use crate::grammar::{Grammar, HostKind, Rule};

impl<'a, G: Grammar> RegName<'a, G> {
    /// Returns the name in Unicode, for people: it is percent-decoded, and labels that begin with `xn--` are converted
    /// (RFC 3987, section 3.2). If the result would not be a valid internationalized domain name with the same DNS form,
    /// returns the name as it is written. Linear in the length.
    ///
    /// A name in Unicode may be made to look like another: check the [findings](crate::validate) before you show it.
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::parse("xn--bcher-kva.example")?.to_unicode(), "bücher.example");
    /// assert_eq!(RegName::parse("b%C3%BCcher.example")?.to_unicode(), "bücher.example");
    /// assert_eq!(RegName::parse("xn--a.example")?.to_unicode(), "xn--a.example");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias("idna", "punycode", "domain_to_unicode"))]
    pub fn to_unicode(&self) -> Cow<'a, str> {
        let as_written = self.as_str();
        let converted = match self.decode().to_str() {
            Ok(name) if as_written.contains('%') || has_dns_label(&name) => in_unicode(&name),
            _ => None,
        };
        converted.map_or(Cow::Borrowed(as_written), Cow::Owned)
    }

    /// Returns the name in Unicode; `None` if it has no label to convert, or no DNS form.
    pub(super) fn in_unicode(&self) -> Option<String> {
        let name = self.decode().to_str().ok()?;
        has_dns_label(&name).then(|| in_unicode(&name))?
    }

    /// Returns the name in its DNS form: if it contains characters beyond ASCII, perhaps percent-encoded, they are
    /// converted by ToASCII (RFC 3987, section 3.1, step 2, with UseSTD3ASCIIRules). Any other name is returned as it is
    /// written. Linear in the length.
    ///
    /// # Errors
    ///
    /// If such a name is not a valid internationalized domain name, or becomes an IP address.
    ///
    /// ```
    /// use urigram::RegName;
    ///
    /// assert_eq!(RegName::parse("b%C3%BCcher.example")?.to_ascii().unwrap(), "xn--bcher-kva.example");
    /// assert_eq!(RegName::parse("Example.com")?.to_ascii().unwrap(), "Example.com");
    /// assert!(RegName::parse("%E2%80%AE")?.to_ascii().is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    #[doc(alias("idna", "punycode", "domain_to_ascii"))]
    pub fn to_ascii(&self) -> Result<Cow<'a, str>, IdnaError> {
        let as_written = self.as_str();
        let wrong = || IdnaError::Host { host: as_written.to_string() };
        let name = self.decode().to_str().map_err(|_| wrong())?;
        if name.is_ascii() {
            return Ok(Cow::Borrowed(as_written));
        }
        dns_form(&name).map(Cow::Owned).ok_or_else(wrong)
    }
}

/// Returns whether a label of the name begins with `xn--`.
fn has_dns_label(name: &str) -> bool {
    let is_encoded = |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    name.split('.').any(is_encoded)
}

/// Returns a percent-decoded name in Unicode; `None` if the result would not have the same DNS form.
fn in_unicode(name: &str) -> Option<String> {
    let (unicode, Ok(())) = ::idna::domain_to_unicode(name) else { return None };
    (dns_form(&unicode)? == dns_form(name)?).then_some(unicode)
}

/// Returns the DNS form of a name; `None` if there is none, or if it is an address.
fn dns_form(name: &str) -> Option<String> {
    let ascii = dns_name(name)?;
    let host = Rule::host.parse(&ascii).ok()?;
    (host.host_kind() == Some(HostKind::RegName)).then_some(ascii)
}
