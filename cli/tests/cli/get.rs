//! `uri get`: fields, their forms, lists, and mistakes in the text.

use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::uri;

const URL: &str =
    "http://me:p%20w@xn--bcher-kva.example:080/a%2Fb//c%20d?v=1%202&v=3+4&flag&a.b=%26&=#x%C3%A9";

#[rstest]
#[case::input("{input}", URL)]
#[case::kind("{kind} {host_kind} {path_kind}", "uri reg-name abempty")]
#[case::scheme("{scheme}", "http")]
#[case::authority("{authority}", "me:p%20w@xn--bcher-kva.example:080")]
#[case::userinfo("{userinfo}", "me:p%20w")]
#[case::user("{user}", "me")]
#[case::password("{password}", "p%20w")]
#[case::password_decoded("{password:decoded}", "p w")]
#[case::host("{host}", "xn--bcher-kva.example")]
#[case::host_unicode("{host:unicode}", "bücher.example")]
#[case::host_ascii("{host:ascii}", "xn--bcher-kva.example")]
#[case::registrable("{registrable} {registrable:start}..{registrable:end}", "xn--bcher-kva.example 16..37")]
#[case::port("{port}", "080")]
#[case::port_number("{port:number} {port:default} {port:is_default}", "80 80 true")]
#[case::path("{path}", "/a%2Fb//c%20d")]
#[case::path_decoded("{path:decoded}", "/a/b//c d")]
#[case::query("{query}", "v=1%202&v=3+4&flag&a.b=%26&=")]
#[case::query_form("{query:form}", "v=1 2&v=3 4&flag&a.b=&&=")]
#[case::fragment("{fragment} {fragment:decoded}", "x%C3%A9 xé")]
#[case::offsets("{host:start}..{host:end} {password:start}..{password:end}", "16..37 10..15")]
#[case::segment("{path.0}|{path.1}|{path.2}|{path.3}", "a%2Fb||c%20d|")]
#[case::segment_from_the_end("{path.-1:decoded}|{path.-3}|{path.-4}", "c d|a%2Fb|")]
#[case::segment_place("{path.-1:start}", "49")]
#[case::value("{query.v}", "1%202")]
#[case::value_decoded("{query.v:decoded}", "1 2")]
#[case::value_with_a_dot("{query.a.b:decoded}", "&")]
#[case::value_of_an_empty_key("<{query.}>", "<>")]
#[case::key_encoded("{query.%76}", "1%202")]
#[case::key_without_a_value("{query.flag?none}", "none")]
#[case::key_missing("{query.x?none} {query.x}.", "none .")]
#[case::whole("{scheme}://{host}{path}", "http://xn--bcher-kva.example/a%2Fb//c%20d")]
#[case::braces("{{{scheme}}}", "{http}")]
#[case::escapes("{scheme}\\t{user}\\n\\\\", "http\tme\n\\")]
#[case::beyond_ascii("é{scheme}é", "éhttpé")]
#[case::segments("{path.*}", "a%2Fb\n\nc%20d")]
#[case::segments_beside_others("{scheme}\\t{path.*:decoded}", "http\ta/b\nhttp\t\nhttp\tc d")]
#[case::pairs("{query.*}", "v=1%202\nv=3+4\nflag\na.b=%26\n=")]
#[case::keys_and_values("{query.*.key}: {query.*.value:form?-}", "v: 1 2\nv: 3 4\nflag: -\na.b: &\n: ")]
#[case::values("{query.v.*:decoded}", "1 2\n3+4")]
fn writes(#[case] fields: &str, #[case] output: &str) {
    assert_eq!(uri(&["get", fields, URL], "").printed(0), format!("{output}\n"));
}

