//! Policies, and the validation of what people type: findings and suggestions.

use std::net::IpAddr;
use std::{fmt, iter};

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
    /// Reads a policy. Its keys are those of a policy in a file, in camelCase.
    ///
    /// ```js
    /// new Policy(['preset', 'allowHosts'], ['fetch', ['.example.com']])
    /// ```
    ///
    /// # Errors
    ///
    /// A `TypeError` for an unknown key, name or value.
    #[wasm_bindgen(constructor)]
    pub fn new(keys: Vec<String>, values: Vec<JsValue>) -> Result<Self, JsValue> {
        let entries = keys.iter().zip(values).map(|(key, value)| (Key(key), Rule { key, value }));
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

    /// The message leaves out the key, which is not as the caller wrote it. [`Key`] adds it.
    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        let keys: Vec<_> = expected.iter().map(|key| camel_case(key)).collect();
        Self(format!("there are {}", keys.join(", ")))
    }
}

/// Returns the key in JavaScript of a key in a file: `allowHosts` of `allow-hosts`.
fn camel_case(key: &str) -> String {
    let mut made = String::new();
    let mut is_first = false;
    for letter in key.chars() {
        match letter {
            '-' => is_first = true,
            _ => {
                made.push(if is_first { letter.to_ascii_uppercase() } else { letter });
                is_first = false;
            }
        }
    }
    made
}

/// A key in JavaScript, which is deserialized as that in a file.
struct Key<'a>(&'a str);

impl Key<'_> {
    /// Returns the key in a file: `allow-hosts` of `allowHosts`. A key with a hyphen has none, so that there is one way to write each.
    fn in_file(&self) -> Option<String> {
        let mut made = String::new();
        for letter in self.0.chars() {
            match letter {
                '-' => return None,
                'A'..='Z' => made.extend(['-', letter.to_ascii_lowercase()]),
                _ => made.push(letter),
            }
        }
        Some(made)
    }
}

impl IntoDeserializer<'_, Misuse> for Key<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Misuse;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        let read = visitor.visit_string(self.in_file().unwrap_or_default());
        read.map_err(|Misuse(known)| Misuse(format!("`{}` is not a rule of a policy; {known}", self.0)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The value of a key. What the policy asks for tells the type that the value must have, so that a message can name it in the words of
/// JavaScript.
struct Rule<'a> {
    key: &'a str,
    value: JsValue,
}

impl Rule<'_> {
    fn must_be(&self, what: &str) -> Misuse {
        Misuse(format!("`{}` must be {what}", self.key))
    }
}

impl IntoDeserializer<'_, Misuse> for Rule<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Rule<'_> {
    type Error = Misuse;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        self.deserialize_string(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        match self.value.as_string() {
            Some(text) => visitor.visit_string(text),
            None => Err(self.must_be("a string")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        match self.value.as_bool() {
            Some(truth) => visitor.visit_bool(truth),
            None => Err(self.must_be("a boolean")),
        }
    }

    /// The number must fit in `usize`, which has 32 bits in WebAssembly.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        match self.value.as_f64() {
            Some(number) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) => {
                visitor.visit_u64(number as u64)
            }
            _ => Err(self.must_be(&format!("a whole number from 0 to {}", u32::MAX))),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        let Some(members) = members(&self.value) else {
            // A member that is undefined has no type that the policy asks for. Its message tells the type of the array.
            let member = Member { key: self.key, value: JsValue::UNDEFINED };
            return visitor.visit_seq(SeqDeserializer::new(iter::once(member)));
        };
        let members = members.into_iter().map(|value| Member { key: self.key, value });
        visitor.visit_seq(SeqDeserializer::new(members))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str bytes byte_buf option unit unit_struct
        newtype_struct tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A member of the array that is the value of a key.
struct Member<'a> {
    key: &'a str,
    value: JsValue,
}

impl IntoDeserializer<'_, Misuse> for Member<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Member<'_> {
    type Error = Misuse;

    /// Only ports are asked for without a type: they may be strings or whole numbers.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        if let Some(text) = self.value.as_string() {
            return visitor.visit_string(text);
        }
        match self.value.as_f64() {
            // A number outside of the range becomes the nearest in it, which is no port either.
            Some(number) if number.fract() == 0.0 && number < 0.0 => visitor.visit_i64(number as i64),
            Some(number) if number.fract() == 0.0 => visitor.visit_u64(number as u64),
            _ => Err(Misuse(format!("`{}` must be an array of whole numbers and strings", self.key))),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misuse> {
        match self.value.as_string() {
            Some(text) => visitor.visit_string(text),
            None => Err(Misuse(format!("`{}` must be an array of strings", self.key))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
