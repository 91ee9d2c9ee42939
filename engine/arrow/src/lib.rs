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
//! A null in an argument gives a null, even if the other argument is invalid. So does an undefined component; an empty
//! one gives an empty string (section 5.3). What happens to a string that is not a URI reference is the caller's choice:
//! [`Invalid`].
//!
//! # Memory
//!
//! Components, and results that are equal to their rows, are slices. Those of a `Utf8View` array are views into its
//! buffers, which the result keeps alive; for the other types, one buffer is filled. The kernels take memory for the
//! result only, and time linear in the bytes of the array.
//!
//! # Dictionaries
//!
//! A kernel with one argument is applied to each distinct value of a dictionary once. So is one with two whose first is a
//! scalar (the keys of [`query_get`], either of [`equivalent`]). If its results are strings, they are the values of a
//! dictionary with the same keys; so two of them may be equal. A row whose result is null has a null key. Of more values
//! than rows, as a slice of a larger dictionary has, it is applied to those that the keys refer to, which are then numbered
//! anew. Otherwise a dictionary is read by row, as views: its bytes are not repeated.
//!
//! # Scalars
//!
//! Kernels with two arguments take a [`Datum`](arrow_array::Datum): an array, or a
//! [`Scalar`](arrow_array::Scalar) for the same string in all rows. A scalar that is the first of them is parsed once, the
//! second for each row of an array. That a scalar is invalid is an error of the first row without a null.

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