#[rstest]
#[case::undefined("[{scheme}{userinfo}{user}{password}{host}{port}{query}{fragment}]", "a", "[]")]
#[case::path_is_always_defined("{path?none}", "", "")]
#[case::undefined_is_not_empty("{query?none} {fragment?none} {userinfo?none} {port?none}", "//@h:?#", "   ")]
#[case::none("{query?none} {fragment?none} {userinfo?none} {port?none}", "//h", "none none none none")]
#[case::text_of_undefined("{query?a:b{{\\t}", "//h", "a:b{{\t")]
#[case::password_undefined("{user?none} {password?none}", "//u@h", "u none")]
#[case::password_empty("{user?none} {password?none}", "//u:@h", "u ")]
#[case::registrable("{registrable?none} {registrable:start}", "//www.example.co.uk/", "example.co.uk 6")]
#[case::no_registrable("{registrable?none}", "//co.uk/", "none")]
#[case::no_registrable_of_an_address("{registrable?none}", "//127.0.0.1/", "none")]
#[case::default_port("{port:default?none}", "https://h/", "443")]
#[case::default_port_if_empty("{port:default?none}", "https://h:/", "443")]
#[case::default_port_of_none("{port:default?none} {port:is_default}", "x://h/", "none false")]
#[case::port_beyond_all("{port} {port:number?none} {port:default?none}", "http://h:65536", "65536 none none")]
#[case::address("{host} {host:unicode} {host:ascii}", "//[::1]:8", "[::1] [::1] [::1]")]
#[case::host_percent_encoded("{host:unicode} {host:ascii}", "//b%C3%BCcher", "bücher xn--bcher-kva")]
#[case::host_that_is_no_name("{host:unicode}", "//xn--a", "xn--a")]
#[case::no_segments("{path.0?none} {path.-1?none}", "//h", "none none")]
#[case::root("[{path.0?none}] [{path.-1?none}]", "/", "[] []")]
#[case::empty_pieces("{query.b}", "?a&&b=1", "1")]
#[case::form_key("{query.a b:form}", "?a+b=c+d", "c d")]
#[case::no_form_key("{query.a b?none}", "?a+b=c+d", "none")]
fn writes_of_others(#[case] fields: &str, #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&["get", fields, "--", input], "").printed(0), format!("{output}\n"));
}

#[rstest]
#[case::value("{query.b}", "2&3")]
#[case::pairs("{query.*}", "a=1\nb=2&3")]
fn semicolons_separate_pairs(#[case] fields: &str, #[case] output: &str) {
    let ran = uri(&["get", fields, "--query-separator", ";", "?a=1;b=2&3"], "");
    assert_eq!(ran.printed(0), format!("{output}\n"));
}

