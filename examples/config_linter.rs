//! A linter for the URIs in configuration files, for CI. Reads TOML and JSON, and writes a line for each
//! finding, or a SARIF log for code scanning. The exit status is 1 if the policy refuses a reference, and 2
//! if a file cannot be read.
//!
//! ```console
//! $ cargo run --features serde --example config_linter -- Cargo.toml package.json
//! $ cargo run --features serde --example config_linter -- --sarif --policy uris.toml app.toml > uris.sarif
//! ```
//!
//! A string is checked if it contains `://`, or begins with `//` or `www.`, unless it has a placeholder such
//! as `${HOST}`. The position of a finding is exact, unless the value is written with escapes. Then it is the
//! position of the whole string.
//!
//! For files with a reference on each line or in a column, use `uri check --policy`.

use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use serde_json::{Value, json};
use toml::de::{DeTable, DeValue};
use urigram::build::BuildError;
use urigram::policy::Policy;
use urigram::validate::{Finding, Severity};
use urigram::{RelativeRef, UriReference};

/// The default policy. A configuration may name this machine and other machines in its network.
const POLICY: &str = r#"
refuse = [
    "scheme-typo", "host-as-scheme", "suffix-reference", "missing-authority", "empty-host", "host-empty-label",
    "password-in-userinfo", "misleading-userinfo", "ipv4-like-host", "cloud-metadata", "whatwg-host", "encoded-line-break",
]
pass = ["local-name", "single-label-host", "not-global-address", "foreign-port"]
"#;

/// A finding, or a syntax error, in a file.
struct Found {
    file: String,
    /// The line and the column in characters, both counted from 1.
    start: (usize, usize),
    end: (usize, usize),
    code: &'static str,
    severity: Severity,
    message: String,
}

fn main() -> ExitCode {
    match run(env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Lints the files, and returns whether the policy accepts all references.
fn run(mut args: impl Iterator<Item = String>) -> Result<bool, String> {
    let (mut policy, mut is_sarif, mut found) = (POLICY.to_owned(), false, Vec::new());
    let mut files = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--sarif" => is_sarif = true,
            "--policy" => policy = read(&args.next().ok_or("--policy needs the name of a file")?)?,
            _ => files.push(arg),
        }
    }
    let policy: Policy = toml::from_str(&policy).map_err(|error| error.to_string())?;
    for file in files {
        found.extend(lint(&file, &read(&file)?, &policy)?);
    }
    if is_sarif {
        println!("{:#}", sarif(&found)?);
    } else {
        for Found { file, start: (line, column), severity, code, message, .. } in &found {
            println!("{file}:{line}:{column}: {severity}[{code}]: {message}");
        }
    }
    Ok(found.iter().all(|own| own.severity != Severity::Error))
}

fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))
}

/// Returns the findings of the policy in the references of a file, except notes.
fn lint(file: &str, text: &str, policy: &Policy) -> Result<Vec<Found>, String> {
    let strings = match Path::new(file).extension().and_then(|own| own.to_str()) {
        Some("toml") => in_toml(text),
        Some("json") => in_json(text),
        _ => Err("neither a .toml nor a .json file".to_owned()),
    };
    let mut found = Vec::new();
    for (literal, value) in strings.map_err(|error| format!("{file}: {error}"))? {
        if !is_reference(&value) {
            continue;
        }
        let add = |place: Range<usize>, code, severity, message| {
            // If the value is written without escapes, it occurs in the literal.
            let place = match text[literal.clone()].find(&value) {
                Some(quote) => literal.start + quote + place.start..literal.start + quote + place.end,
                None => literal.clone(),
            };
            let (start, end) = (position(text, place.start), position(text, place.end));
            found.push(Found { file: file.to_owned(), start, end, code, severity, message });
        };
        check(&value, policy, add);
    }
    Ok(found)
}

fn is_reference(value: &str) -> bool {
    let is_template = value.contains('{') || value.contains("$(");
    !is_template && (value.contains("://") || value.starts_with("//") || value.starts_with("www."))
}

fn check(value: &str, policy: &Policy, mut add: impl FnMut(Range<usize>, &'static str, Severity, String)) {
    let mut add_finding = |own: &Finding<'_>| {
        if own.severity() > Severity::Note {
            let message = format!("{}; help: {}", own.message(), own.help());
            add(own.range(), own.code().as_str(), own.severity(), message);
        }
    };
    match UriReference::parse(value).map(|reference| policy.check(reference)) {
        Ok(Ok(checked)) => checked.policy_findings().iter().for_each(add_finding),
        Ok(Err(refused)) => refused.policy_findings().iter().for_each(&mut add_finding),
        Err(error) => {
            let end = error.offset() + error.found().map_or(0, char::len_utf8);
            let message = format!("{error}; help: {}", error.explain(value).help());
            add(error.offset()..end, "syntax", Severity::Error, message);
        }
    }
}

