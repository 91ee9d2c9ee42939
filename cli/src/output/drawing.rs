//! Drawings for a terminal: a reference with the names of its components below it, as in section 3, and the
//! steps of `uri resolve`.

use std::borrow::Cow;
use std::io::Write;
use std::ops::Range;
use std::{io, mem};

use crate::output::{
    components::{Details, Port},
    visible,
    visible::Escaped,
};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde::ser::Serializer;
use unicode_width::UnicodeWidthStr;
use urigram::Rule;
use urigram::grammar::{Components, HostKind};

/// The maximum width of a drawing, even on a wider terminal.
const WIDEST: usize = 200;

/// Returns the maximum width of a drawing: the width of the terminal, which would wrap a wider drawing.
pub(crate) fn widest() -> usize {
    #[cfg(not(target_family = "wasm"))]
    if let Some((width, _)) = crate::output::is_terminal().then(terminal_size::terminal_size).flatten() {
        return WIDEST.min(width.0.into());
    }
    WIDEST
}

/// Draws `text` with the names of its components. Lists the components instead if the drawing would be wider
/// than `widest`, or if the text has characters that may not align in columns, such as combining marks or
/// right-to-left letters.
pub(crate) fn draw(
    out: &mut impl Write,
    text: &str,
    rule: &str,
    components: &Components,
    widest: usize,
) -> io::Result<()> {
    let (mut outer, mut inner) = parts_of(text, rule, components);
    // A column shows at most one character of four bytes, so the width of a longer text need not be measured.
    let stays_in_place = |c| visible::is_plain(c) || visible::affects_terminal(c);
    if text.len() > 4 * widest || !text.chars().all(stays_in_place) {
        return list(out, text, &outer, &inner);
    }
    let shown = Escaped(text).to_string();
    if shown.width() > widest {
        return list(out, text, &outer, &inner);
    }
    if shown != text {
        for part in outer.iter_mut().chain(&mut inner) {
            part.range = shown_at(text, part.range.start)..shown_at(text, part.range.end);
        }
    }
    write_coloured(out, &shown, &outer)?;
    for group in [outer, inner] {
        for line in names_under(&shown, &group) {
            line.write(out)?;
        }
    }
    Ok(())
}

/// Returns the offset in the escaped text that corresponds to byte `at`.
fn shown_at(text: &str, at: usize) -> usize {
    Escaped(&text[..at]).to_string().len()
}

fn write_coloured(out: &mut impl Write, text: &str, parts: &[Part]) -> io::Result<()> {
    let mut written = 0;
    for part in parts {
        // An edited grammar may let two components overlap.
        let delimiter = text.get(written..part.range.start).unwrap_or_default();
        let style = part.style;
        write!(out, "{delimiter}{style}{}{style:#}", part.text(text))?;
        written = part.range.end;
    }
    writeln!(out, "{}", text.get(written..).expect("components lie in the text"))
}

