//! The base of an HTML document.

use alloc::string::String;

use html5gum::emitters::default::{DefaultEmitter, Token};
use html5gum::{HtmlString, State, Tokenizer};

/// The text of the base that an HTML document names: the `href` of its first `base` that has one, without
/// whitespace around it, and without tabs and line breaks. Needs the feature `html`.
///
/// It may be relative, and [`embed`](crate::base::BaseUris::embed) takes it. Linear in the document up to that
/// tag.
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
/// The document is read as tags, of which no tree is made. What is in a comment, in text without tags such as
/// a script or a `noframes`, or in a `template`, `svg` or `math` element is passed over. In this it departs
/// from HTML:
///
/// - such an element lasts until its end tag, also where HTML ends it sooner, as it ends an `svg` at a `<p>`;
/// - what is in an element of HTML within an `svg` or a `math` element is passed over too;
/// - a `noscript` is passed over, as it is where scripts run;
/// - a base is found whatever its scheme, where HTML takes none of `data` or `javascript`.
pub fn in_html(document: &str) -> Option<String> {
    let mut emitter = DefaultEmitter::default();
    // Without a tree, the tags themselves tell where a script begins, or other text that has no tags.
    emitter.naively_switch_states(true);
    let mut passed_over = 0_usize;
    let mut tokens = Tokenizer::new_with_emitter(document, emitter);
    while let Some(Ok(token)) = tokens.next() {
        match token {
            // A script in an `svg` may close itself, and then text with tags follows.
            Token::StartTag(tag) if tag.self_closing && (passed_over > 0 || is_foreign(&tag.name)) => {
                tokens.set_state(State::Data);
            }
            Token::StartTag(tag) if is_passed_over(&tag.name) => passed_over += 1,
            // The emitter does not know that it has text without tags.
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

/// Whether no `base` in such an element is one of the document. The tokenizer makes names lowercase.
fn is_passed_over(name: &HtmlString) -> bool {
    name.as_slice() == b"template" || is_foreign(name)
}

/// Whether such an element is not of HTML, so that it may close itself.
fn is_foreign(name: &HtmlString) -> bool {
    matches!(name.as_slice(), b"svg" | b"math")
}

/// What is meant by an `href`, in which HTML lets whitespace be.
fn written(href: &str) -> String {
    href.trim_ascii().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}