/// Returns the line and the column of an offset.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// A string: its range in the file, including the quotes, and its value.
type Literal = (Range<usize>, String);

fn in_toml(text: &str) -> Result<Vec<Literal>, String> {
    let table = DeTable::parse(text).map_err(|error| error.to_string())?;
    let (mut strings, mut open) = (Vec::new(), Vec::from_iter(table.get_ref().values()));
    while let Some(value) = open.pop() {
        match value.get_ref() {
            DeValue::String(own) => strings.push((value.span(), own.to_string())),
            DeValue::Array(array) => open.extend(array.iter()),
            DeValue::Table(table) => open.extend(table.values()),
            _ => {}
        }
    }
    strings.sort_by_key(|(span, _)| span.start);
    Ok(strings)
}

/// serde_json does not report the positions of values, so search for quotation marks: outside of a string,
/// each of them begins a string.
fn in_json(text: &str) -> Result<Vec<Literal>, String> {
    serde_json::from_str::<Value>(text).map_err(|error| error.to_string())?;
    let (mut strings, mut at) = (Vec::new(), 0);
    while let Some(start) = text[at..].find('"').map(|quote| at + quote) {
        let mut value = serde_json::Deserializer::from_str(&text[start..]).into_iter::<String>();
        let own = value.next().and_then(Result::ok).ok_or("a string has no end")?;
        at = start + value.byte_offset();
        // A string before a colon is a key.
        if !text[at..].trim_start().starts_with(':') {
            strings.push((start..at, own));
        }
    }
    Ok(strings)
}

/// Returns a SARIF 2.1.0 log for code scanning.
fn sarif(found: &[Found]) -> Result<Value, String> {
    let result = |own: &Found| {
        Ok(json!({
            "ruleId": own.code,
            "level": own.severity.as_str(),
            "message": { "text": own.message },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": artifact(&own.file).map_err(|error| error.to_string())? },
                "region": {
                    "startLine": own.start.0, "startColumn": own.start.1,
                    "endLine": own.end.0, "endColumn": own.end.1,
                },
            }}],
        }))
    };
    let results = found.iter().map(result).collect::<Result<Vec<_>, String>>()?;
    Ok(json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "config_linter" } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

/// Returns the URI reference of a file. It is relative if the file name is relative to the root of the
/// repository.
fn artifact(file: &str) -> Result<RelativeRef, BuildError> {
    RelativeRef::builder().path(urigram::Path::encode(&file.replace('\\', "/"))).build()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    fn lines(file: &str, text: &str) -> Vec<String> {
        let found = lint(file, text, &toml::from_str(POLICY).unwrap()).unwrap();
        found
            .iter()
            .map(|own| format!("{}:{}-{} {}", own.start.0, own.start.1, own.end.1, own.code))
            .collect()
    }

    #[test]
    fn toml_with_places() {
        let text = "name = 'ä'\n[db]\nuri = \"postgres://me:secret@db/\"\nto = ['https://a.example/', \"htp://b.example/\"]\n";
        assert_eq!(lines("a.toml", text), ["3:22-28 password-in-userinfo", "4:30-33 scheme-typo"]);
    }

    #[test]
    fn json_with_places() {
        let text =
            "{\"http://key example/\": [1, \"ä\"],\n  \"a\": \"http://0x7f.1/\", \"b\": \"http://a b/\"}";
        assert_eq!(lines("a.json", text), ["2:16-22 ipv4-like-host", "2:40-41 syntax"]);
    }

    #[test]
    fn escapes_have_the_place_of_the_string() {
        assert_eq!(lines("a.json", "[\"http:\\/\\/0x7f.1/\"]"), ["1:2-20 ipv4-like-host"]);
        assert_eq!(lines("a.toml", "a = \"\\u0068tp://example.com/\""), ["1:5-30 scheme-typo"]);
    }

    #[test]
    fn what_is_not_taken_for_a_reference() {
        assert_eq!(lines("a.toml", "a = 'a b'\nb = 'https://${HOST}:80/'\nc = 'c:/a'"), [""; 0]);
        assert_eq!(lines("a.toml", "a = 'http://localhost:8080/'"), [""; 0]);
    }

    #[test]
    fn a_log() {
        let policy = toml::from_str("preset = \"fetch\"").unwrap();
        let log = sarif(&lint("a b/ä.toml", "a = 'http://10.0.0.1/'", &policy).unwrap()).unwrap();
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["ruleId"], "not-global-address");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b/%C3%A4.toml");
        assert_eq!(
            (&place["region"]["startColumn"], &place["region"]["endColumn"]),
            (&13.into(), &21.into())
        );
    }

    #[test]
    fn files_that_cannot_be_read() {
        assert!(lint("a.yaml", "", &Policy::new()).is_err());
        assert!(lint("a.json", "{", &Policy::new()).is_err());
    }
}
