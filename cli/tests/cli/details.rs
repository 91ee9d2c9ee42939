//! `uri parse --details`: offsets, the number of the port, segments, pairs, and what is decoded.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

/// Returns the object `details` for the reference, as it is printed.
fn details(arguments: &[&str]) -> String {
    let ran = uri(&[&["parse", "--details", "--format", "json"], arguments].concat(), "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let (_, details) = ran.stdout.split_once(r#","details":"#).unwrap();
    details.strip_suffix("}\n").unwrap().to_owned()
}

#[test]
fn are_listed_under_the_drawing() {
    let ran = uri(&["parse", "--details", "http://me%40x@h:80/a%20b//c?q=%C3%A9&raw&x=%FF#", "urn:a"], "");
    assert_snapshot!(ran.stdout, @r#"
    http://me%40x@h:80/a%20b//c?q=%C3%A9&raw&x=%FF#
    \__/   \_________/\_______/ \________________/ |
     |          |         |             |          |
    scheme  authority    path         query  fragment (empty)
           \____/ | \/
             |    | |
             |    | port
             |    host
             userinfo

    scheme     0..4     default port 80
    authority  7..18
    userinfo   7..13    decoded "me@x"
    host       14..15
    port       16..18   80, the default
    path       18..27   decoded "/a b//c"
      segment  19..24   "a b"
      segment  25..25   ""
      segment  26..27   "c"
    query      28..46   not UTF-8 when decoded
      pair     28..36   "q" = "é"
      pair     37..40   "raw"
      pair     41..46   "x" = (not UTF-8)
    fragment   47..47

    urn:a
    \_/ |
     |  |
     |  path
     scheme

    scheme     0..3
    path       4..5
      segment  4..5     "a"
    "#);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn follow_the_components_in_json() {
    let ran = uri(&["parse", "--details", "--format", "json", "http://h:80/a?k=v"], "");
    assert_snapshot!(ran.stdout, @r#"{"input":"http://h:80/a?k=v","kind":"uri","scheme":"http","authority":"h:80","userinfo":null,"host":"h","host_kind":"reg-name","port":"80","path":"/a","path_kind":"abempty","query":"k=v","fragment":null,"details":{"spans":{"scheme":[0,4],"authority":[7,11],"userinfo":null,"host":[7,8],"port":[9,11],"path":[11,13],"query":[14,17],"fragment":null},"port":{"number":80,"default":80,"is_default":true},"segments":[{"start":12,"end":13,"raw":"a","decoded":"a"}],"pairs":[{"start":14,"end":17,"raw":"k=v","key":"k","value":"v"}],"decoded":{"userinfo":null,"host":"h","path":"/a","query":"k=v","fragment":null}}}"#);
}

#[rstest]
#[case::the_default("http://a:80", r#"{"number":80,"default":80,"is_default":true}"#)]
#[case::written_with_zeros("http://a:0080", r#"{"number":80,"default":80,"is_default":true}"#)]
#[case::another("https://a:80", r#"{"number":80,"default":443,"is_default":false}"#)]
#[case::none("HTTPS://a", r#"{"number":null,"default":443,"is_default":false}"#)]
#[case::empty("http://a:", r#"{"number":null,"default":80,"is_default":false}"#)]
#[case::no_default("foo://a:8042", r#"{"number":8042,"default":null,"is_default":false}"#)]
#[case::unknown_scheme("//a:1", r#"{"number":1,"default":null,"is_default":false}"#)]
#[case::too_large("http://a:65536", r#"{"number":null,"default":80,"is_default":false}"#)]
fn have_the_port(#[case] reference: &str, #[case] port: &str) {
    let details = details(&[reference]);
    assert!(details.contains(&format!(r#""port":{port}"#)), "{details}");
}

#[rstest]
#[case::none("//a", "[]")]
#[case::one_that_is_empty("/", r#"[{"start":1,"end":1,"raw":"","decoded":""}]"#)]
#[case::encoded_slash(
    "a%2Fb/c",
    r#"[{"start":0,"end":5,"raw":"a%2Fb","decoded":"a/b"},{"start":6,"end":7,"raw":"c","decoded":"c"}]"#
)]
#[case::not_utf8("/%FF", r#"[{"start":1,"end":4,"raw":"%FF","decoded":null}]"#)]
fn have_the_segments(#[case] reference: &str, #[case] segments: &str) {
    let details = details(&[reference]);
    assert!(details.contains(&format!(r#""segments":{segments},"pairs""#)), "{details}");
}

#[rstest]
#[case::undefined("a", "[]")]
#[case::empty("?", "[]")]
#[case::no_value("?a", r#"[{"start":1,"end":2,"raw":"a","key":"a","value":null}]"#)]
#[case::not_utf8("?a=%FF", r#"[{"start":1,"end":6,"raw":"a=%FF","key":"a","value":null}]"#)]
#[case::several(
    "?&&a=b=c&=%26",
    concat!(
        r#"[{"start":3,"end":8,"raw":"a=b=c","key":"a","value":"b=c"},"#,
        r#"{"start":9,"end":13,"raw":"=%26","key":"","value":"&"}]"#
    )
)]
fn have_the_pairs(#[case] reference: &str, #[case] pairs: &str) {
    let details = details(&[reference]);
    assert!(details.contains(&format!(r#""pairs":{pairs},"decoded""#)), "{details}");
}

#[rstest]
#[case::undefined("urn:a", r#"{"userinfo":null,"host":null,"path":"a","query":null,"fragment":null}"#)]
#[case::all("//%41@%42/%43?%44#%45", r#"{"userinfo":"A","host":"B","path":"/C","query":"D","fragment":"E"}"#)]
#[case::not_utf8("%FF?%41", r#"{"userinfo":null,"host":null,"path":null,"query":"A","fragment":null}"#)]
fn have_what_is_decoded(#[case] reference: &str, #[case] decoded: &str) {
    let details = details(&[reference]);
    assert!(details.ends_with(&format!(r#""decoded":{decoded}}}"#)), "{details}");
}

#[test]
fn of_a_rule_below_references() {
    assert_snapshot!(details(&["--as", "authority", "a@b:1"]), @r#"{"spans":{"scheme":null,"authority":[0,5],"userinfo":[0,1],"host":[2,3],"port":[4,5],"path":null,"query":null,"fragment":null},"port":{"number":1,"default":null,"is_default":false},"segments":[],"pairs":[],"decoded":{"userinfo":"a","host":"b","path":null,"query":null,"fragment":null}}"#);
    assert_snapshot!(details(&["--as", "IPv6address", "::1"]), @r#"{"spans":{"scheme":null,"authority":null,"userinfo":null,"host":null,"port":null,"path":null,"query":null,"fragment":null},"port":{"number":null,"default":null,"is_default":false},"segments":[],"pairs":[],"decoded":{"userinfo":null,"host":null,"path":null,"query":null,"fragment":null}}"#);
}

#[test]
fn by_another_grammar() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest");
    assert_snapshot!(details(&["--grammar", path, "http://é/é/b?é=ü"]), @r#"{"spans":{"scheme":[0,4],"authority":[7,9],"userinfo":null,"host":[7,9],"port":null,"path":[9,14],"query":[15,20],"fragment":null},"port":{"number":null,"default":80,"is_default":false},"segments":[{"start":10,"end":12,"raw":"é","decoded":"é"},{"start":13,"end":14,"raw":"b","decoded":"b"}],"pairs":[{"start":15,"end":20,"raw":"é=ü","key":"é","value":"ü"}],"decoded":{"userinfo":null,"host":"é","path":"/é/b","query":"é=ü","fragment":null}}"#);

    let json = TempFile::new("details.pest", b"word = { ('a'..'z')+ }");
    assert_snapshot!(details(&["--grammar", json.path(), "--as", "word", "abc"]), @r#"{"spans":{"scheme":null,"authority":null,"userinfo":null,"host":null,"port":null,"path":null,"query":null,"fragment":null},"port":{"number":null,"default":null,"is_default":false},"segments":[],"pairs":[],"decoded":{"userinfo":null,"host":null,"path":null,"query":null,"fragment":null}}"#);
}

#[test]
fn of_very_many_parts() {
    let many = format!("{}?{}", "x/".repeat(100_000), "a&".repeat(100_000));
    let ran = uri(&["parse", "--details", "--format", "json"], many);
    assert_eq!(ran.stdout.matches(r#""decoded":"x""#).count(), 100_000);
    assert_eq!(ran.stdout.matches(r#""key":"a""#).count(), 100_000);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}
