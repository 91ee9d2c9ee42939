//! Appendix A: every rule as a start rule, with strings at the limits of its language.

use rstest::rstest;
use urigram::Rule;

const ALPHA: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGIT: &str = "0123456789";
const HEXDIG: &str = "0123456789ABCDEFabcdef";
const MARKS: &str = "-._~"; // with ALPHA and DIGIT, `unreserved`
const GEN_DELIMS: &str = ":/?#[]@";
const SUB_DELIMS: &str = "!$&'()*+,;=";
const REG_NAME: &[&str] = &[ALPHA, DIGIT, MARKS, SUB_DELIMS];
const NONE: &[&str] = &[];

/// A rule, the text before a character and the text after it, and the only characters that the rule accepts between
/// them, as classes and as a string.
type Place = (Rule, &'static str, &'static str, &'static [&'static str], &'static str);

#[rustfmt::skip]
const PLACES: &[Place] = &[
    // A single character, for every rule.
    (Rule::URI,           "", "", NONE,     ""),
    (Rule::hier_part,     "", "", REG_NAME, ":@/"),
    (Rule::URI_reference, "", "", REG_NAME, "@/?#"),
    (Rule::absolute_URI,  "", "", NONE,     ""),
    (Rule::relative_ref,  "", "", REG_NAME, "@/?#"),
    (Rule::relative_part, "", "", REG_NAME, "@/"),
    (Rule::scheme,        "", "", &[ALPHA], ""),
    (Rule::authority,     "", "", REG_NAME, ":@"),
    (Rule::userinfo,      "", "", REG_NAME, ":"),
    (Rule::host,          "", "", REG_NAME, ""),
    (Rule::port,          "", "", &[DIGIT], ""),
    (Rule::IP_literal,    "", "", NONE,     ""),
    (Rule::IPvFuture,     "", "", NONE,     ""),
    (Rule::IPv6address,   "", "", NONE,     ""),
    (Rule::h16,           "", "", &[HEXDIG], ""),
    (Rule::ls32,          "", "", NONE,     ""),
    (Rule::IPv4address,   "", "", NONE,     ""),
    (Rule::dec_octet,     "", "", &[DIGIT], ""),
    (Rule::reg_name,      "", "", REG_NAME, ""),
    (Rule::path,          "", "", REG_NAME, ":@/"),
    (Rule::path_abempty,  "", "", NONE,     "/"),
    (Rule::path_absolute, "", "", NONE,     "/"),
    (Rule::path_noscheme, "", "", REG_NAME, "@"),
    (Rule::path_rootless, "", "", REG_NAME, ":@"),
    (Rule::path_empty,    "", "", NONE,     ""),
    (Rule::segment,       "", "", REG_NAME, ":@"),
    (Rule::segment_nz,    "", "", REG_NAME, ":@"),
    (Rule::segment_nz_nc, "", "", REG_NAME, "@"),
    (Rule::pchar,         "", "", REG_NAME, ":@"),
    (Rule::query,         "", "", REG_NAME, ":@/?"),
    (Rule::fragment,      "", "", REG_NAME, ":@/?"),
    (Rule::pct_encoded,   "", "", NONE,     ""),
    (Rule::unreserved,    "", "", &[ALPHA, DIGIT], MARKS),
    (Rule::reserved,      "", "", &[GEN_DELIMS, SUB_DELIMS], ""),
    (Rule::gen_delims,    "", "", &[GEN_DELIMS], ""),
    (Rule::sub_delims,    "", "", &[SUB_DELIMS], ""),
    (Rule::ALPHA,         "", "", &[ALPHA], ""),
    (Rule::DIGIT,         "", "", &[DIGIT], ""),
    (Rule::HEXDIG,        "", "", &[HEXDIG], ""),
    // Characters after the first.
    (Rule::URI,           "a", "",          NONE,     ":"),
    (Rule::URI,           "a", ":",         &[ALPHA, DIGIT], "+-.:"),
    (Rule::URI,           "a:", "",         REG_NAME, ":@/?#"),
    (Rule::URI,           "a:/", "",        REG_NAME, ":@/?#"),
    (Rule::URI,           "a://", "",       REG_NAME, ":@/?#"),
    (Rule::hier_part,     "//", "",         REG_NAME, ":@/"),
    (Rule::URI_reference, "a", "",          REG_NAME, ":@/?#"),
    (Rule::URI_reference, "%61", "",        REG_NAME, "@/?#"),
    (Rule::URI_reference, "", ":",          &[ALPHA], "/?#"),
    (Rule::absolute_URI,  "a:", "",         REG_NAME, ":@/?"),
    (Rule::absolute_URI,  "a:?", "",        REG_NAME, ":@/?"),
    (Rule::relative_ref,  "a", "",          REG_NAME, "@/?#"),
    (Rule::relative_ref,  "a/", "",         REG_NAME, ":@/?#"),
    (Rule::relative_ref,  "//", "",         REG_NAME, ":@/?#"),
    (Rule::relative_part, "/", "",          REG_NAME, ":@/"),
    (Rule::scheme,        "a", "",          &[ALPHA, DIGIT], "+-."),
    (Rule::scheme,        "a", "a",         &[ALPHA, DIGIT], "+-."),
    (Rule::authority,     "u@", "",         REG_NAME, ":"),
    (Rule::authority,     "h:", "",         &[DIGIT], "@"),
    (Rule::authority,     "h:a", "@",       REG_NAME, ":"),
    (Rule::authority,     "[::1]", "",      NONE,     ":"),
    (Rule::authority,     "[::1]:", "",     &[DIGIT], ""),
    (Rule::userinfo,      "a", "",          REG_NAME, ":"),
    (Rule::host,          "1.2.3.4", "",    REG_NAME, ""),
    (Rule::host,          "1.2.3", "4",     REG_NAME, ""),
    (Rule::host,          "[::", "]",       &[HEXDIG], ""),
    (Rule::host,          "[v1.", "]",      REG_NAME, ":"),
    (Rule::port,          "0", "",          &[DIGIT], ""),
    (Rule::IP_literal,    "", "::]",        NONE,     "["),
    (Rule::IP_literal,    "[::", "",        NONE,     "]"),
    (Rule::IP_literal,    "[", "1.a]",      NONE,     "vV"),
    (Rule::IPvFuture,     "", "1.a",        NONE,     "vV"),
    (Rule::IPvFuture,     "v", ".a",        &[HEXDIG], ""),
    (Rule::IPvFuture,     "v1", "a",        NONE,     "."),
    (Rule::IPvFuture,     "v1.", "",        REG_NAME, ":"),
    (Rule::IPvFuture,     "v1.a", "",       REG_NAME, ":"),
    (Rule::IPv6address,   "", "::",         &[HEXDIG], ""),
    (Rule::IPv6address,   ":", "",          NONE,     ":"),
    (Rule::IPv6address,   "::", "",         &[HEXDIG], ""),
    (Rule::IPv6address,   "1:2:3:4:5:6:7:", "", &[HEXDIG], ":"),
    (Rule::IPv6address,   "1:2:3:4:5:6:7", "8", NONE, ":"),
    (Rule::IPv6address,   "1:2:3:4:5:6:7:8", "", &[HEXDIG], ""),
    (Rule::IPv6address,   "1:2:3:4:5:6:7::", "", NONE, ""),
    (Rule::IPv6address,   "1:2:3:4:5:6::", "", &[HEXDIG], ""),
    (Rule::IPv6address,   "1:2:3:4:5:6:1.2.3.", "", &[DIGIT], ""),
    (Rule::h16,           "0", "",          &[HEXDIG], ""),
    (Rule::h16,           "000", "",        &[HEXDIG], ""),
    (Rule::h16,           "0000", "",       NONE,     ""),
    (Rule::ls32,          "0", "0",         NONE,     ":"),
    (Rule::ls32,          "0:", "",         &[HEXDIG], ""),
    (Rule::ls32,          "", ":0",         &[HEXDIG], ""),
    (Rule::ls32,          "1.2.3.", "",     &[DIGIT], ""),
    (Rule::IPv4address,   "1.2.3", "4",     NONE,     "."),
    (Rule::IPv4address,   "1.2.3.", "",     &[DIGIT], ""),
    (Rule::IPv4address,   "1.2.3.25", "",   NONE,     "012345"),
    (Rule::IPv4address,   "1.2.3.2", "6",   NONE,     "01234"),
    (Rule::reg_name,      "a", "",          REG_NAME, ""),
    (Rule::path,          "/", "",          REG_NAME, ":@/"),
    (Rule::path,          "a", "",          REG_NAME, ":@/"),
    (Rule::path_abempty,  "/", "",          REG_NAME, ":@/"),
    (Rule::path_abempty,  "//", "",         REG_NAME, ":@/"),
    (Rule::path_absolute, "/", "",          REG_NAME, ":@"),
    (Rule::path_absolute, "/a", "",         REG_NAME, ":@/"),
    (Rule::path_absolute, "/a/", "",        REG_NAME, ":@/"),
    (Rule::path_noscheme, "a", "",          REG_NAME, "@/"),
    (Rule::path_noscheme, "a/", "",         REG_NAME, ":@/"),
    (Rule::path_rootless, "a", "",          REG_NAME, ":@/"),
    (Rule::path_rootless, "a/", "",         REG_NAME, ":@/"),
    (Rule::segment,       "a", "",          REG_NAME, ":@"),
    (Rule::segment_nz,    "a", "",          REG_NAME, ":@"),
    (Rule::segment_nz_nc, "a", "",          REG_NAME, "@"),
    (Rule::pchar,         "a", "",          NONE,     ""),
    (Rule::pchar,         "%4", "",         &[HEXDIG], ""),
    (Rule::query,         "a", "",          REG_NAME, ":@/?"),
    (Rule::fragment,      "a", "",          REG_NAME, ":@/?"),
    (Rule::pct_encoded,   "", "00",         NONE,     "%"),
    (Rule::pct_encoded,   "%", "0",         &[HEXDIG], ""),
    (Rule::pct_encoded,   "%0", "",         &[HEXDIG], ""),
    (Rule::pct_encoded,   "%00", "",        NONE,     ""),
    (Rule::unreserved,    "a", "",          NONE,     ""),
    (Rule::reserved,      ":", "",          NONE,     ""),
    (Rule::gen_delims,    ":", "",          NONE,     ""),
    (Rule::sub_delims,    "!", "",          NONE,     ""),
    (Rule::ALPHA,         "a", "",          NONE,     ""),
    (Rule::DIGIT,         "0", "",          NONE,     ""),
    (Rule::HEXDIG,        "0", "",          NONE,     ""),
];

