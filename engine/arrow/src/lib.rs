//! Kernels over Arrow arrays of URI references (RFC 3986), by the grammar of [`urigram`].
//!
//! A kernel takes an array of strings and returns an array with a result for each row. Strings are `Utf8`, `LargeUtf8`
//! or `Utf8View`, or a dictionary of these.
//!
//! ```
//! use arrow_array::{Array, StringViewArray, cast::AsArray};
//! use urigram_arrow::{Component, Invalid, component};
//!
//! let links = StringViewArray::from(vec![Some("http://www.example.com/a"), Some("http://a b/"), None]);
//! let hosts = component(&links, Component::Host, Invalid::Null)?;
//! assert!(hosts.as_string_view().iter().eq([Some("www.example.com"), None, None]));
//! # Ok::<(), urigram_arrow::KernelError>(())
//! ```
//!
//! # The kernels
//!
//! | returns | kernels |
//! |---|---|
//! | components (section 3) | [`component`], [`kind`], [`host_kind`], [`port`], [`parse`], [`segments`] |
//! | pairs of the query | [`pairs`], [`pairs_map`], [`query_get`] |
//! | percent-encoding (section 2) | [`encode`], [`decode`] |
//! | resolution (section 5) | [`resolve`], [`relativize`] |
//! | normal forms and comparison (section 6) | [`normalize`], [`equivalent`], [`compare`] |
//! | validation | [`is_valid`], [`faults`], [`findings`], [`permitted`] |
//! | other texts | [`redact`], [`extract`] |
//!
//! # Nulls and invalid strings
//!
//! The result for a null in either argument is null, even if the other argument is invalid. The result for an
//! undefined component is null, and for an empty component an empty string (section 5.3). The caller chooses
//! the result for a string that is not a URI reference with [`Invalid`].
//!
//! # Memory
//!
//! Components, and results that equal their rows, are slices. Slices of a `Utf8View` array are views into its
//! buffers, which the result keeps alive; slices of the other types are copied to one buffer. The kernels
//! allocate only the result, and take time linear in the bytes of the array.
//!
//! # Dictionaries
//!
//! A kernel with one argument is applied once to each distinct value of a dictionary. A kernel with two
//! arguments is, too, if the first is a scalar (for [`query_get`] the keys, for [`equivalent`] either
//! argument). Results that are strings become the values of a dictionary with the same keys, so that several
//! values may be equal. A row whose result is null has a null key. If there are more values than rows, as in
//! a slice of a larger dictionary, the kernel is applied only to the values with keys, which are renumbered.
//! In all other cases a dictionary is read row by row, as views, without copying its bytes.
//!
//! # Scalars
//!
//! Kernels with two arguments accept a [`Datum`](arrow_array::Datum): an array, or a
//! [`Scalar`](arrow_array::Scalar), which is the same string in all rows. A scalar is parsed once as the
//! first argument, and once for each row as the second. If a scalar is invalid, the kernel fails at the first
//! row without a null.

mod error;
mod kernels;
mod strings;

pub use error::{Invalid, InvalidRow, KernelError};
pub use kernels::{
    Coding, Component, DefaultPort, Part, compare, component, decode, encode, equivalent, extract,
    extract_type, faults, faults_type, findings, findings_type, host_kind, is_valid, kind, normalize, pairs,
    pairs_map, pairs_map_type, pairs_type, parse, parse_type, permitted, port, query_get, redact, relativize,
    resolve, segments, segments_type,
};
