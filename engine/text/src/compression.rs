//! Compression: how a file is compressed, said by an option or by its name.

use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::Result;
use datafusion::object_store::path::Path;

/// How the files of a table are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Compression {
    /// Each file as the extension of its name says: `.gz`, `.bz2`, `.xz`, `.zst`, or not at all.
    #[default]
    ByName,
    /// All files alike, whatever their names.
    All(FileCompressionType),
}

impl Compression {
    /// Returns the compression of the file at `location`.
    pub(crate) fn of(self, location: &Path) -> FileCompressionType {
        match self {
            Self::All(compression) => compression,
            Self::ByName => location
                .extension()
                .and_then(|extension| extension.parse().ok())
                .unwrap_or(FileCompressionType::UNCOMPRESSED),
        }
    }

    /// Returns the name that `from_name` reads, or `None` for `ByName`.
    pub(crate) fn name(self) -> Option<String> {
        match self {
            Self::ByName => None,
            Self::All(compression) => Some(compression.get_variant().to_string()),
        }
    }

    /// Returns the compression with this name, such as `gzip`; `None` stands for `ByName`, and the empty name for no
    /// compression.
    pub(crate) fn from_name(name: Option<&str>) -> Result<Self> {
        name.map_or(Ok(Self::ByName), |name| Ok(Self::All(name.parse()?)))
    }
}
