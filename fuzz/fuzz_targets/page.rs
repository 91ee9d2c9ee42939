//! A body that a client of `uri serve` sends leads to a refusal, or to a command line of its panel: no text in it becomes
//! an option or a path. Each input is taken as a body, and as the texts in one: the grammars, their name, and the fields.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};
use urigram_page::command_line;

#[path = "../../page/tests/page/exact.rs"]
mod exact;

use exact::{PANELS, Panel};

fuzz_target!(|input: (u8, &[u8])| {
    let (panel, body) = input;
    let panel = &PANELS[usize::from(panel) % PANELS.len()];
    check(panel, body);
    check(panel, with(panel, &String::from_utf8_lossy(body)).to_string().as_bytes());
});

fn check(panel: &Panel, body: &[u8]) {
    if let Ok(line) = command_line(panel.name, body) {
        exact::check(panel, &line);
    }
}

/// Returns a body with the lines of a text as its values.
fn with(panel: &Panel, text: &str) -> Value {
    let mut lines = text.split('\n');
    let [grammar, against, name] = [(); 3].map(|()| lines.next());
    let fields: Map<String, Value> = panel
        .fields
        .iter()
        .map(|&field| (field.to_owned(), lines.next().unwrap_or_default().into()))
        .collect();
    json!({ "client": "1", "turn": 1, "grammar": grammar, "against": against, "name": name, "fields": fields })
}
