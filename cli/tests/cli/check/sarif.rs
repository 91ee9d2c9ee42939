//! `uri check --format sarif`: logs follow the published JSON schema and the rules of code scanning.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use insta::assert_snapshot;
use rstest::rstest;
use serde_json::Value;

use crate::{TempFile, uri};

/// The OASIS schema, from the sources of the crate `serde-sarif`.
static SCHEMA: LazyLock<(Schemas, SchemaIndex)> = LazyLock::new(|| {
    let schema = std::fs::read_to_string(package("serde-sarif").join("src/schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(schema["title"], "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema");
    let (mut schemas, mut compiler, name) = (Schemas::new(), Compiler::new(), "file:///sarif.json");
    compiler.enable_format_assertions();
    compiler.add_resource(name, schema).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    (schemas, index)
});

/// Returns the folder of a dependency's package.
fn package(name: &str) -> PathBuf {
    let run = |command: &str, arguments: &[&str]| {
        let output = Command::new(command).args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let version = String::from_utf8(run("rustc", &["-vV"])).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    // The packages for other systems may not be available offline.
    let metadata = run(
        &cargo,
        &[
            "metadata",
            "--offline",
            "--format-version=1",
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
            "--filter-platform",
            host,
        ],
    );
    let metadata: Value = serde_json::from_slice(&metadata).unwrap();
    let package = metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == name);
    Path::new(package.unwrap()["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

pub(crate) fn faults(log: &str) -> String {
    let (schemas, index) = &*SCHEMA;
    let log: Value = serde_json::from_str(log).unwrap();
    match schemas.validate(&log, *index) {
        Ok(()) => String::new(),
        Err(error) => format!("{error:#}"),
    }
}

/// Returns the log, and checks it against the schema.
fn log(arguments: &[&str], input: impl AsRef<[u8]>) -> Value {
    let ran = uri(&[&["check", "--format", "sarif"], arguments].concat(), input);
    assert_eq!(faults(&ran.stdout), "", "{}", ran.stdout);
    serde_json::from_str(&ran.stdout).unwrap()
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn writes_a_log() {
    let stdout = uri(&["check", "--format", "sarif", "--findings"], "http://localhost/\nb\nx y\n").printed(1);
    assert_eq!(faults(&stdout), "");
    assert_snapshot!(stdout, @r#"
    {"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[
    {"ruleId":"local-name","ruleIndex":0,"level":"warning","message":{"text":"The name `localhost` has a meaning only on this machine or in its network (RFC 6761, section 6.3). For others, write a name of the public DNS."},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"%3Cstdin%3E"},"region":{"startLine":1,"startColumn":8,"endLine":1,"endColumn":17}}}],"partialFingerprints":{"primaryLocationLineHash":"01d15d30f38185c7:1"}},
    {"ruleId":"syntax","ruleIndex":1,"level":"error","message":{"text":"Unexpected ' ' in the path at byte 1. Percent-encode the space as `%20`."},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"%3Cstdin%3E"},"region":{"startLine":3,"startColumn":2,"endLine":3,"endColumn":3}}}],"partialFingerprints":{"primaryLocationLineHash":"f1871f4673cffc4b:1"}}
    ],"tool":{"driver":{"name":"uri","version":"0.1.0","semanticVersion":"0.1.0","informationUri":"https://github.com/urigram/urigram","rules":[
    {"id":"local-name","shortDescription":{"text":"The name of the host is resolved on this machine or in its network only."},"fullDescription":{"text":"Names such as `localhost` and those below `local` or `internal` are reserved, so they refer to different hosts in different places."},"help":{"text":"RFC 6761, section 6. Found in http://localhost/, and not found in http://localhost.example/."},"defaultConfiguration":{"level":"warning"}},
    {"id":"syntax","shortDescription":{"text":"The text is not what the grammar allows."},"fullDescription":{"text":"The text does not match the rule of RFC 3986, Appendix A, that was asked for, which is URI-reference unless `--as` names another; or it is too long, or not there. The message names the component at fault, and what was found there."},"help":{"text":"RFC 3986, Appendix A."},"defaultConfiguration":{"level":"error"}}
    ]}},"invocations":[{"executionSuccessful":true}]}]}
    "#);
}