/// Writes one part per line, with the parts of the authority indented below it.
fn list(out: &mut impl Write, text: &str, outer: &[Part], inner: &[Part]) -> io::Result<()> {
    let mut rows = Vec::new();
    for part in outer {
        rows.push((part.label(), part));
        if part.name == Rule::authority.as_str() {
            rows.extend(inner.iter().map(|part| (format!("  {}", part.label()), part)));
        }
    }
    let widest = rows.iter().map(|(label, _)| label.len()).max().unwrap_or_default();
    for (label, part) in &rows {
        let style = part.style;
        write!(out, "{style}{label}{style:#}")?;
        if !part.range.is_empty() {
            write!(out, "{:gap$}  {}", "", Escaped(part.text(text)), gap = widest - label.len())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

struct Part {
    /// The RFC's name for the component.
    name: String,
    /// The kind of the host, unless it is a registered name.
    kind: Option<&'static str>,
    range: Range<usize>,
    style: Style,
}

impl Part {
    fn text<'i>(&self, whole: &'i str) -> &'i str {
        whole.get(self.range.clone()).expect("components lie in the text")
    }

    /// Returns the name of the component, followed by `(empty)` if the component is empty, or else by the kind of IP
    /// address if it is one.
    fn label(&self) -> String {
        match self.kind {
            _ if self.range.is_empty() => format!("{} (empty)", self.name),
            Some(kind) => format!("{} ({kind})", self.name),
            None => self.name.clone(),
        }
    }
}

/// Returns the defined components from left to right, and the components of a nonempty authority.
///
/// A rule below the components, such as `segment`, makes a single part.
fn parts_of(text: &str, rule: &str, components: &Components) -> (Vec<Part>, Vec<Part>) {
    let ip_kind =
        components.host_kind().filter(|kind| *kind != HostKind::RegName).map(|kind| kind.rule().as_str());
    let defined = |(rule, range, colour): (Rule, Option<Range<usize>>, AnsiColor)| {
        let kind = if rule == Rule::host { ip_kind } else { None };
        Some(Part { name: rule.as_str().to_owned(), kind, range: range?, style: colour.on_default() })
    };
    let outer = [
        (Rule::scheme, components.scheme(), AnsiColor::Magenta),
        (Rule::authority, components.authority(), AnsiColor::Cyan),
        (Rule::path, components.path(), AnsiColor::Green),
        (Rule::query, components.query(), AnsiColor::Yellow),
        (Rule::fragment, components.fragment(), AnsiColor::Red),
    ];
    let inner = [
        (Rule::userinfo, components.userinfo(), AnsiColor::BrightBlue),
        (Rule::host, components.host(), AnsiColor::BrightCyan),
        (Rule::port, components.port(), AnsiColor::BrightMagenta),
    ];
    let mut outer: Vec<_> = outer.into_iter().filter_map(defined).collect();
    let mut inner: Vec<_> = inner.into_iter().filter_map(defined).collect();
    if components.authority().is_some_and(|authority| authority.is_empty()) {
        inner.clear();
    }
    if outer.is_empty() {
        outer = std::mem::take(&mut inner);
    }
    if outer.is_empty() {
        outer.push(Part { name: rule.to_owned(), kind: None, range: 0..text.len(), style: Style::new() });
    }
    (outer, inner)
}

/// The minimum distance between two names on a line.
const GAP: usize = 2;

/// Strings with their columns, from left to right.
#[derive(Default)]
struct Line(Vec<(usize, String, Style)>);

impl Line {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut at = 0;
        for (column, text, style) in &self.0 {
            write!(out, "{:indent$}{style}{text}{style:#}", "", indent = column.saturating_sub(at))?;
            at = column + text.len();
        }
        writeln!(out)
    }
}

/// A name, and the column of its leader, which is the line from the bracket down to the name.
struct Label {
    anchor: usize,
    text: String,
    style: Style,
}

/// Returns the lines below a text: a bracket under each part, a leader, and the name.
fn names_under(text: &str, parts: &[Part]) -> Vec<Line> {
    if parts.is_empty() {
        return Vec::new();
    }
    let mut brackets = Line::default();
    let mut leaders = Line::default();
    let mut labels = Vec::new();
    for part in parts {
        let (start, bracket) = bracket(text, part);
        let anchor = start + (bracket.len() - 1) / 2;
        brackets.0.push((start, bracket, part.style));
        leaders.0.push((anchor, "|".to_owned(), part.style));
        labels.push(Label { anchor, text: part.label(), style: part.style });
    }
    let mut lines = vec![brackets, leaders];
    match side_by_side(&labels) {
        Some(line) => lines.push(line),
        None => lines.extend(stacked(labels)),
    }
    lines
}

/// Returns the bracket of a part and its column, which no other part has.
fn bracket(text: &str, part: &Part) -> (usize, String) {
    let start = text.get(..part.range.start).expect("components lie in the text").width();
    match part.text(text).width() {
        // An empty authority begins in the same column as the path, so its bracket is drawn under the second
        // slash.
        0 if part.name == Rule::authority.as_str() => (start.saturating_sub(1), "|".to_owned()),
        0 | 1 => (start, "|".to_owned()),
        width => (start, format!("\\{:_<1$}/", "", width - 2)),
    }
}

/// Returns a line with all names, each centered under its leader as far as its neighbors allow. Returns
/// `None` if a name would not be under its leader.
fn side_by_side(labels: &[Label]) -> Option<Line> {
    let mut limit = usize::MAX;
    let mut latest = Vec::new();
    for label in labels.iter().rev() {
        let start = label.anchor.min(limit.checked_sub(label.text.len())?);
        limit = start.saturating_sub(GAP);
        latest.push(start);
    }

    let mut line = Line::default();
    let mut free = 0;
    for (label, latest) in labels.iter().zip(latest.into_iter().rev()) {
        let width = label.text.len();
        let earliest = free.max((label.anchor + 1).saturating_sub(width));
        if earliest > latest {
            return None;
        }
        let centred = (label.anchor + 1).saturating_sub(width.div_ceil(2));
        let start = centred.clamp(earliest, latest);
        line.0.push((start, label.text.clone(), label.style));
        free = start + width + GAP;
    }
    Some(line)
}

