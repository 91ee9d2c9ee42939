//! The base of an HTML document.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use html5gum::State;
use html5gum::emitters::callback::CallbackEvent;

use crate::html::{Step, tokenize, without_whitespace};

/// Returns the base that an HTML document declares: the `href` of the first `base` element with an `href`, without
/// surrounding whitespace, tabs and line breaks. Requires the feature `html`.
///
/// The base may be relative: pass it to [`embed`](crate::base::BaseUris::embed). Linear in the document up to
/// that element. Allocates as much memory as the longest text, name or value in that part of the document.
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
/// The document is tokenized; no tree is built. Comments, raw text such as a script or a `noframes`, and the
/// contents of `template`, `svg` and `math` elements are ignored. The result may differ from that of an HTML parser:
///
/// - a `template`, `svg` or `math` element lasts until its end tag, even where HTML ends it earlier, such as an `svg` at
///   a `<p>`;
/// - HTML elements inside an `svg` or a `math` element are ignored too;
/// - a `noscript` is ignored, as in a browser that runs scripts;
/// - a base may have any scheme, whereas HTML ignores `data` and `javascript` bases.
pub fn in_html(document: &str) -> Option<String> {
    let mut search = Search::default();
    tokenize(document, &mut |event, _| search.advance(event));
    search.base.as_deref().map(without_whitespace)
}

/// The state of the search. The only attribute that is stored is the `href` of a `base`.
#[derive(Default)]
struct Search {
    /// The open elements whose `base` does not apply to the document.
    ignored: Vec<Element>,
    /// The start tag that is being read.
    tag: Tag,
    href: Option<String>,
    /// The result.
    base: Option<String>,
    /// Whether the next value belongs to `href`.
    is_href: bool,
}

/// The tags that the search distinguishes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Tag {
    Base,
    Template,
    Svg,
    Math,
    NoFrames,
    #[default]
    Other,
}

/// An open `template`, `svg` or `math` element.
struct Element {
    tag: Tag,
    /// Whether the element is in the namespace of SVG or MathML, where `/>` ends an element.
    is_foreign: bool,
    /// The set of bits of the tags of this element and of all ignored elements around it. Without this set, each end tag
    /// without a start tag would search the whole stack.
    tags: u8,
}

impl Search {
    /// Processes one event. A missing or empty attribute value has no event.
    fn advance(&mut self, event: CallbackEvent<'_>) -> Option<Step> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Tag::named(name);
                self.href = None;
            }
            CallbackEvent::AttributeName { name } => {
                // If an attribute is repeated, the first one counts.
                self.is_href = self.tag == Tag::Base && self.href.is_none() && name == b"href";
                if self.is_href {
                    self.href = Some(String::new());
                }
            }
            CallbackEvent::AttributeValue { value } if self.is_href => {
                self.href = Some(String::from_utf8_lossy(value).into_owned());
            }
            CallbackEvent::CloseStartTag { self_closing } => return self.start(self_closing),
            CallbackEvent::EndTag { name } => self.end(Tag::named(name)),
            _ => {}
        }
        None
    }

    /// Processes the end of a start tag. Clears the tag, so that events for the attributes of an end tag are ignored.
    fn start(&mut self, self_closing: bool) -> Option<Step> {
        let tag = mem::take(&mut self.tag);
        let around = self.ignored.last();
        let is_foreign =
            tag == Tag::Svg || tag == Tag::Math || around.is_some_and(|element| element.is_foreign);
        if self_closing && is_foreign {
            // The emitter would read the text after a self-closing `script` as raw text.
            return Some(Step::Switch(State::Data));
        }
        match tag {
            Tag::Template | Tag::Svg | Tag::Math => {
                let tags = tag.bit() | around.map_or(0, |element| element.tags);
                self.ignored.push(Element { tag, is_foreign, tags });
                None
            }
            // The emitter does not treat this element as raw text.
            Tag::NoFrames => Some(Step::Switch(State::RawText)),
            Tag::Base if self.ignored.is_empty() => {
                self.base = self.href.take();
                self.base.is_some().then_some(Step::Stop)
            }
            Tag::Base | Tag::Other => None,
        }
    }

    /// Processes an end tag: closes the innermost element with this tag, and all open elements inside it.
    fn end(&mut self, tag: Tag) {
        if self.ignored.last().is_some_and(|element| element.tags & tag.bit() != 0) {
            while self.ignored.pop().is_some_and(|element| element.tag != tag) {}
        }
    }
}

impl Tag {
    /// Returns the tag with this name, which the tokenizer has converted to lower case.
    fn named(name: &[u8]) -> Self {
        match name {
            b"base" => Tag::Base,
            b"template" => Tag::Template,
            b"svg" => Tag::Svg,
            b"math" => Tag::Math,
            b"noframes" => Tag::NoFrames,
            _ => Tag::Other,
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}