#[test]
fn writes_a_log_without_results() {
    let stdout = uri(&["check", "--format", "sarif"], "a\n").printed(0);
    assert_eq!(faults(&stdout), "");
    assert_snapshot!(stdout, @r#"
    {"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[
    ],"tool":{"driver":{"name":"uri","version":"0.1.0","semanticVersion":"0.1.0","informationUri":"https://github.com/urigram/urigram","rules":[
    ]}},"invocations":[{"executionSuccessful":true}]}]}
    "#);
}

/// Without this, the other tests would prove nothing.
#[rstest]
#[case::level(r#""level":"error""#, r#""level":"bad""#)]
#[case::uri("%3Cstdin%3E", "<stdin>")]
#[case::key(r#""message""#, r#""massage""#)]
#[case::line(r#""startLine":1"#, r#""startLine":0"#)]
fn the_schema_rejects_others(#[case] right: &str, #[case] wrong: &str) {
    let ran = uri(&["check", "--format", "sarif"], "x y\n");
    assert_eq!(faults(&ran.stdout), "");
    assert!(ran.stdout.contains(right), "{}", ran.stdout);
    assert_ne!(faults(&ran.stdout.replace(right, wrong)), "");
}

/// Each code of the table of findings, and a fault.
#[test]
fn every_code_has_a_rule() {
    use urigram::validate::Code;

    let examples: String = Code::ALL.iter().map(|code| format!("{}\n", code.example())).collect();
    let grammar = concat!(env!("CARGO_MANIFEST_DIR"), "/../variants/rfc3987.pest");
    let log = log(&["--findings", "--grammar", grammar], examples + "{\n");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results(&log) {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        // Code scanning requires these texts, and limits their lengths.
        for key in ["shortDescription", "fullDescription", "help"] {
            let text = rule[key]["text"].as_str().unwrap();
            assert!((2..=1024).contains(&text.len()), "{text}");
        }
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "%3Cstdin%3E");
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][key].as_u64().unwrap() >= 1);
        }
        let hash = result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap();
        assert_eq!(hash.len(), "0123456789abcdef:1".len());
    }
    let id = |rule: &Value| rule["id"].as_str().unwrap().to_owned();
    let mut ids: Vec<_> = rules.iter().map(id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), rules.len());
    assert!(ids.len() > 50, "{ids:?}");
}

/// Rules are numbered in the order of the log, although several threads write its parts.
#[test]
fn rules_have_the_order_in_which_they_occur() {
    let long = format!("http://localhost/{}\n", "%00".repeat(1 << 18));
    let input = ["x y\n".repeat(2_000), "http://a:0/\n".repeat(1_000), long, "x y\n".repeat(10)].concat();
    let first = log(&["--findings"], &input);
    let ids: Vec<_> = first["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().iter().collect();
    let ids: Vec<_> = ids.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["syntax", "single-label-host", "port-zero", "local-name", "encoded-nul"]);
    assert_eq!(results(&first).len(), 2_000 + 2 * 1_000 + 2 + 10);
    let in_order = results(&first)
        .iter()
        .map(|result| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap());
    assert!(in_order.is_sorted());
    assert_eq!(log(&["--findings"], &input), first);
}

