//! Conversion of IRIs (RFC 3987) to URIs, with hosts in their DNS form.

use urigram::IriReference;
use urigram::convert::IdnaError;
use urigram::grammar::{Rfc3986, Rfc3987};
use wasm_bindgen::prelude::*;

use crate::values::{Places, Text, answer};

#[wasm_bindgen(raw_module = "./results.js")]
extern "C" {
    #[wasm_bindgen(js_name = hostError)]
    fn host_error(place: &[u32], message: &str, help: &str) -> JsValue;
}

/// Converts an IRI reference to a URI reference.
///
/// ```js
/// toUri('http://bücher.example/é').value // 'http://xn--bcher-kva.example/%C3%A9'
/// ```
#[wasm_bindgen(js_name = toUri)]
pub fn to_uri(text: &JsValue) -> JsValue {
    let text = Text::of(text, "text");
    let uri = || {
        let iri = IriReference::parse(text.as_str()).map_err(|error| text.rejected::<Rfc3987>(&error))?;
        let uri = iri.to_uri_reference_idna().map_err(|error| match error {
            IdnaError::Invalid(error) => text.rejected::<Rfc3986>(&error),
            error => {
                let place = Places::of(text.as_str()).place(iri.components().host().unwrap_or_default());
                host_error(&place, &error.to_string(), "correct the name")
            }
        })?;
        Ok(uri.as_str().into())
    };
    answer(uri())
}
