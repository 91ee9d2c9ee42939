//! The answer for each panel is the output of the command, from a server as from a worker.

use std::fs;

use rstest::rstest;
use serde_json::{Value, json};
use urigram::grammar::{GRAMMAR, VARIANTS, Variant};

use super::{Page, body, body_of, new_folder};
use crate::Ran;

const UNDERSCORE: &str = "scheme = @{ ALPHA ~ (ALPHA | DIGIT | \"+\" | \"-\" | \".\" | \"_\")* }\n";
const LIST: &str = "list = { \"[\" ~ (list ~ (\",\" ~ list)*)? ~ \"]\" }\n";
const DEAD: &str = "a = { \"x\" | \"xy\" }\n";
const AGAINST: &str = "a = { \"x\" }";

/// Runs a command in the server's folder.
fn run(page: &Page, arguments: &[&str]) -> Ran {
    let mut command = crate::command(arguments);
    command.current_dir(&page.folder);
    crate::run(command, b"")
}

/// Compares an answer with the output of the typed command. Adds `--format json`, unless the panel shows
/// text.
fn check(page: &Page, panel: &str, request: Value, typed: &str) {
    // The words can be split at spaces, because no argument in the tables contains a space or a quote.
    let mut arguments: Vec<&str> = typed.split(' ').skip(1).map(|word| word.trim_matches('\'')).collect();
    let field = match panel {
        "draw" => Some("svg"),
        _ => None,
    };
    if field.is_none() {
        let end = arguments.iter().position(|&word| word == "--").unwrap_or(arguments.len());
        arguments.splice(end..end, ["--format", "json"]);
    }
    let ran = run(page, &arguments);
    let answers: Vec<Value> = match field {
        None => ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        Some(_) if ran.stdout.is_empty() => Vec::new(),
        Some(field) => vec![json!({ field: ran.stdout })],
    };
    let file = arguments.iter().rev().find(|word| word.ends_with(".pest"));
    let expected = json!({
        "status": ran.status, "answers": answers, "said": ran.stderr, "command": typed, "file": file, "abnf": null, "stopped": null,
    });
    assert_eq!(page.ask_with(panel, request.clone()), expected);
    assert_eq!(of_worker(panel, request), expected);
}

/// Returns the answer of `uri answers page`, which is the server of a page in WebAssembly.
fn of_worker(panel: &str, request: Value) -> Value {
    let folder = new_folder();
    let mut command = crate::command(&["answers", "page"]);
    command.current_dir(&folder);
    let printed = crate::run(command, body(panel, request).as_bytes()).printed(0);
    fs::remove_dir_all(folder).unwrap();
    let lines: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [mut unanswered, answer] = <[Value; 2]>::try_from(lines).unwrap();
    for (field, of_answer) in answer.as_object().unwrap() {
        let of_unanswered = unanswered[field].take();
        match field.as_str() {
            "status" => assert_eq!(of_unanswered, 2),
            "answers" => assert_eq!(of_unanswered, json!([])),
            "said" => assert_eq!(of_unanswered, ""),
            _ => assert_eq!(of_unanswered, *of_answer),
        }
    }
    answer
}

/// Returns a server with this grammar and a time limit that is long enough for a busy machine.
fn page(grammar: &str) -> Page {
    let files = [("my.pest", grammar), ("uri.pest", GRAMMAR), ("against.pest", AGAINST)];
    Page::with(&["--time", "60"], &files)
}

/// Each panel with the built-in grammar, and with a grammar that allows an underscore in a scheme.
#[rstest]
#[case::parse("parse", json!({"input": "a_b://h:80/%41?c=d", "rule": "URI"}),
    "uri parse --details --as URI 'a_b://h:80/%41?c=d'",
    "uri parse --details --as URI --grammar my.pest 'a_b://h:80/%41?c=d'")]
#[case::validate("validate", json!({"input": "a_b:c", "rule": "URI", "policy": "link"}),
    "uri validate --as URI --policy link a_b:c", "uri validate --as URI --grammar my.pest --policy link a_b:c")]
#[case::normalize("normalize", json!({"input": "HTTP://a/../%41?%41", "level": "percent"}),
    "uri normalize --level percent 'HTTP://a/../%41?%41'", "uri normalize --level percent 'HTTP://a/../%41?%41'")]
#[case::resolve("resolve", json!({"input": "../g?y", "base": "http://a/b/c/d"}),
    "uri resolve --steps --base http://a/b/c/d '../g?y'", "uri resolve --steps --base http://a/b/c/d '../g?y'")]
#[case::compare("compare", json!({"input": "http://a", "other": "http://a/"}),
    "uri compare http://a http://a/", "uri compare http://a http://a/")]
#[case::tree("tree", json!({"input": "a_b:c", "rule": "URI"}),
    "uri tree --as URI a_b:c", "uri tree --as URI --grammar my.pest a_b:c")]
#[case::whatwg("whatwg", json!({"input": "\\\\h\\x", "base": "http://a/"}),
    "uri whatwg --base http://a/ '\\\\h\\x'", "uri whatwg --base http://a/ '\\\\h\\x'")]
