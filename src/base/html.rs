//! The base of an HTML document.

use alloc::string::String;

use html5gum::emitters::default::{DefaultEmitter, Token};
use html5gum::{HtmlString, State, Tokenizer};

/// Returns the base that an HTML document declares: the `href` of its first `base` element that has one,
/// without surrounding whitespace, and without tabs and line breaks. Requires the feature `html`.
///
/// The base may be relative: pass it to [`embed`](crate::base::BaseUris::embed). Linear in the document up to
/// that element.
///
/// ```
/// use urigram::Uri;
/// use urigram::base::{BaseUris, in_html};
///
/// let document = r#"<!doctype html public "-//IETF//DTD HTML//EN">
/// <HTML><HEAD>
/// <TITLE>An example HTML document</TITLE>
/// <BASE href="/Test/a/b/c">
/// </HEAD><BODY>
/// ... <A href="../x">a hypertext anchor</A> ...
/// </BODY></HTML>"#;
/// let retrieval: Uri<String> = "http://www.ics.uci.edu/index".parse()?;
/// let mut bases = BaseUris { retrieval: Some(retrieval), ..BaseUris::default() };
/// if let Some(href) = in_html(document) {
///     bases.embed(&href)?;
/// }
/// let (base, _) = bases.in_force().unwrap();
/// assert_eq!(base.resolve_str("../x")?, "http://www.ics.uci.edu/Test/a/x");
/// # Ok::<(), urigram::Error>(())
/// ```
///
/// The document is tokenized, and no tree is built. Ignored is everything in a comment, in raw text such as a
/// script or a `noframes`, and in a `template`, `svg` or `math` element. This differs from HTML:
///
/// - such an element lasts until its end tag, even where HTML ends it earlier, as it ends an `svg` at a
///   `<p>`;
/// - HTML elements inside an `svg` or a `math` element are ignored too;
/// - a `noscript` is ignored, as it is where scripts run;
/// - a base is found with any scheme, whereas HTML ignores one with the scheme `data` or `javascript`.
#[expect(clippy::arithmetic_side_effects, reason = "a document has fewer tags than bytes")]
pub fn in_html(document: &str) -> Option<String> {
    let mut emitter = DefaultEmitter::default();
    // Without a tree, the tags alone determine where a script or other raw text begins.
    emitter.naively_switch_states(true);
    let mut passed_over = 0_usize;
    let mut tokens = Tokenizer::new_with_emitter(document, emitter);
    while let Some(Ok(token)) = tokens.next() {
        match token {
            // A script in an `svg` may be self-closing, and is then followed by text with tags.
            Token::StartTag(tag) if tag.self_closing && (passed_over > 0 || is_foreign(&tag.name)) => {
                tokens.set_state(State::Data);
            }
            Token::StartTag(tag) if is_passed_over(&tag.name) => passed_over += 1,
            // The emitter does not treat this element as raw text.
            Token::StartTag(tag) if tag.name.as_slice() == b"noframes" => tokens.set_state(State::RawText),
            Token::EndTag(tag) if is_passed_over(&tag.name) => passed_over = passed_over.saturating_sub(1),
            Token::StartTag(tag) if tag.name.as_slice() == b"base" && passed_over == 0 => {
                if let Some(href) = tag.attributes.get("href".as_bytes()) {
                    return Some(written(&String::from_utf8_lossy(href)));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether a `base` in such an element does not apply to the document. The tokenizer converts names
/// to lower case.
fn is_passed_over(name: &HtmlString) -> bool {
    name.as_slice() == b"template" || is_foreign(name)
}

/// Returns whether such an element is not in the HTML namespace, so that it may be self-closing.
fn is_foreign(name: &HtmlString) -> bool {
    matches!(name.as_slice(), b"svg" | b"math")
}

/// Returns an `href` without the whitespace that HTML allows in it.
fn written(href: &str) -> String {
    href.trim_ascii().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}
