// Policies: which references an application accepts (sections 7.2 to 7.6).
//
// In: a reference, or a text with its components, and a `Policy`, built from a preset or from scratch.
// Out: all findings with their severities under the policy; and either `Checked`, which proves that the policy has accepted
// the reference, or the `Violation` that refused it. `review` adds the policy's own findings to those of `validate`.
// Next: none. Applications take a `Checked` where they use untrusted references.

//! Policies: which references an application accepts (sections 7.2 to 7.6).
//!
//! The grammar decides which texts are references, and [findings](crate::validate) report questionable parts of references. A
//! [`Policy`] decides which references an application accepts: it has lists of allowed values, and refuses, warns about or
//! passes each finding. There are four presets: [`link`](Policy::link) for links written by others, [`fetch`](Policy::fetch)
//! for URIs that a server fetches for others (SSRF), [`redirect`](Policy::redirect) for redirects of visitors, and
//! [`identifier`](Policy::identifier) for names that are stored and compared.
//!
//! ```
//! use urigram::{Rejected, Uri};
//! use urigram::policy::{Checked, Policy, Violation};
//! use urigram::validate::Code;
//!
//! fn image(uri: Uri<&str>) -> Result<Checked<Uri<&str>>, Rejected<Uri<&str>, Violation>> {
//!     Policy::fetch().check(uri)
//! }
//!
//! assert!(image(Uri::parse("https://example.com/a.png")?).is_ok());
//!
//! let refused = image(Uri::parse("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm")?).unwrap_err();
//! let findings = refused.policy_findings();
//! let codes: Vec<_> = findings.iter().filter(|it| it.is_error()).map(|it| it.code()).collect();
//! assert_eq!(codes, [
//!     Code::SchemeRefused,
//!     Code::MisleadingUserinfo,
//!     Code::UserinfoRefused,
//!     Code::NotGlobalAddress,
//!     Code::PortRefused,
//! ]);
//! # Ok::<(), urigram::ParseError>(())
//! ```
//!
//! If hosts are listed, a URI without a host is refused; if schemes are listed, a relative reference is refused, unless the
//! policy lists its form. [`Policy::link`] lists all forms, so it accepts `/a`, and also `www.evil.example`, which is a
//! relative path on the site of the page. [`Policy::redirect`] lists only paths that begin with `/`. If only URIs are
//! acceptable, parse a [`Uri`](crate::Uri), or allow only this form:
//!
//! ```
//! use urigram::UriReference;
//! use urigram::policy::Policy;
//! use urigram::resolve::ReferenceForm;
//!
//! let policy = Policy::link().allow_host(".example.com")?;
//! let typed = UriReference::parse("www.evil.example")?;
//! assert!(policy.check(typed).is_ok());
//! assert!(Policy::redirect().check(typed).is_err());
//! assert!(policy.forms([ReferenceForm::Uri]).check(typed).is_err());
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! # Configuration
//!
//! With the feature `serde`, a policy can be read from a file. `preset` names the preset to start from; without it, a policy
//! accepts everything that the file does not refuse. The other keys change the policy like the methods of [`Policy`]:
//!
//! ```toml
//! preset = "fetch"
//! forms = ["uri"]  # network-path, absolute-path, relative-path, same-document
//! schemes = ["https"]
//! allow-hosts = ["example.com", ".example.org"]
//! host-kinds = ["reg-name"]  # ipv4, ipv6, ipvfuture
//! same-site = "https://example.com"  # with the feature `psl`
//! allow-networks = ["10.1.0.0/16"]
//! refuse-networks = ["198.51.100.0/24"]
//! ports = [443, "8000-8999"]
//! userinfo = false
//! max-length = 2048
//! require = ["host"]  # scheme, userinfo, port, path, query, fragment
//! refuse-warnings = true
//! refuse = ["confusable-label"]
//! warn = ["port-zero"]
//! pass = ["single-label-host"]
//! ```

//!
//! A serialized policy has all its verdicts, but not the name of a preset. If a later version adds a code, the preset has a
//! verdict on it, but an older file does not, so a finding that `fetch` refuses is only a warning under the policy of the file.
//! So write `preset = "fetch"` and the differences by hand rather than store a serialized preset.

mod builder;
mod checked;
mod error;
mod hosts;
mod list;
mod names;
mod networks;
mod path;
mod presets;
mod review;
#[cfg(feature = "serde")]
mod serde;

pub use builder::Policy;
pub use checked::{Checkable, Checked, Violation};
pub use error::PolicyError;
pub use list::PortRange;
pub use names::RequiredComponent;