/// Every ASCII character, and some beyond ASCII that a careless character class would accept.
#[test]
fn every_character_in_every_place() {
    let beyond =
        "\u{80}\u{FF}\u{130}\u{131}\u{17F}\u{660}\u{212A}\u{FF10}\u{FF21}\u{FFFD}\u{1D7CE}\u{10FFFF}";
    for &(rule, before, after, classes, more) in PLACES {
        for c in (0..=127).map(char::from).chain(beyond.chars()) {
            let text = format!("{before}{c}{after}");
            let accepted = more.contains(c) || classes.iter().any(|class| class.contains(c));
            assert_eq!(rule.parse(&text).is_ok(), accepted, "{rule}: {text:?}");
        }
    }
}

#[test]
fn every_rule_has_a_place() {
    let tested: Vec<_> = PLACES.iter().take(Rule::ALL.len()).map(|place| place.0).collect();
    assert_eq!(tested, Rule::ALL);
}

/// The rules of Appendix A and the core rules of ABNF that it uses, in this order.
#[test]
fn names() {
    let names = "URI hier-part URI-reference absolute-URI relative-ref relative-part scheme authority userinfo \
        host port IP-literal IPvFuture IPv6address h16 ls32 IPv4address dec-octet reg-name path path-abempty \
        path-absolute path-noscheme path-rootless path-empty segment segment-nz segment-nz-nc pchar query \
        fragment pct-encoded unreserved reserved gen-delims sub-delims ALPHA DIGIT HEXDIG";
    assert_eq!(Rule::ALL.iter().map(|rule| rule.as_str()).collect::<Vec<_>>().join(" "), names);
    for &rule in Rule::ALL {
        assert_eq!(rule.to_string(), rule.as_str());
        assert_eq!(rule.as_str().parse(), Ok(rule));
        assert_eq!(rule.as_str().replace('-', "_").parse(), Ok(rule));
    }
    for unknown in ["", "uri", "URI_", "EOI", "SCHEME", "pct encoded", "WHITESPACE"] {
        assert!(unknown.parse::<Rule>().is_err(), "{unknown}");
    }
}

