//! What a file is, by the bytes that it begins with.

use std::io::{self, Read};

use datafusion::datasource::file_format::file_compression_type::FileCompressionType;

/// How many bytes tell what a file is.
const LONGEST: u64 = 10;

/// What is not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Magic {
    Compressed(FileCompressionType),
    Parquet,
}

/// Returns what begins with these bytes; `None` for what may be text.
pub(super) fn of(start: &[u8]) -> Option<Magic> {
    match start {
        [b'P', b'A', b'R', b'1', ..] => Some(Magic::Parquet),
        [0x1F, 0x8B, ..] => Some(Magic::Compressed(FileCompressionType::GZIP)),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Magic::Compressed(FileCompressionType::ZSTD)),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Magic::Compressed(FileCompressionType::XZ)),
        // A text may begin with the first three; the other six are the digits of pi, before each block.
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..] => {
            Some(Magic::Compressed(FileCompressionType::BZIP2))
        }
        _ => None,
    }
}

/// Returns the first bytes of a reader, by which [`of`] tells what it is.
pub(super) fn start(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(LONGEST).read_to_end(&mut start)?;
    Ok(start)
}