#[rstest]
#[case::ascii("http://a b/", 9, 10)]
#[case::two_units("#\u{1F600}", 2, 4)]
#[case::at_the_end("http://[::1", 12, 12)]
#[case::no_text("\u{feff}a b", 2, 3)]
fn counts_columns_in_utf_16(#[case] input: &str, #[case] start: u64, #[case] end: u64) {
    let log = log(&[], input);
    let region = &results(&log)[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((region["startColumn"].as_u64(), region["endColumn"].as_u64()), (Some(start), Some(end)));
    assert_eq!(log["runs"][0]["columnKind"], "utf16CodeUnits");
}

#[rstest]
#[case::too_long(&["--max-line", "3"], "a\nabcd e\n")]
#[case::record(&["--csv", "1"], "a\n\"b\nc\"\n")]
#[case::missing(&["--csv", "2"], "a,b\nc\n")]
fn what_has_no_column_has_its_line(#[case] arguments: &[&str], #[case] input: &str) {
    let log = log(arguments, input);
    let region = &results(&log)[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region.to_string(), r#"{"endColumn":1,"endLine":2,"startColumn":1,"startLine":2}"#);
}

/// The fingerprint does not depend on earlier lines, or on the number of bytes read from a line that is too
/// long.
#[test]
fn a_result_is_the_same_on_another_line() {
    let print = |input: &str| {
        let log = log(&[], input);
        results(&log).last().unwrap()["partialFingerprints"].to_string()
    };
    assert_eq!(print("x y\n"), print("a\nb c\nx y\n"));
    assert_ne!(print("x y\n"), print("x z y\n"));
}

#[cfg(unix)]
#[rstest]
#[case::plain("plain", "plain")]
#[case::encoded("a b#?%\u{1b}[31m\n", "a%20b%23%3F%25%1B%5B31m%0A")]
fn names_files(#[case] name: &str, #[case] encoded: &str) {
    let file = TempFile::new(name, b"x y\n");
    let log = log(&[file.path()], "");
    let named =
        results(&log)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(named.starts_with("file:///") && named.ends_with(&format!("-{encoded}")), "{named}");
}

/// Code scanning expects names that are relative to the root of the repository.
#[test]
fn names_files_by_their_relative_path() {
    let log = log(&["./tests/cli/../cli/check/sarif.rs"], "");
    let named = &results(&log)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(named, "tests/cli/../cli/check/sarif.rs");
}

#[test]
fn says_that_a_file_cannot_be_read() {
    let ran = uri(&["check", "--format", "sarif", "no/such/file", "-"], "x y\n");
    assert_eq!(faults(&ran.stdout), "");
    let log: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
    assert_eq!(results(&log).len(), 1);
    assert_eq!(ran.status, 2);
}

/// A grammar for other texts has no sections of the RFC and no percent-encoding.
#[test]
fn speaks_of_the_grammar_that_is_loaded() {
    let grammar = TempFile::new(
        "records.pest",
        b"record = { query ~ (\",\" ~ query)* } query = { ('a'..'z' | \"%\")+ }",
    );
    let texts: &[u8] = b"a,%\na b\n\"a\"\n\xFF\nabcd\n";
    for rule in ["record", "query"] {
        let arguments =
            ["check", "--format", "sarif", "--max-line", "3", "--grammar", grammar.path(), "--as", rule];
        let ran = uri(&arguments, texts);
        assert_eq!(faults(&ran.stdout), "");
        let log: Value = serde_json::from_str(&ran.stdout).unwrap();
        let messages: Vec<&str> =
            results(&log).iter().map(|result| result["message"]["text"].as_str().unwrap()).collect();
        let said = ran.stdout.replace(env!("CARGO_PKG_REPOSITORY"), "").replace("\"informationUri\"", "");
        let said = said.replace("\"uri\"", "");
        for word in ["RFC", "URI", "reference", "percent", "uri"] {
            assert!(!said.contains(word), "{word}: {said}");
        }
        assert_eq!(messages.len(), if rule == "record" { 4 } else { 5 });
        assert!(messages.iter().any(|message| message.contains(" Expected `%`")), "{messages:?}");
        assert!(
            messages.iter().any(|message| message.ends_with(" Write the text in UTF-8.")),
            "{messages:?}"
        );
        assert!(
            said.contains(&format!("does not match the rule `{rule}` of the grammar that `--grammar` names"))
        );
    }
}