#[rstest]
#[case::uri(Rule::URI, &["a:", "a:b", "a:/", "a:/b", "a://", "a://b/", "a:?", "a:#", "a:?#", "A+-.9:b?c?d#e?f"],
    &["", ":", "a", "/a", "//a", "1:", "a:b#c#d", "a:///[", "+a:b", "a b:", "a:\u{e9}"])]
#[case::hier_part(Rule::hier_part, &["", "//", "///", "//a", "//a/", "/", "/a", "a", "a:b", "a//b", "/a//b"],
    &["?", "#", "//[", "//a:b", "//a@b@c", "a?b", "[", "%"])]
#[case::uri_reference(Rule::URI_reference, &["", "a", "a:", "a:b", "/", "//", "///", "?", "#", "..", "%3A"],
    &[":", "1:", "%3A:b", "a b", "##", "#[", "?[", "//[", "\\", "a:\n"])]
#[case::absolute_uri(Rule::absolute_URI, &["a:", "a:b", "a://b?c", "a:?", "a:?a?b"], &["", "a", "a:#", "a:b#c", "//a", "?"])]
#[case::relative_ref(Rule::relative_ref, &["", "a", "a/b:c", "./a:b", "/a:b", "//a:1", "?a:b", "#a:b", "@", "%3A"],
    &["a:", "a:b", ":", "a@b:c", "%3A:", "//a:b"])]
