//! The page as static files.

use std::fs;
use std::path::Path;

/// The documentation shows the page's policy as a header, with the directive that only a header can have.
#[test]
fn the_documented_header_is_the_policy_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let wasm = folder.path().join("uri.wasm");
    fs::write(&wasm, "").unwrap();
    urigram_page::site::write(folder.path(), &wasm).unwrap();
    let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
    let documentation = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/serve.md");
    let documentation = fs::read_to_string(documentation).unwrap();
    let between = |text: &str, before: &str, after: &str| -> String {
        let (_, rest) = text.split_once(before).unwrap();
        rest.split_once(after).unwrap().0.to_owned()
    };
    let in_page = between(&page, "Content-Security-Policy\" content=\"", "\"");
    let header = between(&documentation, "Content-Security-Policy: ", "\n");
    assert_eq!(header, in_page + "; frame-ancestors 'none'");
}
