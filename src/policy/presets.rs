//! The presets: policies for common uses of untrusted references.

use super::builder::Policy;
use super::list::{List, Scheme, list_of};
use super::names::{Named, RequiredComponent};
use super::review::{Rules, UNMENTIONED, Verdict, Verdicts};
use crate::grammar::HostKind;
use crate::resolve::ReferenceForm;
use crate::validate::Code;

impl Policy {
    /// Returns the policy for links written by others, such as an `href` in a comment.
    ///
    /// *The threat*: a link that runs a script on the page, or does not lead to the site that readers expect.
    ///
    /// It allows `http`, `https` and `mailto` URIs, and all relative references. It refuses any userinfo: browsers hide it,
    /// links for readers do not need it, and it may look like the host. It also refuses references in which browsers find
    /// another host than RFC 3986, schemes such as `javascript` that appear when a relative reference is decoded, characters
    /// of a host that are invisible or become delimiters, bidirectional formatting characters, encoded NUL, and encoded line
    /// breaks outside of a query or the body of a mail. With [`allow_host`](Self::allow_host), URIs lead to these hosts only,
    /// and `mailto` URIs are refused, because they have no host; relative references without a host pass.
    ///
    /// It cannot know the content of the linked page. A name that imitates another is only a warning. Escape the link like any
    /// other text when you put it into a page.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    ///
    /// let accepts = |text| Policy::link().check(UriReference::parse(text).unwrap()).is_ok();
    /// assert!(accepts("https://example.com/") && accepts("../a?b#c") && accepts("mailto:user@example.com"));
    /// assert!(!accepts("javascript:alert(1)") && !accepts("javascript%3Aalert(1)") && !accepts("java&#115;cript:a"));
    /// assert!(!accepts("https://www.example.com@example.net/") && !accepts("//user@example.net/"));
    /// assert!(!accepts("http:example.com") && !accepts("///example.com"));
    /// ```
    pub fn link() -> Self {
        use ReferenceForm::{AbsolutePath, NetworkPath, RelativePath, SameDocument, Uri};
        Self::of(Rules {
            forms: Some(Named::list([Uri, NetworkPath, AbsolutePath, RelativePath, SameDocument])),
            schemes: Some(schemes(&["http", "https", "mailto"])),
            verdicts: LINK,
            ..Rules::default()
        })
    }

    /// Returns the policy for URIs that a server fetches for others, such as an image or a webhook.
    ///
    /// *The threat*: server-side request forgery. An attacker makes the server send requests into its own network, to
    /// services on its machine, or to the metadata service of its cloud.
    ///
    /// It allows `http` and `https` URIs at the ports 80, 443, 8080 and 8443, without a userinfo. The host is a DNS name with a
    /// dot, or a global address: no name for this machine or network, no single label, no name that some parsers read as an
    /// IPv4 address, no metadata service, no percent-encoding, and only characters of DNS names; use the form `xn--…` for
    /// others. Encoded NUL and line breaks are refused, and so is every URI in which browsers find another host.
    /// A public suffix such as `co.uk` is only a warning, because it is found only with the feature `psl`.
    ///
    /// It cannot know the address that a name resolves to: check it with [`permits_address`](Self::permits_address) before you
    /// connect. Nor can it know the target of a redirect: check that URI too.
    ///
    /// [`ports`](Self::ports) replaces the list of ports: `.ports([0..=65535])` allows all ports except 0, and warns about
    /// ports of other services.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let accepts = |text| Policy::fetch().check(Uri::parse(text).unwrap()).is_ok();
    /// assert!(accepts("https://example.com/image.png") && accepts("http://8.8.8.8:8080/"));
    /// assert!(!accepts("http://localhost/") && !accepts("http://0x7f.1/") && !accepts("http://[::ffff:10.0.0.1]/"));
    /// assert!(!accepts("http://169.254.169.254/") && !accepts("http://example.com:22/") && !accepts("file:///etc/passwd"));
    ///
    /// let any_port = Policy::fetch().ports([0..=65535]);
    /// assert!(any_port.check(Uri::parse("http://example.com:22/").unwrap()).is_ok());
    /// assert!(any_port.check(Uri::parse("http://example.com:0/").unwrap()).is_err());
    /// ```
    pub fn fetch() -> Self {
        Self::of(Rules {
            forms: Some(Named::list([ReferenceForm::Uri])),
            schemes: Some(schemes(&["http", "https"])),
            host_kinds: Some(Named::list([HostKind::Ipv4, HostKind::Ipv6, HostKind::RegName])),
            ports: Some(list_of([80, 443, 8080, 8443].map(Into::into))),
            required: Named::list([RequiredComponent::Host]),
            verdicts: FETCH,
            ..Rules::default()
        })
    }