#[case::relative_part(Rule::relative_part, &["", "/", "//", "//a/b", "a", "a/b:c"], &["a:b", ":", "?", "#", "a?"])]
#[case::scheme(Rule::scheme, &["a", "Z", "a1", "a+", "a-", "a.", "ab+-.09"], &["", "1", "+", "-a", ".a", "a_", "a~", "a%41", "a:"])]
#[case::authority(Rule::authority, &["", "@", ":", "@:", "a", "a@", "a@b", "a:b@c:1", "a:", "[::]", "@[::]:", "%40@%3A"],
    &["a@b@c", "a:b", "a:1:2", "[::", "::1", "a/", "a?", "a#", "a[::]"])]
#[case::userinfo(Rule::userinfo, &["", "a", ":", "a:b:c", "%00", "!$&'()*+,;="], &["@", "a@b", "/", "[", "%", "%0", "%0g"])]
#[case::host(Rule::host, &["", "a", "1.2.3.4", "1.2.3.4.5", "256.1.1.1", "[::]", "[v1.a]", "[V1.a]", "%00"],
    &["a:", "[", "]", "[]", "[::", "::", "[1.2.3.4]", "[v1.a", "a@b", "%0"])]
#[case::port(Rule::port, &["", "0", "00", "65536", "99999999999999999999"], &["-1", "+1", "1 ", "0x1", "a", ":"])]
#[case::ip_literal(Rule::IP_literal, &["[::]", "[::1]", "[v1.a]", "[VF.:]"], &["", "[]", "::", "[::", "::]", "[[::]]", "[a]", "[::]:"])]
#[case::ipvfuture(Rule::IPvFuture, &["v0.a", "V0.a", "vF.a", "vf.a", "v00ff.a", "v1.:", "v1.1.2", "v1.!"],
    &["", "v", "v1", "v1.", "v.a", "vg.a", "1.a", "v1.%41", "v1.@", "v1a", "[v1.a]"])]
