//! The answer for each panel is what the command prints.

use rstest::rstest;
use serde_json::{Value, json};

use super::Page;
use crate::Ran;

const UNDERSCORE: &str = "scheme = @{ ALPHA ~ (ALPHA | DIGIT | \"+\" | \"-\" | \".\" | \"_\")* }\n";
const LIST: &str = "list = { \"[\" ~ (list ~ (\",\" ~ list)*)? ~ \"]\" }\n";
const DEAD: &str = "a = { \"x\" | \"xy\" }\n";

/// Runs a command in the folder of the server.
fn run(page: &Page, arguments: &[&str]) -> Ran {
    let mut command = crate::command(arguments);
    command.current_dir(&page.folder);
    crate::run(command, b"")
}

/// Checks an answer against what the command prints, one object a line.
fn check(page: &Page, panel: &str, request: Value, arguments: &[&str], typed: &str) {
    let ran = run(page, arguments);
    let file = request["name"].clone();
    let answer = page.ask_with(panel, request);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = json!({
        "status": ran.status, "answers": lines, "said": ran.stderr, "command": typed, "file": file, "stopped": null,
    });
    assert_eq!(answer, expected);
}

#[rstest]
#[case::validate("validate", json!({"input": "http://a_b:80/", "rule": "URI", "policy": ""}),
    &["validate", "--as", "URI", "--format", "json", "http://a_b:80/"], "uri validate --as URI http://a_b:80/")]
#[case::policy("validate", json!({"input": "javascript:x", "rule": "", "policy": "link"}),
    &["validate", "--policy", "link", "--format", "json", "javascript:x"], "uri validate --policy link javascript:x")]
#[case::normalize("normalize", json!({"input": "HTTP://a/../%41?%41", "rung": "percent"}),
    &["normalize", "--rung", "percent", "--format", "json", "HTTP://a/../%41?%41"],
    "uri normalize --rung percent 'HTTP://a/../%41?%41'")]
#[case::invalid("normalize", json!({"input": "a b", "rung": "case"}),
    &["normalize", "--rung", "case", "--format", "json", "a b"], "uri normalize --rung case 'a b'")]
#[case::compare("compare", json!({"input": "http://a", "other": "http://a/"}),
    &["compare", "--format", "json", "http://a", "http://a/"], "uri compare http://a http://a/")]
#[case::tree("tree", json!({"input": "-", "rule": "path-noscheme"}),
    &["tree", "--as", "path-noscheme", "--format", "json", "--", "-"], "uri tree --as path-noscheme -- -")]
#[case::unknown_rule("tree", json!({"input": "a", "rule": "nope"}),
    &["tree", "--as", "nope", "--format", "json", "a"], "uri tree --as nope a")]
#[case::check("check", json!({}), &["grammar", "check", "--format", "json"], "uri grammar check")]
#[case::sample("sample", json!({"rule": "port", "near": "", "seed": 3}),
    &["grammar", "sample", "--rule", "port", "--seed", "3", "--format", "json"],
    "uri grammar sample --rule port --seed 3")]
#[case::near("sample", json!({"rule": "port", "near": "yes", "seed": 3}),
    &["grammar", "sample", "--rule", "port", "--near", "--seed", "3", "--format", "json"],
    "uri grammar sample --rule port --near --seed 3")]
fn by_the_grammar_that_is_built_in(
    #[case] panel: &str,
    #[case] fields: Value,
    #[case] arguments: &[&str],
    #[case] typed: &str,
) {
    check(&Page::with(&["--time", "60"], &[]), panel, json!({ "fields": fields }), arguments, typed);
}

#[rstest]
#[case::validate(UNDERSCORE, "validate", json!({"input": "a_b:c", "rule": "URI", "policy": ""}),
    &["validate", "--as", "URI", "--grammar", "my.pest", "--format", "json", "a_b:c"],
    "uri validate --as URI --grammar my.pest a_b:c")]
#[case::tree(LIST, "tree", json!({"input": "[[],[]]", "rule": "list"}),
    &["tree", "--as", "list", "--grammar", "my.pest", "--format", "json", "[[],[]]"],
    "uri tree --as list --grammar my.pest '[[],[]]'")]
