//! `uri encode` and `uri decode`: percent-encode and decode texts.

use std::borrow::Cow;
use std::io::Write;

use clap::error::ErrorKind;
use urigram::percent::{DecodeError, Decoded, Encodable, Encoder};
use urigram::{Fragment, Path, Query, RegName, Segment, Userinfo, percent};

use crate::args::{Decode, Encode, Format, Part, usage};
use crate::fault::Fault;
use crate::outcome::{Error, Status};
use crate::output::{json, visible};
use crate::{answer, fault, output};

/// The number of bytes encoded at once. The output starts before the whole text is encoded.
const BLOCK: usize = 64 << 10;

/// `uri encode`: percent-encodes texts for a component.
pub(crate) fn encode(arguments: &Encode, status: &mut Status) -> Result<(), Error> {
    let text = &arguments.text;
    let encode = encoder(arguments)?;
    answer::each_of(
        text.texts(),
        &text.inputs.values,
        text.inputs.format,
        status,
        &mut output::plain(),
        |out, raw| {
            match text.inputs.format {
                Format::Json => json::write_line(out, &json::Coded::new(raw, encode(raw).as_bytes()))?,
                Format::Text => {
                    raw.chunks(BLOCK).try_for_each(|raw| out.write_all(encode(raw).as_bytes()))?;
                    out.write_all(text.end())?;
                }
            }
            Ok(())
        },
    )
}

/// A function that encodes data byte by byte.
type Bytewise = Box<dyn for<'r> Fn(&'r [u8]) -> Cow<'r, str>>;

fn encoder(arguments: &Encode) -> Result<Bytewise, Error> {
    match arguments.component {
        Part::Userinfo => by::<Userinfo>(arguments, Encoder::new()),
        Part::RegName => by::<RegName>(arguments, Encoder::new()),
        Part::Path => by::<Path>(arguments, Encoder::new()),
        Part::Segment => by::<Segment>(arguments, Encoder::new()),
        Part::Query => by::<Query>(arguments, Encoder::new()),
        // The delimiters of pairs, and `+`, which some parsers read as a space.
        Part::QueryValue => by::<Query>(arguments, Encoder::new().encoding("&=;+")),
        Part::Form => by::<Query>(arguments, Encoder::form()),
        Part::Fragment => by::<Fragment>(arguments, Encoder::new()),
    }
}

fn by<C: Encodable>(arguments: &Encode, encoder: Encoder<C>) -> Result<Bytewise, Error> {
    let Encode { data, keep, encode, .. } = arguments;
    let wrong = |message: String| Err(usage::wrong("encode", ErrorKind::ValueValidation, &message).into());
    if matches!(arguments.component, Part::Form) && (*data || !keep.is_empty()) {
        return wrong(
            "the characters that a form keeps are fixed: '--data' and '--keep' cannot be used with '--for form'"
                .to_owned(),
        );
    }
    let encoder = if *data { Encoder::data() } else { encoder };
    let encoder = encoder.keeping(keep).ascii();
    let stays = |c: &char| encoder.encode(c.encode_utf8(&mut [0; 4])) == *c.encode_utf8(&mut [0; 4]);
    if let Some(c) = keep.chars().find(|c| !stays(c)) {
        return wrong(format!("{} cannot be kept: the component does not allow it", visible::character(c)));
    }
    if let Some(c) = keep.chars().find(|&c| encode.contains(c)) {
        return wrong(format!("{} cannot be both kept and percent-encoded", visible::character(c)));
    }
    // Leaked: the encoder is used until the command ends.
    let encoder: &'static Encoder<C> = Box::leak(Box::new(encoder.encoding(encode)));
    Ok(Box::new(move |raw| encoder.encode(raw).to_cow()))
}

/// The rule named in the fault.
const RULE: &str = "pct-encoded";

/// `uri decode`: decodes percent-encoded texts, once.
pub(crate) fn decode(arguments: &Decode, status: &mut Status) -> Result<(), Error> {
    let text = &arguments.text;
    let decode: fn(&str) -> Result<Decoded<'_>, DecodeError> = match (arguments.form, arguments.lenient) {
        (false, false) => percent::decode,
        (false, true) => |text| Ok(percent::decode_lenient(text)),
        (true, false) => percent::decode_form,
        (true, true) => |text| Ok(percent::decode_form_lenient(text)),
    };
    let is_shown = text.inputs.format == Format::Text && output::is_terminal();
    answer::each_of(
        text.texts(),
        &text.inputs.values,
        text.inputs.format,
        status,
        &mut output::plain(),
        |out, bytes| {
            let encoded = fault::decode("text", bytes)?;
            let no_data = |error| no_data(error, encoded);
            let data = data(arguments, &decode(encoded).map_err(no_data)?).map_err(no_data)?;
            match text.inputs.format {
                Format::Json => json::write_line(out, &json::Coded::new(bytes, &data))?,
                Format::Text => {
                    let shown = is_shown.then(|| visible::lines(&data));
                    out.write_all(shown.as_ref().map_or(&*data, |shown| shown.as_bytes()))?;
                    out.write_all(text.end())?;
                }
            }
            Ok(())
        },
    )
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
            "as itself, `%` is written `%25`; `--lenient` keeps it",
        ),
        _ => (
            format!("the percent-encoded octets at byte {offset} are not UTF-8"),
            "`--lossy` writes U+FFFD for it, `--bytes` the bytes as they are",
        ),
    };
    Fault::at(offset, encoded, RULE, message, help)
}
