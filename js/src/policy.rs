//! Policies, and the validation of what people type: findings and suggestions.

use std::fmt;
use std::net::IpAddr;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserialize, Deserializer, Error, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use urigram::suggest::Suggestion;
use urigram::validate::Finding;
use urigram::{Uri, UriReference};
use wasm_bindgen::prelude::*;

use crate::values::{Places, Text, component};

#[wasm_bindgen(raw_module = "./results.js")]
extern "C" {
    fn finding(
        code: &str,
        severity: &str,
        component: &str,
        place: &[u32],
        message: &str,
        help: &str,
        section: &str,
    ) -> JsValue;

    fn change(place: &[u32], inserted: &str, help: &str) -> JsValue;

    fn suggestion(reference: &str, typed_host: Option<String>, changes: Vec<JsValue>) -> JsValue;

    /// Returns a validation that has accepted the text.
    fn accepted(value: JsValue, findings: Vec<JsValue>, suggestions: Vec<JsValue>) -> JsValue;

    /// Returns a validation that has refused the text.
    fn refused(error: JsValue, findings: Vec<JsValue>, suggestions: Vec<JsValue>) -> JsValue;

    /// Returns the members of an array; `undefined` for any other value.
    fn members(value: &JsValue) -> Option<Vec<JsValue>>;

    #[wasm_bindgen(js_name = typeError)]
    fn type_error(message: &str) -> JsValue;
}

/// A policy that decides which references an application accepts.
#[wasm_bindgen]
pub struct Policy(urigram::policy::Policy);

#[wasm_bindgen]
impl Policy {
    /// Reads a policy. Its keys are those of a policy in a file.
    ///
    /// ```js
    /// new Policy(['preset', 'schemes'], ['fetch', ['https']])
    /// ```
    ///
    /// # Errors
    ///
    /// A `TypeError` for an unknown key, name or value.
    #[wasm_bindgen(constructor)]
    pub fn new(keys: Vec<String>, values: Vec<JsValue>) -> Result<Self, JsValue> {
        let entries = keys.into_iter().zip(values.into_iter().map(Given));
        let policy = urigram::policy::Policy::deserialize(MapDeserializer::new(entries));
        policy.map(Self).map_err(|Misuse(message)| type_error(&message))
    }

    /// Validates a text by this policy.
    ///
    /// ```js
    /// policy.validate('javascript:alert(1)').error.code // 'scheme-refused'
    /// ```
    pub fn validate(&self, text: &JsValue) -> JsValue {
        validated(&Text::of(text, "text"), Some(&self.0))
    }

    /// Returns whether the policy permits connecting to an IP address. It does not permit a text that is none.
    ///
    /// ```js
    /// policy.permitsAddress('127.0.0.1') // false
    /// ```
    #[wasm_bindgen(js_name = permitsAddress)]
    pub fn permits_address(&self, address: &str) -> bool {
        address.parse().is_ok_and(|address: IpAddr| self.0.permits_address(address))
    }
}

/// Validates a text without a policy.
///
/// ```js
/// validate('http://0x7f.1/').findings[0].code // 'ipv4-like-host'
/// ```
#[wasm_bindgen]
pub fn validate(text: &JsValue) -> JsValue {
    validated(&Text::of(text, "text"), None)
}

fn validated(text: &Text<'_>, policy: Option<&urigram::policy::Policy>) -> JsValue {
    let reference = match text.reference() {
        Ok(reference) => reference,
        Err(error) => return refused(error, Vec::new(), suggestions(text, policy)),
    };
    let value = text.components(&reference);
    let found = findings(&reference, policy);
    if found.is_empty() {
        return accepted(value, Vec::new(), Vec::new());
    }
    let suggestions = suggestions(text, policy);
    let places = Places::of(text.as_str());
    let shown: Vec<_> = found.iter().map(|finding| shown(finding, &places)).collect();
    let refusing = policy.and_then(|_| found.iter().position(Finding::is_error));
    match refusing.and_then(|index| shown.get(index).cloned()) {
        Some(error) => refused(error, shown, suggestions),
        None => accepted(value, shown, suggestions),
    }
}

fn findings<'a>(
    reference: &UriReference<&'a str>,
    policy: Option<&'a urigram::policy::Policy>,
) -> Vec<Finding<'a>> {
    match policy {
        Some(policy) => policy.findings(reference.as_str(), reference.components()),
        None => reference.findings(),
    }
}

fn shown(own: &Finding<'_>, places: &Places<'_>) -> JsValue {
    finding(
        own.code().as_str(),
        own.severity().as_str(),
        component(own.component()),
        &places.place(own.range()),
        &own.message().to_string(),
        &own.help().to_string(),
        own.code().section(),
    )
}

/// Returns the likely corrections of a text that the policy accepts. If there are none, the text may be a URI without its scheme,
/// which is a valid reference, but refused.
fn suggestions(text: &Text<'_>, policy: Option<&urigram::policy::Policy>) -> Vec<JsValue> {
    // A correction would contain U+FFFD for each surrogate.
    if !text.is_well_formed() {
        return Vec::new();
    }
    let is_accepted = |suggestion: &Suggestion| {
        let Some(policy) = policy else { return true };
        let reference = suggestion.reference();
        !policy.findings(reference.as_str(), reference.components()).iter().any(Finding::is_error)
    };
    let mut found = UriReference::suggestions(text.as_str());
    found.retain(is_accepted);
    if found.is_empty() && policy.is_some() {
        found = Uri::suggestions(text.as_str());
        found.retain(is_accepted);
    }
    found.iter().map(|suggestion| suggested(suggestion, &Places::of(text.as_str()))).collect()
}

fn suggested(own: &Suggestion, places: &Places<'_>) -> JsValue {
    let changes = own
        .changes()
        .map(|own| change(&places.place(own.range()), own.inserted(), &own.help().to_string()))
        .collect();
    suggestion(own.reference().as_str(), own.typed_host().map(str::to_owned), changes)
}

/// Why a policy cannot be read, as a message.
#[derive(Debug)]
struct Misuse(String);

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

/// The messages leave out what was found. The caller sees it, and to format it, the module would contain how floating point numbers
/// are written.
impl Error for Misuse {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("expected {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("expected {expected}"))
    }
}

/// A value of JavaScript, from which a part of a policy is deserialized.
struct Given(JsValue);

impl IntoDeserializer<'_, Misuse> for Given {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Given {
    type Error = Misuse;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        if let Some(text) = self.0.as_string() {
            return visitor.visit_string(text);
        }
        if let Some(truth) = self.0.as_bool() {
            return visitor.visit_bool(truth);
        }
        if let Some(number) = self.0.as_f64() {
            // A number outside of the range becomes the nearest in it, which is no port and no length either.
            return match number.fract() == 0.0 {
                true if number < 0.0 => visitor.visit_i64(number as i64),
                true => visitor.visit_u64(number as u64),
                false => visitor.visit_f64(number),
            };
        }
        match members(&self.0) {
            Some(members) => visitor.visit_seq(SeqDeserializer::new(members.into_iter().map(Self))),
            None => visitor.visit_unit(),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
