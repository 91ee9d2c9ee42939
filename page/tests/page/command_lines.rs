//! The command for a request: the table of panels, invalid fields, and fields that look like options.

use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};
use urigram::grammar::GRAMMAR;
use urigram_page::{CommandLine, command_lines, panels};

use super::exact;

fn line(panel: &str, grammar: Value, fields: Value) -> Result<CommandLine, String> {
    line_of(panel, json!({ "grammar": grammar, "name": "my.pest", "fields": fields }))
}

/// Returns the command line of a panel for a request with its fields.
fn line_of(panel: &str, mut request: Value) -> Result<CommandLine, String> {
    let fields = request.as_object_mut().unwrap().remove("fields").unwrap();
    let mut lines = lines_of(request, json!([{ "panel": panel, "fields": fields }]))?;
    assert_eq!(lines.len(), 1);
    Ok(lines.remove(0))
}

fn lines_of(mut request: Value, asks: Value) -> Result<Vec<CommandLine>, String> {
    request["client"] = json!("1");
    request["turn"] = json!(1);
    request["asks"] = asks;
    command_lines(request.to_string().as_bytes())
}

/// Each panel with the built-in grammar, and with another grammar.
#[rstest]
#[case::parse("parse", json!({"input": "a:b", "rule": "URI"}),
    "uri parse --details --as URI a:b", "uri parse --details --as URI --grammar my.pest a:b")]
#[case::validate("validate", json!({"input": "a:b", "rule": "URI", "policy": "link"}),
    "uri validate --as URI --policy link a:b", "uri validate --as URI --grammar my.pest --policy link a:b")]
#[case::validate_without_policy("validate", json!({"input": "a:b", "rule": "", "policy": ""}),
    "uri validate a:b", "uri validate --grammar my.pest a:b")]
#[case::normalize("normalize", json!({"input": "a:b", "level": "case"}),
    "uri normalize --level case a:b", "uri normalize --level case a:b")]
#[case::resolve("resolve", json!({"input": "../b", "base": "a:b"}),
    "uri resolve --steps --base a:b ../b", "uri resolve --steps --base a:b ../b")]
#[case::compare("compare", json!({"input": "a:b", "other": "a:c"}), "uri compare a:b a:c", "uri compare a:b a:c")]
#[case::tree("tree", json!({"input": "a:b", "rule": "URI"}),
    "uri tree --as URI a:b", "uri tree --as URI --grammar my.pest a:b")]
#[case::whatwg("whatwg", json!({"input": "b", "base": "a:b"}), "uri whatwg --base a:b b", "uri whatwg --base a:b b")]
#[case::whatwg_without_base("whatwg", json!({"input": "b", "base": ""}), "uri whatwg b", "uri whatwg b")]
#[case::trace("trace", json!({"input": "b", "rule": "URI", "steps": 500}),
    "uri trace --as URI --limit 500 b", "uri trace --as URI --grammar my.pest --limit 500 b")]
#[case::check("check", json!({"keep": ""}), "uri grammar check", "uri grammar check my.pest")]
#[case::check_of_strings("check", json!({"keep": "a must match \"b\""}),
    "uri grammar check --expect 'a must match \"b\"'", "uri grammar check --expect 'a must match \"b\"' my.pest")]
#[case::diff("diff", json!({}), "uri grammar diff --time 1 uri.pest", "uri grammar diff --time 1 my.pest")]
#[case::prove("prove", json!({}), "uri grammar prove", "uri grammar prove my.pest")]
#[case::sample("sample", json!({"rule": "port", "near": "", "seed": "7"}),
    "uri grammar sample --rule port --seed 7", "uri grammar sample --rule port --seed 7 my.pest")]
#[case::near("sample", json!({"rule": "port", "near": "yes", "seed": "7"}),
    "uri grammar sample --rule port --near --seed 7", "uri grammar sample --rule port --near --seed 7 my.pest")]
#[case::draw("draw", json!({"rule": "port", "input": "", "start": ""}),
    "uri grammar draw --rule port", "uri grammar draw --rule port my.pest")]
