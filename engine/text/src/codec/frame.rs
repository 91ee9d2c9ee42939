//! The frame: the byte that says which codec the bytes after it are for.

use datafusion::common::{exec_err, plan_err};
use datafusion::error::{DataFusionError, Result};
use prost::Message;

const INNER: u8 = 0;
const TEXT: u8 = 1;

/// What bytes hold, without the frame.
pub(super) enum Frame<'a> {
    /// Something of the inner codec.
    Inner(&'a [u8]),
    /// Something of text files.
    Text(&'a [u8]),
}

impl<'a> Frame<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self> {
        match bytes.split_first() {
            Some((&INNER, rest)) => Ok(Self::Inner(rest)),
            Some((&TEXT, rest)) => Ok(Self::Text(rest)),
            Some((first, _)) => plan_err!(
                "a part of a plan begins with the byte {first}, not with {INNER} or {TEXT}: it was encoded without the \
                 codec for text files, which all processes of a cluster must have"
            ),
            None => plan_err!("a part of a plan is empty"),
        }
    }
}

/// Appends what `encode` of the inner codec writes.
pub(super) fn write_inner(
    bytes: &mut Vec<u8>,
    encode: impl FnOnce(&mut Vec<u8>) -> Result<()>,
) -> Result<()> {
    // The inner codec may rely on a buffer that is empty.
    let mut inner = vec![];
    encode(&mut inner)?;
    bytes.push(INNER);
    bytes.append(&mut inner);
    Ok(())
}

/// Appends something of text files.
pub(super) fn write_text(bytes: &mut Vec<u8>, message: &impl Message) {
    bytes.push(TEXT);
    // INVARIANT: encoding to a vector cannot fail, because it grows.
    bytes.extend(message.encode_to_vec());
}

/// Reads something of text files.
pub(super) fn read_text<M: Message + Default>(bytes: &[u8]) -> Result<M> {
    M::decode(bytes).or_else(|error| exec_err!("a part of a plan over text files cannot be decoded: {error}"))
}

/// Returns `value`, which a message must have.
pub(super) fn required<T>(value: Option<T>, name: &str) -> Result<T> {
    value.ok_or_else(|| DataFusionError::Execution(format!("a part of a plan over text files has no {name}")))
}
