//! `parse_url` and `try_parse_url`.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};
use urigram_arrow::internal::Excerpt;

use super::arguments::Arguments;
use super::key::Keys;
use super::part::Part;
use super::uri::{self, Components};
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
    fn find<'a>(
        &self,
        uri: &Parsed,
        text: &str,
        part: Option<Part>,
        key: Key<'a>,
        keys: &mut Keys<'a>,
    ) -> Result<Option<Range<usize>>> {
        if matches!(key, Key::Given(_)) && part != Some(Part::Query) {
            return Ok(None);
        }
        let Some(components) = uri.of(text) else {
            return if self.fails { Err(self.invalid(text)) } else { Ok(None) };
        };
        let Some((start, end)) = part.and_then(|part| part.of(&components)) else { return Ok(None) };
        Ok(match key {
            Key::Absent => Some(start..end),
            Key::Given(key) => {
                let value = keys.value(self.name(), key, &text[start..end])?;
                value.map(|(first, last)| start + first..start + last)
            }
        })
    }

    fn invalid(&self, text: &str) -> DataFusionError {
        let at = uri::fault(text);
        let found = match text[at..].chars().next() {
            Some(c) => format!("{c:?} cannot stand at byte {at}"),
            None => "it ends too early".to_owned(),
        };
        exec_datafusion_err!(
            "[INVALID_URL] {}: `{}` is not a URI for java.net.URI: {found}; try_parse_url returns NULL for it. \
             SQLSTATE: 22P02",
            self.name(),
            Excerpt::of(text, at)
        )
    }
}

/// The third argument.
#[derive(Clone, Copy)]
enum Key<'a> {
    Absent,
    Given(&'a str),
}

/// The components of the texts.
enum Parsed {
    /// Of a constant, which is parsed for the first row that needs them.
    Same(OnceCell<Option<Components>>),
    Each,
}

impl Parsed {
    /// Returns the components of a text, `None` if it is not a URI.
    fn of(&self, text: &str) -> Option<Components> {
        match self {
            Self::Same(parsed) => *parsed.get_or_init(|| uri::parse(text)),
            Self::Each => uri::parse(text),
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
        let arguments = Arguments::of(self.name(), &arguments)?;
        let (Some(texts), Some(parts), keys, 2 | 3) =
            (arguments.get(0)?, arguments.get(1)?, arguments.get(2)?, arguments.count())
        else {
            return exec_err!("{} takes 2 or 3 arguments, not {}", self.name(), arguments.count());
        };
        let parsed = if texts.is_constant { Parsed::Same(OnceCell::new()) } else { Parsed::Each };
        let mut kept = Keys::default();
        let mut found = texts.strings.writer();
        for row in 0..arguments.rows() {
            let key = match keys {
                None => Some(Key::Absent),
                Some(keys) => keys.get(row).map(Key::Given),
            };
            let appended = match (texts.get(row), parts.get(row), key) {
                (Some(text), Some(name), Some(key)) => {
                    match self.find(&parsed, text, Part::named(name), key, &mut kept)? {
                        Some(part) => found.slice(texts.index(row), text, part),
                        None => found.null(),
                    }
                }
                _ => found.null(),
            };
            appended.map_err(|error| arguments.failed(error))?;
        }
        arguments.result(found.finish())
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