/// Returns lines of names, each name beginning at its leader. A name is on the highest line with enough
/// space, and the leaders of lower names pass through.
fn stacked(mut labels: Vec<Label>) -> Vec<Line> {
    let mut lines = Vec::new();
    while let Some(last) = labels.pop() {
        let mut free = last.anchor;
        let mut line = vec![(last.anchor, last.text, last.style)];
        while let Some(label) = labels.pop_if(|label| label.anchor + label.text.len() + GAP <= free) {
            free = label.anchor;
            line.push((label.anchor, label.text, label.style));
        }
        line.extend(labels.iter().rev().map(|label| (label.anchor, "|".to_owned(), label.style)));
        line.reverse();
        lines.push(Line(line));
    }
    lines
}

/// The widths of the columns for names and for offsets, which fit nearly all texts.
const NAMES: usize = 10;
const OFFSETS: usize = 8;

/// Lists the defined components, one per line, after an empty line. Writes nothing for a text without components.
pub(crate) fn list_details(out: &mut impl Write, details: Details) -> io::Result<()> {
    let decoded = details.decoded();
    let mut before = "\n";
    for (name, range) in details.spans() {
        let Some(range) = range else { continue };
        out.write_all(mem::take(&mut before).as_bytes())?;
        let raw = details.part(range.clone());
        let value = match name {
            "scheme" => of_scheme(&details.port()),
            "port" => of_port(raw, &details.port()),
            _ => decoded
                .iter()
                .find(|(of, _)| *of == name)
                .map_or(String::new(), |(_, text)| unless_same(raw, text)),
        };
        row(out, name, &range, &value)?;
        match name {
            "path" => details.segments().try_for_each(|part| {
                row(out, "  segment", &(part.start..part.end), &quoted(&part.decoded))
            })?,
            "query" => details.pairs().try_for_each(|part| {
                let value = match part.raw.contains('=') {
                    true => format!("{} = {}", quoted(&part.key), quoted(&part.value)),
                    false => quoted(&part.key),
                };
                row(out, "  pair", &(part.start..part.end), &value)
            })?,
            _ => {}
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, range: &Range<usize>, value: &str) -> io::Result<()> {
    let offsets = format!("{}..{}", range.start, range.end);
    match value {
        "" => writeln!(out, "{name:NAMES$} {offsets}"),
        value => writeln!(out, "{name:NAMES$} {offsets:OFFSETS$} {value}"),
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

/// Returns the decoded component if it differs from the raw text.
fn unless_same(raw: &str, decoded: &Option<Cow<'_, str>>) -> String {
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

/// A step of the pseudocode of section 5.2.
#[derive(Serialize)]
pub(crate) struct Step<'a> {
    pub(crate) section: &'static str,
    pub(crate) rule: Cow<'static, str>,
    /// The nesting depth of the pseudocode line.
    pub(crate) depth: usize,
    /// Whether the condition holds; true for a step that is not a condition.
    pub(crate) holds: bool,
    /// The variables that the step sets, and their values; `None` is undefined.
    #[serde(serialize_with = "as_map")]
    pub(crate) sets: Vec<(&'static str, Option<Cow<'a, str>>)>,
}

/// Writes one step on a line: its section, its rule, and its outcome.
pub(crate) fn draw_steps(out: &mut impl Write, steps: &[Step<'_>]) -> io::Result<()> {
    let width = |step: &Step<'_>| 2 * step.depth + step.rule.len();
    let widest = steps.iter().map(width).max().unwrap_or_default();
    for step in steps {
        let Step { section, rule, depth, holds, sets } = step;
        let outcome = match (sets.as_slice(), holds) {
            ([], true) => "yes".to_owned(),
            ([], false) => "no".to_owned(),
            (sets, _) => sets.iter().map(set).collect::<Vec<_>>().join(", "),
        };
        writeln!(
            out,
            "{section}  {:indent$}{rule:rest$}  {outcome}",
            "",
            indent = 2 * depth,
            rest = widest - 2 * depth
        )?;
    }
    Ok(())
}

fn set((name, value): &(&'static str, Option<Cow<'_, str>>)) -> String {
    match value {
        Some(value) => format!("{name} = {}", visible::quoted(value)),
        None => format!("{name} is undefined"),
    }
}

fn as_map<S: Serializer>(
    sets: &[(&'static str, Option<Cow<'_, str>>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(sets.iter().map(|(name, value)| (name, value)))
}
