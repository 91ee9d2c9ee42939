//! The body of a function while it is written: its lines, and the names in it.

use std::fmt::{self, Display};

use super::place::Place;

/// The deepest indentation of a line, so that the code of a deeply nested rule is not mostly blanks.
const INDENT: usize = 25;

#[derive(Debug)]
pub(super) struct Body {
    /// Each with its nesting depth.
    lines: Vec<(usize, Line)>,
    depth: usize,
    /// How many names have been generated.
    names: usize,
}

#[derive(Debug)]
enum Line {
    /// A variable that is assigned only once.
    Let {
        place: Place,
        value: String,
    },
    Other(String),
}

impl Body {
    pub(super) fn new() -> Body {
        Body { lines: Vec::new(), depth: 1, names: 0 }
    }

    pub(super) fn line(&mut self, line: impl Into<String>) {
        self.lines.push((self.depth, Line::Other(line.into())));
    }

    #[expect(clippy::arithmetic_side_effects, reason = "blocks nest less deep than memory")]
    pub(super) fn open(&mut self, line: impl Into<String>) {
        self.line(line);
        self.depth += 1;
    }

    #[expect(clippy::arithmetic_side_effects, reason = "a block is closed that was opened")]
    pub(super) fn close(&mut self, line: impl Into<String>) {
        self.depth -= 1;
        self.line(line);
    }

    /// Returns a name that is unique in the body.
    #[expect(clippy::arithmetic_side_effects, reason = "there are fewer names than bytes of memory")]
    pub(super) fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// Returns a place whose variable is unique in the body.
    pub(super) fn place(&mut self) -> Place {
        Place::of(self.fresh('p'))
    }

    /// Binds the value to a new variable.
    pub(super) fn bind(&mut self, value: impl Display) -> Place {
        let place = self.place();
        self.lines.push((self.depth, Line::Let { place: place.clone(), value: value.to_string() }));
        place
    }

    /// Writes the value of the block. If it is a variable bound on the line before, its value is written
    /// instead.
    pub(super) fn give(&mut self, end: &Place) {
        match self.lines.pop() {
            Some((_, Line::Let { place, value })) if place == *end => self.line(value),
            before => {
                self.lines.extend(before);
                self.line(end.to_string());
            }
        }
    }
}

impl Display for Body {
    #[expect(clippy::arithmetic_side_effects, reason = "at most `INDENT` levels")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, line) in &self.lines {
            write!(f, "{:1$}", "", depth.min(&INDENT) * 4)?;
            match line {
                Line::Let { place, value } => writeln!(f, "let {place} = {value};")?,
                Line::Other(line) => writeln!(f, "{line}")?,
            }
        }
        Ok(())
    }
}
