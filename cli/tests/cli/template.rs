//! `uri template`.

use insta::assert_snapshot;
use rstest::rstest;

use crate::{TempFile, uri};

#[rstest]
#[case::string(&["--var", "a=x y"], "{a}", "x%20y")]
#[case::undefined(&[], "/{a}{?b}", "/")]
#[case::empty(&["--var", "a="], "{?a}", "?a=")]
#[case::equals_sign(&["--var", "a=b=c"], "{?a}", "?a=b%3Dc")]
#[case::list(&["--var", "a=x", "--var", "b=z", "--var", "a=y"], "{?a*,b}", "?a=x&a=y&b=z")]
fn expand(#[case] options: &[&str], #[case] template: &str, #[case] output: &str) {
    let arguments = [&["template", "expand"], options, &[template]].concat();
    assert_eq!(uri(&arguments, "").printed(0), format!("{output}\n"));
}

#[test]
fn values_of_a_file() {
    let file = TempFile::new(
        "values.json",
        br#"{"a": {"l": 2, "k": "x y"}, "b": [true, null], "c": null, "d": "file"}"#,
    );
    let arguments = ["template", "expand", "--vars", file.path(), "--var", "d=option", "{?a*,b,c,d}"];
    assert_eq!(uri(&arguments, "").printed(0), "?l=2&k=x%20y&b=true&d=option\n");
}

#[rstest]
#[case::list("[]", "1:1: invalid type: sequence, expected a map of values by the names of variables")]
#[case::nested("{\n \"a\": [[1]]}", "2:11: a list or map is in another one")]
fn values_that_cannot_be_read(#[case] text: &str, #[case] message: &str) {
    let file = TempFile::new(&format!("values-{}.json", text.len()), text.as_bytes());
    let stderr = uri(&["template", "expand", "--vars", file.path(), "{a}"], "").said(2);
    assert_eq!(stderr, format!("uri: {}:{message}\n", file.path()));
}

#[test]
fn templates_are_lines() {
    let ran = uri(&["template", "expand", "--var", "a=1"], "{a}\n{!a}\n\nx{a\n/{a}\n");
    assert_eq!((ran.stdout.as_str(), ran.status), ("1\n\n/1\n", 1));
    assert_snapshot!(ran.stderr, @r##"
    error: the operator `!` at byte 1 is reserved, in the expression at byte 0
      |
    2 | {!a}
      |  ^ expression
      |
      = help: the operators are `+`, `#`, `.`, `/`, `;`, `?` and `&` (RFC 6570, section 2.2)
    error: the expression at byte 1 is not closed
      |
    4 | x{a
      |    ^ expression
      |
      = help: expected a letter, a digit, `%`, `*`, `,`, `.`, `:`, `_` or `}`
    "##);
}

#[test]
fn expansions_as_json() {
    let arguments =
        ["template", "expand", "--format", "json", "--var", "a=1", "--var", "a=2", "{a}", "{a:1}", "{", "%"];
    assert_snapshot!(uri(&arguments, "").printed(1), @r##"
    {"input":"{a}","output":"1,2"}
    {"input":"{a:1}","error":{"component":"expression","offset":1,"column":2,"found":"a","message":"`a` at byte 1 has a prefix, but its value is not a string, in the expression at byte 0","help":"leave out the `:` and the number, or give it a string (RFC 6570, section 2.4.1)"}}
    {"input":"{","error":{"component":"expression","offset":1,"column":2,"found":null,"message":"the expression at byte 0 is not closed","help":"expected a letter, a digit, `!`, `#`, `%`, `&`, `+`, `,`, `.`, `/`, `;`, `=`, `?`, `@`, `_` or `|`"}}
    {"input":"%","error":{"component":"literals","offset":1,"column":2,"found":null,"message":"incomplete percent-encoding at byte 1, in a literal","help":"`%` is followed by two hexadecimal digits; the character `%` itself is written `%25`"}}
    "##);
}

#[test]
fn matches() {
    let ran = uri(&["template", "match", "/{a}{/b*}{?c,d*}"], "/x%0A/y/z?c=&k=v\n/\n/x y\n/x?e=1\n");
    assert_eq!(ran.status, 1);
    assert_snapshot!(ran.stdout, @r##"
    a=x\n
    b=y
    b=z
    c=
    d.k=v


    a=x
    d.e=1
    "##);
    assert_snapshot!(ran.stderr, @r"
    error: the template does not give this URI with any values
      |
    3 | /x y
      | ^ URI-reference
      |
      = help: a value in a match has no delimiters but those of its expression, and is percent-encoded only where the template would
    ");
}

#[test]
fn a_match_that_is_ambiguous() {
    let ran = uri(&["template", "match", "{a}{b}-{c}", "x-y"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("a=x\nc=y\n", 0));
    assert_eq!(ran.stderr, "uri: the URI does not determine a, b\n");
}

#[test]
fn matches_as_json() {
    let arguments = ["template", "match", "--format", "json", "/{a}{b}{?c*}", "/x?k=1&l=2", "/", "x"];
    assert_snapshot!(uri(&arguments, "").printed(1), @r##"
    {"input":"/x?k=1&l=2","values":{"a":"x","c":{"k":"1","l":"2"}},"ambiguous":["a","b"]}
    {"input":"/","values":{},"ambiguous":[]}
    {"input":"x","error":{"component":"URI-reference","offset":0,"column":1,"found":"x","message":"the template does not give this URI with any values","help":"a value in a match has no delimiters but those of its expression, and is percent-encoded only where the template would"}}
    "##);
}

#[test]
fn a_template_that_nothing_can_match() {
    assert_snapshot!(uri(&["template", "match", "/{a", "/x", "/y"], "").said(2), @r##"
    error: the expression at byte 1 is not closed
     |
     | /{a
     |    ^ expression
     |
     = help: expected a letter, a digit, `%`, `*`, `,`, `.`, `:`, `_` or `}`
    "##);
}

#[test]
fn variables() {
    let ran = uri(&["template", "variables", "/{b,a}{?b,c.d}", "x", "{"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("b a c.d\n\n", 1));
    let json = uri(&["template", "variables", "--format", "json", "/{b,a}", "x"], "").printed(0);
    assert_snapshot!(json, @r##"
    {"input":"/{b,a}","variables":["b","a"]}
    {"input":"x","variables":[]}
    "##);
}
