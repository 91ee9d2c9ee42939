//! Rows as lines with separators.

use std::io;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;

use super::Form;
use super::cells::Cells;

/// How values are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separated {
    /// Commas, and quotes where they are needed (RFC 4180, but lines end with LF). Null is empty, the empty string `""`.
    Commas,
    /// Tabs, and backslashes for what would be taken for the end of a value or of a line. Null is `\N`.
    Tabs { header: bool },
}

const NULL: &[u8] = b"\\N";

impl Separated {
    fn value(self, value: Option<&str>, out: &mut Vec<u8>) {
        match (self, value) {
            (Self::Commas, None) => {}
            (Self::Commas, Some(text)) => {
                let is_plain = !text.is_empty() && !text.contains([',', '"', '\n', '\r']);
                if is_plain {
                    out.extend_from_slice(text.as_bytes());
                } else {
                    out.push(b'"');
                    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
                    out.push(b'"');
                }
            }
            (Self::Tabs { .. }, None) => out.extend_from_slice(NULL),
            (Self::Tabs { .. }, Some(text)) => {
                for &byte in text.as_bytes() {
                    match byte {
                        b'\t' => out.extend_from_slice(b"\\t"),
                        b'\n' => out.extend_from_slice(b"\\n"),
                        b'\r' => out.extend_from_slice(b"\\r"),
                        b'\\' => out.extend_from_slice(b"\\\\"),
                        _ => out.push(byte),
                    }
                }
            }
        }
    }

    const fn separator(self) -> u8 {
        match self {
            Self::Commas => b',',
            Self::Tabs { .. } => b'\t',
        }
    }
}

impl Form for Separated {
    fn begin(&mut self, schema: &SchemaRef, out: &mut Vec<u8>) -> io::Result<()> {
        if *self == (Self::Tabs { header: false }) {
            return Ok(());
        }
        for (index, field) in schema.fields().iter().enumerate() {
            if index > 0 {
                out.push(self.separator());
            }
            self.value(Some(field.name()), out);
        }
        out.push(b'\n');
        Ok(())
    }

    fn rows(&mut self, batch: &RecordBatch, out: &mut Vec<u8>) -> io::Result<()> {
        let mut cells = Cells::of(batch).map_err(io::Error::other)?;
        let mut text = String::new();
        for row in 0..batch.num_rows() {
            for column in 0..batch.num_columns() {
                if column > 0 {
                    out.push(self.separator());
                }
                text.clear();
                let is_there = cells.write(column, row, &mut text);
                self.value(is_there.then_some(text.as_str()), out);
            }
            out.push(b'\n');
        }
        Ok(())
    }

    fn end(&mut self, _out: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain(Some("a b"), "a b", "a b")]
    #[case::null(None, "", "\\N")]
    #[case::empty(Some(""), "\"\"", "")]
    #[case::comma(Some("a,b"), "\"a,b\"", "a,b")]
    #[case::quote(Some("a\"b"), "\"a\"\"b\"", "a\"b")]
    #[case::lines(Some("a\r\nb"), "\"a\r\nb\"", "a\\r\\nb")]
    #[case::tab(Some("a\tb"), "a\tb", "a\\tb")]
    #[case::like_null(Some("\\N"), "\\N", "\\\\N")]
    fn values(#[case] value: Option<&str>, #[case] in_csv: &str, #[case] in_tabs: &str) {
        for (style, expected) in [(Separated::Commas, in_csv), (Separated::Tabs { header: false }, in_tabs)] {
            let mut out = Vec::new();
            style.value(value, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), expected);
        }
    }
}