/// Each key of `uri parse --format json` is a field, or with --details a form of one, with the same value.
#[rstest]
#[case::all("http://u:p@h:080/a%20b?q=%C3%A9#f")]
#[case::none("")]
#[case::empty("//@:?#")]
#[case::undefined_authority("urn:a")]
#[case::address("x://[::1]:65536/")]
fn each_key_of_parse_is_a_field(#[case] input: &str) {
    let parsed = uri(&["parse", "--details", "--format", "json", "--", input], "").printed(0);
    let parsed: Value = serde_json::from_str(&parsed).unwrap();
    let (details, keys): (Vec<_>, Vec<_>) =
        parsed.as_object().unwrap().iter().partition(|(key, _)| *key == "details");
    let mut fields: Vec<(String, Value)> =
        keys.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    for (key, value) in details[0].1.as_object().unwrap() {
        match key.as_str() {
            "spans" => {
                for (name, span) in value.as_object().unwrap() {
                    fields.push((format!("{name}:start"), span[0].clone()));
                    fields.push((format!("{name}:end"), span[1].clone()));
                }
            }
            "registrable_domain" => fields.push(("registrable".to_owned(), value.clone())),
            "decoded" | "port" => {
                let of =
                    |name: &str| if key == "port" { ["port", name] } else { [name, "decoded"] }.join(":");
                // `{port:default}` is the port if there is one.
                let same = value.as_object().unwrap().iter().filter(|(name, _)| *name != "default");
                fields.extend(same.map(|(name, value)| (of(name), value.clone())));
            }
            "segments" | "pairs" => {
                let list = if key == "segments" { "{path.*}" } else { "{query.*}" };
                let raw = value.as_array().unwrap().iter().map(|item| item["raw"].as_str().unwrap());
                let lines = raw.map(|raw| format!("{raw}\n")).collect::<String>();
                assert_eq!(uri(&["get", list, "--", input], "").printed(0), lines);
            }
            other => panic!("no field has {other}"),
        }
    }
    for (field, value) in fields {
        let value = match value {
            Value::Null => "\t".to_owned(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        let asked = format!("{{{field}?\\t}}");
        assert_eq!(uri(&["get", &asked, "--", input], "").printed(0), format!("{value}\n"), "{field}");
    }
}

#[rstest]
#[case::few("2000")]
#[ignore = "takes a minute"]
#[case::many("1000000")]
fn fields_are_put_together_again(#[case] count: &str, #[values("rfc3986", "rfc3987")] grammar: &str) {
    let sample = uri(&["grammar", "sample", grammar, "-n", count, "--rule", "URI-reference"], "").printed(0);
    // Characters that hide text are escaped in samples.
    let sample: String = sample.split_inclusive('\n').filter(|line| !line.contains('\\')).collect();
    let fields = "{scheme?\\t} {authority?\\t} {path} {query?\\t} {fragment?\\t}";
    let iri = if grammar == "rfc3987" { &["--iri"][..] } else { &[] };
    let written = uri(&[&["get", fields], iri].concat(), &sample).printed(0);
    let mut lines = written.lines();
    for reference in sample.lines() {
        let parts: Vec<Option<&str>> =
            lines.next().unwrap().split(' ').map(|part| Some(part).filter(|part| *part != "\t")).collect();
        let [scheme, authority, path, query, fragment] = parts[..] else { panic!("{parts:?}") };
        let part = |before: &str, part: Option<&str>, after: &str| {
            part.map(|part| [before, part, after].concat()).unwrap_or_default()
        };
        let recomposed = [
            part("", scheme, ":"),
            part("//", authority, ""),
            part("", path, ""),
            part("?", query, ""),
            part("#", fragment, ""),
        ];
        assert_eq!(recomposed.concat(), reference);
    }
    assert_eq!(lines.next(), None);
}

#[rstest]
#[case::host("{host} {host:decoded}", "//ü%20é/", "ü%20é ü é")]
#[case::names("{host:unicode} {host:ascii}", "//bücher.example/", "bücher.example xn--bcher-kva.example")]
#[case::path("{path} {path.-1:start} {path:end}", "/ß/é", "/ß/é 4 6")]
#[case::key("{query.ü} {query.%C3%BC}", "?ü=ß", "ß ß")]
fn iris_have_the_same_fields(#[case] fields: &str, #[case] input: &str, #[case] output: &str) {
    assert_eq!(uri(&["get", "--iri", fields, input], "").printed(0), format!("{output}\n"));
    assert!(uri(&["get", fields, input], "").said(1).contains("unexpected"));
}

#[test]
fn a_list_without_items_has_no_answer() {
    assert_eq!(uri(&["get", "{path.*}", "//h", "/a/b", "?x"], "").printed(0), "a\nb\n");
    assert_eq!(uri(&["get", "{query.a.*}"], "?a=1\n?b\n?a&a=2\n").printed(0), "1\n\n2\n");
}

#[test]
fn nul_ends_answers() {
    assert_eq!(uri(&["get", "-0", "{path:decoded}"], "/a%0Ab\n/c\n").printed(0), "/a\nb\0/c\0");
}

#[test]
fn json_has_an_object_for_each_answer() {
    let ran = uri(&["get", "--format", "json", "{query.*:decoded}", "?a=%0A&b", "x y"], "");
    assert_snapshot!(ran.stdout, @r#"
    {"input":"?a=%0A&b","output":"a=\n"}
    {"input":"?a=%0A&b","output":"b"}
    {"input":"x y","error":{"component":"path","offset":1,"column":2,"found":" ","message":"unexpected ' ' in the path at byte 1","help":"percent-encode the space as `%20`"}}
    "#);
    assert_eq!(ran.status, 1);
}

#[test]
fn says_which_field_is_not_utf8_and_writes_nothing_of_it() {
    let ran = uri(&["get", "{path.*:decoded}", "/a/%41%FF", "/b"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("b\n", 1));
    assert_snapshot!(ran.stderr, @"
    error: the percent-encoded octets at byte 6 are not UTF-8
     |
     | /a/%41%FF
     |       ^ pct-encoded
     |
     = help: without `:decoded` or `:form`, the field is written as it is in the reference
    ");
}

#[rstest]
#[case::unknown("{hsot}", "there is no field \"hsot\"; did you mean `host`?")]
#[case::all(
    "{x}",
    "[fields: input, kind, scheme, authority, userinfo, user, password, host, host_kind, port, path,"
)]
#[case::form("{path:decode}", "`path` has no form \"decode\"; did you mean `decoded`?")]
#[case::form_of_another("{scheme:decoded}", "[it has start, end]")]
#[case::form_of_none("{kind:decoded}", "[it has none]")]
#[case::no_fields("host", "there is no field in \"host\"; fields are in braces, such as `{host}`")]
#[case::no_fields_in_a_reference("http://h/", "there is no field in \"http://h/\"")]
#[case::empty("{}", "there is no field \"\"")]
#[case::open("a{host", "the `{` at byte 1 has no `}`; a brace itself is `{{`")]
#[case::closed("{host}}", "the `}` at byte 6 has no `{`; a brace itself is `}}`")]
#[case::escape("{host}\\x", "the `\\` at byte 6 is no escape")]
#[case::escape_at_the_end("{host}\\", "the `\\` at byte 6 is no escape")]
#[case::escape_of_undefined("a{host?b\\}", "the `\\` at byte 8 is no escape")]
#[case::no_number("{path.x}", "segments are numbered")]
#[case::minus_zero("{path.-0}", "segments are numbered")]
#[case::plus("{path.+1}", "segments are numbered")]
#[case::too_far("{path.99999999999999999999}", "segments are numbered")]
#[case::two_lists("{path.*}{query.*}", "there are two: `path.*` and `query.*`")]
#[case::terminal("{\x1b[31m}", "there is no field \"\\u{1b}[31m\"")]
fn is_refused(#[case] fields: &str, #[case] said: &str) {
    let stderr = uri(&["get", fields, "http://h/"], "").said(2);
    assert!(stderr.contains(said), "{}", stderr);
}

#[test]
fn the_help_has_each_field() {
    let said = uri(&["get", "{x}"], "").said(2);
    let (_, fields) = said.split_once("[fields: ").unwrap();
    let help = uri(&["get", "--help"], "").printed(0);
    let words: Vec<&str> = help.split([' ', ',', '\n']).collect();
    for field in fields.split(']').next().unwrap().split(", ") {
        assert!(words.contains(&field), "{field}");
    }
}

#[test]
fn long_references_take_linear_time() {
    let path = "/a".repeat(1 << 19);
    let ran = uri(&["get", "{path.-1}{path.524287}{path.*}"], &path);
    assert_eq!(ran.printed(0), "aaa\n".repeat(1 << 19));
    let query = format!("?{}", "a&".repeat(1 << 19));
    assert_eq!(uri(&["get", "{query.b?-}"], &query).printed(0), "-\n");
}

/// The help names the version of the Public Suffix List.
#[test]
fn help_names_the_list_of_suffixes() {
    let lock = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock")).unwrap();
    let (_, package) = lock.split_once("name = \"psl\"\nversion = \"").unwrap();
    let (version, _) = package.split_once('"').unwrap();
    let help = uri(&["get", "--help"], "").printed(0);
    assert!(help.contains(&format!("version {version} of the crate")), "{help}");
}
