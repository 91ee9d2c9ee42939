//! Functions on references: resolution (RFC 3986, section 5), normalization and comparison (section 6), and
//! validation by the grammar, by findings and by policies.

use super::udf;
use super::udf::{Function, Parameter, URI, kernel};
use super::udf::{LEVEL, POLICY, RULE};

const BASE: Parameter =
    Parameter::text("base", "The base URI; a constant is parsed once for each batch of rows");

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_resolve",
        about: "Returns the target of a reference, resolved against a base URI (section 5.2).",
        parameters: &[BASE, Parameter::text("reference", "The reference")],
        required: 2,
        example: ("uri_resolve('http://a/b/c/d', '../g')", "http://a/b/g"),
        result: udf::strings_of_second,
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
        result: udf::strings_of_second,
        run: |given, invalid| {
            kernel(given, urigram_arrow::relativize(given.datum(0)?, given.datum(1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_normalize",
        about: "Returns the normal form at a level of the comparison ladder, by default of syntax-based normalization (section 6.2.2).",
        parameters: &[URI, LEVEL],
        required: 1,
        example: ("uri_normalize('HTTP://EXAMPLE.com:80/%7Ea/../b', 'scheme')", "http://example.com/b"),
        result: udf::of_first,
        run: |given, invalid| {
            let level = udf::level(given.constant(1)?)?;
            kernel(given, urigram_arrow::normalize(given.strings()?, level, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_equivalent",
        about: "Returns whether two references are equal at a level of the comparison ladder (section 6.2), by default after syntax-based normalization.",
        parameters: &[
            Parameter::text("a", "A URI reference"),
            Parameter::text("b", "A URI reference"),
            LEVEL,
        ],
        required: 2,
        example: ("uri_equivalent('http://example.com/~', 'HTTP://example.com/%7e')", "true"),
        result: udf::boolean,
        run: |given, invalid| {
            let level = udf::level(given.constant(2)?)?;
            kernel(given, urigram_arrow::equivalent(given.datum(0)?, given.datum(1)?, level, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_compare",
        about: "Returns the lowest level of the comparison ladder at which two references are equal: 'string', 'case', 'percent', 'path' or 'scheme'; else 'different'.",
        parameters: &[Parameter::text("a", "A URI reference"), Parameter::text("b", "A URI reference")],
        required: 2,
        example: ("uri_compare('http://example.com', 'http://example.com:80/')", "scheme"),
        result: udf::strings_of_second,
        run: |given, invalid| {
            kernel(given, urigram_arrow::compare(given.datum(0)?, given.datum(1)?, invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_is_valid",
        about: "Returns whether a string matches a rule of RFC 3986, Appendix A.",
        parameters: &[Parameter::text("string", "A string"), RULE],
        required: 1,
        example: ("uri_is_valid('http://[::1/')", "false"),
        result: udf::boolean,
        run: |given, _| {
            kernel(given, urigram_arrow::is_valid(given.strings()?, udf::rule(given.constant(1)?)?))
        },
        can_fail: false,
    },
    Function {
        name: "uri_error",
        about: "Returns why a string does not match a rule of RFC 3986, Appendix A: a struct with the component at fault, the offset in bytes from 0, the character found there, a message and help; null if it matches.",
        parameters: &[Parameter::text("string", "A string"), RULE],
        required: 1,
        example: (
            "uri_error('http://exa mple.com/')",
            "{component: host, offset: 10, found:  , message: unexpected ' ' in the host at byte 10, help: remove the space from the host}",
        ),
        result: |_| urigram_arrow::faults_type(),
        run: |given, _| {
            kernel(given, urigram_arrow::faults(given.strings()?, udf::rule(given.constant(1)?)?))
        },
        can_fail: false,
    },
    Function {
        name: "uri_findings",
        about: "Returns the findings about a valid URI reference: a list of structs with code, severity, component, start and end, which are offsets in bytes from 0, message and help. With a policy, the findings of the policy instead.",
        parameters: &[URI, POLICY],
        required: 1,
        example: ("uri_findings('http://0x7f.1/')[1]['code']", "ipv4-like-host"),
        result: |_| urigram_arrow::findings_type(),
        run: |given, invalid| {
            let policy = given.constant(1)?.map(udf::policy).transpose()?;
            kernel(given, urigram_arrow::findings(given.strings()?, policy.as_ref(), invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_permitted",
        about: "Returns whether a policy accepts a URI reference; null for an invalid one, so that `where uri_permitted(uri, policy) is not true` selects all that it refuses.",
        parameters: &[URI, POLICY],
        required: 2,
        example: ("uri_permitted('javascript:alert(1)', 'link')", "false"),
        result: udf::boolean,
        run: |given, invalid| {
            let policy = udf::policy(given.required(1)?)?;
            kernel(given, urigram_arrow::permitted(given.strings()?, &policy, invalid))
        },
        can_fail: true,
    },
];
