//! The positions of brackets and names in a drawing.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;
use urigram::Rule;

use super::parts::Part;

/// The minimum distance between two names on a line.
const GAP: usize = 2;

/// Pieces of text and their columns, from left to right.
#[derive(Default)]
pub(super) struct Line(Vec<(usize, String, Style)>);

impl Line {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut at = 0;
        for (column, text, style) in &self.0 {
            write!(out, "{:indent$}{style}{text}{style:#}", "", indent = column.saturating_sub(at))?;
            at = column + text.len();
        }
        writeln!(out)
    }
}

/// A name, and the column of its leader, the line from its bracket.
struct Label {
    anchor: usize,
    text: String,
    style: Style,
}

/// Returns the lines below a text: a bracket under each part, its leader, and its name.
pub(super) fn names_under(text: &str, parts: &[Part]) -> Vec<Line> {
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

/// Returns the bracket of a part and its column. No two parts have the same column.
fn bracket(text: &str, part: &Part) -> (usize, String) {
    let start = text.get(..part.range.start).expect("components lie in the text").width();
    match part.text(text).width() {
        // An empty authority lies where the path begins, so its bracket goes under the second slash.
        0 if part.name == Rule::authority.name() => (start.saturating_sub(1), "|".to_owned()),
        0 | 1 => (start, "|".to_owned()),
        width => (start, format!("\\{:_<1$}/", "", width - 2)),
    }
}

/// Returns all names on one line, each as close to centred under its leader as its neighbours allow; `None`
/// if a name would not be under its leader.
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

/// Returns names that begin at their leaders, each on the highest line on which there is room; leaders extend
/// to the lower lines.
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
