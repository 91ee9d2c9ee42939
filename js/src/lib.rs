//! The native part of the npm package `@urigram/urigram`, as WebAssembly.
//!
//! In: arguments that `package/core.js`, `index.js` and `validate.js` have checked.
//! Out: the objects that the functions of the package return. `values` makes them by the constructors of
//! `package/results.js`, and `policy`, `template` and `iri` have the rest of the interface.
//! Next: `package/core.js`. The types for TypeScript, with the documentation for users, are in `package/core.d.ts`.
#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "what JavaScript calls is `pub` in private modules")]

#[cfg(feature = "idna")]
mod iri;
#[cfg(feature = "validate")]
mod policy;
mod template;
mod values;

use urigram::normalize::Level;
use urigram::resolve::{RelativizeError, ResolveError, Resolver};
use wasm_bindgen::prelude::*;

use values::{Text, answer, operation_error};

/// Parses a reference, and returns its components.
///
/// ```js
/// parse('http://example.com/').value.host // 'example.com'
/// ```
#[wasm_bindgen]
pub fn parse(text: &JsValue) -> JsValue {
    let text = Text::of(text, "text");
    answer(text.reference().map(|reference| text.components(&reference)))
}

/// Resolves a reference against a base URI.
///
/// ```js
/// resolve('http://a/b/c/d;p?q', '../g', true, false, false).value // 'http://a/b/g'
/// ```
#[wasm_bindgen]
pub fn resolve(
    base: &JsValue,
    reference: &JsValue,
    strict: bool,
    deny_above_root: bool,
    deny_guard: bool,
) -> JsValue {
    let resolver = Resolver::new().lenient(!strict).deny_above_root(deny_above_root).deny_guard(deny_guard);
    let (base, reference) = (Text::of(base, "base"), Text::of(reference, "reference"));
    let target = || {
        let target =
            resolver.resolve(&base.uri()?, &reference.reference()?).map_err(|error| unresolved(&error))?;
        Ok(target.as_str().into())
    };
    answer(target())
}

/// Returns the shortest reference that resolves to the target.
///
/// ```js
/// relativize('http://a/b/c', 'http://a/b/d').value // 'd'
/// ```
#[wasm_bindgen]
pub fn relativize(base: &JsValue, target: &JsValue) -> JsValue {
    let (base, target) = (Text::of(base, "base"), Text::of(target, "target"));
    let reference = || {
        let reference = base.uri()?.relativize(&target.uri()?).map_err(|error| unrelativized(&error))?;
        Ok(reference.as_str().into())
    };
    answer(reference())
}

/// Returns the normal form at the level with this index in the ladder of section 6.2.
///
/// ```js
/// normalize('HTTP://a/%7E', 3).value // 'http://a/~'
/// ```
#[wasm_bindgen]
pub fn normalize(text: &JsValue, level: usize) -> JsValue {
    let level = Level::ALL[level];
    let own = Text::of(text, "text");
    let normal = || {
        let reference = own.reference()?;
        let normal = reference.normalize_to(level);
        // The string of a text in normal form is not made again.
        Ok(if normal.as_str() == reference.as_str() { text.clone() } else { normal.as_str().into() })
    };
    answer(normal())
}

/// Returns the first level of the ladder at which the references are equal.
///
/// ```js
/// compare('HTTP://a', 'http://a/').value // 'scheme'
/// ```
#[wasm_bindgen]
pub fn compare(text: &JsValue, other: &JsValue) -> JsValue {
    let (text, other) = (Text::of(text, "text"), Text::of(other, "other"));
    let level = || {
        let level = text.reference()?.compare(&other.reference()?);
        Ok(level.map_or("different", Level::as_str).into())
    };
    answer(level())
}

/// Returns the error for a reference without a target. Its help has the options as JavaScript writes them.
fn unresolved(error: &ResolveError) -> JsValue {
    let help = error.help().to_string();
    let help = help.replace("deny_above_root", "denyAboveRoot").replace("deny_guard", "denyGuard");
    operation_error("resolve", &error.to_string(), &help)
}

fn unrelativized(error: &RelativizeError) -> JsValue {
    operation_error("relativize", &error.to_string(), &error.help().to_string())
}
