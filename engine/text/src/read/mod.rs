//! Reading: the bytes of a file, or of a range of it, as batches of lines.
//!
//! In: a file of an object store, the range of bytes whose lines are asked for, and how it is compressed.
//! Out: batches in the order of the file. `chunks` fetches bytes in pieces of one size, `lines` finds the
//! lines in them, `rows` makes batches of lines, and `opener` connects the three; `unreadable` is why it fails. `once`
//! does the same with a stream that is not a file.
//! Next: `source`, whose scans open files with `TextOpener`.

mod chunks;
mod lines;
mod once;
mod opener;
mod rows;
#[cfg(test)]
mod tests;
mod unreadable;

pub use self::once::LineReader;
pub(crate) use self::opener::TextOpener;
