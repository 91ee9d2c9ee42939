//! Converts between Rust and JavaScript: strings and offsets, and the objects that the package returns.

use std::cell::Cell;
use std::ops::Range;

use urigram::grammar::{Grammar, HostKind, PathKind, Rfc3986};
use urigram::{ParseError, Rule, Uri, UriReference};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./results.js")]
extern "C" {
    /// Returns the result of an operation that has succeeded.
    fn success(value: JsValue) -> JsValue;

    /// Returns the result of an operation that has failed.
    fn failure(error: JsValue) -> JsValue;

    /// Returns the components of the text, by their offsets.
    fn reference(text: &JsValue, offsets: &[u32], host_kind: u8, path_kind: u8) -> JsValue;

    #[wasm_bindgen(js_name = parseError)]
    fn parse_error(
        text: &JsValue,
        argument: &str,
        component: &str,
        place: &[u32],
        message: &str,
        help: &str,
    ) -> JsValue;

    /// Returns an error that has no place in a text.
    #[wasm_bindgen(js_name = operationError)]
    pub(crate) fn operation_error(kind: &str, message: &str, help: &str) -> JsValue;

    /// Returns whether the text has no lone surrogates.
    #[wasm_bindgen(js_name = isWellFormed)]
    fn is_well_formed(text: &JsValue) -> bool;
}

/// Returns the result of an operation.
pub(crate) fn answer(result: Result<JsValue, JsValue>) -> JsValue {
    match result {
        Ok(value) => success(value),
        Err(error) => failure(error),
    }
}

/// A string of JavaScript, and the same in UTF-8. U+FFFD stands for each lone surrogate. It has as many bytes and as many UTF-16
/// units as one, and no reference contains it either.
pub(crate) struct Text<'a> {
    given: &'a JsValue,
    /// The name of the argument, for errors.
    argument: &'static str,
    utf8: String,
}

impl<'a> Text<'a> {
    /// Returns the text of an argument, which is a string: `arguments.js` has checked that.
    pub(crate) fn of(given: &'a JsValue, argument: &'static str) -> Self {
        Self { given, argument, utf8: given.as_string().unwrap_or_default() }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.utf8
    }

    pub(crate) fn is_well_formed(&self) -> bool {
        is_well_formed(self.given)
    }

    /// Parses the text as a reference.
    pub(crate) fn reference(&self) -> Result<UriReference<&str>, JsValue> {
        UriReference::parse(self.as_str()).map_err(|error| self.rejected::<Rfc3986>(&error))
    }

    /// Parses the text as a URI.
    pub(crate) fn uri(&self) -> Result<Uri<&str>, JsValue> {
        Uri::parse(self.as_str()).map_err(|error| self.rejected::<Rfc3986>(&error))
    }

    /// Returns the error for a text that the grammar `G` rejects.
    pub(crate) fn rejected<G: Grammar>(&self, error: &ParseError) -> JsValue {
        let start = error.offset();
        let end = start.saturating_add(error.found().map_or(0, char::len_utf8));
        let place = Places::of(&self.utf8).place(start..end);
        // An explanation may percent-encode characters that are not in the text, if they stand for surrogates.
        let help = match self.is_well_formed() {
            true if cfg!(feature = "validate") => error.explain_under::<G>(&self.utf8).help().to_string(),
            _ => error.help().to_string(),
        };
        let (component, message) = (component(error.component()), error.reason().to_string());
        parse_error(self.given, self.argument, component, &place, &message, &help)
    }

    /// Returns the object for the reference that the text is.
    pub(crate) fn components(&self, parsed: &UriReference<&str>) -> JsValue {
        let at = parsed.components();
        let parts = [
            at.scheme(),
            at.authority(),
            at.userinfo(),
            at.host(),
            at.port(),
            at.path(),
            at.query(),
            at.fragment(),
        ];
        let mut offsets = [UNDEFINED; 16];
        // INVARIANT: a URI is ASCII, so that these offsets in bytes are also those in UTF-16 units.
        for (place, part) in offsets.chunks_exact_mut(2).zip(parts) {
            if let (Some(part), [start, end]) = (part, place) {
                (*start, *end) = (offset(part.start), offset(part.end));
            }
        }
        reference(self.given, &offsets, host_kind(at.host_kind()), path_kind(parsed.path().kind()))
    }
}

/// The offset of a component that is undefined.
const UNDEFINED: u32 = u32::MAX;

/// Returns an offset within the memory of WebAssembly, which has 32 bits.
fn offset(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(UNDEFINED)
}

/// The index of the kind in the list of `results.js`.
fn host_kind(kind: Option<HostKind>) -> u8 {
    match kind {
        None => 0,
        Some(HostKind::Ipv4) => 1,
        Some(HostKind::Ipv6) => 2,
        Some(HostKind::IpvFuture) => 3,
        Some(HostKind::RegName) => 4,
    }
}

fn path_kind(kind: PathKind) -> u8 {
    match kind {
        PathKind::AbEmpty => 0,
        PathKind::Absolute => 1,
        PathKind::NoScheme => 2,
        PathKind::Rootless => 3,
        PathKind::Empty => 4,
    }
}

/// Returns the name of the component of a rule, in the RFC's spelling.
pub(crate) fn component(rule: Rule) -> &'static str {
    if rule == Rule::URI_reference { "URI-reference" } else { rule.as_str() }
}

/// Counts the UTF-16 units before offsets in a text. Takes linear time in total if the offsets never decrease.
pub(crate) struct Places<'t> {
    text: &'t str,
    /// The last offset in bytes, and the same in units.
    last: Cell<(usize, usize)>,
}

impl<'t> Places<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, last: Cell::new((0, 0)) }
    }

    /// Returns the offsets of a range of bytes: `start`, `end`, `byteStart` and `byteEnd`.
    pub(crate) fn place(&self, range: Range<usize>) -> [u32; 4] {
        let (start, end) = (self.units(range.start), self.units(range.end));
        [start, end, range.start, range.end].map(offset)
    }

    fn units(&self, bytes: usize) -> usize {
        let (before, units) = match self.last.get() {
            last if last.0 <= bytes => last,
            _ => (0, 0),
        };
        let between = self.text.get(before..bytes).unwrap_or_default();
        let units = units.saturating_add(between.chars().map(char::len_utf16).sum());
        self.last.set((bytes, units));
        units
    }
}