#[case::h16(Rule::h16, &["0", "00", "000", "0000", "fFfF", "9aA"], &["", "00000", "g", "-1", "0x0"])]
#[case::ls32(Rule::ls32, &["0:0", "ffff:FFFF", "0000:0000", "0.0.0.0", "255.255.255.255"],
    &["", "0", "0:", ":0", "::", "0:0:0", "00000:0", "0:00000", "0.0.0", "0:0.0.0.0", "256.0.0.0"])]
#[case::ipv4address(Rule::IPv4address, &["0.0.0.0", "255.255.255.255", "1.10.100.200"],
    &["", "0.0.0", "0.0.0.0.0", "0.0.0.0.", ".0.0.0", "256.0.0.0", "0.256.0.0", "0.0.256.0", "0.0.0.256", "00.0.0.0", "0.0.0.00"])]
#[case::reg_name(Rule::reg_name, &["", "a", "1.2.3.4", "%C3%80", "!$&'()*+,;=", "-._~"], &[":", "@", "[", "a/", "%", "%A", "a:1"])]
#[case::path(Rule::path, &["", "/", "//", "/a", "a", "a:b", ":", "//a", "a//b", "/a//b", "a/:"], &["?", "#", "[", "a?", "/#", "%"])]
#[case::path_abempty(Rule::path_abempty, &["", "/", "//", "/a", "//a", "/a/", "/:@"], &["a", "a/", "?", "/?", "/%"])]
#[case::path_absolute(Rule::path_absolute, &["/", "/a", "/a/", "/a//", "/:"], &["", "//", "//a", "a", "/?"])]
#[case::path_noscheme(Rule::path_noscheme, &["a", "@", "a/", "a/:", "a//", "%3A"], &["", "/", "a:", ":", "a:b/c", "/a"])]
#[case::path_rootless(Rule::path_rootless, &["a", ":", "a:b", "a/", "a//b"], &["", "/", "/a", "?"])]
#[case::path_empty(Rule::path_empty, &[""], &["a", "/", " "])]
#[case::segment(Rule::segment, &["", "a", ":@", "..", "%2F", "!$&'()*+,;=-._~"], &["/", "a/b", "?", "#", "%2"])]
#[case::segment_nz(Rule::segment_nz, &["a", ":@", "%2F"], &["", "/", "a/", "%2"])]
#[case::segment_nz_nc(Rule::segment_nz_nc, &["a", "@", "%3A"], &["", ":", "a:", "/"])]
#[case::pchar(Rule::pchar, &["a", ":", "@", "%00", "%ff"], &["", "aa", "%", "%0", "%000", "%0g", "/"])]
#[case::query(Rule::query, &["", "?", "/", "a=b&c=/?", "%23"], &["#", "[", "a#b", "%2", "\"", "|"])]
#[case::fragment(Rule::fragment, &["", "?", "/", "a/?:@", "%23"], &["#", "a#b", "[", "%2", "<"])]
#[case::pct_encoded(Rule::pct_encoded, &["%00", "%FF", "%ff", "%fF", "%20"], &["", "%", "%0", "%000", "%0g", "%g0", "00", "%%0"])]
fn accepts_and_rejects(#[case] rule: Rule, #[case] accepted: &[&str], #[case] rejected: &[&str]) {
    for text in accepted {
        assert!(rule.parse(text).is_ok(), "{rule} accepts {text:?}");
        // The rule must match the whole input, and no rule matches these characters.
        for extra in
            ["\n", "\r\n", "\0", " ", "\u{e9}", "\u{feff}", "\"", "<", ">", "\\", "^", "`", "{", "|", "}"]
        {
            assert!(rule.parse(&format!("{text}{extra}")).is_err(), "{rule} rejects {text:?} and {extra:?}");
            assert!(rule.parse(&format!("{extra}{text}")).is_err(), "{rule} rejects {extra:?} and {text:?}");
        }
    }
    for text in rejected {
        assert!(rule.parse(text).is_err(), "{rule} rejects {text:?}");
    }
}

