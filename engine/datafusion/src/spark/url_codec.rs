//! `url_encode`, `url_decode` and `try_url_decode`.

use std::borrow::Cow;
use std::sync::LazyLock;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_datafusion_err, exec_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};
use urigram_arrow::internal::Excerpt;

use super::arguments::Arguments;
use super::codec::{decoded, encoded, encoded_length};
use super::{SECTION, result_type};

/// One of the functions.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct UrlCodec {
    signature: Signature,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Encode,
    Decode,
    TryDecode,
}

impl UrlCodec {
    pub(super) fn of(form: Form) -> Self {
        Self { signature: Signature::string(1, Volatility::Immutable), form }
    }

    fn convert<'t>(&self, text: &'t str) -> Result<Option<Cow<'t, str>>> {
        if self.form == Form::Encode {
            return Ok(Some(encoded(text)));
        }
        match (self.form, decoded(text)) {
            (_, Ok(decoded)) => Ok(Some(decoded)),
            (Form::TryDecode, Err(_)) => Ok(None),
            (_, Err(at)) => Err(exec_datafusion_err!(
                "[CANNOT_DECODE_URL] url_decode: `{}` cannot be decoded: two hexadecimal digits have to follow the `%` at \
                 byte {at}; try_url_decode returns NULL for it. SQLSTATE: 22546",
                Excerpt::of(text, at)
            )),
        }
    }
}

impl ScalarUDFImpl for UrlCodec {
    fn name(&self) -> &str {
        match self.form {
            Form::Encode => "url_encode",
            Form::Decode => "url_decode",
            Form::TryDecode => "try_url_decode",
        }
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
        let (Some(texts), 1) = (arguments.get(0)?, arguments.count()) else {
            return exec_err!("{} takes 1 argument, not {}", self.name(), arguments.count());
        };
        let failed = |error| arguments.failed(error);
        let mut converted = texts.strings.writer();
        for row in 0..arguments.rows() {
            let Some(text) = texts.get(row) else {
                converted.null().map_err(failed)?;
                continue;
            };
            // Before the result is made, which may take gigabytes in vain.
            if self.form == Form::Encode {
                converted.fits(encoded_length(text)).map_err(failed)?;
            }
            let appended = match self.convert(text)? {
                Some(result) => converted.same_or_text(row, text, &result),
                None => converted.null(),
            };
            appended.map_err(failed)?;
        }
        arguments.result(converted.finish())
    }

    fn documentation(&self) -> Option<&Documentation> {
        static ENCODE: LazyLock<Documentation> = LazyLock::new(|| documentation(Form::Encode));
        static DECODE: LazyLock<Documentation> = LazyLock::new(|| documentation(Form::Decode));
        static TRY_DECODE: LazyLock<Documentation> = LazyLock::new(|| documentation(Form::TryDecode));
        Some(match self.form {
            Form::Encode => &ENCODE,
            Form::Decode => &DECODE,
            Form::TryDecode => &TRY_DECODE,
        })
    }
}

fn documentation(form: Form) -> Documentation {
    let name = UrlCodec::of(form).name().to_owned();
    let (description, input, output, other) = match form {
        Form::Encode => (
            "Returns a text as `application/x-www-form-urlencoded`, as java.net.URLEncoder does: a space as `+`, and \
             everything but ASCII letters, digits, `-`, `.`, `_` and `*` percent-encoded.",
            "https://spark.apache.org",
            "https%3A%2F%2Fspark.apache.org",
            "url_decode",
        ),
        Form::Decode => (
            "Returns a text decoded from `application/x-www-form-urlencoded`, as java.net.URLDecoder does: `+` is a space, \
             and octets that are not UTF-8 become U+FFFD. A `%` without two hexadecimal digits is an error.",
            "https%3A%2F%2Fspark.apache.org",
            "https://spark.apache.org",
            "try_url_decode",
        ),
        Form::TryDecode => (
            "As `url_decode`, but returns null where that is an error.",
            "https%3A%2F%2spark.apache.org",
            "NULL",
            "url_decode",
        ),
    };
    Documentation::builder(SECTION, description, format!("{name}(text)"))
        .with_argument("text", "The text.")
        .with_sql_example(format!("```sql\n> select {name}('{input}');\n{output}\n```"))
        .with_related_udf(other)
        .build()
}