#[case::draw_through("draw", json!({"rule": "port", "input": "//a:8", "start": "URI"}),
    "uri grammar draw --rule port --through //a:8 --as URI",
    "uri grammar draw --rule port --through //a:8 --as URI my.pest")]
fn of_each_panel(#[case] panel: &str, #[case] fields: Value, #[case] built_in: &str, #[case] own: &str) {
    assert_eq!(line(panel, Value::Null, fields.clone()).unwrap().typed, built_in);
    let with_own = line(panel, json!("port = { DIGIT }"), fields).unwrap();
    assert_eq!(with_own.typed, own);
    let file = ("my.pest".to_owned(), "port = { DIGIT }".into());
    assert_eq!(with_own.files.contains(&file), own.contains("my.pest"), "{with_own:?}");
}

/// A variant is compared with its own ABNF, even if it was edited.
#[rstest]
#[case::a_variant("rfc6874.pest", "uri grammar prove --abnf rfc6874.abnf rfc6874.pest")]
#[case::of_iris(
    "rfc3987.pest",
    "uri grammar prove --abnf rfc3987.abnf rfc3987.pest URI=IRI hier_part=ihier-part "
)]
#[case::another("rfc6874.pest.pest", "uri grammar prove rfc6874.pest.pest")]
fn is_proved_by_its_abnf(#[case] name: &str, #[case] expected: &str) {
    let line =
        line_of("prove", json!({ "grammar": "port = @{ DIGIT }", "name": name, "fields": {} })).unwrap();
    assert!(line.typed.starts_with(expected), "{}", line.typed);
    assert_eq!(line.typed.len() == expected.len(), !expected.ends_with(' '), "{}", line.typed);
    let names: Vec<&str> = line.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.last(), Some(&name));
}

#[test]
fn no_panel_is_missing_from_the_table() {
    let table: Vec<&str> = exact::PANELS.iter().map(|panel| panel.name).collect();
    assert_eq!(table, panels().collect::<Vec<_>>());
}

#[test]
fn two_grammars_are_compared() {
    let texts = |line: CommandLine| -> Vec<String> {
        line.files.into_iter().map(|(_, text)| text.to_string()).collect()
    };
    let both = |own: Value, name| json!({"grammar": own, "name": name, "against": "old", "fields": {}});
    let line = line_of("diff", both(json!("new"), "new.pest")).unwrap();
    assert_eq!(line.typed, "uri grammar diff --time 1 against.pest new.pest");
    assert_eq!(texts(line), ["old", "new"]);
    let line = line_of("diff", both(json!("new"), "Against.pest")).unwrap();
    assert_eq!(line.typed, "uri grammar diff --time 1 against.pest grammar.pest");
    let line = line_of("diff", both(Value::Null, "new.pest")).unwrap();
    assert_eq!(texts(line), ["old", GRAMMAR]);
}

#[rstest]
#[case::operand("tree", json!({"input": "--help", "rule": "URI"}),
    &["tree", "--as", "URI", "--format", "json", "--", "--help"], "uri tree --as URI -- --help")]
#[case::value("tree", json!({"input": "a b", "rule": "--format"}),
    &["tree", "--as=--format", "--format", "json", "--", "a b"], "uri tree --as=--format 'a b'")]
#[case::hyphen("compare", json!({"input": "-", "other": ""}),
    &["compare", "--format", "json", "--", "-", ""], "uri compare -- - ''")]
fn nothing_becomes_an_option(
    #[case] panel: &str,
    #[case] fields: Value,
    #[case] arguments: &[&str],
    #[case] typed: &str,
) {
    let line = line(panel, Value::Null, fields).unwrap();
    assert_eq!(line.arguments, arguments);
    assert_eq!(line.typed, typed);
}