    /// Returns the policy for the targets of redirects, such as `/account` in `/login?next=/account`.
    ///
    /// *The threat*: an open redirect. A link to the trusted site leads to another site, which looks the same and asks
    /// for the password again.
    ///
    /// It allows a path of this site, which begins with exactly one `/` and is plain: without empty segments and dot segments,
    /// even with parameters, without double encoding, and without slashes, backslashes, dots, control and invisible characters
    /// that are percent-encoded or written as character references. It also allows `http` and `https` URIs with a plain path
    /// whose host was allowed by [`allow_host`](Self::allow_host); by default, no host is allowed. Other relative references
    /// are refused: `//example.com` is another site, and a relative path, such as `view/` or `.example.net`, leads there if it is
    /// only appended to `https://example.com`. The target of a relative path also depends on the page that redirects. If yours
    /// are relative, resolve them first and check the target, whose host must be allowed.
    ///
    /// It cannot know whether a page of this site redirects further, or how the page uses the query.
    ///
    /// ```
    /// use urigram::UriReference;
    /// use urigram::policy::Policy;
    ///
    /// let policy = Policy::redirect().allow_host("accounts.example.com")?;
    /// let accepts = |text| policy.check(UriReference::parse(text).unwrap()).is_ok();
    /// assert!(accepts("/account?tab=1") && accepts("https://accounts.example.com/"));
    /// assert!(!accepts("//example.net") && !accepts("/%2F/example.net") && !accepts("example.net"));
    /// assert!(!accepts("https://accounts.example.com.example.net/") && !accepts("https://accounts.example.com@example.net/"));
    /// # Ok::<(), urigram::policy::PolicyError>(())
    /// ```
    pub fn redirect() -> Self {
        Self::of(Rules {
            forms: Some(Named::list([ReferenceForm::AbsolutePath, ReferenceForm::Uri])),
            schemes: Some(schemes(&["http", "https"])),
            hosts: Some(List::default()),
            verdicts: REDIRECT,
            ..Rules::default()
        })
    }

    /// Returns the policy for names that are stored and compared, such as identifiers of accounts or namespaces.
    ///
    /// *The threat*: two texts are the same name to one program and different names to another, so that a user gets the
    /// rights of another user, or a name is not found again.
    ///
    /// It allows URIs of at most 2048 bytes that are in their normal form by the rules of their scheme
    /// ([`Level::Scheme`](crate::normalize::Level::Scheme)), without a userinfo or dot segments, and valid by the specification
    /// of the scheme. Two names that it accepts are equivalent at this level only if they are equal.
    ///
    /// An empty query or fragment, the case of a path and percent-encoded delimiters are significant: `/a`, `/a?`, `/a#`
    /// and `/A` are four names. A host ends without a dot and has no characters beyond ASCII; elsewhere, such characters
    /// are compared without Unicode normalization. A text of ASCII characters is taken for a URI, so `é` and `%C3%A9` make
    /// different names: convert IRIs with [`to_uri`](crate::Iri::to_uri) before you store them.
    ///
    /// It cannot know whether two names lead to the same resource, or who owns them.
    ///
    /// ```
    /// use urigram::Uri;
    /// use urigram::policy::Policy;
    ///
    /// let accepts = |text| Policy::identifier().check(Uri::parse(text).unwrap()).is_ok();
    /// assert!(accepts("https://example.com/users/7") && accepts("urn:isbn:0451450523"));
    /// assert!(!accepts("HTTPS://example.com/users/7") && !accepts("https://example.com:443/users/7"));
    /// assert!(!accepts("https://example.com/a/../users/7") && !accepts("https://example.com/%75sers/7"));
    /// ```
    pub fn identifier() -> Self {
        Self::of(Rules {
            forms: Some(Named::list([ReferenceForm::Uri])),
            max_length: Some(2048),
            verdicts: IDENTIFIER,
            ..Rules::default()
        })
    }
}

