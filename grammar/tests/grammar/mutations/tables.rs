//! Changed rules, with the resulting differences.

use crate::mutations::Difference::{Different, Equal, Narrower, Wider};
use crate::mutations::Mutation;

pub(crate) const AUTHORITY: &[Mutation] = &[
    (
        r#"authority = ${ userinfo ~ "@" ~ host ~ (":" ~ port)? }"#,
        &[("authority", Narrower("")), ("URI_reference", Narrower("//"))],
    ),
    (
        r#"authority = ${ (userinfo ~ "@")* ~ host ~ (":" ~ port)? }"#,
        &[("authority", Wider("@@")), ("URI_reference", Wider("//@@"))],
    ),
    (
        r#"authority = ${ (userinfo ~ "@")? ~ host ~ ":" ~ port }"#,
        &[("authority", Narrower("")), ("URI_reference", Narrower("//"))],
    ),
    (
        r#"authority = ${ (userinfo ~ "@")? ~ host ~ (":" ~ port)* }"#,
        &[("authority", Wider("::")), ("URI_reference", Wider("//::"))],
    ),
    (
        r"userinfo = @{ (unreserved | pct_encoded | sub_delims)* }",
        &[("userinfo", Narrower(":")), ("authority", Narrower(":@")), ("URI_reference", Narrower("//:@"))],
    ),
    (
        r#"userinfo = @{ (unreserved | pct_encoded | sub_delims | ":")+ }"#,
        &[("userinfo", Narrower("")), ("authority", Narrower("@")), ("URI_reference", Narrower("//@"))],
    ),
    // A repetition does not backtrack, so it also consumes the `@` that should end the user
    // information.
    (
        r#"userinfo = @{ (unreserved | pct_encoded | sub_delims | ":" | "@")* }"#,
        &[("userinfo", Wider("@")), ("authority", Narrower("@")), ("URI_reference", Narrower("//@"))],
    ),
    // A choice does not backtrack, so it matches only the IPv4 address at the beginning of a name.
    (
        r"host = ${ IP_literal | IPv4address | reg_name }",
        &[("host", Narrower("0.0.0.0a")), ("URI_reference", Narrower("//0.0.0.0a"))],
    ),
    (
        r"host = ${ IP_literal | IPv4address ~ &(unreserved | pct_encoded | sub_delims) | reg_name }",
        &[("host", Narrower("0.0.0.0a")), ("URI_reference", Narrower("//0.0.0.0a"))],
    ),
    (
        r"host = ${ IP_literal | IPv4address ~ !(pct_encoded | sub_delims) | reg_name }",
        &[("host", Narrower("0.0.0.0a")), ("URI_reference", Narrower("//0.0.0.0a"))],
    ),
    (
        r"host = ${ IP_literal | IPv4address ~ !(unreserved | sub_delims) | reg_name }",
        &[("host", Narrower("0.0.0.0%aa")), ("URI_reference", Narrower("//0.0.0.0%aa"))],
    ),
    (
        r"host = ${ IP_literal | IPv4address ~ !(unreserved | pct_encoded) | reg_name }",
        &[("host", Narrower("0.0.0.0!")), ("URI_reference", Narrower("//0.0.0.0!"))],
    ),
    (
        r"host = ${ IPv4address ~ !(unreserved | pct_encoded | sub_delims) | reg_name }",
        &[("host", Narrower("[::]")), ("URI_reference", Narrower("//[::]"))],
    ),
    (
        r"port = @{ DIGIT+ }",
        &[("port", Narrower("")), ("authority", Narrower(":")), ("URI_reference", Narrower("//:"))],
    ),
    (r"port = @{ DIGIT{0, 5} }", &[("port", Narrower("000000")), ("URI_reference", Narrower("//:000000"))]),
    (r"port = @{ HEXDIG* }", &[("port", Wider("a")), ("URI_reference", Wider("//:a"))]),
    (
        r#"IP_literal = ${ "[" ~ (IPv6address | IPvFuture) }"#,
        &[
            ("IP_literal", Different { gains: "[::", loses: "[::]" }),
            ("URI_reference", Different { gains: "//[::", loses: "//[::]" }),
        ],
    ),
    (
        r#"IP_literal = ${ "[" ~ IPv6address ~ "]" }"#,
        &[("IP_literal", Narrower("[va.a]")), ("URI_reference", Narrower("//[va.a]"))],
    ),
    (
        r#"IP_literal = ${ "[" ~ IPvFuture ~ "]" }"#,
        &[("IP_literal", Narrower("[::]")), ("URI_reference", Narrower("//[::]"))],
    ),
    (
        r#"IPvFuture = @{ "v" ~ HEXDIG+ ~ "." ~ (unreserved | sub_delims | ":")+ }"#,
        &[("IPvFuture", Narrower("Va.a")), ("URI_reference", Narrower("//[Va.a]"))],
    ),
    (
        r#"IPvFuture = @{ ^"v" ~ HEXDIG* ~ "." ~ (unreserved | sub_delims | ":")+ }"#,
        &[("IPvFuture", Wider("v.a")), ("URI_reference", Wider("//[v.a]"))],
    ),
    (
        r#"IPvFuture = @{ ^"v" ~ HEXDIG ~ "." ~ (unreserved | sub_delims | ":")+ }"#,
        &[("IPvFuture", Narrower("vaa.a")), ("URI_reference", Narrower("//[vaa.a]"))],
    ),
    (
        r#"IPvFuture = @{ ^"v" ~ HEXDIG+ ~ "." ~ (unreserved | sub_delims | ":")* }"#,
        &[("IPvFuture", Wider("va.")), ("URI_reference", Wider("//[va.]"))],
    ),
    (
        r#"IPvFuture = @{ ^"v" ~ HEXDIG+ ~ "." ~ (unreserved | sub_delims)+ }"#,
        &[("IPvFuture", Narrower("va.:")), ("URI_reference", Narrower("//[va.:]"))],
    ),
    // An IPv6 address with any number of groups. Addresses with a `::` and too many groups are gained, and
    // those that end with an IPv4 address are lost, because its first number matches as a group. Each
    // alternative is tested separately.
    (
        r#"IPv6address = @{ (h16 ~ ":"){6} ~ ls32 | (h16 ~ (":" ~ h16)*)? ~ "::" ~ (h16 ~ (":" ~ h16)*)? }"#,
        &[("IPv6address", Different { gains: "a:a:a:a:a:a:a::a", loses: "::0.0.0.0" })],
    ),
    (r"h16 = @{ HEXDIG{1, 5} }", &[("h16", Wider("aaaaa")), ("URI_reference", Wider("//[aaaaa::]"))]),
    (r"h16 = @{ HEXDIG{1, 3} }", &[("h16", Narrower("aaaa")), ("URI_reference", Narrower("//[aaaa::]"))]),
    // If groups may be empty, the part before a `::` consumes its colons, without backtracking.
    (
        r"h16 = @{ HEXDIG{0, 4} }",
        &[("h16", Wider("")), ("IPv6address", Different { gains: ":::::::", loses: "::" })],
    ),
    (
        r#"ls32 = @{ h16 ~ ":" ~ h16 }"#,
        &[("ls32", Narrower("0.0.0.0")), ("URI_reference", Narrower("//[::0.0.0.0]"))],
    ),
    (r"ls32 = @{ IPv4address }", &[("ls32", Narrower("a:a")), ("URI_reference", Narrower("//[::a:a]"))]),
    (
        r#"IPv4address = @{ dec_octet ~ "." ~ dec_octet ~ "." ~ dec_octet }"#,
        &[
            ("IPv4address", Different { gains: "0.0.0", loses: "0.0.0.0" }),
            ("host", Different { gains: "[::0.0.0]", loses: "[::0.0.0.0]" }),
        ],
    ),
    // In the order of the ABNF, a choice matches only one digit of two or three, because it does
    // not backtrack.
    (
        r#"dec_octet = @{ DIGIT | '1'..'9' ~ DIGIT | "1" ~ DIGIT{2} | "2" ~ '0'..'4' ~ DIGIT | "25" ~ '0'..'5' }"#,
        &[
            ("dec_octet", Narrower("10")),
            ("IPv4address", Narrower("0.0.0.10")),
            ("host", Narrower("[::0.0.0.10]")),
            ("URI_reference", Narrower("//[::0.0.0.10]")),
        ],
    ),
    // `DIGIT` before a longer form that begins with a digit.
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{2} | DIGIT | '1'..'9' ~ DIGIT }"#,
        &[("dec_octet", Narrower("10")), ("IPv4address", Narrower("0.0.0.10"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | '1'..'9' ~ DIGIT | "1" ~ DIGIT{2} | DIGIT }"#,
        &[("dec_octet", Narrower("100")), ("IPv4address", Narrower("0.0.0.100"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "1" ~ DIGIT{2} | '1'..'9' ~ DIGIT | "2" ~ '0'..'4' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Narrower("200")), ("IPv4address", Narrower("0.0.0.200"))],
    ),
    (
        r#"dec_octet = @{ "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{2} | '1'..'9' ~ DIGIT | "25" ~ '0'..'5' | DIGIT }"#,
        &[("dec_octet", Narrower("250")), ("IPv4address", Narrower("0.0.0.250"))],
    ),
    // Each range with one character more, and with one less.
    (
        r#"dec_octet = @{ "25" ~ '0'..'6' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{2} | '1'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Wider("256")), ("host", Wider("[::0.0.0.256]"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'4' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{2} | '1'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Narrower("255")), ("IPv4address", Narrower("0.0.0.255"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'5' ~ DIGIT | "1" ~ DIGIT{2} | '1'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Wider("256")), ("IPv4address", Wider("0.0.0.256"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'3' ~ DIGIT | "1" ~ DIGIT{2} | '1'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Narrower("240")), ("IPv4address", Narrower("0.0.0.240"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{3} | '1'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Different { gains: "1000", loses: "100" })],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{2} | '0'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Wider("00")), ("host", Wider("[::00.0.0.0]"))],
    ),
    (
        r#"dec_octet = @{ "25" ~ '0'..'5' | "2" ~ '0'..'4' ~ DIGIT | "1" ~ DIGIT{2} | '2'..'9' ~ DIGIT | DIGIT }"#,
        &[("dec_octet", Narrower("10")), ("IPv4address", Narrower("0.0.0.10"))],
    ),
    (
        r"reg_name = @{ (unreserved | pct_encoded | sub_delims)+ }",
        &[("reg_name", Narrower("")), ("host", Narrower("")), ("URI_reference", Narrower("//"))],
    ),
    (
        r"reg_name = @{ (unreserved | sub_delims)* }",
        &[("reg_name", Narrower("%aa")), ("URI_reference", Narrower("//%aa"))],
    ),
    (
        r#"reg_name = @{ (unreserved | pct_encoded | sub_delims | ":")* }"#,
        &[("reg_name", Wider(":")), ("authority", Wider(":a")), ("URI_reference", Wider("//:a"))],
    ),
];

pub(crate) const CHARACTERS: &[Mutation] = &[
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
    // A third digit is also unreserved, so no reference is gained.
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
    // If brackets are letters, an IPvFuture consumes the closing bracket after it.
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

pub(crate) const PATHS: &[Mutation] = &[
    // One of the predicates is removed or negated.
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
    // Before a path that begins with `//` is tried, the authority matches, because it cannot fail.
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
    // `path_rootless`, which is tried before, already matches these strings, but `path_noscheme`
    // does not.
    (
        r"path_empty = @{ pchar? }",
        &[("path_empty", Wider("a")), ("hier_part", Equal), ("relative_part", Wider(":"))],
    ),
    // A predicate tests the text after its own rule, so rules that match the same strings may
    // differ in context.
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
    // The rules for segments with a `/` differ, but no reference does: the rules around them match the `/`
    // anyway.
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

pub(crate) const SYNTAX: &[Mutation] = &[
    // An optional part is mandatory.
    (
        r##"URI = ${ scheme ~ ":" ~ hier_part ~ "?" ~ query ~ ("#" ~ fragment)? }"##,
        &[("URI", Narrower("a:")), ("URI_reference", Narrower("a:"))],
    ),
    (
        r##"URI = ${ scheme ~ ":" ~ hier_part ~ ("?" ~ query)? ~ "#" ~ fragment }"##,
        &[("URI", Narrower("a:")), ("URI_reference", Narrower("a:"))],
    ),
    // A fragment consumes the `?` after it, so only URIs with a query before a fragment are lost.
    (
        r##"URI = ${ scheme ~ ":" ~ hier_part ~ ("#" ~ fragment)? ~ ("?" ~ query)? }"##,
        &[("URI", Narrower("a:?#")), ("URI_reference", Narrower("a:?#"))],
    ),
    // A choice does not backtrack, so the first slash of `//` matches as an absolute path.
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
    // A choice does not backtrack, so it matches only the part before the fragment.
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
