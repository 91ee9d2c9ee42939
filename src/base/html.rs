//! The base of an HTML document.

use alloc::string::String;

use html5gum::emitters::default::{DefaultEmitter, Token};
use html5gum::{HtmlString, Tokenizer};

/// The text of the base that an HTML document names: the `href` of its first `base` that has one, without
/// whitespace around it. Needs the feature `html`.
///
/// It may be relative, and is then resolved against the base URI in force around the document. Linear in the
/// document up to that tag. The document is read as tags, of which no tree is made: what is in a comment, a
/// script or a template is passed over.
///
/// ```
/// use urigram::base::in_html;
/// use urigram::{Uri, UriReference};
///
/// let document = r#"<!doctype html public "-//IETF//DTD HTML//EN">
/// <HTML><HEAD>
/// <TITLE>An example HTML document</TITLE>
/// <BASE href="http://www.ics.uci.edu/Test/a/b/c">
/// </HEAD><BODY>
/// ... <A href="../x">a hypertext anchor</A> ...
/// </BODY></HTML>"#;
/// let base = in_html(document).unwrap();
/// let target = Uri::parse(&base)?.resolve(&UriReference::parse("../x")?).unwrap();
/// assert_eq!(target, "http://www.ics.uci.edu/Test/a/x");
/// # Ok::<(), urigram::ParseError>(())
/// ```
pub fn in_html(document: &str) -> Option<String> {
    let mut emitter = DefaultEmitter::default();
    // Without a tree, the tags themselves tell where a script begins, or other text that has no tags.
    emitter.naively_switch_states(true);
    let mut templates = 0_usize;
    for token in Tokenizer::new_with_emitter(document, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) if named(&tag.name, "template") => templates += 1,
            Token::EndTag(tag) if named(&tag.name, "template") => templates = templates.saturating_sub(1),
            Token::StartTag(tag) if named(&tag.name, "base") && templates == 0 => {
                if let Some(href) = tag.attributes.get("href".as_bytes()) {
                    return Some(String::from_utf8_lossy(href).trim_ascii().into());
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a tag has this name; the tokenizer makes names lowercase.
fn named(tag: &HtmlString, name: &str) -> bool {
    tag.as_slice() == name.as_bytes()
}
