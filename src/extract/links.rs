//! The references in the attributes of an HTML document.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use html5gum::emitters::callback::CallbackEvent;
use html5gum::{Span, State};

use crate::html::{Step, tokenize, without_whitespace};

/// A reference in an attribute of an HTML document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HtmlLink {
    /// The name of the element, in lower case.
    pub element: String,
    /// The name of the attribute, in lower case.
    pub attribute: &'static str,
    /// The text of the reference: decoded character references, without surrounding whitespace, tabs and line breaks.
    pub reference: String,
    /// The range of the value of the attribute in the document, without its quotes, in bytes.
    pub range: Range<usize>,
}

/// Returns the references in the attributes of an HTML document, in order. Requires the feature `html`.
///
/// These are the attributes of the HTML standard whose values are URLs, in the elements that have them, such as the `href` of
/// an `a` and the `src` of an `img`; each URL in a `srcset`, an `imagesrcset` and a `ping`; and `href` and `xlink:href` of SVG.
/// The URL in the `content` of a `meta` is not found. Empty values are left out, and so is the `href` of a `base`: pass
/// the result of [`in_html`](crate::base::in_html) to [`BaseUris::embed`](crate::base::BaseUris::embed), and resolve the references
/// against the base in force. A text may be no valid reference, for example because a space is in it.
///
/// The document is tokenized; no tree is built. Comments and raw text, such as a script or a `noscript`, have no attributes.
/// Linear in the document.
///
/// ```
/// use urigram::extract::links_in_html;
///
/// let document = r#"<a href="/?a=1&amp;b=2">and</a> <IMG src=a.png srcset="b.png 2x, c.png 3x"> <!-- <a href="d"> -->"#;
/// let links = links_in_html(document);
/// let references: Vec<_> = links.iter().map(|link| link.reference.as_str()).collect();
/// assert_eq!(references, ["/?a=1&b=2", "a.png", "b.png", "c.png"]);
/// assert_eq!((links[1].element.as_str(), links[1].attribute), ("img", "src"));
/// assert_eq!(&document[links[1].range.clone()], "a.png");
/// ```
#[doc(alias("href", "src", "scrape", "crawl"))]
pub fn links_in_html(document: &str) -> Vec<HtmlLink> {
    let mut search = Search::default();
    tokenize(document, &mut |event, span| search.advance(event, span).map(Step::Switch));
    search.found
}

/// The syntax of the value of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Reference,
    /// References separated by white space.
    List,
    /// Candidates for an image, each a reference with descriptors.
    Srcset,
}

/// The attributes with references, by the HTML standard, section "Attributes", and SVG 2, section 16.1.
const ATTRIBUTES: &[(&str, Syntax)] = &[
    ("action", Syntax::Reference),
    ("background", Syntax::Reference),
    ("cite", Syntax::Reference),
    ("data", Syntax::Reference),
    ("formaction", Syntax::Reference),
    ("href", Syntax::Reference),
    ("imagesrcset", Syntax::Srcset),
    ("itemid", Syntax::Reference),
    ("longdesc", Syntax::Reference),
    ("manifest", Syntax::Reference),
    ("ping", Syntax::List),
    ("poster", Syntax::Reference),
    ("src", Syntax::Reference),
    ("srcset", Syntax::Srcset),
    ("xlink:href", Syntax::Reference),
];

