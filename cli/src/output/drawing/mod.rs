//! A drawing of a reference with its components underneath, as in RFC 3986, section 3.
//!
//! In: a text and its components.
//! Out: lines for a terminal, in colour if it supports that. `parts` are the components with their names and
//! colours, and `layout` places them under the text. `details` lists what is in them.
//! Next: none.

pub(crate) mod details;
mod layout;
mod parts;

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;
use urigram::Rule;
use urigram::grammar::Components;

use self::parts::Part;
use crate::output;
use crate::output::visible::{self, Escaped};

/// The maximum width of a drawing, even on a wider terminal.
const WIDEST: usize = 200;

/// Returns how wide a drawing may be: the terminal would wrap a wider one.
pub(crate) fn widest() -> usize {
    if !output::is_terminal() {
        return WIDEST;
    }
    terminal_size::terminal_size().map_or(WIDEST, |(width, _)| WIDEST.min(width.0.into()))
}

/// Draws `text` with the names of its components. Lists them instead if the drawing would be wider than
/// `widest`, or if a terminal might display characters elsewhere: combining marks, or letters from right to
/// left.
pub(crate) fn draw(
    out: &mut impl Write,
    text: &str,
    rule: &str,
    components: &Components,
    widest: usize,
) -> io::Result<()> {
    let (mut outer, mut inner) = parts::of(text, rule, components);
    // A character has at most four bytes, so a longer text need not be measured.
    let stays_in_place = |c| visible::is_plain(c) || visible::commands(c);
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
        for line in layout::names_under(&shown, &group) {
            line.write(out)?;
        }
    }
    Ok(())
}

/// Returns the offset of byte `at` of the text after escaping.
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

/// Writes one part per line, those of the authority indented below it.
fn list(out: &mut impl Write, text: &str, outer: &[Part], inner: &[Part]) -> io::Result<()> {
    let mut rows = Vec::new();
    for part in outer {
        rows.push((part.label(), part));
        if part.name == Rule::authority.name() {
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