#[case::trace("trace", json!({"input": "a_b:c", "rule": "URI", "steps": 500}),
    "uri trace --as URI --limit 500 a_b:c", "uri trace --as URI --grammar my.pest --limit 500 a_b:c")]
#[case::check("check", json!({"keep": ""}), "uri grammar check", "uri grammar check my.pest")]
#[case::diff("diff", json!({}), "uri grammar diff --time 1 uri.pest", "uri grammar diff --time 1 my.pest")]
#[case::prove("prove", json!({}), "uri grammar prove", "uri grammar prove my.pest")]
#[case::sample("sample", json!({"rule": "scheme", "near": "", "seed": 3}),
    "uri grammar sample --rule scheme --seed 3", "uri grammar sample --rule scheme --seed 3 my.pest")]
#[case::draw("draw", json!({"rule": "scheme", "input": "a_b:c", "start": "URI"}),
    "uri grammar draw --rule scheme --through a_b:c --as URI",
    "uri grammar draw --rule scheme --through a_b:c --as URI my.pest")]
// The same panels with other fields.
#[case::parse_of_no_reference("parse", json!({"input": "a|b", "rule": ""}),
    "uri parse --details 'a|b'", "uri parse --details --grammar my.pest 'a|b'")]
#[case::validate_without_a_policy("validate", json!({"input": "http://a_b:80/", "rule": "", "policy": ""}),
    "uri validate http://a_b:80/", "uri validate --grammar my.pest http://a_b:80/")]
#[case::normalize_of_no_reference("normalize", json!({"input": "a|b", "level": "case"}),
    "uri normalize --level case 'a|b'", "uri normalize --level case 'a|b'")]
#[case::normalize_without_such_a_level("normalize", json!({"input": "a", "level": "nope"}),
    "uri normalize --level nope a", "uri normalize --level nope a")]
#[case::resolve_without_a_base("resolve", json!({"input": "a", "base": "b"}),
    "uri resolve --steps --base b a", "uri resolve --steps --base b a")]
#[case::whatwg_without_a_base("whatwg", json!({"input": "http://1.2/", "base": ""}),
    "uri whatwg http://1.2/", "uri whatwg http://1.2/")]
#[case::unknown_rule("tree", json!({"input": "a", "rule": "nope"}),
    "uri tree --as nope a", "uri tree --as nope --grammar my.pest a")]
#[case::no_time_for_a_trace("trace", json!({"input": "a_b:c", "rule": "URI", "steps": 3}),
    "uri trace --as URI --limit 3 a_b:c", "uri trace --as URI --grammar my.pest --limit 3 a_b:c")]
#[case::near("sample", json!({"rule": "scheme", "near": "yes", "seed": 3}),
    "uri grammar sample --rule scheme --near --seed 3", "uri grammar sample --rule scheme --near --seed 3 my.pest")]
#[case::draw_without_a_path("draw", json!({"rule": "scheme", "input": "", "start": ""}),
    "uri grammar draw --rule scheme", "uri grammar draw --rule scheme my.pest")]
#[case::draw_without_such_a_rule("draw", json!({"rule": "nope", "input": "", "start": ""}),
    "uri grammar draw --rule nope", "uri grammar draw --rule nope my.pest")]
fn is_what_the_command_prints(
    #[case] panel: &str,
    #[case] fields: Value,
    #[case] built_in: &str,
    #[case] edited: &str,
) {
    let page = page(UNDERSCORE);
    check(&page, panel, json!({ "fields": fields }), built_in);
    check(&page, panel, json!({ "grammar": UNDERSCORE, "name": "my.pest", "fields": fields }), edited);
}

#[test]
fn each_variant_is_proved_equal_to_its_abnf() {
    let page = page(UNDERSCORE);
    for Variant { name, text, .. } in VARIANTS {
        let answer = page.ask_with("prove", json!({ "grammar": text, "name": name, "fields": {} }));
        assert_eq!((&answer["status"], &answer["said"]), (&json!(0), &json!("")), "{name}");
        assert_eq!(answer["abnf"], json!(name.replace(".pest", ".abnf")));
        assert!(answer["answers"].as_array().is_some_and(|rules| !rules.is_empty()), "{name}");
    }
}

#[test]
fn no_panel_is_missing_from_the_table() {
    for panel in urigram_page::panels() {
        let case = format!("\n#[case::{panel}(\"{panel}\", ");
        assert_eq!(include_str!("answers.rs").matches(&case).count(), 1, "{panel}");
    }
}

#[rstest]
#[case::operand_with_hyphen(UNDERSCORE, "tree", json!({"input": "-", "rule": "path-noscheme"}),
    "uri tree --as path-noscheme --grammar my.pest -- -")]
#[case::recursive(LIST, "tree", json!({"input": "[[],[]]", "rule": "list"}),
    "uri tree --as list --grammar my.pest '[[],[]]'")]
