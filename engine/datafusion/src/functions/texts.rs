//! URIs in texts that people see.

use super::function::{Function, Kind, Parameter, URI};
use super::types;
use super::udf::kernel;

const KEYS: Parameter = Parameter {
    name: "keys",
    about: "The keys, separated by commas, of pairs whose values are hidden too",
    kind: Kind::Constant(|_| Ok(())),
};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_redact",
        about: "Returns a URI reference with *** for the password of its userinfo (section 7.5), and for the values of pairs with the given keys.",
        parameters: &[URI, KEYS],
        required: 1,
        example: (
            "uri_redact('ftp://fred:secret@example.com/?token=x', 'token,key')",
            "ftp://fred:***@example.com/?token=***",
        ),
        result: types::of_first,
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
];
