//! `uri decode`: decodes percent-encoded texts, once.

use std::borrow::Cow;
use std::io::Write;

use urigram::percent::{self, DecodeError, Decoded};

use crate::answer;
use crate::args::{Decode, Format};
use crate::fault::{self, Fault};
use crate::outcome::{Error, Status};
use crate::output;
use crate::output::json;
use crate::output::visible;

/// The rule that is named in a fault.
const RULE: &str = "pct-encoded";

pub(crate) fn run(arguments: &Decode, status: &mut Status) -> Result<(), Error> {
    let text = &arguments.text;
    let decode = if arguments.form { percent::decode_form } else { percent::decode };
    let is_shown = text.format == Format::Text && output::is_terminal();
    answer::each_of(text.texts(), &text.values, text.format, status, &mut output::plain(), |out, bytes| {
        let encoded = fault::decode("text", bytes)?;
        let no_data = |error| no_data(error, encoded);
        let data = data(arguments, &decode(encoded).map_err(no_data)?).map_err(no_data)?;
        match text.format {
            Format::Json => json::write_line(out, &json::Coded::decoded(encoded, &data))?,
            Format::Text if is_shown => {
                out.write_all(visible::lines(&data).as_bytes())?;
                out.write_all(text.end())?;
            }
            Format::Text => {
                out.write_all(&data)?;
                out.write_all(text.end())?;
            }
        }
        Ok(())
    })
}

fn data<'a>(arguments: &Decode, decoded: &Decoded<'a>) -> Result<Cow<'a, [u8]>, DecodeError> {
    let bytes = |text| match text {
        Cow::Borrowed(text) => Cow::Borrowed(str::as_bytes(text)),
        Cow::Owned(text) => Cow::Owned(String::into_bytes(text)),
    };
    match arguments {
        Decode { bytes: true, .. } => Ok(decoded.to_bytes()),
        Decode { lossy: true, .. } => Ok(bytes(decoded.to_string_lossy())),
        _ => decoded.to_str().map(bytes),
    }
}

fn no_data(error: DecodeError, encoded: &str) -> Fault {
    let offset = error.offset();
    let (message, help) = match error {
        DecodeError::Digits { .. } => (
            format!("two hexadecimal digits do not follow the '%' at byte {offset}"),
            "as itself, `%` is written `%25`",
        ),
        _ => (
            format!("what is percent-encoded at byte {offset} is not UTF-8"),
            "`--lossy` writes U+FFFD for it, `--bytes` the bytes as they are",
        ),
    };
    let found = encoded.get(offset..).and_then(|rest| rest.chars().next());
    Fault::NoAnswer { component: RULE, offset, found, message, help: help.into() }
}
