//! The base of an HTML document.

use alloc::string::String;
use core::mem;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};

/// Returns the base that an HTML document declares: the `href` of its first `base` element that has one,
/// without surrounding whitespace, and without tabs and line breaks. Requires the feature `html`.
///
/// The base may be relative: pass it to [`embed`](crate::base::BaseUris::embed). Linear in the document up to
/// that element. Allocates for the longest text between two tags of that part, or for a longer name or value.
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
pub fn in_html(document: &str) -> Option<String> {
    let mut search = Search::default();
    let mut emitter = CallbackEmitter::new(move |event: CallbackEvent<'_>, _: Span<()>| search.advance(event));
    // Without a tree, the tags alone determine where a script or other raw text begins.
    emitter.naively_switch_states(true);
    let mut tokens = Tokenizer::new_with_emitter(document, emitter);
    while let Some(Ok(step)) = tokens.next() {
        match step {
            Step::Switch(state) => tokens.set_state(state),
            Step::Found(href) => return Some(written(&href)),
        }
    }
    None
}

/// What the tokenizer is to do after a tag.
enum Step {
    Switch(State),
    Found(String),
}

/// The start tags that the search distinguishes.
#[derive(Clone, Copy, Default)]
enum Tag {
    Base,
    Template,
    /// An `svg` or a `math`: not in the HTML namespace, so that it may be self-closing.
    Foreign,
    NoFrames,
    #[default]
    Other,
}

/// What has been read of a document. It keeps no attribute but the `href` of a `base`.
#[derive(Default)]
struct Search {
    /// How many elements are open in which a `base` does not apply to the document.
    passed_over: usize,
    /// The start tag that is being read.
    tag: Tag,
    href: Option<String>,
    /// Whether a value that comes next is the one of `href`.
    is_href: bool,
}

impl Search {
    /// Goes on by one event. An attribute without a value, or with an empty one, has no event for it.
    fn advance(&mut self, event: CallbackEvent<'_>) -> Option<Step> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Tag::named(name);
                self.href = None;
            }
            CallbackEvent::AttributeName { name } => {
                // Of equal attributes, the first one counts.
                self.is_href = matches!(self.tag, Tag::Base) && self.href.is_none() && name == b"href";
                if self.is_href {
                    self.href = Some(String::new());
                }
            }
            CallbackEvent::AttributeValue { value } if self.is_href => {
                self.href = Some(String::from_utf8_lossy(value).into_owned());
            }
            CallbackEvent::CloseStartTag { self_closing } => return self.start(self_closing),
            CallbackEvent::EndTag { name } if Tag::named(name).is_passed_over() => {
                self.passed_over = self.passed_over.saturating_sub(1);
            }
            _ => {}
        }
        None
    }

    /// Ends a start tag. The attributes of an end tag come as events too, and are those of no tag.
    #[expect(clippy::arithmetic_side_effects, reason = "a document has fewer tags than bytes")]
    fn start(&mut self, self_closing: bool) -> Option<Step> {
        match mem::take(&mut self.tag) {
            // A script in an `svg` may be self-closing, and is then followed by text with tags.
            tag if self_closing && (self.passed_over > 0 || matches!(tag, Tag::Foreign)) => {
                return Some(Step::Switch(State::Data));
            }
            tag if tag.is_passed_over() => self.passed_over += 1,
            // The emitter does not treat this element as raw text.
            Tag::NoFrames => return Some(Step::Switch(State::RawText)),
            Tag::Base if self.passed_over == 0 => return self.href.take().map(Step::Found),
            _ => {}
        }
        None
    }
}

impl Tag {
    /// Returns the tag of a name, which the tokenizer has converted to lower case.
    fn named(name: &[u8]) -> Self {
        match name {
            b"base" => Tag::Base,
            b"template" => Tag::Template,
            b"svg" | b"math" => Tag::Foreign,
            b"noframes" => Tag::NoFrames,
            _ => Tag::Other,
        }
    }

    /// Returns whether a `base` in such an element does not apply to the document.
    fn is_passed_over(self) -> bool {
        matches!(self, Tag::Template | Tag::Foreign)
    }
}

/// Returns an `href` without the whitespace that HTML allows in it.
fn written(href: &str) -> String {
    href.trim_ascii().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}
