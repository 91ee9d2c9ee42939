//! URIs in source code, checked when it is compiled.

use core::marker::PhantomData;

use crate::components::Components;
use crate::grammar::Rule;
use crate::grammar::rfc3986::{IN_PLACE, automaton, compiled};
use crate::lower::Lowering;
use crate::reference::Reference;
use crate::uri::{Uri, UriReference};

/// A [`Uri<&'static str>`](crate::Uri) from a literal, or an error when it is compiled.
///
/// ```
/// use urigram::{Uri, uri};
///
/// const HOME: Uri<&str> = uri!("http://example.com/");
/// assert_eq!(HOME.host_str(), Some("example.com"));
/// ```
///
/// What is no URI does not compile. The error says where the longest prefix ends that some URI begins with: at
/// the end of the text if only something is missing there, such as a `:` after the scheme. [`Uri::parse`](crate::Uri)
/// blames a component, and may name an earlier byte: in `http://h:8a/` the port, which might yet have become a
/// userinfo.
///
/// ```compile_fail
/// let uri = urigram::uri!("http://exa mple.com/"); // not a URI by the grammar: wrong at byte 10
/// ```
#[macro_export]
macro_rules! uri {
    ($text:expr) => {
        const { $crate::Uri::from_static($text) }
    };
}

impl UriReference<&'static str> {
    /// A reference from a literal. In a constant, an error is one of the compiler.
    ///
    /// # Panics
    ///
    /// If the text is no URI reference.
    ///
    /// ```
    /// use urigram::UriReference;
    ///
    /// const UP: UriReference<&str> = UriReference::from_static("../");
    /// assert_eq!(UP.path(), "../");
    /// ```
    pub const fn from_static(text: &'static str) -> Self {
        Self { text, components: components(Rule::URI_reference, text), grammar: PhantomData }
    }
}

impl Uri<&'static str> {
    /// A URI from a literal. In a constant, as [`uri!`](crate::uri) makes one, an error is one of the
    /// compiler.
    ///
    /// # Panics
    ///
    /// If the text is no URI.
    ///
    /// ```
    /// use urigram::Uri;
    ///
    /// const HOME: Uri<&str> = Uri::from_static("http://example.com/");
    /// assert_eq!(HOME.scheme(), "http");
    /// ```
    pub const fn from_static(text: &'static str) -> Self {
        let components = components(Rule::URI, text);
        Self(Reference { text, components, grammar: PhantomData })
    }
}

const fn components(rule: Rule, text: &str) -> Components {
    assert!(compiled::is_compiled(rule), "this rule was left to pest, which constants cannot call");
    assert!(text.len() <= u32::MAX as usize, "longer than 4294967295 bytes");
    let mut lowering = Lowering::new(text.len());
    if !compiled::parse(rule, text, &mut lowering) {
        let wrong = match automaton(rule) {
            Some(automaton) => automaton.ascii_prefix(text),
            None => 0,
        };
        let (mut message, length) = message(wrong);
        match core::str::from_utf8(message.split_at_mut(length).0) {
            Ok(message) => panic!("{}", message),
            Err(_) => panic!("not a URI by the grammar"),
        }
    }
    match lowering.components(IN_PLACE) {
        Some(components) => components,
        None => panic!("it has a component at an unusual place"),
    }
}

/// Where it is wrong, as the start of the bytes: constants can put a text together in no other way.
const fn message(wrong: usize) -> ([u8; 64], usize) {
    let said = b"not a URI by the grammar: wrong at byte ";
    let mut bytes = [0; 64];
    let mut length = 0;
    while length < said.len() {
        bytes[length] = said[length];
        length += 1;
    }
    let mut unit = 1;
    while wrong / unit > 9 {
        unit *= 10;
    }
    while unit > 0 && length < bytes.len() {
        bytes[length] = b'0' + (wrong / unit % 10) as u8;
        unit /= 10;
        length += 1;
    }
    (bytes, length)
}