#[rstest]
#[case::folder("../../etc/passwd", "passwd.pest")]
#[case::windows("C:\\x\\my.pest", "my.pest")]
#[case::option("--help.pest", "_--help.pest")]
#[case::hidden(".pest", "_.pest")]
#[case::parent("..", "_..")]
#[case::empty("", "_.pest")]
#[case::policy("link", "link.pest")]
#[case::against("Against.pest", "grammar.pest")]
#[case::terminal("a\u{1b}]0;x\u{7}\n\u{202e}.pest", "a__0_x___.pest")]
#[case::letters("my größe.pest", "my größe.pest")]
fn names_of_files_lead_nowhere(#[case] name: &str, #[case] expected: &str) {
    let line = line_of("check", json!({"grammar": "x", "name": name, "fields": {"keep": ""}})).unwrap();
    assert_eq!(line.files, [(expected.to_owned(), "x".into())]);
}

#[rstest]
#[case::no_panel("nope", json!({}), "there is no panel `nope`")]
#[case::missing("tree", json!({"input": "a"}), "`tree` needs field `rule`")]
#[case::unknown("check", json!({"keep": "", "input": "a"}), "`check` has no field `input`")]
#[case::file("validate", json!({"input": "a", "rule": "", "policy": "/etc/passwd"}), "`policy` must be a name")]
#[case::dots("validate", json!({"input": "a", "rule": "", "policy": "my.toml"}), "`policy` must be a name")]
#[case::number("sample", json!({"rule": "a", "near": "", "seed": "-1"}),
    "`seed` must be a whole number from 0 to 18446744073709551615")]
#[case::fraction("sample", json!({"rule": "a", "near": "", "seed": 0.5}), "`seed` must be a whole number from")]
#[case::exponent("sample", json!({"rule": "a", "near": "", "seed": 1e300}), "`seed` must be a whole number from")]
#[case::above("sample", json!({"rule": "a", "near": "", "seed": "18446744073709551616"}), "`seed` must be a whole")]
#[case::steps("trace", json!({"input": "a", "rule": "", "steps": 1e19}), "`steps` must be a whole number from")]
#[case::flag("sample", json!({"rule": "a", "near": "no", "seed": "1"}), "`near` must be empty or `yes`")]
#[case::list("tree", json!({"input": ["a"], "rule": ""}), "`input` is neither text nor a number")]
#[case::nul("tree", json!({"input": "a\0", "rule": ""}), "`input` contains U+0000")]
#[case::long("tree", json!({"input": "a".repeat(100_000), "rule": ""}), "`input` is longer than 98304 bytes")]
fn is_refused(#[case] panel: &str, #[case] fields: Value, #[case] why: &str) {
    let refused = line(panel, Value::Null, fields).unwrap_err();
    assert!(refused.contains(why), "{refused}");
}

/// The files of all command lines of a request are in one directory.
#[test]
fn asks_share_the_files() {
    let asks: Vec<Value> = exact::PANELS
        .iter()
        .map(|panel| {
            let fields: Value = panel.fields.iter().map(|&field| (field.to_owned(), json!("1"))).collect();
            let fields = match panel.name {
                "sample" => json!({"rule": "a", "near": "", "seed": 1}),
                "validate" => json!({"rule": "a", "input": "", "policy": ""}),
                "normalize" => json!({"input": "", "level": "case"}),
                _ => fields,
            };
            json!({ "panel": panel.name, "fields": fields })
        })
        .collect();
    for name in ["uri.pest", "AGAINST.pest", "grammar.pest", "rfc3987.pest", "x"] {
        for own in [json!("own"), Value::Null] {
            let request = json!({ "grammar": own, "name": name, "against": "old" });
            let mut files = std::collections::BTreeMap::new();
            for line in lines_of(request, json!(asks)).unwrap() {
                for (name, text) in line.files {
                    assert_eq!(
                        files.entry(name.to_lowercase()).or_insert_with(|| text.clone()),
                        &text,
                        "{name}"
                    );
                }
            }
            assert_eq!(files["against.pest"].as_ref(), "old");
        }
    }
}

