//! The pairs of the query (RFC 3986, section 3.4).

use datafusion::common::Result;
use urigram_arrow::Coding;

use super::arguments::Arguments;
use super::function::{Function, Parameter, URI};
use super::types;
use super::udf::kernel;

/// As the last parameter of a function that decodes.
pub(super) const FORM: Parameter =
    Parameter::flag("form", "Whether a + is a space, as in application/x-www-form-urlencoded");

/// Returns how data is encoded, by the flag at this index.
pub(super) fn coding(given: &Arguments<'_>, index: usize) -> Result<Coding> {
    Ok(if given.flag(index)? { Coding::Form } else { Coding::Percent })
}

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_pairs",
        about: "Returns the pairs of the query, decoded: a list of structs with the fields key and value; null if there is no query. The value of a key without an equals sign is null. Octets that are not UTF-8 become U+FFFD; the strict form fails for them.",
        parameters: &[URI, FORM],
        required: 1,
        example: ("uri_pairs('/search?q=caf%C3%A9&debug')", "[{key: q, value: café}, {key: debug, value: }]"),
        result: |arguments| urigram_arrow::pairs_type(types::first(arguments)),
        run: |given, invalid| {
            kernel(given, urigram_arrow::pairs(given.strings()?, coding(given, 1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_pairs_map",
        about: "Returns the pairs of the query, decoded, as a map with the first value of each key; null if there is no query. Octets that are not UTF-8 become U+FFFD; the strict form fails for them.",
        parameters: &[URI, FORM],
        required: 1,
        example: ("uri_pairs_map('/search?q=caf%C3%A9&q=tea')", "{q: café}"),
        result: |arguments| urigram_arrow::pairs_map_type(types::first(arguments)),
        run: |given, invalid| {
            kernel(given, urigram_arrow::pairs_map(given.strings()?, coding(given, 1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_query_get",
        about: "Returns the value of the first pair with a key in the query, decoded; null if there is none, or it has no equals sign. Octets that are not UTF-8 become U+FFFD; the strict form fails for them.",
        parameters: &[URI, Parameter::text("key", "The key, decoded"), FORM],
        required: 2,
        example: ("uri_query_get('/search?q=caf%C3%A9', 'q')", "café"),
        result: types::strings_of_first,
        run: |given, invalid| {
            kernel(
                given,
                urigram_arrow::query_get(given.datum(0)?, given.datum(1)?, coding(given, 2)?, invalid),
            )
        },
        can_fail: true,
    },
];