impl Policy {
    /// The names of the presets.
    pub const PRESETS: &'static [&'static str] = &["link", "fetch", "redirect", "identifier"];

    /// Returns the preset of this name.
    ///
    /// ```
    /// use urigram::policy::Policy;
    ///
    /// assert_eq!(Policy::preset("fetch"), Some(Policy::fetch()));
    /// assert!(Policy::PRESETS.iter().all(|name| Policy::preset(name).is_some()));
    /// assert_eq!(Policy::preset("ssrf"), None);
    /// ```
    pub fn preset(name: &str) -> Option<Self> {
        Some(match name {
            "link" => Self::link(),
            "fetch" => Self::fetch(),
            "redirect" => Self::redirect(),
            "identifier" => Self::identifier(),
            _ => return None,
        })
    }
}

fn schemes(names: &[&str]) -> List<Scheme> {
    List::new(names.iter().map(|name| name.parse().expect("the presets name schemes")))
}

pub(super) static LINK: Verdicts = column(0);
pub(super) static FETCH: Verdicts = column(1);
pub(super) static REDIRECT: Verdicts = column(2);
pub(super) static IDENTIFIER: Verdicts = column(3);

const REFUSE: Verdict = Verdict::Refuse;
const WARN: Verdict = Verdict::Warn;
const PASS: Verdict = Verdict::Pass;

