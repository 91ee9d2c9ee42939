//! The list under a drawing: each component with its offsets and what it says, and the parts of the path and the
//! query below them.

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;
use std::ops::Range;

use crate::output::details::{Details, Port};
use crate::output::visible;

/// The width of the names and of the offsets of nearly all texts.
const NAMES: usize = 10;
const OFFSETS: usize = 8;

/// Lists the defined components, one on a line, after an empty line. A text of a rule below the components has none.
pub(crate) fn list(out: &mut impl Write, details: Details) -> io::Result<()> {
    let decoded = details.decoded();
    let mut before = "\n";
    for (name, range) in details.spans() {
        let Some(range) = range else { continue };
        out.write_all(mem::take(&mut before).as_bytes())?;
        let raw = details.part(range.clone());
        let said = match name {
            "scheme" => of_scheme(&details.port()),
            "port" => of_port(raw, &details.port()),
            _ => decoded.iter().find(|(of, _)| *of == name).map_or(String::new(), |(_, text)| of(raw, text)),
        };
        row(out, name, &range, &said)?;
        match name {
            "path" => details.segments().try_for_each(|part| {
                row(out, "  segment", &(part.start..part.end), &quoted(&part.decoded))
            })?,
            "query" => details.pairs().try_for_each(|part| {
                let said = match part.raw.contains('=') {
                    true => format!("{} = {}", quoted(&part.key), quoted(&part.value)),
                    false => quoted(&part.key),
                };
                row(out, "  pair", &(part.start..part.end), &said)
            })?,
            _ => {}
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, range: &Range<usize>, said: &str) -> io::Result<()> {
    let offsets = format!("{}..{}", range.start, range.end);
    match said {
        "" => writeln!(out, "{name:NAMES$} {offsets}"),
        said => writeln!(out, "{name:NAMES$} {offsets:OFFSETS$} {said}"),
    }
}

fn of_scheme(port: &Port) -> String {
    port.default.map_or(String::new(), |default| format!("default port {default}"))
}

fn of_port(raw: &str, port: &Port) -> String {
    match port.number {
        Some(number) if port.is_default => format!("{number}, the default"),
        Some(number) => number.to_string(),
        None if raw.is_empty() => "empty".to_owned(),
        None => "not a port number".to_owned(),
    }
}

/// Returns what a component says when decoded, if that is not its text.
fn of(raw: &str, decoded: &Option<Cow<'_, str>>) -> String {
    match decoded {
        Some(decoded) if decoded == raw => String::new(),
        Some(decoded) => format!("decoded {}", visible::quoted(decoded)),
        None => "not UTF-8 when decoded".to_owned(),
    }
}

fn quoted(text: &Option<Cow<'_, str>>) -> String {
    match text {
        Some(text) => visible::quoted(text),
        None => "(not UTF-8)".to_owned(),
    }
}
