//! Sections 3.4, 3.5 and 2, and the core rules.

use crate::mutations::Difference::{Different, Equal, Narrower, Wider};
use crate::mutations::Mutation;

pub(crate) const MUTATIONS: &[Mutation] = &[
    (r#"query = @{ (pchar | "/")* }"#, &[("query", Narrower("?")), ("URI_reference", Narrower("??"))]),
    (r#"query = @{ (pchar | "/" | "?")+ }"#, &[("query", Narrower("")), ("URI_reference", Narrower("?"))]),
    (
        r##"query = @{ (pchar | "/" | "?" | "#")* }"##,
        &[("query", Wider("#")), ("absolute_URI", Wider("a:?#")), ("URI_reference", Wider("?##"))],
    ),
    (r#"fragment = @{ (pchar | "?")* }"#, &[("fragment", Narrower("/")), ("URI_reference", Narrower("#/"))]),
    (
        r#"fragment = @{ (pchar | "/" | "?")+ }"#,
        &[("fragment", Narrower("")), ("URI_reference", Narrower("#"))],
    ),
    (
        r##"fragment = @{ (pchar | "/" | "?" | "#")* }"##,
        &[("fragment", Wider("#")), ("URI_reference", Wider("##"))],
    ),
    // The second digit is unreserved, so only the rule itself loses strings, and no reference does.
    (
        r#"pct_encoded = _{ "%" ~ HEXDIG }"#,
        &[("pct_encoded", Different { gains: "%a", loses: "%aa" }), ("URI_reference", Wider("%a"))],
    ),
    // A third digit is unreserved too, and no reference is gained.
    (
        r#"pct_encoded = _{ "%" ~ HEXDIG{3} }"#,
        &[("pct_encoded", Different { gains: "%aaa", loses: "%aa" }), ("URI_reference", Narrower("%aa"))],
    ),
    (
        r#"pct_encoded = _{ "%" ~ HEXDIG{0, 2} }"#,
        &[("pct_encoded", Wider("%")), ("URI_reference", Wider("%"))],
    ),
    (
        r#"unreserved = _{ ALPHA | DIGIT | "-" | "." | "_" }"#,
        &[("unreserved", Narrower("~")), ("reg_name", Narrower("~")), ("URI_reference", Narrower("~"))],
    ),
    (
        r#"unreserved = _{ ALPHA | DIGIT | "-" | "." | "_" | "~" | "%" }"#,
        &[("unreserved", Wider("%")), ("URI_reference", Wider("%"))],
    ),
    (r"reserved = _{ sub_delims }", &[("reserved", Narrower("#")), ("URI_reference", Equal)]),
    (r"reserved = _{ gen_delims }", &[("reserved", Narrower("!"))]),
    (
        r##"gen_delims = _{ ":" | "/" | "?" | "#" | "[" | "]" }"##,
        &[("gen_delims", Narrower("@")), ("reserved", Narrower("@")), ("URI_reference", Equal)],
    ),
    (
        r##"gen_delims = _{ ":" | "/" | "?" | "#" | "[" | "]" | "@" | "%" }"##,
        &[("gen_delims", Wider("%")), ("reserved", Wider("%"))],
    ),
    (
        r#"sub_delims = _{ "!" | "$" | "&" | "(" | ")" | "*" | "+" | "," | ";" | "=" }"#,
        &[("sub_delims", Narrower("'")), ("reserved", Narrower("'")), ("URI_reference", Narrower("'"))],
    ),
    (
        r#"sub_delims = _{ "!" | "\"" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "=" }"#,
        &[("sub_delims", Wider("\"")), ("reserved", Wider("\"")), ("URI_reference", Wider("\""))],
    ),
    (
        r"ALPHA = _{ 'a'..'z' }",
        &[("ALPHA", Narrower("A")), ("HEXDIG", Equal), ("URI_reference", Narrower("A"))],
    ),
    // With brackets among its characters, an IPvFuture takes the one that ends it.
    (
        r"ALPHA = _{ 'A'..'z' }",
        &[("ALPHA", Wider("[")), ("URI_reference", Different { gains: "[", loses: "//[va.:]" })],
    ),
    (
        r"DIGIT = _{ '1'..'9' }",
        &[("DIGIT", Narrower("0")), ("dec_octet", Narrower("0")), ("URI_reference", Narrower("0"))],
    ),
    (r"DIGIT = _{ '0'..'8' }", &[("DIGIT", Narrower("9")), ("HEXDIG", Narrower("9"))]),
    (r"HEXDIG = _{ DIGIT | 'A'..'F' }", &[("HEXDIG", Narrower("a")), ("URI_reference", Narrower("%aa"))]),
    (
        r"HEXDIG = _{ DIGIT | 'A'..'G' | 'a'..'g' }",
        &[("HEXDIG", Wider("g")), ("h16", Wider("g")), ("URI_reference", Wider("%ag"))],
    ),
];
