//! Components (RFC 3986, section 3).

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use urigram_arrow::{Component, DefaultPort, Invalid};

use super::arguments::Arguments;
use super::function::{Function, Parameter, URI};
use super::types;
use super::udf::kernel;

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
        result: |arguments| urigram_arrow::parse_type(types::first(arguments)),
        run: |given, invalid| kernel(given, urigram_arrow::parse(given.strings()?, invalid)),
        can_fail: true,
    },
    Function {
        name: "uri_kind",
        about: "Returns 'uri' or 'relative-ref'.",
        parameters: &[URI],
        required: 1,
        example: ("uri_kind('../a')", "relative-ref"),
        result: types::of_first,
        run: |given, invalid| kernel(given, urigram_arrow::kind(given.strings()?, invalid)),
        can_fail: true,
    },
    Function {
        name: "uri_scheme",
        about: "Returns the scheme (RFC 3986, section 3.1), without the colon; null if it is undefined.",
        parameters: &[URI],
        required: 1,
        example: ("uri_scheme('HTTP://example.com/')", "HTTP"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Scheme, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_authority",
        about: "Returns the authority (section 3.2), without the slashes; null if it is undefined.",
        parameters: &[URI],
        required: 1,
        example: ("uri_authority('ftp://fred@example.com:21/')", "fred@example.com:21"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Authority, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_userinfo",
        about: "Returns the userinfo (section 3.2.1), without the @; null if it is undefined.",
        parameters: &[URI],
        required: 1,
        example: ("uri_userinfo('ftp://fred@example.com/')", "fred"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Userinfo, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_host",
        about: "Returns the host (section 3.2.2), with the brackets of an IP literal; null if it is undefined, an empty string if it is empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_host('http://[2001:db8::1]:80/')", "[2001:db8::1]"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Host, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_path",
        about: "Returns the path (section 3.3), which may be empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_path('http://example.com/over/there?a')", "/over/there"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Path, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_query",
        about: "Returns the query (section 3.4), without the question mark; null if it is undefined, an empty string if it is empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_query('/over/there?name=ferret')", "name=ferret"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Query, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_fragment",
        about: "Returns the fragment (section 3.5), without the number sign; null if it is undefined, an empty string if it is empty.",
        parameters: &[URI],
        required: 1,
        example: ("uri_fragment('/over/there#nose')", "nose"),
        result: types::of_first,
        run: |given, invalid| component(given, Component::Fragment, invalid),
        can_fail: true,
    },
    Function {
        name: "uri_host_kind",
        about: "Returns the kind of the host (section 3.2.2): 'ipv4', 'ipv6', 'ipvfuture' or 'reg-name'; null if there is none.",
        parameters: &[URI],
        required: 1,
        example: ("uri_host_kind('http://127.0.0.1/')", "ipv4"),
        result: types::of_first,
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
        result: |arguments| urigram_arrow::segments_type(types::first(arguments)),
        run: |given, invalid| kernel(given, urigram_arrow::segments(given.strings()?, invalid)),
        can_fail: true,
    },
];

fn component(given: &Arguments<'_>, component: Component, invalid: Invalid) -> Result<ArrayRef> {
    kernel(given, urigram_arrow::component(given.strings()?, component, invalid))
}
