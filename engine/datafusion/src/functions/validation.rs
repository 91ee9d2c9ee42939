//! Validation: by the grammar, by findings and by policies.

use super::constants::{self, POLICY, RULE};
use super::function::{Function, Parameter, URI};
use super::types;
use super::udf::kernel;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "uri_is_valid",
        about: "Returns whether a string matches a rule of RFC 3986, Appendix A.",
        parameters: &[Parameter::text("string", "A string"), RULE],
        required: 1,
        example: ("uri_is_valid('http://[::1/')", "false"),
        result: types::boolean,
        run: |given, _| {
            kernel(given, urigram_arrow::is_valid(given.strings()?, constants::rule(given.constant(1)?)?))
        },
        can_fail: false,
    },
    Function {
        name: "uri_error",
        about: "Returns why a string does not match a rule of RFC 3986, Appendix A: a struct with the component to blame, the offset in bytes from 0, what was found there, a message and help; null if it matches.",
        parameters: &[Parameter::text("string", "A string"), RULE],
        required: 1,
        example: (
            "uri_error('http://exa mple.com/')",
            "{component: host, offset: 10, found:  , message: unexpected ' ' in the host at byte 10, help: remove the space from the host}",
        ),
        result: |_| urigram_arrow::faults_type(),
        run: |given, _| {
            kernel(given, urigram_arrow::faults(given.strings()?, constants::rule(given.constant(1)?)?))
        },
        can_fail: false,
    },
    Function {
        name: "uri_findings",
        about: "Returns what is questionable about a valid URI reference: a list of structs with code, severity, component, start and end, which are offsets in bytes from 0, message and help. With a policy, what the policy finds.",
        parameters: &[URI, POLICY],
        required: 1,
        example: ("uri_findings('http://0x7f.1/')[1]['code']", "ipv4-like-host"),
        result: |_| urigram_arrow::findings_type(),
        run: |given, invalid| {
            let policy = given.constant(1)?.map(constants::policy).transpose()?;
            kernel(given, urigram_arrow::findings(given.strings()?, policy.as_ref(), invalid))
        },
        can_fail: true,
    },
    Function {
        name: "uri_permitted",
        about: "Returns whether a policy accepts a URI reference; null for what is invalid, so that `where uri_permitted(uri, policy) is not true` selects all that it refuses.",
        parameters: &[URI, POLICY],
        required: 2,
        example: ("uri_permitted('javascript:alert(1)', 'link')", "false"),
        result: types::boolean,
        run: |given, invalid| {
            let policy = constants::policy(given.required(1)?)?;
            kernel(given, urigram_arrow::permitted(given.strings()?, &policy, invalid))
        },
        can_fail: true,
    },
];