#[test]
fn an_ask_can_be_of_the_built_in_grammar() {
    let ask = |builtin: bool| json!({ "panel": "tree", "builtin": builtin, "fields": { "input": "a", "rule": "" } });
    let lines =
        lines_of(json!({ "grammar": "x", "name": "my.pest" }), json!([ask(true), ask(false)])).unwrap();
    let typed: Vec<&str> = lines.iter().map(|line| line.typed.as_str()).collect();
    assert_eq!(typed, ["uri tree a", "uri tree --grammar my.pest a"]);
    let refused =
        lines_of(json!({}), json!([{ "panel": "diff", "builtin": true, "fields": {} }])).unwrap_err();
    assert!(refused.contains("`builtin` must be false"), "{refused}");
}

#[rstest]
#[case::none(0, false)]
#[case::one(1, true)]
#[case::most(32, true)]
#[case::more(33, false)]
fn so_many_asks(#[case] number: usize, #[case] is_read: bool) {
    let ask = json!({ "panel": "check", "fields": { "keep": "" } });
    let lines = lines_of(json!({}), json!(vec![ask; number]));
    assert_eq!(lines.is_ok(), is_read, "{lines:?}");
    assert!(lines.is_ok_and(|lines| lines.len() == number) || !is_read);
}

/// A body with one ask of `check`.
fn body(client: &str, turn: &str, fields: &str, rest: &str) -> String {
    let asks = format!(r#"[{{"panel": "check", "fields": {fields}}}]"#);
    format!(r#"{{"client": "{client}", "turn": {turn}, "asks": {asks}{rest}}}"#)
}

#[rstest]
#[case::no_json("x", "the body: expected value")]
#[case::no_object("[]", "the body: invalid length 0")]
#[case::empty("{}", "missing field `client`")]
#[case::no_asks(r#"{"client": "1", "turn": 1}"#, "missing field `asks`")]
#[case::unknown(&body("1", "1", "{}", r#", "x": 1"#), "unknown field `x`")]
#[case::unknown_in_ask(
    r#"{"client": "1", "turn": 1, "asks": [{"panel": "check", "fields": {}, "x": 1}]}"#,
    "unknown field `x`"
)]
#[case::turn(&body("1", "-1", "{}", ""), "invalid value: integer `-1`")]
#[case::turn_with_exponent(&body("1", "1e300", "{}", ""), "invalid type: floating point")]
#[case::beyond_all_numbers(&body("1", "1", r#"{"seed": 1e999}"#, ""), "number out of range")]
#[case::client(&body("", "1", "{}", ""), "`client` must have 1 to 64 bytes")]
#[case::slot(&body("1", "1", "{}", &format!(r#", "slot": "{}""#, "x".repeat(65))), "`slot` must have at most 64 bytes")]
#[case::nested(&format!(r#"{{"asks": [{{"fields": {}"#, r#"{"a":"#.repeat(9999)), "recursion limit exceeded")]
fn a_bad_body_is_refused(#[case] body: &str, #[case] why: &str) {
    let refused = command_lines(body.as_bytes()).unwrap_err();
    assert!(refused.contains(why), "{refused}");
}

proptest! {
    /// Fields become only operands, values of options, or parts of file names.
    #[test]
    fn fields_stay_what_they_are(
        panel in proptest::sample::select(exact::PANELS),
        [input, other] in proptest::array::uniform2("\\PC{0,8}|-{0,2}[a-z]{0,8}(=\\PC{0,3})?"),
        name in "\\PC{0,8}|[-./]{0,4}[a-z]{0,3}|[Aa]gainst.pest",
        own in proptest::option::of("\\PC{0,8}"),
        against in proptest::option::of("\\PC{0,8}"),
    ) {
        let all = json!({
            "input": input, "keep": other, "other": other, "rule": other, "start": other, "base": other,
            "policy": "link", "level": "case", "near": "yes", "seed": 1, "steps": 1,
        });
        let fields: Value = panel.fields.iter().map(|&field| (field.to_owned(), all[field].clone())).collect();
        let request = json!({"grammar": own, "against": against, "name": name, "fields": fields});
        exact::check(&panel, &line_of(panel.name, request).unwrap());
    }

    #[test]
    fn no_body_is_too_odd(body in proptest::collection::vec(any::<u8>(), 0..64)) {
        let _ = command_lines(&body);
    }
}
