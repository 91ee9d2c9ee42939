//! The results of a check: the accepted reference, or the finding that refused it.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::net::SocketAddr;
use core::ops::{Deref, Range};

use super::builder::Policy;
use crate::grammar::{Components, Grammar, Rejected, Rule};
use crate::reference::generic::{AbsoluteUri, RelativeRef, Uri, UriReference};
use crate::validate::{Code, Finding};

impl Policy {
    /// Checks a reference of any of the four types, under any grammar, owned or borrowed, against the policy.
    ///
    /// Linear in the length. Does not allocate if there are no findings, unless a userinfo has percent-encoded octets or
    /// characters beyond ASCII.
    ///
    /// # Errors
    ///
    /// If a finding [is an error](Finding::is_error) under the policy. The error contains the reference and the first of these
    /// findings.
    ///
    /// ```
    /// use std::net::SocketAddr;
    ///
    /// use urigram::Uri;
    /// use urigram::policy::{Checked, Policy};
    ///
    /// /// Only a checked URI is accepted. Its host was resolved to these addresses.
    /// fn may_connect(uri: &Checked<Uri>, resolved: &[SocketAddr]) -> bool {
    ///     uri.permits_all(resolved)
    /// }
    ///
    /// let uri: Uri = "https://example.com/image.png".parse()?;
    /// let resolved = ["8.8.8.8:443".parse().unwrap(), "10.0.0.1:443".parse().unwrap()];
    /// assert!(!may_connect(&Policy::fetch().check(uri)?, &resolved));
    ///
    /// let uri: Uri = "https://127.1/image.png".parse()?;
    /// let refused = Policy::fetch().check(uri).unwrap_err();
    /// assert_eq!(refused.to_string(), "some parsers read the host `127.1` as the IPv4 address 127.0.0.1");
    /// assert_eq!(refused.into_inner(), "https://127.1/image.png");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn check<R: Checkable>(&self, reference: R) -> Result<Checked<R>, Rejected<R, Violation>> {
        let (text, at) = reference.text_and_components();
        let findings = self.findings(text, at);
        let refusing = findings.iter().find(|finding| finding.is_error());
        let violation = refusing.map(|finding| Violation {
            policy: self.clone(),
            code: finding.code(),
            component: finding.component(),
            range: offset(finding.range().start)..offset(finding.range().end),
            message: finding.to_string().into(),
            help: finding.help().to_string().into(),
        });
        match violation {
            Some(violation) => Err(Rejected::new(violation, reference)),
            None => Ok(Checked { reference, policy: self.clone() }),
        }
    }
}

/// A type that a [`Policy`] can check: the four types of reference, and borrows of them.
///
/// The trait is sealed.
///
/// ```
/// use urigram::UriReference;
/// use urigram::policy::{Checkable, Policy};
///
/// fn is_link(reference: impl Checkable) -> bool {
///     Policy::link().check(reference).is_ok()
/// }
///
/// let reference = UriReference::parse("/a")?;
/// assert!(is_link(&reference) && is_link(reference));
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub trait Checkable: sealed::Sealed {
    #[doc(hidden)]
    fn text_and_components(&self) -> (&str, &Components);
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! checkable {
    ($($Type:ident)*) => {$(
        impl<T: AsRef<str>, G: Grammar> sealed::Sealed for $Type<T, G> {}

        impl<T: AsRef<str>, G: Grammar> Checkable for $Type<T, G> {
            fn text_and_components(&self) -> (&str, &Components) {
                (self.text(), self.components())
            }
        }
    )*};
}

checkable! { UriReference Uri AbsoluteUri RelativeRef }

impl<R: Checkable> sealed::Sealed for &R {}

impl<R: Checkable> Checkable for &R {
    fn text_and_components(&self) -> (&str, &Components) {
        (**self).text_and_components()
    }
}

/// A reference that a policy has accepted. Only [`Policy::check`] returns it, so a function that takes a `Checked` cannot be
/// called with a reference that was not checked.
///
/// A `Checked` dereferences to the reference, and cannot be changed. The policy is not part of the type, so a function that
/// relies on a certain policy should compare it with [`policy`](Self::policy). Two values are equal if their references are.
/// With the feature `serde`, a `Checked` is serialized as the reference, but cannot be deserialized, because the reference must
/// be checked again.
///
/// ```
/// use urigram::UriReference;
/// use urigram::policy::Policy;
///
/// let link = Policy::link().check(UriReference::parse("http://intranet/")?)?;
/// assert_eq!(link.host_str(), Some("intranet"));
/// assert_eq!(link.policy(), &Policy::link());
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// ```compile_fail,E0451
/// use urigram::Uri;
/// use urigram::policy::{Checked, Policy};
///
/// let uri = Uri::parse("javascript:alert(1)").unwrap();
/// let checked = Checked { reference: uri, policy: Policy::link() };
/// ```
#[derive(Clone)]
pub struct Checked<R> {
    reference: R,
    policy: Policy,
}

impl<R> Checked<R> {
    /// Returns the policy that accepted the reference.
    ///
    /// ```
    /// use urigram::policy::{Checked, Policy};
    /// use urigram::{RelativeRef, UriReference};
    ///
    /// /// The value of a `Location` field.
    /// fn location(target: &Checked<RelativeRef<&str>>) -> String {
    ///     assert_eq!(target.policy(), &Policy::redirect());
    ///     target.to_string()
    /// }
    ///
    /// assert_eq!(location(&Policy::redirect().check(RelativeRef::parse("/account")?)?), "/account");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns whether a connector may connect to all of these addresses of the resolved host. To filter the
    /// addresses instead, use [`Policy::permits_address`].
    ///
    /// Connect to the addresses that were checked rather than to the name, which may be resolved to another address the next
    /// time. Returns `true` if there are no addresses.
    ///
    /// ```
    /// use std::net::SocketAddr;
    ///
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let uri = Policy::fetch().check(Uri::parse("http://example.com/")?)?;
    /// // What `uri.socket_addrs()` might return.
    /// let resolved = [[8, 8, 8, 8], [10, 0, 0, 1]].map(|ip| SocketAddr::from((ip, 80)));
    /// assert!(uri.permits_all(&resolved[..1]) && !uri.permits_all(resolved));
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn permits_all(&self, addresses: impl IntoIterator<Item = impl Borrow<SocketAddr>>) -> bool {
        addresses.into_iter().all(|address| self.policy.permits_address(address.borrow().ip()))
    }

    /// Returns the reference.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    ///
    /// let link = Policy::link().check(UriReference::parse("/a")?)?;
    /// let reference: UriReference<&str> = link.into_inner();
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn into_inner(self) -> R {
        self.reference
    }
}

impl<R: Checkable> Checked<R> {
    /// Returns the findings with their severities under the policy. None of them refuses the reference. The findings are
    /// computed again, in linear time.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    ///
    /// let link = Policy::link().check(UriReference::parse("http://intranet/")?)?;
    /// assert_eq!(link.policy_findings()[0].to_string(), "the host `intranet` is a name without a domain");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn policy_findings(&self) -> Vec<Finding<'_>> {
        let (text, at) = self.reference.text_and_components();
        self.policy.findings(text, at)
    }
}

