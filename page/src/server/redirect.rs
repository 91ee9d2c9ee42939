//! A file that redirects a browser to the page.

use std::io::{self, Write};
use std::path::Path;

use tempfile::TempPath;

/// Writes a file that redirects to this address, and that only the user of this process can read. It is removed when
/// the value is dropped.
pub(super) fn write(address: &str, temporary: &Path) -> io::Result<TempPath> {
    // The crate gives it the mode 0600.
    let mut file = tempfile::Builder::new().prefix("uri-serve-").suffix(".html").tempfile_in(temporary)?;
    file.write_all(page(address).as_bytes())?;
    Ok(file.into_temp_path())
}

/// Returns a page that redirects to this address, which contains no character that HTML has to escape.
fn page(address: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>uri serve</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <p>This leads to <a href=\"{address}\">the page of <code>uri serve</code></a>.</p>\n"
    )
}
