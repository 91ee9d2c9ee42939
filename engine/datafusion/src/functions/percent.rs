//! Percent-encoding (RFC 3986, section 2.1).

use super::constants::{self, PART};
use super::function::{Function, Parameter};
use super::queries::{FORM, coding};
use super::types;
use super::udf::kernel;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_encode",
        about: "Returns data percent-encoded for a part of a URI reference (section 2.1).",
        parameters: &[Parameter::text("data", "The data"), PART],
        required: 2,
        example: ("uri_encode('AC/DC', 'segment')", "AC%2FDC"),
        result: types::of_first,
        run: |given, _| {
            kernel(given, urigram_arrow::encode(given.strings()?, constants::part(given.required(1)?)?))
        },
        can_fail: false,
    },
    Function {
        name: "uri_decode",
        about: "Returns a percent-encoded text decoded (section 2.1); null if two hexadecimal digits do not follow a %, or the data is not UTF-8.",
        parameters: &[Parameter::text("text", "The encoded text"), FORM],
        required: 1,
        example: ("uri_decode('caf%C3%A9')", "café"),
        result: types::of_first,
        run: |given, invalid| {
            kernel(given, urigram_arrow::decode(given.strings()?, coding(given, 1)?, invalid))
        },
        can_fail: true,
    },
];