/// Returns the verdicts of `link`, `fetch`, `redirect` and `identifier`. A new code must be added here.
const fn verdicts_of(code: Code) -> [Verdict; 4] {
    match code {
        Code::FormRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::SchemeRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::HostRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::SiteRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::NetworkRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::PortRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::UserinfoRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::TooLong => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::ComponentMissing => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::PathNotPlain => [PASS, PASS, REFUSE, PASS],
        Code::NotNormalized => [PASS, PASS, PASS, REFUSE],
        Code::SchemeTypo => [WARN, REFUSE, WARN, WARN],
        Code::HostAsScheme => [WARN, REFUSE, WARN, WARN],
        Code::UrlPrefix => [WARN, REFUSE, WARN, WARN],
        Code::DriveLetter => [WARN, REFUSE, WARN, WARN],
        Code::SuffixReference => [WARN, REFUSE, WARN, WARN],
        Code::BareMailAddress => [WARN, REFUSE, WARN, WARN],
        Code::MissingColon => [WARN, REFUSE, WARN, WARN],
        Code::HiddenScheme => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::MissingAuthority => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::AuthorityNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::EmptyUserinfo => [WARN, REFUSE, REFUSE, REFUSE],
        Code::PasswordInUserinfo => [WARN, REFUSE, REFUSE, REFUSE],
        Code::DelimiterInPassword => [WARN, REFUSE, REFUSE, REFUSE],
        Code::MisleadingUserinfo => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::UserinfoNotAllowed => [WARN, REFUSE, REFUSE, REFUSE],
        Code::EmptyHost => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::WhatwgHost => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::DoubledScheme => [WARN, REFUSE, WARN, WARN],
        Code::HostList => [WARN, REFUSE, REFUSE, WARN],
        Code::Ipv4LikeHost => [REFUSE, REFUSE, REFUSE, WARN],
        Code::NumericLastLabel => [REFUSE, REFUSE, REFUSE, WARN],
        Code::NotGlobalAddress => [WARN, REFUSE, PASS, PASS],
        Code::CloudMetadata => [WARN, REFUSE, WARN, PASS],
        Code::LocalName => [WARN, REFUSE, PASS, PASS],
        Code::WildcardDns => [WARN, WARN, WARN, PASS],
        Code::SingleLabelHost => [PASS, REFUSE, PASS, PASS],
        // Found only with the feature `psl`, which any crate may enable: no preset refuses it.
        Code::PublicSuffix => [WARN, WARN, WARN, PASS],
        Code::HostTrailingDot => [PASS, PASS, WARN, REFUSE],
        Code::HostEmptyLabel => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::HostLabelLength => [WARN, REFUSE, REFUSE, REFUSE],
        Code::HostLength => [WARN, REFUSE, REFUSE, REFUSE],
        Code::HostHyphen => [WARN, REFUSE, WARN, WARN],
        Code::HostUnderscore => [PASS, WARN, PASS, PASS],
        Code::HostCharacter => [WARN, REFUSE, REFUSE, WARN],
        Code::WildcardHost => [WARN, REFUSE, REFUSE, WARN],
        Code::HostBeyondAscii => [PASS, REFUSE, REFUSE, REFUSE],
        Code::PercentEncodedHost => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::InvalidPunycode => [WARN, REFUSE, REFUSE, WARN],
        Code::MixedScripts => [WARN, WARN, WARN, WARN],
        Code::ConfusableLabel => [WARN, WARN, WARN, WARN],
        Code::MappedCharacter => [REFUSE, REFUSE, REFUSE, REFUSE],
        // `Rules::severity` decides, depending on whether hosts are listed.
        Code::DeviationCharacter => [Verdict::Unmentioned, REFUSE, REFUSE, REFUSE],
        Code::EmptyPort => [PASS, PASS, PASS, REFUSE],
        Code::PortZero => [WARN, REFUSE, WARN, WARN],
        Code::PortTooLarge => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::PortLeadingZeros => [PASS, WARN, WARN, REFUSE],
        Code::DefaultPort => [PASS, PASS, PASS, REFUSE],
        Code::ForeignPort => [WARN, WARN, WARN, PASS],
        Code::MissingQuestionMark => [PASS, PASS, PASS, PASS],
        Code::SecondQuestionMark => [PASS, PASS, PASS, PASS],
        Code::TrailingPunctuation => [PASS, PASS, PASS, PASS],
        Code::DotSegment => [WARN, WARN, REFUSE, REFUSE],
        Code::EncodedDotSegment => [WARN, WARN, REFUSE, REFUSE],
        Code::EncodedNul => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::EncodedLineBreak => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::LineBreakInQuery => [WARN, REFUSE, REFUSE, REFUSE],
        Code::EncodedControl => [WARN, WARN, REFUSE, WARN],
        Code::EncodedDelimiter => [WARN, WARN, WARN, PASS],
        Code::EncodedUnreserved => [PASS, PASS, WARN, REFUSE],
        Code::DoubleEncoding => [WARN, WARN, WARN, WARN],
        Code::EncodedNotUtf8 => [WARN, WARN, REFUSE, WARN],
        Code::BidiControl => [REFUSE, WARN, REFUSE, REFUSE],
        Code::QueryNotAllowed => [WARN, WARN, WARN, WARN],
        Code::FragmentNotAllowed => [WARN, WARN, WARN, REFUSE],
        Code::FileHost => [WARN, REFUSE, WARN, WARN],
        Code::FileAuthority => [WARN, REFUSE, WARN, REFUSE],
        Code::FileDrive => [WARN, REFUSE, WARN, REFUSE],
        Code::FilePath => [WARN, REFUSE, WARN, REFUSE],
        Code::FtpType => [WARN, REFUSE, WARN, REFUSE],
        Code::MailtoSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::TelSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::UrnSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::LdapSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::DataSyntax => [WARN, REFUSE, WARN, REFUSE],
    }
}

#[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn column(preset: usize) -> Verdicts {
    let mut verdicts = UNMENTIONED;
    let mut index = 0;
    while index < verdicts.len() {
        verdicts[index] = verdicts_of(Code::ALL[index])[preset];
        index += 1;
    }
    verdicts
}
