//! Sections 3, 3.1 and 4: the parts of a reference, and their order.

use crate::mutations::Difference::{Equal, Narrower, Wider};
use crate::mutations::Mutation;

pub(crate) const MUTATIONS: &[Mutation] = &[
    // Every optional part made mandatory.
    (
        r##"URI = ${ scheme ~ ":" ~ hier_part ~ "?" ~ query ~ ("#" ~ fragment)? }"##,
        &[("URI", Narrower("a:")), ("URI_reference", Narrower("a:"))],
    ),
    (
        r##"URI = ${ scheme ~ ":" ~ hier_part ~ ("?" ~ query)? ~ "#" ~ fragment }"##,
        &[("URI", Narrower("a:")), ("URI_reference", Narrower("a:"))],
    ),
    // A fragment takes the `?` after it, so only a query before a fragment is lost.
    (
        r##"URI = ${ scheme ~ ":" ~ hier_part ~ ("#" ~ fragment)? ~ ("?" ~ query)? }"##,
        &[("URI", Narrower("a:?#")), ("URI_reference", Narrower("a:?#"))],
    ),
    // A choice does not backtrack: it takes the `/` of a path where there are two.
    (
        r#"hier_part = ${ path_absolute | "//" ~ authority ~ path_abempty | path_rootless | path_empty }"#,
        &[("hier_part", Narrower("//")), ("URI", Narrower("a://")), ("URI_reference", Narrower("a://"))],
    ),
    (
        r#"hier_part = ${ "//" ~ authority ~ path_abempty | path_absolute | path_noscheme | path_empty }"#,
        &[("hier_part", Narrower(":")), ("URI", Narrower("a::")), ("URI_reference", Narrower("a::"))],
    ),
    (
        r#"hier_part = ${ "//" ~ authority ~ path_abempty | path_absolute | path_rootless }"#,
        &[("hier_part", Narrower("")), ("URI", Narrower("a:")), ("absolute_URI", Narrower("a:"))],
    ),
    (
        r#"hier_part = ${ "//" ~ authority ~ path_absolute? | path_absolute | path_rootless | path_empty }"#,
        &[("hier_part", Narrower("////")), ("URI", Narrower("a:////"))],
    ),
    (r"URI_reference = ${ URI }", &[("URI_reference", Narrower(""))]),
    (r"URI_reference = ${ relative_ref }", &[("URI_reference", Narrower("a:"))]),
    // A choice does not backtrack: it takes the part before the fragment.
    (r"URI_reference = ${ absolute_URI | relative_ref }", &[("URI_reference", Narrower("a:#"))]),
    (r"absolute_URI = ${ URI }", &[("absolute_URI", Wider("a:#")), ("URI_reference", Equal)]),
    (r#"absolute_URI = ${ scheme ~ ":" ~ hier_part }"#, &[("absolute_URI", Narrower("a:?"))]),
    (
        r##"relative_ref = ${ relative_part ~ "?" ~ query ~ ("#" ~ fragment)? }"##,
        &[("relative_ref", Narrower("")), ("URI_reference", Narrower(""))],
    ),
    (
        r#"relative_ref = ${ relative_part ~ ("?" ~ query)? }"#,
        &[("relative_ref", Narrower("#")), ("URI_reference", Narrower("#"))],
    ),
    (
        r#"relative_part = ${ path_absolute | "//" ~ authority ~ path_abempty | path_noscheme | path_empty }"#,
        &[("relative_part", Narrower("//")), ("URI_reference", Narrower("//"))],
    ),
    (
        r#"relative_part = ${ "//" ~ authority ~ path_abempty | path_absolute | path_rootless | path_empty }"#,
        &[("relative_part", Wider(":")), ("relative_ref", Wider(":")), ("URI_reference", Wider(":"))],
    ),
    (
        r#"relative_part = ${ "//" ~ authority ~ path_abempty | path_absolute | path_empty }"#,
        &[("relative_part", Narrower("a")), ("URI_reference", Narrower("a"))],
    ),
    (
        r#"scheme = @{ ALPHA ~ (ALPHA | DIGIT | "+" | "-" | ".")+ }"#,
        &[("scheme", Narrower("a")), ("URI_reference", Narrower("a:"))],
    ),
    (
        r#"scheme = @{ (ALPHA | DIGIT) ~ (ALPHA | DIGIT | "+" | "-" | ".")* }"#,
        &[("scheme", Wider("0")), ("URI_reference", Wider("0:"))],
    ),
    (
        r#"scheme = @{ ALPHA ~ (ALPHA | DIGIT | "+" | "-")* }"#,
        &[("scheme", Narrower("a.")), ("URI_reference", Narrower("a.:"))],
    ),
    (
        r#"scheme = @{ ALPHA ~ (ALPHA | DIGIT | "+" | "-" | "." | "_")* }"#,
        &[("scheme", Wider("a_")), ("URI_reference", Wider("a_:"))],
    ),
];