#[case::check(DEAD, "check", json!({}), &["grammar", "check", "--format", "json", "my.pest"],
    "uri grammar check my.pest")]
#[case::faulty("a = { b }", "check", json!({}), &["grammar", "check", "--format", "json", "my.pest"],
    "uri grammar check my.pest")]
#[case::diff(UNDERSCORE, "diff", json!({}),
    &["grammar", "diff", "--time", "1", "--format", "json", "my.pest"], "uri grammar diff --time 1 my.pest")]
#[case::prove(UNDERSCORE, "prove", json!({}), &["grammar", "prove", "--format", "json", "my.pest"],
    "uri grammar prove my.pest")]
#[case::left_recursive("list = { list ~ \"x\" | \"x\" }", "prove", json!({}),
    &["grammar", "prove", "--format", "json", "my.pest"], "uri grammar prove my.pest")]
#[case::sample(LIST, "sample", json!({"rule": "list", "near": "", "seed": 1}),
    &["grammar", "sample", "--rule", "list", "--seed", "1", "--format", "json", "my.pest"],
    "uri grammar sample --rule list --seed 1 my.pest")]
fn by_another_grammar(
    #[case] grammar: &str,
    #[case] panel: &str,
    #[case] fields: Value,
    #[case] arguments: &[&str],
    #[case] typed: &str,
) {
    let page = Page::with(&["--time", "60"], &[("my.pest", grammar)]);
    let request = json!({ "grammar": grammar, "name": "my.pest", "fields": fields });
    check(&page, panel, request, arguments, typed);
}

#[test]
fn two_grammars() {
    let page = Page::with(&["--time", "60"], &[("my.pest", DEAD), ("against.pest", "a = { \"x\" }")]);
    let request = json!({ "grammar": DEAD, "against": "a = { \"x\" }", "name": "my.pest", "fields": {} });
    let arguments = ["grammar", "diff", "--time", "1", "--format", "json", "against.pest", "my.pest"];
    check(&page, "diff", request, &arguments, "uri grammar diff --time 1 against.pest my.pest");
}

#[test]
fn a_drawing_is_one_object() {
    let page = Page::with(&["--time", "60"], &[("my.pest", LIST)]);
    let fields = json!({ "rule": "list", "input": "", "start": "" });
    let request = |grammar| json!({ "grammar": grammar, "name": "my.pest", "fields": fields });
    let answer = page.ask_with("draw", request(LIST));
    let ran = run(&page, &["grammar", "draw", "my.pest", "--rule", "list"]);
    assert!(ran.stdout.contains("<svg"), "{}", ran.stderr);
    assert_eq!(answer["answers"], json!([{ "svg": ran.stdout }]));
    assert_eq!(answer["command"], "uri grammar draw --rule list my.pest");

    let answer = page.ask_with("draw", request("list = {"));
    assert_eq!((&answer["status"], &answer["answers"]), (&json!(2), &json!([])));
    assert!(answer["said"].as_str().unwrap().starts_with("my.pest:1:8: "), "{answer}");
}

#[test]
fn the_examples_are_in_order() {
    let page = Page::with(&["--time", "60"], &[]);
    let state = page.get("/state").json();
    let examples = state["examples"].as_array().unwrap();
    assert!(examples.len() > 5, "{}", examples.len());
    for example in examples {
        assert_eq!(example["grammar"], Value::Null, "the text is fetched when it is chosen");
        let text = page.get(&format!("/example/{}", example["name"].as_str().unwrap()));
        assert_eq!(text.status, 200);
        let request =
            |fields: Value| json!({ "grammar": text.text(), "name": example["name"], "fields": fields });
        let read = request(json!({ "input": example["input"], "rule": example["rule"] }));
        let tree = page.ask_with("tree", read);
        let checked = page.ask_with("check", request(json!({})));
        // A name with an underscore shows what the variant rejects.
        let expected = i32::from(example["name"] == "strict-dns.pest");
        assert_eq!(tree["status"], expected, "{tree}");
        assert_eq!((&checked["status"], &checked["answers"]), (&json!(0), &json!([])), "{}", example["name"]);
    }
    for none in ["/example/uri.pest", "/example/..%2Fjson.pest", "/example/"] {
        assert_eq!(page.get(none).status, 404, "{none}");
    }
}
