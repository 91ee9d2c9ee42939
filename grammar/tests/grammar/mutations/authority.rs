//! Section 3.2: user information, host and port. A host that is not an IPv4 address is a name, so mistakes in
//! an IPv4 address show only where it is the end of an IPv6 address.

use crate::mutations::Difference::{Different, Narrower, Wider};
use crate::mutations::Mutation;

pub(crate) const MUTATIONS: &[Mutation] = &[
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
    // A repetition does not backtrack: it takes the text up to the `@` that ends the user information.
    (
        r#"userinfo = @{ (unreserved | pct_encoded | sub_delims | ":" | "@")* }"#,
        &[("userinfo", Wider("@")), ("authority", Narrower("@")), ("URI_reference", Narrower("//@"))],
    ),
    // A choice does not backtrack: it takes the IPv4 address that a name begins with.
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
    // An IPv6 address whose groups are not counted: with eight groups there is no room for `::`, and the `0`
    // that begins an IPv4 address is not given back. `ipv6.rs` tests each alternative by itself.
    (
        r#"IPv6address = @{ (h16 ~ ":"){6} ~ ls32 | (h16 ~ (":" ~ h16)*)? ~ "::" ~ (h16 ~ (":" ~ h16)*)? }"#,
        &[("IPv6address", Different { gains: "a:a:a:a:a:a:a::a", loses: "::0.0.0.0" })],
    ),
    (r"h16 = @{ HEXDIG{1, 5} }", &[("h16", Wider("aaaaa")), ("URI_reference", Wider("//[aaaaa::]"))]),
    (r"h16 = @{ HEXDIG{1, 3} }", &[("h16", Narrower("aaaa")), ("URI_reference", Narrower("//[aaaa::]"))]),
    // If groups may be empty, the part before a `::` takes its colons, and does not give them back.
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
    // The order of the ABNF. A choice does not backtrack: it takes one digit of two or three.
    (
        r#"dec_octet = @{ DIGIT | '1'..'9' ~ DIGIT | "1" ~ DIGIT{2} | "2" ~ '0'..'4' ~ DIGIT | "25" ~ '0'..'5' }"#,
        &[
            ("dec_octet", Narrower("10")),
            ("IPv4address", Narrower("0.0.0.10")),
            ("host", Narrower("[::0.0.0.10]")),
            ("URI_reference", Narrower("//[::0.0.0.10]")),
        ],
    ),
    // Every shorter form before each longer form that begins with it.
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
    // Every range with one character more and one less.
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