#[derive(Default)]
struct Search {
    /// The name of the start tag that is being read; empty outside of one.
    element: String,
    /// The attributes of the tag so far, as a set of bits. If an attribute is repeated, the first one counts.
    seen: u16,
    /// The attribute whose value is read next.
    attribute: Option<(&'static str, Syntax)>,
    /// The result: the links in the tags before.
    found: Vec<HtmlLink>,
    /// The links in the tag so far. They do not count if the document ends in the tag.
    links: Vec<HtmlLink>,
    /// The number of open `svg` and `math` elements, in which `/>` ends an element.
    foreign: usize,
}

impl Search {
    /// Processes one event. A missing or empty attribute value has no event.
    fn advance(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.element = String::from_utf8_lossy(name).into_owned();
                (self.seen, self.attribute) = (0, None);
                self.links.clear();
            }
            CallbackEvent::AttributeName { name } => self.attribute = self.attribute(name),
            CallbackEvent::AttributeValue { value } => self.value(&String::from_utf8_lossy(value), span),
            CallbackEvent::CloseStartTag { self_closing } => {
                self.found.append(&mut self.links);
                return self.start(self_closing);
            }
            CallbackEvent::EndTag { name: b"svg" | b"math" } => self.foreign = self.foreign.saturating_sub(1),
            _ => {}
        }
        None
    }

    /// Adds the links in the value of the attribute.
    fn value(&mut self, value: &str, Span { start, end }: Span<usize>) {
        let Some((attribute, syntax)) = self.attribute.take() else { return };
        let references = references(value, syntax).map(without_whitespace).filter(|own| !own.is_empty());
        self.links.extend(references.map(|reference| HtmlLink {
            element: self.element.clone(),
            attribute,
            reference,
            range: start..end,
        }));
    }

    /// Returns the row of an attribute of the current start tag. The attributes of an end tag do not count.
    fn attribute(&mut self, name: &[u8]) -> Option<(&'static str, Syntax)> {
        let is_own = |row: &(&str, Syntax)| row.0.as_bytes() == name;
        let index = ATTRIBUTES.iter().position(is_own).filter(|_| !self.element.is_empty())?;
        let bit = 1_u16.checked_shl(u32::try_from(index).ok()?)?;
        if self.seen & bit != 0 {
            return None;
        }
        self.seen |= bit;
        ATTRIBUTES.get(index).copied().filter(|_| self.has(name))
    }

    /// Returns whether the attribute has a meaning in the current element.
    fn has(&self, attribute: &[u8]) -> bool {
        let element = self.element.as_str();
        match attribute {
            b"action" => element == "form",
            b"background" => {
                matches!(element, "body" | "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th")
            }
            b"cite" => matches!(element, "blockquote" | "del" | "ins" | "q"),
            b"data" => element == "object",
            b"formaction" => matches!(element, "button" | "input"),
            b"href" => matches!(element, "a" | "area" | "link") || self.foreign > 0,
            b"imagesrcset" => element == "link",
            b"longdesc" => matches!(element, "frame" | "iframe" | "img"),
            b"manifest" => element == "html",
            b"ping" => matches!(element, "a" | "area"),
            b"poster" => element == "video",
            b"src" => matches!(
                element,
                "audio"
                    | "embed"
                    | "frame"
                    | "iframe"
                    | "img"
                    | "input"
                    | "script"
                    | "source"
                    | "track"
                    | "video"
            ),
            b"srcset" => matches!(element, "img" | "source"),
            // `itemid`, and `xlink:href`.
            _ => true,
        }
    }

    /// Returns the state to which the tokenizer has to be switched after a start tag. Clears the name, so that the attributes of
    /// an end tag are ignored.
    fn start(&mut self, self_closing: bool) -> Option<State> {
        let element = mem::take(&mut self.element);
        let is_foreign = matches!(element.as_str(), "svg" | "math");
        if self_closing && (is_foreign || self.foreign > 0) {
            // The emitter would read the text after a self-closing `script` as raw text.
            return Some(State::Data);
        }
        if is_foreign {
            self.foreign = self.foreign.saturating_add(1);
        }
        // The emitter does not treat this element as raw text.
        (element == "noframes").then_some(State::RawText)
    }
}

/// Returns the references in the value of an attribute.
fn references(value: &str, syntax: Syntax) -> impl Iterator<Item = &str> {
    let mut rest = value;
    core::iter::from_fn(move || match syntax {
        Syntax::Reference => Some(mem::take(&mut rest)).filter(|value| !value.is_empty()),
        Syntax::List => {
            let (reference, after) = word(rest.trim_ascii_start());
            rest = after;
            Some(reference).filter(|reference| !reference.is_empty())
        }
        Syntax::Srcset => {
            let (candidate, after) =
                word(rest.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace()));
            let reference = candidate.trim_end_matches(',');
            // Descriptors follow up to a comma, unless a comma ends the reference.
            rest = if reference.len() < candidate.len() { after } else { after_descriptors(after) };
            Some(reference).filter(|reference| !reference.is_empty())
        }
    })
}

/// Returns the text before the first white space, and the rest.
fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()))
}

/// Returns the text after the first comma that is not in parentheses.
fn after_descriptors(text: &str) -> &str {
    let mut is_inside = false;
    let end = text.find(|c| {
        is_inside = if is_inside { c != ')' } else { c == '(' };
        c == ',' && !is_inside
    });
    end.and_then(|end| text.get(end..)).unwrap_or_default()
}
