//! URI Templates (RFC 6570): expansion, and its inverse.

use urigram::template::{ExpandError, TemplateError, Value};
use wasm_bindgen::prelude::*;

use crate::values::{Places, Text, answer};

#[wasm_bindgen(raw_module = "./results.js")]
extern "C" {
    #[wasm_bindgen(js_name = templateError)]
    fn template_error(text: &JsValue, place: &[u32], message: &str, help: &str) -> JsValue;

    #[wasm_bindgen(js_name = expandError)]
    fn expand_error(variable: &str, message: &str, help: &str) -> JsValue;

    /// Returns an object with these names and values, which alternate.
    fn record(flat: Vec<JsValue>) -> JsValue;

    fn matched(values: JsValue, ambiguous: Vec<String>) -> JsValue;
}

/// A URI Template.
#[wasm_bindgen]
pub struct Template(urigram::template::Template);

/// The values of variables, by name.
#[wasm_bindgen]
#[derive(Default)]
pub struct Values(urigram::template::Values<'static>);

#[wasm_bindgen]
impl Values {
    /// Returns no values.
    ///
    /// ```js
    /// new Values()
    /// ```
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives a variable a string.
    ///
    /// ```js
    /// values.string('page', '2')
    /// ```
    pub fn string(&mut self, name: String, value: String) {
        self.0.insert(name, value);
    }

    /// Gives a variable a list.
    ///
    /// ```js
    /// values.list('tags', ['a', 'b'])
    /// ```
    pub fn list(&mut self, name: String, members: Vec<String>) {
        self.0.insert(name, members);
    }

    /// Gives a variable an associative array, whose names and values alternate.
    ///
    /// ```js
    /// values.map('filter', ['color', 'red', 'size', 'L'])
    /// ```
    pub fn map(&mut self, name: String, names: Vec<String>, values: Vec<String>) {
        self.0.insert(name, Value::map(names.into_iter().zip(values)));
    }
}

#[wasm_bindgen]
impl Template {
    /// Parses a template.
    ///
    /// ```js
    /// Template.parse('/{page}').value
    /// ```
    pub fn parse(text: &JsValue) -> JsValue {
        let own = Text::of(text, "text");
        let parsed = urigram::template::Template::parse(own.as_str());
        answer(parsed.map(|template| Self(template).into()).map_err(|error| rejected(text, &own, &error)))
    }

    /// Returns the names of the variables, in order, each once.
    ///
    /// ```js
    /// template.variables() // ['page']
    /// ```
    pub fn variables(&self) -> Vec<String> {
        self.0.variables().map(str::to_owned).collect()
    }

    /// Expands the template.
    ///
    /// ```js
    /// template.expand(values).value // '/2'
    /// ```
    pub fn expand(&self, values: Values) -> JsValue {
        answer(self.0.expand(&values.0).map(JsValue::from).map_err(|error| unexpanded(&error)))
    }

    /// Returns the values by which the template gives a URI; `undefined` if there are none.
    ///
    /// ```js
    /// template.match('/2').values // { page: '2' }
    /// ```
    #[wasm_bindgen(js_name = match)]
    pub fn match_uri(&self, uri: &str) -> JsValue {
        let Some(found) = self.0.match_uri(uri) else { return JsValue::UNDEFINED };
        let values = found.values().iter().flat_map(|(name, value)| [name.into(), given(value)]);
        matched(record(values.collect()), found.ambiguous().iter().copied().map(str::to_owned).collect())
    }
}

fn given(value: &Value<'_>) -> JsValue {
    match value {
        Value::Undefined => JsValue::UNDEFINED,
        Value::String(text) => (&**text).into(),
        Value::List(members) => {
            JsValue::from(members.iter().map(|member| (&**member).into()).collect::<Vec<JsValue>>())
        }
        Value::Map(pairs) => {
            record(pairs.iter().flat_map(|(name, value)| [(&**name).into(), (&**value).into()]).collect())
        }
    }
}

fn rejected(text: &JsValue, own: &Text<'_>, error: &TemplateError) -> JsValue {
    let start = error.offset();
    let end = start.saturating_add(error.found().map_or(0, char::len_utf8));
    let place = Places::of(own.as_str()).place(start..end);
    template_error(text, &place, &error.reason().to_string(), &error.help().to_string())
}

fn unexpanded(error: &ExpandError) -> JsValue {
    expand_error(error.variable(), &error.reason().to_string(), &error.help().to_string())
}
