//! What DataFusion calls a file on this machine.

use std::path::{Component, Path};

use datafusion::common::Result;
use datafusion::datasource::listing::ListingTableUrl;
use url::Url;

use crate::outcome::Failure;

/// Returns the path as an absolute URI, in which no character is part of a pattern.
pub(super) fn url_of(path: &Path) -> Result<ListingTableUrl> {
    if path.to_str().is_none_or(|name| name.contains(char::is_control)) {
        let said = format!("the name of {} is not UTF-8, or has a control character", path.display());
        return Err(Failure::unable(said).help("rename it, or read it from '-'").into());
    }
    // An object store has no parents. A link, which may be named by the value of a column, is only followed to one.
    let has_parent = path.components().any(|component| component == Component::ParentDir);
    let absolute = if has_parent { path.canonicalize()? } else { std::path::absolute(path)? };
    let url =
        if path.is_dir() { Url::from_directory_path(&absolute) } else { Url::from_file_path(&absolute) };
    let url = url.map_err(|()| Failure::unable(format!("{} cannot be a file's name", absolute.display())))?;
    ListingTableUrl::try_new(url, None)
}
