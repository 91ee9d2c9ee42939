//! The construction of a policy, and the findings of a text under it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::IpAddr;

use super::error::PolicyError;
use super::list::{List, PortRange, list_of};
use super::names::{Named, RequiredComponent};
use super::networks::has_metadata;
use super::review::{self, Rules, Verdict};
use crate::grammar::{Components, Grammar, HostKind};
use crate::reference::generic::Uri;
use crate::resolve::ReferenceForm;
#[cfg(feature = "psl")]
use crate::site::Site;
use crate::validate::{Code, Finding, Severity};

/// Decides which references an application accepts. See [`policy`](crate::policy).
///
/// A policy has lists of allowed values, and a verdict on each [`Code`]: a finding with this code refuses the reference, is a
/// warning, or passes. A method that takes a list replaces the list; the methods whose names begin with `allow` and `refuse`
/// add to it. Cloning is cheap, because the content is shared.
///
/// ```
/// use urigram::UriReference;
/// use urigram::policy::Policy;
/// use urigram::resolve::ReferenceForm;
/// use urigram::validate::Code;
///
/// let policy = Policy::new()
///     .forms([ReferenceForm::Uri])
///     .schemes(["https"])?
///     .allow_host("example.com")?
///     .allow_host(".example.org")?
///     .ports([443, 8443])
///     .max_length(1000)
///     .refuse(Code::EncodedControl);
/// let accepts = |text| policy.check(UriReference::parse(text).unwrap()).is_ok();
/// assert!(accepts("https://EXAMPLE.com/a") && accepts("https://www.example.org:8443/"));
/// assert!(!accepts("https://example.com.example.net/") && !accepts("/a") && !accepts("https://example.com/%7F"));
/// # Ok::<(), urigram::policy::PolicyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[must_use = "a policy does nothing until it checks a reference"]
pub struct Policy {
    rules: Arc<Rules>,
}

impl Policy {
    /// Returns a policy that accepts every valid reference. No finding refuses it: errors become warnings.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// assert!(Policy::new().check(Uri::parse("http:///a").unwrap()).is_ok());
    /// assert!(Policy::new().schemes(["https"])?.check(Uri::parse("http:///a").unwrap()).is_err());
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn of(rules: Rules) -> Self {
        Self { rules: Arc::new(rules) }
    }

