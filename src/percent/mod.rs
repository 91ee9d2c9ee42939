// Percent-encoding (section 2).
//
// In: raw data as text or octets, and a component to encode them for, or the text of a component (section 2).
// Out: `Encoded`, which is text that the component's rule accepts, or `Decoded`, which is data. `encoder`
// chooses the characters to keep, `write` encodes and `decode` decodes, both several bytes at a time.
// Components that hold data implement the trait `Encodable`, so this folder imports no component.
// Next: `component`, and `query` for pairs.

//! Percent-encoding (section 2): raw data to the text of a component, and back.
//!
//! Raw data, encoded text and decoded data have different types, so that nothing is encoded or decoded twice
//! (section 2.4). *Raw* data are bytes or text. [`Encoded`] is raw data that are percent-encoded for a
//! component. A component such as [`Segment`](crate::Segment) is text that is already percent-encoded, and
//! [`Decoded`] is the data in it.
//!
//! ```
//! use urigram::{Segment, UriReference};
//!
//! assert_eq!(Segment::encode("Laguna Beach"), "Laguna%20Beach");
//! assert_eq!(Segment::encode("a/b 100%"), "a%2Fb%20100%25");
//!
//! let reference = UriReference::parse("/Laguna%20Beach")?;
//! let segment = reference.path().segments().next().unwrap();
//! assert_eq!(segment.decode().to_str()?, "Laguna Beach");
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! Encoded text is not accepted as raw data, and decoded data are not a component, so neither encoding twice
//! nor decoding twice compiles:
//!
//! ```compile_fail,E0277
//! use urigram::Segment;
//!
//! let once = Segment::encode("100%");
//! let twice = Segment::encode(&once);
//! ```
//!
//! ```compile_fail,E0599
//! use urigram::Segment;
//!
//! let twice = Segment::parse("%2541").unwrap().decode().decode();
//! ```
//!
//! To change the data in a component, decode it to a string or a vector first:
//!
//! ```
//! use urigram::Segment;
//!
//! let mut name = Segment::parse("a%2Fb")?.decode().to_str()?.into_owned();
//! name.push('?');
//! assert_eq!(Segment::encode(&name), "a%2Fb%3F");
//! # Ok::<(), urigram::Error>(())
//! ```
//!
//! # Reserved characters
//!
//! Some reserved characters may occur unencoded in a component, where they may be delimiters (section 2.2).
//! An [`Encoder`] chooses which of them to keep, and which to encode as data.

mod decode;
mod digits;
mod encode;
mod encoder;
mod error;
mod raw;
mod write;

pub use decode::{Decoded, decode, decode_form, decode_form_lenient, decode_lenient};
pub use encode::Encoded;
pub use encoder::{Encodable, Encoder};
pub use error::DecodeError;
pub use raw::Raw;

pub(crate) use digits::{TRIPLETS, encoded, encoded_octet, value};
pub(crate) use encoder::sealed;
