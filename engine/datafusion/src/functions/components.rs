//! Functions on components (RFC 3986, section 3), pairs of the query, percent-encoding (section 2.1), and
//! URIs in texts.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use urigram_arrow::{Coding, Component, DefaultPort, Invalid};

use super::udf;
use super::udf::{Arguments, PART};
use super::udf::{Function, Kind, Parameter, URI, kernel};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_parse",
        about: "Returns the components of a URI reference, as they are written: a struct whose fields are null for undefined components.",
        parameters: &[URI],
        required: 1,
        example: (
            "uri_parse('foo://example.com:8042/over/there')",
            "{kind: uri, scheme: foo, userinfo: , host: example.com, host_kind: reg-name, port: 8042, path: /over/there, query: , fragment: }",
        ),
        result: |arguments| urigram_arrow::parse_type(udf::first(arguments)),
        run: |given, invalid| kernel(given, urigram_arrow::parse(given.strings()?, invalid)),
        can_fail: true,
    },
    Function {
        name: "uri_kind",
        about: "Returns 'uri' or 'relative-ref'.",
        parameters: &[URI],
        required: 1,
        example: ("uri_kind('../a')", "relative-ref"),
        result: udf::of_first,
        run: |given, invalid| kernel(given, urigram_arrow::kind(given.strings()?, invalid)),
        can_fail: true,
    },
    Function {
        name: "uri_scheme",
        about: "Returns the scheme (RFC 3986, section 3.1), without the colon; null if it is undefined.",
        parameters: &[URI],
        required: 1,
        example: ("uri_scheme('HTTP://example.com/')", "HTTP"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Scheme, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_authority",
        about: "Returns the authority (section 3.2), without the slashes; null if it is undefined.",
        parameters: &[URI],
        required: 1,
        example: ("uri_authority('ftp://fred@example.com:21/')", "fred@example.com:21"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Authority, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_userinfo",
        about: "Returns the userinfo (section 3.2.1), without the @; null if it is undefined.",
        parameters: &[URI],
        required: 1,
        example: ("uri_userinfo('ftp://fred@example.com/')", "fred"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Userinfo, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_host",
        about: "Returns the host (section 3.2.2), with the brackets of an IP literal; null if it is undefined, an empty string if it is empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_host('http://[2001:db8::1]:80/')", "[2001:db8::1]"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Host, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_path",
        about: "Returns the path (section 3.3), which may be empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_path('http://example.com/over/there?a')", "/over/there"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Path, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_query",
        about: "Returns the query (section 3.4), without the question mark; null if it is undefined, an empty string if it is empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_query('/over/there?name=ferret')", "name=ferret"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Query, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_fragment",
        about: "Returns the fragment (section 3.5), without the number sign; null if it is undefined, an empty string if it is empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_fragment('/over/there#nose')", "nose"),
        result: udf::of_first,
        run: |given, invalid| component(given, Component::Fragment, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_host_kind",
        about: "Returns the kind of the host (section 3.2.2): 'ipv4', 'ipv6', 'ipvfuture' or 'reg-name'; null if there is none.",
        parameters: &[URI],
        required: 1,
        example: ("uri_host_kind('http://127.0.0.1/')", "ipv4"),
        result: udf::of_first,
        run: |given, invalid| kernel(given, urigram_arrow::host_kind(given.strings()?, invalid)),
        can_fail: true,
    },
    Function {
        name: "uri_port",
        about: "Returns the port (section 3.2.3) as a number; null if it is undefined or empty. A port above 65535 is invalid.",
        parameters: &[
            URI,
            Parameter::flag(
                "default",
                "Whether to return the default port of the scheme where there is no port",
            ),
        ],
        required: 1,
        example: ("uri_port('https://example.com/', true)", "443"),
        result: |_| DataType::UInt16,
        run: |given, invalid| {
            let default = if given.flag(1)? { DefaultPort::Filled } else { DefaultPort::Ignored };
            kernel(given, urigram_arrow::port(given.strings()?, default, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_segments",
        about: "Returns the segments of the path (section 3.3), as they are written: a list.",
        parameters: &[URI],
        required: 1,
        example: ("uri_segments('/over/there')", "[over, there]"),
        result: |arguments| urigram_arrow::segments_type(udf::first(arguments)),
        run: |given, invalid| kernel(given, urigram_arrow::segments(given.strings()?, invalid)),
        can_fail: true,
    },
    Function {
        name: "uri_redact",
        about: "Returns a URI reference with *** for the password of its userinfo (section 7.5), and for the values of pairs with the given keys.",
        parameters: &[URI, KEYS],
        required: 1,
        example: (
            "uri_redact('ftp://fred:secret@example.com/?token=x', 'token,key')",
            "ftp://fred:***@example.com/?token=***",
        ),
        result: udf::of_first,
        run: |given, invalid| {
            let keys = given.constant(1)?.unwrap_or_default().split(',').map(str::trim);
            let keys: Vec<_> = keys.filter(|key| !key.is_empty()).collect();
            kernel(given, urigram_arrow::redact(given.strings()?, &keys, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_extract",
        about: "Returns the URIs in running text (Appendix C): a list of structs with start and end, which are offsets in bytes from 0, and uri.",
        parameters: &[Parameter::text("text", "A text")],
        required: 1,
        example: (
            "uri_extract('See http://example.com/.')",
            "[{start: 4, end: 23, uri: http://example.com/}]",
        ),
        result: |_| urigram_arrow::extract_type(),
        run: |given, _| kernel(given, urigram_arrow::extract(given.strings()?)),
        can_fail: false,
    },
    Function {
        name: "uri_encode",
        about: "Returns data percent-encoded for a part of a URI reference (section 2.1).",
        parameters: &[Parameter::text("data", "The data"), PART],
        required: 2,
        example: ("uri_encode('AC/DC', 'segment')", "AC%2FDC"),
        result: udf::of_first,
        run: |given, _| {
            kernel(given, urigram_arrow::encode(given.strings()?, udf::part(given.required(1)?)?))
        },
        can_fail: false,
    },
    Function {
        name: "uri_decode",
        about: "Returns a percent-encoded text decoded (section 2.1); null if two hexadecimal digits do not follow a %, or the data is not UTF-8.",
        parameters: &[Parameter::text("text", "The encoded text"), FORM],
        required: 1,
        example: ("uri_decode('caf%C3%A9')", "café"),
        result: udf::of_first,
        run: |given, invalid| {
            kernel(given, urigram_arrow::decode(given.strings()?, coding(given, 1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_pairs",
        about: "Returns the pairs of the query, decoded: a list of structs with the fields key and value; null if there is no query. The value of a key without an equals sign is null. Octets that are not UTF-8 become U+FFFD; the strict form fails for them.",
        parameters: &[URI, FORM],
        required: 1,
        example: ("uri_pairs('/search?q=caf%C3%A9&debug')", "[{key: q, value: café}, {key: debug, value: }]"),
        result: |arguments| urigram_arrow::pairs_type(udf::first(arguments)),
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
        result: |arguments| urigram_arrow::pairs_map_type(udf::first(arguments)),
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
        result: udf::strings_of_first,
        run: |given, invalid| {
            kernel(
                given,
                urigram_arrow::query_get(given.datum(0)?, given.datum(1)?, coding(given, 2)?, invalid),
            )
        },
        can_fail: true,
    },
];

fn component(given: &Arguments<'_>, component: Component, invalid: Invalid) -> Result<ArrayRef> {
    kernel(given, urigram_arrow::component(given.strings()?, component, invalid))
}

const KEYS: Parameter = Parameter {
    name: "keys",
    about: "The keys, separated by commas, of pairs whose values are hidden too",
    kind: Kind::Constant(|_| Ok(())),
};

/// The last parameter of a function that decodes.
pub(super) const FORM: Parameter =
    Parameter::flag("form", "Whether a + is a space, as in application/x-www-form-urlencoded");

/// Returns the encoding that the flag at this index chooses.
pub(super) fn coding(given: &Arguments<'_>, index: usize) -> Result<Coding> {
    Ok(if given.flag(index)? { Coding::Form } else { Coding::Percent })
}
