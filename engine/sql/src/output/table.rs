//! Rows as aligned columns.

use std::io;
use std::mem;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use unicode_width::UnicodeWidthStr;

use super::Form;
use super::cells::Cells;
use super::vertical::Vertical;
use super::visible::{cut, escaped};

/// How many rows the widths of columns are measured on; the first so many rows are held back for it.
const PAGE: usize = 1000;
/// The columns of the screen between two columns of the table.
const GAP: usize = 2;
/// The fewest columns that a text is cut to. If there is no room for so many, rows are shown one below the other.
const NARROWEST: usize = 8;

/// How null is shown.
pub(super) const NULL: &str = "NULL";

/// Rows as columns that are as wide as their values, and together not wider than the screen.
pub(super) struct Table {
    /// The columns of the screen; without, nothing is cut.
    screen: Option<usize>,
    /// Whether null can be told from the text by its colour.
    styled: bool,
    names: Vec<String>,
    is_number: Vec<bool>,
    widths: Vec<usize>,
    held: Vec<Vec<Option<String>>>,
    header_done: bool,
    vertical: Option<Vertical>,
}

impl Table {
    pub(super) fn new(screen: Option<usize>, styled: bool) -> Self {
        Self {
            screen,
            styled,
            names: Vec::new(),
            is_number: Vec::new(),
            widths: Vec::new(),
            held: Vec::new(),
            header_done: false,
            vertical: None,
        }
    }

    /// Writes the rows that were held back.
    fn flush(&mut self, out: &mut Vec<u8>) {
        let rows = mem::take(&mut self.held);
        if self.vertical.is_none() {
            let mut widths = mem::take(&mut self.widths);
            for (column, width) in widths.iter_mut().enumerate() {
                let widest = rows.iter().map(|row| row[column].as_deref().unwrap_or(NULL).width()).max();
                *width = widest.unwrap_or(0).max(*width);
            }
            match fitting(&widths, &self.is_number, self.screen) {
                Some(fitting) => self.widths = fitting,
                // The header is written, so the columns stay as they are.
                None if self.header_done => self.widths = fitting_any(&widths, self.screen),
                None => {
                    self.vertical = Some(Vertical::new(mem::take(&mut self.names), self.screen, self.styled))
                }
            }
        }
        if let Some(vertical) = &mut self.vertical {
            rows.iter().for_each(|row| vertical.row(row, out));
            return;
        }
        if !mem::replace(&mut self.header_done, true) {
            let names = mem::take(&mut self.names);
            let names: Vec<_> = names.into_iter().map(Some).collect();
            self.line(&names, out);
            let rules: Vec<_> = self.widths.iter().map(|&width| Some("─".repeat(width))).collect();
            self.line(&rules, out);
        }
        rows.iter().for_each(|row| self.line(row, out));
    }

    fn line(&self, row: &[Option<String>], out: &mut Vec<u8>) {
        let last = row.len().saturating_sub(1);
        for (column, value) in row.iter().enumerate() {
            let width = self.widths[column];
            let shown = cut(value.as_deref().unwrap_or(NULL), width);
            let padding = width.saturating_sub(shown.width());
            let (before, after) = if self.is_number[column] { (padding, 0) } else { (0, padding) };
            out.extend(std::iter::repeat_n(b' ', before));
            if value.is_none() && self.styled {
                out.extend_from_slice(format!("\x1b[2m{shown}\x1b[0m").as_bytes());
            } else {
                out.extend_from_slice(shown.as_bytes());
            }
            if column < last {
                out.extend(std::iter::repeat_n(b' ', after + GAP));
            }
        }
        out.push(b'\n');
    }
}

/// Returns the widths in which the columns fit on the screen, or nothing if a text would be too narrow. Numbers are
/// not cut; the widest texts give way first.
fn fitting(widths: &[usize], is_number: &[bool], screen: Option<usize>) -> Option<Vec<usize>> {
    let Some(screen) = screen else { return Some(widths.to_vec()) };
    let total = |cap: usize| {
        let columns = widths.iter().zip(is_number);
        let taken: usize =
            columns.map(|(&width, &is_number)| if is_number { width } else { width.min(cap) }).sum();
        taken + GAP * widths.len().saturating_sub(1)
    };
    let cap = (NARROWEST..=screen).rev().find(|&cap| total(cap) <= screen)?;
    let columns = widths.iter().zip(is_number);
    Some(columns.map(|(&width, &is_number)| if is_number { width } else { width.min(cap) }).collect())
}

/// Returns the widths in which the columns fit, however narrow.
fn fitting_any(widths: &[usize], screen: Option<usize>) -> Vec<usize> {
    let room = screen.unwrap_or(usize::MAX).saturating_sub(GAP * widths.len().saturating_sub(1));
    let share = (room / widths.len().max(1)).max(1);
    widths.iter().map(|&width| width.min(share)).collect()
}

impl Form for Table {
    fn begin(&mut self, schema: &SchemaRef, _out: &mut Vec<u8>) -> io::Result<()> {
        self.names = schema.fields().iter().map(|field| escaped(field.name())).collect();
        self.is_number = schema.fields().iter().map(|field| field.data_type().is_numeric()).collect();
        self.widths = self.names.iter().map(|name| name.width()).collect();
        Ok(())
    }

    fn rows(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()> {
        let mut cells = Cells::of(batch).map_err(io::Error::other)?;
        for row in 0..batch.num_rows() {
            let values = (0..batch.num_columns()).map(|column| {
                let mut text = String::new();
                cells.write(column, row, &mut text).then(|| escaped(&text))
            });
            self.held.push(values.collect());
            if self.held.len() == PAGE {
                self.flush(out);
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if !self.held.is_empty() || (!self.header_done && self.vertical.is_none()) {
            self.flush(out);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::all_fit(&[10, 10], &[false, false], 22, Some(vec![10, 10]))]
    #[case::widest_gives_way(&[10, 60], &[false, false], 40, Some(vec![10, 28]))]
    #[case::both_give_way(&[50, 60], &[false, false], 42, Some(vec![20, 20]))]
    #[case::numbers_stay(&[60, 12], &[false, true], 30, Some(vec![16, 12]))]
    #[case::too_narrow(&[60, 60], &[false, false], 17, None)]
    #[case::numbers_too_wide(&[20, 20], &[true, true], 30, None)]
    #[case::short_texts(&[4, 4], &[false, false], 12, Some(vec![4, 4]))]
    fn columns_share_the_screen(
        #[case] widths: &[usize],
        #[case] is_number: &[bool],
        #[case] screen: usize,
        #[case] expected: Option<Vec<usize>>,
    ) {
        assert_eq!(fitting(widths, is_number, Some(screen)), expected);
        assert_eq!(fitting(widths, is_number, None), Some(widths.to_vec()));
    }
}
