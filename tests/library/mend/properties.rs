//! What holds for the mends of every text.

use proptest::prelude::*;
use urigram::mend::Mend;
use urigram::validate::Severity;
use urigram::{Grammar, IriReference, UriReference};

/// Parts of what people type, valid and not.
const PIECES: &[&str] = &[
    "http",
    "htp",
    "https",
    "mailto",
    "file",
    "tel",
    "URL",
    ":",
    ";",
    "//",
    "/",
    "\\",
    "\\\\",
    "@",
    "[",
    "]",
    "::1",
    "2001:db8::7",
    "192.0.2.1",
    "010.1",
    "example.com",
    "www.example.com",
    "localhost",
    ",",
    ".",
    "..",
    " ",
    "\t",
    "\n",
    "\u{200B}",
    "\u{A0}",
    "\u{AD}",
    "<",
    ">",
    "\"",
    "\u{201C}",
    "\u{201D}",
    "(",
    ")",
    "`",
    "%",
    "%41",
    "%zz",
    "#",
    "?",
    "&",
    "=",
    "a",
    "b1",
    "8080",
    "80",
    "C",
    "|",
    "{id}",
    "${A}",
    "*",
    "\u{FF1A}",
    "\u{FF0F}",
    "\u{3002}",
    "\u{FF18}",
    "m\u{FC}n",
    "\u{430}",
    "user",
    "](",
    "![",
    "href=\"",
    "_",
    "-",
    "\u{2013}",
    "^",
    "\u{10FFFF}",
    "\u{301}",
];

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..12).prop_map(|pieces| pieces.concat())
}

/// Checks that the changes turn the text into the reference, and that each has a reason.
fn check<G: Grammar>(text: &str, mends: &[Mend<G>]) -> Result<(), TestCaseError> {
    for (index, mend) in mends.iter().enumerate() {
        let (mut mended, mut at, mut last) = (String::new(), 0, None);
        for change in mend.changes() {
            let range = change.range();
            prop_assert!(at <= range.start && last.replace(range.clone()) != Some(range.clone()), "{mend:?}");
            mended += &text[at..range.start];
            mended += change.inserted();
            at = range.end;
            prop_assert!(!change.help().to_string().is_empty());
        }
        mended += &text[at..];
        prop_assert_eq!(&mended, mend.reference().as_str());
        prop_assert_ne!(&mended, text);
        prop_assert!(
            mends[..index].iter().all(|other| other.reference().as_str() != mended),
            "twice: {}",
            mended
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn changes_make_the_mend(text in texts()) {
        check(&text, &UriReference::mends(&text))?;
        check(&text, &IriReference::mends(&text))?;
    }

    /// What nobody would complain about is left alone.
    #[test]
    fn what_is_right_has_no_mends(text in texts()) {
        if let Ok(reference) = UriReference::parse(&text)
            && reference.findings().iter().all(|finding| finding.severity() == Severity::Note)
        {
            prop_assert_eq!(UriReference::mends(&text).len(), 0, "{}", text);
        }
    }

    /// A mend needs no mend itself.
    #[test]
    fn mends_are_final(text in texts()) {
        for mend in UriReference::mends(&text) {
            let again = UriReference::mends(mend.reference().as_str());
            // Three slashes before a directory may be meant as two; a mend has decided that.
            prop_assert!(again.is_empty() || mend.reference().as_str().starts_with("file:"), "{mend:?}: {again:?}");
        }
    }

    /// Where the authority is plausible as it is, what follows it does not become the host.
    #[test]
    fn the_likeliest_mend_keeps_a_plausible_host(
        host in prop::sample::select(&["example.com", "localhost", "192.0.2.1", "a.example"][..]),
        delimiter in prop::sample::select(&["/", "?", "#", " ", "\t", ":x/", ":port?", ":p#", " .", ":80/ "][..]),
        rest in texts(),
    ) {
        let text = format!("http://{host}{delimiter}{rest}");
        if let Some(mend) = UriReference::mends(&text).first() {
            prop_assert_eq!(mend.reference().host_str(), Some(host), "{}", text);
        }
    }

    /// The help is that of the text only under the text that was parsed.
    #[test]
    fn help_is_there(text in texts(), other in texts()) {
        if let Err(error) = UriReference::parse(&text) {
            prop_assert!(!error.help_in(&text).to_string().is_empty());
            if UriReference::parse(&other) != Err(error) && IriReference::parse(&other).err() != Some(error) {
                prop_assert_eq!(error.help_in(&other).to_string(), error.help().to_string());
            }
        }
    }
}
