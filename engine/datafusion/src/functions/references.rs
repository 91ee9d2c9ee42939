//! Resolution (RFC 3986, section 5), normalization and comparison (section 6).

use super::constants::{self, RUNG};
use super::function::{Function, Parameter, URI};
use super::types;
use super::udf::kernel;

const BASE: Parameter =
    Parameter::text("base", "The base URI; a constant is parsed once for each batch of rows");

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_resolve",
        about: "Returns the target of a reference, resolved against a base URI (section 5.2).",
        parameters: &[BASE, Parameter::text("reference", "The reference")],
        required: 2,
        example: ("uri_resolve('http://a/b/c/d', '../g')", "http://a/b/g"),
        result: types::strings_of_second,
        run: |given, invalid| {
            kernel(given, urigram_arrow::resolve(given.datum(0)?, given.datum(1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_relativize",
        about: "Returns the shortest reference that resolves to a target against a base URI.",
        parameters: &[BASE, Parameter::text("target", "The target, a URI without dot segments")],
        required: 2,
        example: ("uri_relativize('http://a/b/c/d', 'http://a/b/c/g?y')", "g?y"),
        result: types::strings_of_second,
        run: |given, invalid| {
            kernel(given, urigram_arrow::relativize(given.datum(0)?, given.datum(1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_normalize",
        about: "Returns the normal form on a rung of the comparison ladder, by default of syntax-based normalization (section 6.2.2).",
        parameters: &[URI, RUNG],
        required: 1,
        example: ("uri_normalize('HTTP://EXAMPLE.com:80/%7Ea/../b', 'scheme')", "http://example.com/b"),
        result: types::of_first,
        run: |given, invalid| {
            let rung = constants::rung(given.constant(1)?)?;
            kernel(given, urigram_arrow::normalize(given.strings()?, rung, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_equivalent",
        about: "Returns whether two references are equal on a rung of the comparison ladder (section 6.2), by default after syntax-based normalization.",
        parameters: &[Parameter::text("a", "A URI reference"), Parameter::text("b", "A URI reference"), RUNG],
        required: 2,
        example: ("uri_equivalent('http://example.com/~', 'HTTP://example.com/%7e')", "true"),
        result: types::boolean,
        run: |given, invalid| {
            let rung = constants::rung(given.constant(2)?)?;
            kernel(given, urigram_arrow::equivalent(given.datum(0)?, given.datum(1)?, rung, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_compare",
        about: "Returns the lowest rung of the comparison ladder on which two references are equal: 'string', 'case', 'percent', 'path' or 'scheme'; else 'different'.",
        parameters: &[Parameter::text("a", "A URI reference"), Parameter::text("b", "A URI reference")],
        required: 2,
        example: ("uri_compare('http://example.com', 'http://example.com:80/')", "scheme"),
        result: types::strings_of_second,
        run: |given, invalid| {
            kernel(given, urigram_arrow::compare(given.datum(0)?, given.datum(1)?, invalid))
        },
        can_fail: true,
    },
];