/// There are no leading zeros, and the number is at most 255.
#[test]
fn dec_octet() {
    for number in 0..=1000 {
        assert_eq!(Rule::dec_octet.parse(&format!("{number}")).is_ok(), number <= 255, "{number}");
        assert!(Rule::dec_octet.parse(&format!("0{number}")).is_err(), "0{number}");
        assert!(Rule::dec_octet.parse(&format!("00{number}")).is_err(), "00{number}");
    }
    assert!(Rule::dec_octet.parse("").is_err());
}

/// The nine alternatives, each with the fewest and the most groups before its `::`, with both forms of
/// `ls32`, and with one group too many.
#[rstest]
#[case::first(&["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7.8.9.0"], &["1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4"])]
#[case::second(&["::2:3:4:5:6:7:8", "::2:3:4:5:6:7.8.9.0"], &["::1:2:3:4:5:6:7:8", "::1:2:3:4:5:6:7.8.9.0"])]
#[case::third(&["::3:4:5:6:7:8", "1::3:4:5:6:7:8", "1::3:4:5:6:7.8.9.0"], &["1::2:3:4:5:6:7:8", "1::2:3:4:5:6:7.8.9.0"])]
#[case::fourth(&["::4:5:6:7:8", "1:2::4:5:6:7:8", "1:2::4:5:6:7.8.9.0"], &["1:2::3:4:5:6:7:8", "1:2::3:4:5:6:7.8.9.0"])]
#[case::fifth(&["::5:6:7:8", "1:2:3::5:6:7:8", "1:2:3::5:6:7.8.9.0"], &["1:2:3::4:5:6:7:8", "1:2:3::4:5:6:7.8.9.0"])]
#[case::sixth(&["::6:7:8", "1:2:3:4::6:7:8", "1:2:3:4::6:7.8.9.0"], &["1:2:3:4::5:6:7:8", "1:2:3:4::5:6:7.8.9.0"])]
#[case::seventh(&["::7:8", "1:2:3:4:5::7:8", "1:2:3:4:5::7.8.9.0"], &["1:2:3:4:5::6:7:8", "1:2:3:4:5::6:7.8.9.0"])]
#[case::eighth(&["::8", "1:2:3:4:5:6::8"], &["1:2:3:4:5:6::7:8", "1:2:3:4:5:6::7.8.9.0"])]
#[case::ninth(&["::", "1::", "1:2:3:4:5:6:7::"], &["1:2:3:4:5:6:7::8", "1:2:3:4:5:6:7:8::"])]
#[case::malformed(&["0000::FfFf"], &["", ":", ":::", "1", "1:", ":1", "::1:", ":1::", "1::2::3", "00000::", "::g", "::1.2.3", "::1.2.3.4:5", "[::]"])]
fn ipv6address(#[case] accepted: &[&str], #[case] rejected: &[&str]) {
    for text in accepted {
        assert!(Rule::IPv6address.parse(text).is_ok(), "{text}");
    }
    for text in rejected {
        assert!(Rule::IPv6address.parse(text).is_err(), "{text}");
    }
}
