//! Kernels that return one component of each reference (section 3): a string, the segments of the path, or
//! the port as a number.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::UInt16Builder;
use arrow_array::{Array, ArrayRef, ListArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, FieldRef};
use urigram::UriReference;
use urigram::grammar::{Components, HostKind, ReferenceKind};

use crate::error::{Invalid, KernelError};
use crate::strings::{each_value, value_type};

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
    /// Returns the range of the component; `None` if the component is undefined.
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

/// Returns a component of each reference, as written; null if the component is undefined. An empty component
/// is an empty string (section 5.3).
///
/// The result has the type of `references`. The result for a `Utf8View` array has views into the same
/// buffers: components longer than 12 bytes are not copied.
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
/// If `references` are not strings. With [`Invalid::Fail`], also for the first string that is not a URI
/// reference.
pub fn component(
    references: &dyn Array,
    component: Component,
    invalid: Invalid,
) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| strings.parts(invalid, |components| component.of(components)))
}

/// Returns `uri` for each URI (section 3), and `relative-ref` for each relative reference (section 4.2).
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

/// Returns the kind of the host of each reference: `ipv4`, `ipv6`, `ipvfuture` or `reg-name` (section 3.2.2);
/// null if the reference has no host.
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

// The segments of the path (section 3.3).

/// Returns the type of the result of [`segments`] for strings of this type: a list of strings of the same type.
pub fn segments_type(references: &DataType) -> DataType {
    list_type(value_type(references).clone())
}

/// Returns the segments of the path of each reference, as written. The path `/a/` has the segment `a` and an
/// empty segment; the empty path has none.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urigram_arrow::{Invalid, segments};
///
/// let lists = segments(&StringArray::from(vec!["http://a/b%2Fc/d?e"]), Invalid::Null)?;
/// assert!(lists.as_list::<i32>().value(0).as_string::<i32>().iter().eq([Some("b%2Fc"), Some("d")]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component), and if there are more than 2147483647 segments.
pub fn segments(references: &dyn Array, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let (mut elements, mut count) = (strings.writer(), 0);
        let mut lists = Lists::with_capacity(strings.len());
        strings.each_reference(invalid, |row, reference| {
            let Some(reference) = reference else { return lists.end(count, false) };
            for range in reference.components().segments(reference.into_inner()) {
                elements.slice(row, reference.into_inner(), range)?;
                count += 1;
            }
            lists.end(count, true)
        })?;
        lists.finish(elements.finish())
    })
}

// Lists of parts of a row.

/// Returns the type of a list with elements of this type.
pub(super) fn list_type(element: DataType) -> DataType {
    DataType::List(element_field(element))
}

fn element_field(element: DataType) -> FieldRef {
    Arc::new(Field::new_list_field(element, true))
}

/// The ends and the validity of the lists of a [`ListArray`]; the elements are elsewhere.
pub(super) struct Lists {
    ends: Vec<i32>,
    valid: NullBufferBuilder,
}

impl Lists {
    pub(super) fn with_capacity(rows: usize) -> Self {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Self { ends, valid: NullBufferBuilder::new(rows) }
    }

    /// Ends the list of a row. `elements` is the total number of elements so far.
    pub(super) fn end(&mut self, elements: usize, is_valid: bool) -> Result<(), KernelError> {
        self.ends.push(i32::try_from(elements).map_err(|_| KernelError::TooLong)?);
        self.valid.append(is_valid);
        Ok(())
    }

    /// Returns the offsets of the lists, and which rows are not null.
    pub(super) fn into_parts(mut self) -> (OffsetBuffer<i32>, Option<arrow_buffer::NullBuffer>) {
        (OffsetBuffer::new(ScalarBuffer::from(self.ends)), self.valid.finish())
    }

    pub(super) fn finish(self, elements: ArrayRef) -> Result<ArrayRef, KernelError> {
        let field = element_field(elements.data_type().clone());
        let (offsets, valid) = self.into_parts();
        Ok(Arc::new(ListArray::try_new(field, offsets, elements, valid)?))
    }
}

// The port as a number (section 3.2.3).

/// The result for a reference without a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultPort {
    /// A missing or empty port is null.
    Ignored,
    /// A missing or empty port is replaced by the default port of the scheme (section 6.2.3), if there is
    /// one.
    Filled,
}

/// Returns the port of each reference as a `UInt16`; null if there is none.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray, types::UInt16Type};
/// use urigram_arrow::{DefaultPort, Invalid, port};
///
/// let references = StringArray::from(vec!["http://example.com:8080/", "https://example.com/"]);
/// let ports = port(&references, DefaultPort::Ignored, Invalid::Null)?;
/// assert!(ports.as_primitive::<UInt16Type>().iter().eq([Some(8080), None]));
/// let ports = port(&references, DefaultPort::Filled, Invalid::Null)?;
/// assert!(ports.as_primitive::<UInt16Type>().iter().eq([Some(8080), Some(443)]));
/// # Ok::<(), urigram_arrow::KernelError>(())
/// ```
///
/// # Errors
///
/// Those of [`component`](crate::component). A port above 65535, which the grammar allows, is invalid here.
pub fn port(references: &dyn Array, default: DefaultPort, invalid: Invalid) -> Result<ArrayRef, KernelError> {
    each_value(references, |strings| {
        let mut ports = UInt16Builder::with_capacity(strings.len());
        strings.each_reference(invalid, |row, reference| {
            let number = match reference {
                Some(reference) => {
                    invalid.or_null(row, reference.into_inner(), number(&reference, default))?
                }
                None => None,
            };
            ports.append_option(number.flatten());
            Ok(())
        })?;
        Ok(Arc::new(ports.finish()))
    })
}

fn number(reference: &UriReference<&str>, default: DefaultPort) -> Result<Option<u16>, urigram::PortError> {
    let written = reference.port().filter(|port| !port.as_str().is_empty());
    match (written, default) {
        (Some(port), _) => port.to_u16().map(Some),
        (None, DefaultPort::Ignored) => Ok(None),
        (None, DefaultPort::Filled) => Ok(reference.port_or_default()),
    }
}
