//! The command lines for a request to `uri serve`. No text of the request becomes an option or a path, and a
//! shell splits the displayed line into the same words.

use serde_json::{Map, Value, json};
use urigram::Rule;
use urigram_page::{CommandLine, command_lines};

use crate::oracle::exact::{self, PANELS, Panel};
use crate::source::{Of, Source};
use crate::target::Target;

/// An input is a body.
pub(super) const TARGET: Target = Target { name: "page", generate, check };

/// Texts that look like options or paths, or that a shell expands.
#[rustfmt::skip]
const HOSTILE: &[&str] = &[
    "--format", "--grammar=", "-- ", "--", "-", "../", "against.pest", "Against.pest", "AGAINST.PEST", "$(",
    ".pest", "link", "\u{202e}", "\u{307}", "\0", "\u{fffd}", "it's", "`x`", "\\", "", "\n", "\u{1b}]0;", "~",
    "*", "!", "/etc/passwd", "C:\\a", "con.pest", "\u{130}", "é", "my größe.pest", "rfc3987.pest",
];

/// Parts of bodies.
#[rustfmt::skip]
const JSON: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "null", "true", "1e300", "-1", "0", "\"", "\\u0000", "\\ud800", "\"yes\"",
    "\"client\":\"1\",", "\"turn\":1,", "\"slot\":\"\",", "\"grammar\":", "\"against\":", "\"name\":",
    "\"asks\":[{\"panel\":\"tree\",", "\"builtin\":true,", "\"fields\":{", "\"input\":", "\"rule\":", "\"policy\":", "18446744073709551616",
];

fn generate(source: &mut Source, input: &mut Vec<String>) {
    let panel = source.one_of(PANELS);
    let fields: Map<String, Value> =
        panel.fields.iter().map(|&field| (field.to_owned(), field_value(source, field))).collect();
    let [grammar, against, name] = [(); 3].map(|()| match source.below(3) {
        0 => Value::Null,
        1 => hostile(source).into(),
        _ => (*source.one_of(&["port = { DIGIT }", "my.pest", "grammar.pest"])).into(),
    });
    let turn = source.below(100);
    let asks = json!([{ "panel": panel.name, "builtin": source.once_in(4), "fields": fields }]);
    let body = json!({ "client": "1", "turn": turn, "grammar": grammar, "against": against, "name": name, "asks": asks });
    let mut body = body.to_string();
    if source.once_in(4) {
        for _ in 0..=source.below(3) {
            let at = body.floor_char_boundary(source.below(body.len() + 1));
            body.insert_str(at, source.token(JSON));
        }
    } else if source.once_in(8) {
        source.edit(&mut body);
    }
    input.push(body);
}

fn hostile(source: &mut Source) -> String {
    let mut text = String::new();
    for _ in 0..=source.below(3) {
        match source.below(4) {
            0 => source.data(&mut text),
            _ => text.push_str(source.token(HOSTILE)),
        }
    }
    text
}

fn field_value(source: &mut Source, field: &str) -> Value {
    if source.once_in(16) {
        return hostile(source).into();
    }
    match field {
        "rule" | "start" => (*source.one_of(&["", Rule::URI.as_str(), "port", "--as", "a b"])).into(),
        "policy" => (*source.one_of(&["", "link", "fetch", "my-policy", "Link"])).into(),
        "level" => (*source.one_of(&["string", "case", "scheme", "protocol"])).into(),
        "near" => (*source.one_of(&["", "", "yes", "no"])).into(),
        "seed" | "steps" if source.once_in(2) => source.below(1 << 40).into(),
        "seed" | "steps" => (*source.one_of(&["0", "1", "18446744073709551615", "+1", "1.5", "-1"])).into(),
        _ if source.once_in(3) => hostile(source).into(),
        _ => {
            let mut text = String::new();
            source.reference(Of::Iris, &mut text);
            source.mutate(&mut text);
            text.into()
        }
    }
}