#[case::dead(DEAD, "check", json!({"keep": ""}), "uri grammar check my.pest")]
#[case::faulty("a = { b }", "check", json!({"keep": ""}), "uri grammar check my.pest")]
#[case::left_recursive("list = { list ~ \"x\" | \"x\" }", "prove", json!({}), "uri grammar prove my.pest")]
#[case::no_uri(LIST, "sample", json!({"rule": "list", "near": "", "seed": 1}),
    "uri grammar sample --rule list --seed 1 my.pest")]
#[case::drawing_of_a_fault("list = {", "draw", json!({"rule": "list", "input": "", "start": ""}),
    "uri grammar draw --rule list my.pest")]
fn by_another_grammar(
    #[case] grammar: &str,
    #[case] panel: &str,
    #[case] fields: Value,
    #[case] typed: &str,
) {
    check(&page(grammar), panel, json!({ "grammar": grammar, "name": "my.pest", "fields": fields }), typed);
}

#[test]
fn two_grammars() {
    let request = json!({ "grammar": DEAD, "against": AGAINST, "name": "my.pest", "fields": {} });
    check(&page(DEAD), "diff", request, "uri grammar diff --time 1 against.pest my.pest");
}

/// Each ask of a request is answered by a line, as a request of its own.
#[test]
fn several_asks() {
    let page = page(UNDERSCORE);
    let asks = [
        json!({ "panel": "tree", "fields": { "input": "a_b:c", "rule": "URI" } }),
        json!({ "panel": "validate", "fields": { "input": "a_b:c", "rule": "URI", "policy": "link" } }),
        json!({ "panel": "tree", "builtin": true, "fields": { "input": "a_b:c", "rule": "URI" } }),
        json!({ "panel": "draw", "fields": { "rule": "scheme", "input": "", "start": "" } }),
        json!({ "panel": "diff", "fields": {} }),
        json!({ "panel": "check", "fields": { "keep": "" } }),
    ];
    let grammar = json!({ "grammar": UNDERSCORE, "name": "my.pest" });
    let response = page.post(&body_of(json!(asks), grammar.clone()));
    assert_eq!((response.status, response.is_whole), (200, true));
    assert_eq!(response.header("content-type"), Some("application/x-ndjson"));
    let text = response.text();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let alone = asks.iter().map(|ask| page.post(&body_of(json!([ask]), grammar.clone())).json());
    assert_eq!(answers, alone.collect::<Vec<_>>());
    assert_eq!([0, 2].map(|of_tree| answers[of_tree]["status"].as_i64()), [Some(0), Some(1)]);
}

/// A command that is stopped does not keep the others from being answered.
#[test]
fn others_are_answered_beside_one_that_is_stopped() {
    let page = Page::with(&["--time", "2"], &[]);
    let rules = (0..12_000).map(|n| format!("r{n} = {{ r{0} | \"a\" ~ r{0} }}\n", n + 1));
    let slow: String = rules.chain(["r12000 = { \"b\" }".to_owned()]).collect();
    let compare = json!({ "panel": "compare", "fields": { "input": "a:b", "other": "a:b" } });
    let sample = json!({ "panel": "sample", "fields": { "rule": "r0", "near": "", "seed": 1 } });
    let text = page.post(&body_of(json!([compare, sample, compare]), json!({ "grammar": slow }))).text();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<_> = answers.iter().map(|answer| answer["status"].as_i64().unwrap()).collect();
    assert_eq!(statuses, [0, 2, 0], "{answers:?}");
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
        let checked = page.ask_with("check", request(json!({"keep": ""})));
        // The variant rejects the name, which contains an underscore.
        let expected = i32::from(example["name"] == "strict-dns.pest");
        assert_eq!(tree["status"], expected, "{tree}");
        assert_eq!(checked["status"], 0, "{}", example["name"]);
        let answers = checked["answers"].as_array().unwrap();
        assert!(answers.iter().all(|answer| answer["holds"] == true), "{checked}");
    }
    for none in ["/example/uri.pest", "/example/..%2Fjson.pest", "/example/"] {
        assert_eq!(page.get(none).status, 404, "{none}");
    }
}

/// The answers of panels do not depend on the configuration of the user.
#[test]
fn a_configuration_changes_no_answer() {
    let folder = super::new_folder();
    let text =
        "grammar = \"missing.pest\"\npolicy = \"fetch\"\ncolor = \"always\"\n[parse]\nformat = \"json\"\n";
    std::fs::write(folder.join("config.toml"), text).unwrap();
    let configured = Page::start(folder, &["--time", "60"], &[("URI_CONFIG", "config.toml")]);
    let plain = page("port = @{ DIGIT* }");
    for (panel, fields) in [
        ("parse", json!({"input": "http://0x7f.1/", "rule": ""})),
        ("validate", json!({"input": "http://0x7f.1/", "rule": "", "policy": ""})),
        ("check", json!({"keep": ""})),
    ] {
        assert_eq!(configured.ask(panel, fields.clone()), plain.ask(panel, fields));
    }
}
