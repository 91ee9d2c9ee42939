//! One component of each reference (section 3).

use std::ops::Range;

use arrow_array::{Array, ArrayRef};
use urigram::grammar::{Components, HostKind, ReferenceKind};

use crate::error::{Invalid, KernelError};
use crate::strings::each_value;

/// A component of a URI reference (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// Section 3.1, without the `:` after it.
    Scheme,
    /// Section 3.2, without the `//` before it.
    Authority,
    /// Section 3.2.1, without the `@` after it.
    Userinfo,
    /// Section 3.2.2, with the brackets of an IP literal.
    Host,
    /// Section 3.2.3, without the `:` before it. [`port`](crate::port) returns it as a number.
    Port,
    /// Section 3.3.
    Path,
    /// Section 3.4, without the `?` before it.
    Query,
    /// Section 3.5, without the `#` before it.
    Fragment,
}

impl Component {
    /// Returns where the component lies, `None` if it is undefined.
    #[inline(always)]
    pub(crate) fn of(self, components: &Components) -> Option<Range<usize>> {
        match self {
            Self::Scheme => components.scheme(),
            Self::Authority => components.authority(),
            Self::Userinfo => components.userinfo(),
            Self::Host => components.host(),
            Self::Port => components.port(),
            Self::Path => components.path(),
            Self::Query => components.query(),
            Self::Fragment => components.fragment(),
        }
    }
}

/// Returns a component of each reference, as it is written; null if it is undefined. An empty component is an empty
/// string (section 5.3).
///
/// The result has the type of `references`. That of a `Utf8View` array has views into the same buffers: no byte of a
/// component longer than 12 bytes is copied.
///
/// ```
/// use arrow_array::{Array, StringViewArray, cast::AsArray};
/// use urigram_arrow::{Component, Invalid, component};
///
/// let references = StringViewArray::from(vec!["//example.com?", "/a"]);
/// let queries = component(&references, Component::Query, Invalid::Null)?;
/// assert_eq!(queries.as_string_view().value(0), "");
/// assert!(queries.is_null(1));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// If `references` are not strings, and with [`Invalid::Fail`] for the first that is not a URI reference.
pub fn component(
    references: &dyn Array,
    component: Component,
    invalid: Invalid,
) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| strings.parts(invalid, |components| component.of(components)))
}

/// Returns `uri` for each reference that is a URI (section 3), and `relative-ref` for one that is relative
/// (section 4.2).
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, kind};
///
/// let kinds = kind(&StringArray::from(vec!["urn:isbn:1", "../a"]), Invalid::Null)?;
/// assert!(kinds.as_string::<i32>().iter().eq([Some("uri"), Some("relative-ref")]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`].
pub fn kind(references: &dyn Array, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    named(references, invalid, |components| components.kind().map(kind_name))
}

/// Returns the kind of the host of each reference: `ipv4`, `ipv6`, `ipvfuture` or `reg-name` (section 3.2.2); null if
/// it has no host.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, host_kind};
///
/// let references = StringArray::from(vec!["http://[::1]/", "http://127.0.0.001/"]);
/// let kinds = host_kind(&references, Invalid::Null)?;
/// assert!(kinds.as_string::<i32>().iter().eq([Some("ipv6"), Some("reg-name")]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`].
pub fn host_kind(references: &dyn Array, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    named(references, invalid, |components| components.host_kind().map(host_kind_name))
}

fn named(
    references: &dyn Array,
    invalid: Invalid,
    name: impl Fn(&Components) -> Option<&'static str>,
) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let mut names = strings.writer();
        strings.each_reference(invalid, |_, reference| {
            names.text_or_null(reference.and_then(|reference| name(reference.components())))
        })?;
        Ok(names.finish())
    })
}

pub(super) const fn kind_name(kind: ReferenceKind) -> &'static str {
    match kind {
        ReferenceKind::Uri => "uri",
        ReferenceKind::RelativeRef => "relative-ref",
    }
}

pub(super) const fn host_kind_name(kind: HostKind) -> &'static str {
    match kind {
        HostKind::Ipv4 => "ipv4",
        HostKind::Ipv6 => "ipv6",
        HostKind::IpvFuture => "ipvfuture",
        HostKind::RegName => "reg-name",
    }
}
