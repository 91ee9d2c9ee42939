//! `parse_url` and `try_parse_url`.

use std::sync::LazyLock;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, ScalarValue, exec_datafusion_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};

use super::key::Keys;
use super::part::Part;
use super::strings::{Parts, Strings};
use super::uri::{self, Span};
use super::{SECTION, result_type};

/// The function in one of its two forms.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ParseUrl {
    signature: Signature,
    fails: bool,
}

impl ParseUrl {
    /// Returns `parse_url`, for which an invalid URI is an error.
    pub(super) fn strict() -> Self {
        Self::new(true)
    }

    /// Returns `try_parse_url`, which returns null for an invalid URI.
    pub(super) fn lenient() -> Self {
        Self::new(false)
    }

    fn new(fails: bool) -> Self {
        let arguments = vec![TypeSignature::String(2), TypeSignature::String(3)];
        Self { signature: Signature::one_of(arguments, Volatility::Immutable), fails }
    }

    /// Returns where the part is in a URI.
    fn find(&self, text: &str, part: Option<Part>, key: Key<'_>, keys: &mut Keys) -> Result<Option<Span>> {
        if matches!(key, Key::Given(_)) && part != Some(Part::Query) {
            return Ok(None);
        }
        let Some(components) = uri::parse(text) else {
            return if self.fails { Err(self.invalid(text)) } else { Ok(None) };
        };
        match (part.and_then(|part| part.of(&components)), key) {
            (Some((start, end)), Key::Given(key)) => {
                let value = keys.value(self.name(), key, &text[start..end])?;
                Ok(value.map(|(first, last)| (start + first, start + last)))
            }
            (found, _) => Ok(found),
        }
    }

    fn invalid(&self, text: &str) -> DataFusionError {
        let at = uri::fault(text);
        let found = match text[at..].chars().next() {
            Some(c) => format!("{c:?} cannot stand at byte {at}"),
            None => "it ends too early".to_owned(),
        };
        exec_datafusion_err!(
            "[INVALID_URL] {}: {text:?} is no URI to java.net.URI: {found}; try_parse_url returns NULL for it. \
             SQLSTATE: 22P02",
            self.name()
        )
    }
}

/// The third argument.
#[derive(Clone, Copy)]
enum Key<'a> {
    Absent,
    Given(&'a str),
}

/// An argument that is often constant.
enum Argument<'a> {
    Constant(Option<&'a str>),
    Column(Strings<'a>),
}

impl<'a> Argument<'a> {
    fn of(function: &str, value: &'a ColumnarValue) -> Result<Self> {
        Ok(match value {
            ColumnarValue::Array(array) => Self::Column(Strings::of(function, array)?),
            ColumnarValue::Scalar(value) => Self::Constant(value.try_as_str().flatten()),
        })
    }

    fn get(&self, row: usize) -> Option<&'a str> {
        match self {
            Self::Constant(value) => *value,
            Self::Column(values) => values.get(row),
        }
    }
}

impl ScalarUDFImpl for ParseUrl {
    fn name(&self) -> &str {
        if self.fails { "parse_url" } else { "try_parse_url" }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, arguments: &[DataType]) -> Result<DataType> {
        result_type(self.name(), arguments)
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let name = self.name();
        let (text, part, key) = match arguments.args.as_slice() {
            [text, part] => (text, part, None),
            [text, part, key] => (text, part, Some(key)),
            other => return Err(exec_datafusion_err!("{name} takes 2 or 3 arguments, not {}", other.len())),
        };
        let is_constant = arguments.args.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { arguments.number_rows };

        let texts = text.to_array(rows)?;
        let texts = Strings::of(name, &texts)?;
        let part = Argument::of(name, part)?;
        let constant_part = match part {
            Argument::Constant(name) => name.and_then(Part::named),
            Argument::Column(_) => None,
        };
        let key = key.map(|key| Argument::of(name, key)).transpose()?;
        let mut keys = Keys::default();
        let mut found = Parts::of(texts);
        for row in 0..rows {
            let key = match &key {
                None => Some(Key::Absent),
                Some(key) => key.get(row).map(Key::Given),
            };
            let span = match (texts.get(row), part.get(row), key) {
                (Some(text), Some(name), Some(key)) => {
                    let part = match part {
                        Argument::Constant(_) => constant_part,
                        Argument::Column(_) => Part::named(name),
                    };
                    self.find(text, part, key, &mut keys)?
                }
                _ => None,
            };
            found.push(row, span)?;
        }
        let found = found.finish();
        if is_constant {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&found, 0)?));
        }
        Ok(ColumnarValue::Array(found))
    }

    fn documentation(&self) -> Option<&Documentation> {
        static STRICT: LazyLock<Documentation> =
            LazyLock::new(|| documentation("parse_url", "an error", "try_parse_url"));
        static LENIENT: LazyLock<Documentation> =
            LazyLock::new(|| documentation("try_parse_url", "null", "parse_url"));
        Some(if self.fails { &STRICT } else { &LENIENT })
    }
}

fn documentation(name: &str, invalid: &str, other: &str) -> Documentation {
    let description = format!(
        "Returns a part of a URI as it is written, or null if the part is undefined, with the answers of Spark 4. A URI is \
         what java.net.URI takes for one (RFC 2396 with deviations, not RFC 3986); any other text is {invalid}. Costs no \
         copy for Utf8View."
    );
    Documentation::builder(SECTION, description, format!("{name}(url, part[, key])"))
        .with_argument("url", "The URI, which may be a relative reference.")
        .with_argument(
            "part",
            "`PROTOCOL`, `AUTHORITY`, `USERINFO`, `HOST`, `PATH`, `FILE` (the path with the query), `QUERY` or `REF` (the \
             fragment), in capitals; null is returned for any other. `HOST` and `USERINFO` are null if the authority is \
             not a server's, such as one with `_` in the host.",
        )
        .with_argument(
            "key",
            "With `QUERY`: the value of the first parameter of this name is returned, not decoded. The name is a regular \
             expression. Null is returned with any other part.",
        )
        .with_sql_example(format!(
            "```sql\n> select {name}('http://spark.apache.org/path?query=1', 'QUERY', 'query');\n1\n```"
        ))
        .with_related_udf(other)
        .build()
}