impl<R> Deref for Checked<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.reference
    }
}

impl<R> AsRef<R> for Checked<R> {
    fn as_ref(&self) -> &R {
        &self.reference
    }
}

impl<R: PartialEq> PartialEq for Checked<R> {
    fn eq(&self, other: &Self) -> bool {
        self.reference == other.reference
    }
}

impl<R: Eq> Eq for Checked<R> {}

impl<R: Hash> Hash for Checked<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.reference.hash(state);
    }
}

impl<R: fmt::Display> fmt::Display for Checked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reference.fmt(f)
    }
}

impl<R: fmt::Debug> fmt::Debug for Checked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Checked").field(&self.reference).finish()
    }
}

/// The reason why a policy refused a reference: the first finding that [is an error](Finding::is_error).
///
/// ```
/// use urigram::policy::{Policy, Violation};
/// use urigram::{Uri, validate::Code};
///
/// let uri: Uri<String> = "ftp://example.com/".parse()?;
/// let violation: Violation = Policy::fetch().check(uri).unwrap_err().into();
/// assert_eq!(violation.code(), Code::SchemeRefused);
/// assert_eq!(violation.range(), 0..3);
/// assert_eq!(violation.to_string(), "the scheme `ftp` is not allowed; allowed: `http`, `https`");
/// # Ok::<(), urigram::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    policy: Policy,
    code: Code,
    component: Rule,
    // Each error of a check contains these fields, so they are small: `u32` offsets, and no `String`, which has a capacity.
    range: Range<u32>,
    message: Box<str>,
    help: Box<str>,
}

fn offset(offset: usize) -> u32 {
    offset.try_into().expect("a reference has at most 4294967295 bytes")
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Violation {}

impl Violation {
    /// Returns the code of the finding.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// Returns the component, as [`Finding::component`] does.
    pub const fn component(&self) -> Rule {
        self.component
    }

    /// Returns the range in the text, in bytes.
    pub const fn range(&self) -> Range<usize> {
        self.range.start as usize..self.range.end as usize
    }

    /// Returns advice on how to write an accepted reference, as [`Finding::help`] does.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let refused = Policy::fetch().check(Uri::parse("ftp://example.com/")?).unwrap_err();
    /// assert_eq!(refused.error().help().to_string(), "write a scheme that is allowed: `http`, `https`");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn help(&self) -> impl fmt::Display + '_ {
        &self.help
    }
}

impl<R: Checkable> Rejected<R, Violation> {
    /// Returns all findings with their severities under the policy. The [errors](Finding::is_error) among them refuse the
    /// reference. The findings are computed again, in linear time.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    /// use urigram::validate::{Code, Finding};
    ///
    /// let refused = Policy::fetch().check(Uri::parse("http://user@10.0.0.1:80/")?).unwrap_err();
    /// let (refusing, other): (Vec<Finding>, Vec<_>) = refused.policy_findings().into_iter().partition(Finding::is_error);
    /// let codes: Vec<_> = refusing.iter().map(Finding::code).collect();
    /// assert_eq!(codes, [Code::UserinfoNotAllowed, Code::UserinfoRefused, Code::NotGlobalAddress]);
    /// assert_eq!(other[0].code(), Code::DefaultPort);
    /// assert_eq!(refused.to_string(), "`http` URIs must not be sent with a userinfo");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn policy_findings(&self) -> Vec<Finding<'_>> {
        let (text, at) = self.value().text_and_components();
        self.error().policy.findings(text, at)
    }
}

impl<R> From<Rejected<R, Violation>> for Violation {
    fn from(refused: Rejected<R, Self>) -> Self {
        refused.into_error()
    }
}
