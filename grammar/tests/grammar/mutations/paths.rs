//! Section 3.3. No rule calls `path`, so mistakes in it show in no other rule.

use crate::mutations::Difference::{Equal, Narrower, Wider};
use crate::mutations::Mutation;

pub(crate) const MUTATIONS: &[Mutation] = &[
    // With one of its predicates removed or negated.
    (
        r#"path = ${ path_absolute | &"/" ~ path_abempty | path_noscheme ~ !":" | path_rootless | path_empty }"#,
        &[("path", Narrower("//")), ("URI_reference", Equal)],
    ),
    (
        r#"path = ${ path_absolute ~ !"/" | &"/" ~ path_abempty | path_noscheme | path_rootless | path_empty }"#,
        &[("path", Narrower("a:"))],
    ),
    (
        r#"path = ${ path_absolute ~ &"/" | &"/" ~ path_abempty | path_noscheme ~ !":" | path_rootless | path_empty }"#,
        &[("path", Narrower("//"))],
    ),
    (
        r#"path = ${ path_absolute ~ !"/" | !"/" ~ path_abempty | path_noscheme ~ !":" | path_rootless | path_empty }"#,
        &[("path", Narrower("a"))],
    ),
    (
        r#"path = ${ path_absolute ~ !"/" | &"/" ~ path_abempty | path_noscheme ~ &":" | path_rootless | path_empty }"#,
        &[("path", Narrower("a:"))],
    ),
    (
        r#"path = ${ path_absolute ~ !"/" | path_noscheme ~ !":" | path_rootless | path_empty }"#,
        &[("path", Narrower("//"))],
    ),
    (
        r#"path = ${ path_absolute ~ !"/" | &"/" ~ path_abempty | path_noscheme ~ !":" | path_rootless }"#,
        &[("path", Narrower(""))],
    ),
    (
        r#"path_abempty = @{ ("/" ~ segment)+ }"#,
        &[("path_abempty", Narrower("")), ("path", Equal), ("URI_reference", Narrower("//"))],
    ),
    (
        r#"path_abempty = @{ ("/" ~ segment_nz)* }"#,
        &[("path_abempty", Narrower("/")), ("path", Narrower("//")), ("URI_reference", Narrower("///"))],
    ),
    // Where a path that begins with `//` could follow, there is an authority, which cannot fail.
    (
        r#"path_absolute = @{ "/" ~ (segment ~ ("/" ~ segment)*)? }"#,
        &[("path_absolute", Wider("//")), ("hier_part", Equal), ("URI_reference", Equal)],
    ),
    (
        r#"path_absolute = @{ "/" ~ segment_nz ~ ("/" ~ segment)* }"#,
        &[("path_absolute", Narrower("/")), ("path", Equal), ("URI_reference", Narrower("/"))],
    ),
    (
        r#"path_absolute = @{ "/" ~ (segment_nz ~ ("/" ~ segment)+)? }"#,
        &[("path_absolute", Narrower("/a")), ("URI_reference", Narrower("/a"))],
    ),
    (
        r#"path_absolute = @{ "/" ~ segment_nz? }"#,
        &[("path_absolute", Narrower("/a/")), ("URI_reference", Narrower("/a/"))],
    ),
    (
        r#"path_noscheme = @{ segment_nz ~ ("/" ~ segment)* }"#,
        &[("path_noscheme", Wider(":")), ("path", Equal), ("URI_reference", Wider(":"))],
    ),
    (
        r"path_noscheme = @{ segment_nz_nc }",
        &[("path_noscheme", Narrower("a/")), ("URI_reference", Narrower("a/"))],
    ),
    (
        r#"path_rootless = @{ segment_nz_nc ~ ("/" ~ segment)* }"#,
        &[("path_rootless", Narrower(":")), ("path", Narrower(":")), ("URI_reference", Narrower("a::"))],
    ),
    (
        r#"path_rootless = @{ segment_nz ~ ("/" ~ segment)? }"#,
        &[("path_rootless", Narrower("a//")), ("URI_reference", Narrower("a:a//"))],
    ),
    // path_rootless already matched what it would match, but path_noscheme did not.
    (
        r"path_empty = @{ pchar? }",
        &[("path_empty", Wider("a")), ("hier_part", Equal), ("relative_part", Wider(":"))],
    ),
    // A predicate looks beyond the rule that it is in: rules that match the same alone may differ in context.
    (
        r"path_empty = @{ !ANY }",
        &[("path_empty", Equal), ("URI", Narrower("a:#")), ("URI_reference", Narrower("#"))],
    ),
    (
        r"segment = _{ pchar+ }",
        &[("segment", Narrower("")), ("path_abempty", Narrower("/")), ("URI_reference", Narrower("a/"))],
    ),
    (r"segment_nz = _{ pchar }", &[("segment_nz", Narrower("aa")), ("URI_reference", Narrower("/aa"))]),
    (
        r"segment_nz_nc = _{ pchar+ }",
        &[("segment_nz_nc", Wider(":")), ("path", Equal), ("URI_reference", Wider(":"))],
    ),
    (
        r"segment_nz_nc = _{ (unreserved | pct_encoded | sub_delims)+ }",
        &[("segment_nz_nc", Narrower("@")), ("URI_reference", Narrower("@"))],
    ),
    (
        r#"pchar = _{ unreserved | pct_encoded | sub_delims | "@" }"#,
        &[("pchar", Narrower(":")), ("query", Narrower(":")), ("URI_reference", Narrower("#:"))],
    ),
    (
        r#"pchar = _{ unreserved | pct_encoded | sub_delims | ":" }"#,
        &[("pchar", Narrower("@")), ("path_noscheme", Narrower("a/@")), ("URI_reference", Narrower("#@"))],
    ),
    // The rules for segments with a `/` differ, but no reference does: the rules before or after it take the
    // `/` anyway.
    (
        r#"pchar = _{ unreserved | pct_encoded | sub_delims | ":" | "@" | "/" }"#,
        &[
            ("pchar", Wider("/")),
            ("path_absolute", Wider("//")),
            ("path_rootless", Wider("/")),
            ("hier_part", Equal),
            ("URI_reference", Equal),
        ],
    ),
];