fn check(input: &[String]) {
    let Some(body) = input.first() else { return };
    let Ok(lines) = command_lines(body.as_bytes()) else { return };
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    for (line, ask) in lines.iter().zip(body["asks"].as_array().into_iter().flatten()) {
        let panel =
            PANELS.iter().find(|panel| ask["panel"] == panel.name).expect("the panel is in the table");
        exact::check(panel, line);
        check_typed(line);
        check_operands(panel, ask, line);
    }
}

/// Checks that a shell splits the displayed line into the arguments, except `--format`.
fn check_typed(line: &CommandLine) {
    let words = words(&line.typed);
    let mut arguments = line.arguments.clone();
    let operands = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let format = arguments[..operands].windows(2).position(|pair| pair == ["--format", "json"]);
    if let Some(format) = format {
        arguments.drain(format..format + 2);
    }
    arguments.insert(0, "uri".to_owned());
    let dashes = arguments.iter().position(|argument| argument == "--");
    // The displayed line omits `--` if no operand begins with a hyphen.
    if words != arguments
        && let Some(dashes) = dashes
        && arguments[dashes + 1..].iter().all(|operand| !operand.starts_with('-'))
    {
        arguments.remove(dashes);
    }
    assert_eq!(words, arguments, "what a shell reads: `{}`", line.typed);
}

/// Checks that the operands are the unchanged texts of the request.
fn check_operands(panel: &Panel, ask: &Value, line: &CommandLine) {
    let Some(dashes) = line.arguments.iter().position(|argument| argument == "--") else { return };
    let fields = ["input", "other"].into_iter().filter(|field| panel.fields.contains(field));
    for (field, operand) in fields.zip(&line.arguments[dashes + 1..]) {
        if let Value::String(text) = &ask["fields"][field] {
            assert_eq!(text, operand, "the operand");
        }
    }
}

/// Splits a line into words like a shell.
///
/// # Panics
///
/// If a shell would expand or interpret a part of the line.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word): (Vec<String>, Option<Vec<u8>>) = (Vec::new(), None);
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let (octets, after) = match c {
            ' ' => {
                words.extend(word.take().map(text));
                rest = &rest[1..];
                continue;
            }
            '\'' => {
                let (quoted, after) = split(&rest[1..], '\'');
                (quoted.as_bytes().to_vec(), after)
            }
            '\\' => {
                let end = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (rest.as_bytes()[1..end].to_vec(), &rest[end..])
            }
            '$' => dollar_quoted(rest),
            c => {
                let is_plain = c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
                assert!(is_plain, "a shell interprets `{c}`: {line}");
                (vec![c as u8], &rest[1..])
            }
        };
        word.get_or_insert_default().extend(octets);
        rest = after;
    }
    words.extend(word.map(text));
    words
}

fn text(octets: Vec<u8>) -> String {
    String::from_utf8(octets).expect("a word is UTF-8")
}

fn split(text: &str, quote: char) -> (&str, &str) {
    text.split_once(quote).unwrap_or_else(|| panic!("a quote is closed: {text}"))
}

/// Parses a word in `$'…'`.
fn dollar_quoted(line: &str) -> (Vec<u8>, &str) {
    let mut rest = line.strip_prefix("$'").unwrap_or_else(|| panic!("a shell expands `$`: {line}"));
    let mut octets = Vec::new();
    loop {
        let end = rest.find(['\'', '\\']).unwrap_or_else(|| panic!("a quote is closed: {line}"));
        octets.extend_from_slice(&rest.as_bytes()[..end]);
        let Some(escaped) = rest[end..].strip_prefix('\\') else { return (octets, &rest[end + 1..]) };
        let digits = escaped.bytes().take(3).take_while(|byte| (b'0'..b'8').contains(byte)).count();
        let length = match escaped.as_bytes().first() {
            Some(b'\'' | b'\\') => {
                octets.push(escaped.as_bytes()[0]);
                1
            }
            _ => {
                let octet = u8::from_str_radix(&escaped[..digits], 8);
                octets.push(octet.unwrap_or_else(|error| panic!("an octet: {error}, {line}")));
                digits
            }
        };
        rest = &escaped[length..];
    }
}