    #[cfg(feature = "serde")]
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut Rules)) -> Self {
        change(Arc::make_mut(&mut self.rules));
        self
    }

    /// Allows only these forms of reference (sections 4.2 and 4.4).
    ///
    /// A relative reference of a listed form passes even if the policy lists schemes, and, unless it is a network-path
    /// reference, even if the policy lists hosts. Without this list of forms, a list of schemes refuses every relative
    /// reference, and a list of hosts refuses every reference without a host.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    /// use urigram::resolve::ReferenceForm;
    ///
    /// let policy = Policy::new().schemes(["https"])?;
    /// assert!(policy.check(UriReference::parse("/a").unwrap()).is_err());
    /// let policy = policy.forms([ReferenceForm::Uri, ReferenceForm::AbsolutePath]);
    /// assert!(policy.check(UriReference::parse("/a").unwrap()).is_ok());
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn forms(self, forms: impl IntoIterator<Item = ReferenceForm>) -> Self {
        self.with(|rules| rules.forms = Some(Named::list(forms)))
    }

    /// Allows only these schemes, ignoring case.
    ///
    /// # Errors
    ///
    /// If a name is not a valid scheme (section 3.1).
    ///
    /// ```
    /// use urigram::policy::Policy;
    ///
    /// assert!(Policy::new().schemes(["http", "HTTPS"]).is_ok());
    /// let error = Policy::new().schemes(["https:"]).unwrap_err();
    /// assert_eq!(error.to_string(), "`https:` is not a scheme; write its name without the `:`");
    /// ```
    pub fn schemes<S: AsRef<str>>(self, schemes: impl IntoIterator<Item = S>) -> Result<Self, PolicyError> {
        let schemes: Vec<_> =
            schemes.into_iter().map(|scheme| scheme.as_ref().parse()).collect::<Result<_, _>>()?;
        Ok(self.with(|rules| rules.schemes = Some(List::new(schemes))))
    }

    /// Allows a host, and refuses all hosts that are not allowed.
    ///
    /// `example.com` allows this name only, and `.example.com` every name below it, but not `example.com` itself. Names are
    /// compared after percent-decoding, ignoring the case of ASCII letters and a dot at the end. An IP address may be given
    /// with or without brackets, and is compared as an address. Patterns are not supported.
    ///
    /// Allowing a host does not change the verdicts on findings: [`fetch`](Self::fetch) still refuses `localhost`. The only
    /// exception is [`Code::DeviationCharacter`]: without a verdict on it, a policy with a list of hosts refuses it, because
    /// clients resolve such a name to different hosts.
    ///
    /// # Errors
    ///
    /// If the entry is a pattern, or not a host.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let policy = Policy::new().allow_host(".example.com")?.allow_host("2001:db8::7")?;
    /// let accepts = |text| policy.check(Uri::parse(text).unwrap()).is_ok();
    /// assert!(accepts("http://a.b.Example.com./") && accepts("http://[2001:DB8:0::7]/"));
    /// assert!(!accepts("http://example.com/") && !accepts("http://notexample.com/") && !accepts("urn:a"));
    /// assert!(Policy::new().allow_host("*.example.com").is_err());
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn allow_host(self, host: &str) -> Result<Self, PolicyError> {
        let host = host.parse()?;
        Ok(self.with(|rules| rules.hosts.get_or_insert_default().insert(host)))
    }

    /// Also allows the host of a URI, for example of your own site, if the policy has a list of hosts. A policy that allows any
    /// host is unchanged.
    ///
    /// # Errors
    ///
    /// If the host is neither a DNS name nor an IP address.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let site = Uri::parse("https://example.com/login")?;
    /// let policy = Policy::redirect().allow_host_of(&site)?;
    /// assert!(policy.check(Uri::parse("https://example.com/account")?).is_ok());
    /// assert!(policy.check(Uri::parse("https://example.net/account")?).is_err());
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn allow_host_of<T: AsRef<str>, G: Grammar>(self, uri: &Uri<T, G>) -> Result<Self, PolicyError> {
        match uri.borrowed().host_str().filter(|host| !host.is_empty()) {
            Some(host) if self.rules.hosts.is_some() => self.allow_host(host),
            _ => Ok(self),
        }
    }

    /// Allows only these kinds of host (section 3.2.2).
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::grammar::HostKind;
    /// use urigram::policy::Policy;
    ///
    /// let names = Policy::new().host_kinds([HostKind::RegName]);
    /// assert!(names.check(Uri::parse("http://example.com/")?).is_ok());
    /// assert!(names.check(Uri::parse("http://192.0.2.16/")?).is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn host_kinds(self, kinds: impl IntoIterator<Item = HostKind>) -> Self {
        self.with(|rules| rules.host_kinds = Some(Named::list(kinds)))
    }

    /// Allows only references of the [same site](crate::generic::Uri::is_same_site) as this URI. Requires the feature
    /// `psl`.
    ///
    /// A reference without a scheme, but with a host, is read with the scheme of the URI. The other rules of the policy still
    /// apply: [`redirect`](Self::redirect) refuses hosts of the site that are not [allowed](Self::allow_host).
    ///
    /// # Errors
    ///
    /// If the URI is of no site.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let policy = Policy::new().same_site(&Uri::parse("https://www.example.co.uk/")?)?;
    /// assert!(policy.check(Uri::parse("https://login.example.co.uk/")?).is_ok());
    /// let refused = policy.check(Uri::parse("https://other.co.uk/")?).unwrap_err();
    /// assert_eq!(refused.to_string(), "the host `other.co.uk` is not allowed; allowed: the site https://example.co.uk");
    /// # Ok::<(), urigram::Error>(())
    /// ```
    #[cfg(feature = "psl")]
    pub fn same_site<T: AsRef<str>, G: Grammar>(self, uri: &Uri<T, G>) -> Result<Self, PolicyError> {
        let uri = uri.borrowed();
        let site = Site::of(uri.as_str(), uri.components(), None);
        let site = site.ok_or_else(|| PolicyError::Site(uri.redacted().to_string()))?;
        Ok(self.with(|rules| rules.site = Some(site)))
    }

    /// Allows a network, such as `10.0.0.0/8`: an address in it passes, even if it is not [global](Code::NotGlobalAddress).
    /// If several networks contain an address, the longest prefix decides. The verdict on addresses of
    /// [metadata](Code::CloudMetadata) services does not change.
    ///
    /// # Errors
    ///
    /// If the text is not an IP address, with or without the length of a prefix, or if host bits are set. An address without a
    /// prefix is a network of one address.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let policy = Policy::fetch().allow_network("10.1.0.0/16")?;
    /// assert!(policy.check(Uri::parse("http://10.1.2.3/").unwrap()).is_ok());
    /// assert!(policy.check(Uri::parse("http://10.2.2.3/").unwrap()).is_err());
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn allow_network(self, network: &str) -> Result<Self, PolicyError> {
        let network = network.parse()?;
        Ok(self.with(|rules| rules.networks.set(network, true)))
    }

    /// Refuses a network. See [`allow_network`](Self::allow_network). This includes IPv4 addresses embedded in IPv6
    /// addresses, and names such as `0x7f.1` that may be read as addresses. A network of mapped addresses, such as
    /// `::ffff:10.0.0.0/104`, is the IPv4 network.
    ///
    /// # Errors
    ///
    /// If the text is not an IP address, with or without the length of a prefix, or if host bits are set. An address without a
    /// prefix is a network of one address.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let policy = Policy::new().refuse_network("0.0.0.0/0")?.allow_network("198.51.100.0/24")?;
    /// let refused = policy.check(Uri::parse("http://203.0.113.7/").unwrap()).unwrap_err();
    /// assert_eq!(refused.to_string(), "the address 203.0.113.7 is in the network 0.0.0.0/0, which is refused");
    /// assert!(policy.check(Uri::parse("http://198.51.100.7/").unwrap()).is_ok());
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn refuse_network(self, network: &str) -> Result<Self, PolicyError> {
        let network = network.parse()?;
        Ok(self.with(|rules| rules.networks.set(network, false)))
    }

    /// Allows only these ports. If a URI has no port, the default port of its scheme is checked. An empty range, such as
    /// `9..=8`, is ignored.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::{Policy, PortRange};
    ///
    /// let policy = Policy::new().ports([PortRange::from(443), PortRange::from(8000..=8999)]);
    /// let accepts = |text| policy.check(Uri::parse(text).unwrap()).is_ok();
    /// assert!(accepts("https://example.com/") && accepts("https://example.com:8080/"));
    /// assert!(!accepts("http://example.com/") && !accepts("https://example.com:9000/"));
    /// ```
    pub fn ports<P: Into<PortRange>>(self, ports: impl IntoIterator<Item = P>) -> Self {
        self.with(|rules| rules.ports = Some(list_of(ports.into_iter().map(Into::into))))
    }

    /// Sets whether a userinfo is allowed, like [`pass`](Self::pass) or [`refuse`](Self::refuse) with
    /// [`Code::UserinfoRefused`]. In `http` URIs, the presets `fetch`, `redirect` and `identifier` also refuse a userinfo by
    /// [`Code::UserinfoNotAllowed`].
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let ftp = Policy::new().schemes(["ftp"])?.userinfo(false);
    /// assert!(ftp.check(Uri::parse("ftp://user@example.com/").unwrap()).is_err());
    /// assert!(ftp.userinfo(true).check(Uri::parse("ftp://user@example.com/").unwrap()).is_ok());
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn userinfo(self, is_allowed: bool) -> Self {
        let verdict = if is_allowed { Verdict::Pass } else { Verdict::Refuse };
        self.verdict(Code::UserinfoRefused, verdict)
    }

    /// Sets the maximum length, in bytes.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    ///
    /// let refused = Policy::new().max_length(2).check(UriReference::parse("a/b")?).unwrap_err();
    /// assert_eq!(refused.to_string(), "the reference has 3 bytes, but at most 2 are allowed");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn max_length(self, bytes: usize) -> Self {
        self.with(|rules| rules.max_length = Some(bytes))
    }

    /// Requires these components. An empty component counts as missing.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::{Policy, RequiredComponent};
    ///
    /// let policy = Policy::new().require([RequiredComponent::Query]);
    /// assert!(policy.check(UriReference::parse("/search?q=a")?).is_ok());
    /// assert!(policy.check(UriReference::parse("/search?")?).is_err());
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn require(self, components: impl IntoIterator<Item = RequiredComponent>) -> Self {
        self.with(|rules| rules.required = Named::list(components))
    }

    /// Refuses references with a finding of this code.
    ///
    /// [`Code::UserinfoRefused`], [`Code::PathNotPlain`] and [`Code::NotNormalized`] are checked only if the policy
    /// refuses them or warns about them.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    /// use urigram::validate::Code;
    ///
    /// let policy = Policy::new().refuse(Code::PathNotPlain);
    /// let refused = policy.check(UriReference::parse("/a//b")?).unwrap_err();
    /// assert_eq!(refused.to_string(), "the path has an empty segment");
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    pub fn refuse(self, code: Code) -> Self {
        self.verdict(code, Verdict::Refuse)
    }

    /// Turns findings of this code into warnings, which do not refuse the reference.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    /// use urigram::validate::{Code, Severity};
    ///
    /// let policy = Policy::fetch().warn(Code::PortRefused);
    /// let checked = policy.check(Uri::parse("http://example.com:3000/")?)?;
    /// let findings = checked.policy_findings();
    /// let port = findings.iter().find(|finding| finding.code() == Code::PortRefused).unwrap();
    /// assert_eq!(port.severity(), Severity::Warning);
    /// # Ok::<(), urigram::Error>(())
    /// ```
    pub fn warn(self, code: Code) -> Self {
        self.verdict(code, Verdict::Warn)
    }

    /// Refuses everything that the policy would warn about. A later [`warn`](Self::warn) or [`pass`](Self::pass) overrides
    /// this.
    ///
    /// For an input field for web addresses:
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    /// use urigram::resolve::ReferenceForm;
    ///
    /// let address = Policy::link().forms([ReferenceForm::Uri]).schemes(["https", "http"])?.refuse_warnings();
    /// let accepts = |text| address.check(UriReference::parse(text).unwrap()).is_ok();
    /// assert!(accepts("https://example.com/"));
    /// for typed in ["www.example.com", "user@example.com", "https://exmaple,com/", "https://http://example.com/"] {
    ///     assert!(!accepts(typed), "{typed}");
    /// }
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn refuse_warnings(self) -> Self {
        let warned = |code: &&Code| self.severity(**code) == Severity::Warning;
        let codes: Vec<Code> = Code::ALL.iter().filter(warned).copied().collect();
        codes.into_iter().fold(self, Self::refuse)
    }

    /// Lets findings of this code pass, as [notes](Severity::Note).
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    /// use urigram::validate::{Code, Severity};
    ///
    /// let policy = Policy::fetch().pass(Code::SingleLabelHost).allow_host("intranet")?;
    /// let checked = policy.check(Uri::parse("http://intranet/").unwrap()).unwrap();
    /// assert_eq!(checked.policy_findings()[0].severity(), Severity::Note);
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn pass(self, code: Code) -> Self {
        self.verdict(code, Verdict::Pass)
    }

    #[expect(clippy::indexing_slicing, reason = "there is a verdict for each code")]
    fn verdict(self, code: Code, verdict: Verdict) -> Self {
        self.with(|rules| rules.verdicts[code as usize] = verdict)
    }

    /// Returns the severity of a finding of this code under the policy. An error refuses the
    /// reference.
    ///
    /// A code without a verdict keeps its [own severity](Code::severity), except that errors become warnings. Codes about the
    /// policy's [own lists](Code::is_policy_code) stay errors.
    ///
    /// ```
    /// use urigram::policy::Policy;
    /// use urigram::validate::{Code, Severity};
    ///
    /// assert_eq!(Policy::fetch().severity(Code::LocalName), Severity::Error);
    /// assert_eq!(Policy::new().severity(Code::EmptyHost), Severity::Warning);
    /// ```
    pub fn severity(&self, code: Code) -> Severity {
        self.rules.severity(code)
    }

    /// Returns the findings of a text with these components, ordered by offset, each with its severity under the policy. The
    /// policy accepts the text if none of them is an [error](Severity::Error).
    ///
    /// Use this method for grammars that are loaded at run time, and [`check`](Self::check) for references.
    ///
    /// ```
    /// use urigram::Rule;
    /// use urigram::policy::Policy;
    /// use urigram::validate::{Code, Severity};
    ///
    /// let text = "gopher://example.com/";
    /// let policy = Policy::link();
    /// let findings = policy.findings(text, &Rule::URI.parse(text)?);
    /// assert_eq!(findings[0].code(), Code::SchemeRefused);
    /// assert_eq!(findings[0].severity(), Severity::Error);
    /// # Ok::<(), urigram::ParseError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the components belong to another text, and their offsets are out of bounds.
    pub fn findings<'a>(&'a self, text: &'a str, components: &Components) -> Vec<Finding<'a>> {
        review::findings(&self.rules, text, components)
    }

    /// Returns whether a connector may connect to this address, by the rules about networks, addresses that are not global,
    /// and metadata services. The lists of hosts, kinds of host and ports do not apply. Only a policy that refuses
    /// [`Code::NotGlobalAddress`], as [`fetch`](Self::fetch) does, keeps connections out of private networks.
    ///
    /// Resolvers return IPv4-mapped IPv6 addresses such as `::ffff:8.8.8.8` for dual-stack sockets. The connection goes to the
    /// IPv4 address, so the mapped address is permitted if the IPv4 address is. This is the only difference from the address
    /// in a host: there, a mapped address is never [global](Code::NotGlobalAddress), because no URI needs to contain one.
    ///
    /// A name may be resolved to any address, and to a different one each time. So resolve it once, check the addresses with
    /// the policy, and connect to the checked addresses: see [`Checked::permits_all`](super::Checked::permits_all). Call
    /// [`check`](Self::check) again for each redirect.
    ///
    /// ```
    /// use urigram::policy::Policy;
    ///
    /// let policy = Policy::fetch();
    /// let permits = |address: &str| policy.permits_address(address.parse().unwrap());
    /// assert!(permits("8.8.8.8") && permits("2a00::1") && permits("::ffff:8.8.8.8"));
    /// assert!(!permits("10.0.0.1") && !permits("::ffff:10.0.0.1") && !permits("169.254.169.254"));
    /// ```
    #[must_use]
    pub fn permits_address(&self, address: IpAddr) -> bool {
        let rules = &self.rules;
        let refuses = |code, is_found: bool| is_found && rules.refuses(code);
        !(refuses(Code::NetworkRefused, rules.networks.refused(address).is_some())
            || refuses(Code::NotGlobalAddress, !rules.networks.permit(address))
            || refuses(Code::CloudMetadata, has_metadata(address)))
    }
}
