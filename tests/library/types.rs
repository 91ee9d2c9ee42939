//! The four types as Rust types: their default parameters, constructors and comparisons.

use urigram::{Iri, ParseError, Uri, rfc6874};

/// The alias without a parameter owns its text, but `parse` under the same name still borrows.
#[test]
fn the_text_is_a_string_by_default() -> Result<(), ParseError> {
    let owned: Uri = "http://a/".parse()?;
    let borrowed: Uri<&str> = Uri::parse("http://a/")?;
    assert_eq!(owned, borrowed);
    let owned: Iri = "http://é/".parse()?;
    assert_eq!(owned, Iri::parse("http://é/")?);
    let owned: rfc6874::Uri = "http://[fe80::1%25a]/".parse()?;
    assert_eq!(owned, rfc6874::Uri::parse("http://[fe80::1%25a]/")?);
    Ok(())
}
