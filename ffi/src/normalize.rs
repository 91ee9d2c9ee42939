//! Normalization (section 6.2 of RFC 3986).

use std::ffi::c_char;

use urigram::UriReference;

use crate::answer::answer_text;
use crate::error::Error;
use crate::failure::{Failure, Misused};
use crate::kinds::Rung;
use crate::memory::{Buffer, Given};
use crate::status::Status;

/// Writes the normal form of a reference on a rung, which is a `urigram_rung` other than `NONE`.
/// `URIGRAM_RUNG_PATH` is syntax-based normalization (section 6.2.2), `URIGRAM_RUNG_SCHEME` scheme-based normalization
/// (section 6.2.3). Dot segments are removed from URIs only: those of a relative reference are removed when it is resolved.
///
/// Linear in the length, except for the parameters of `tel`, `sip` and `sips`, which are sorted. A normal form is seldom
/// longer than the text, but may be: an empty path becomes `/` in `http`, for example.
///
/// Returns `OK`, `INVALID`, `NOT_UTF8`, `TOO_LONG`, `SHORT_BUFFER` or `MISUSE`. Unless it is `OK`, the buffer has an empty
/// string.
///
/// ```c
/// const char *text = "HTTP://www.EXAMPLE.com:80/a/../%7e";
/// char space[64];
/// urigram_buffer normal = {space, sizeof space, 0};
/// urigram_normalize(text, strlen(text), URIGRAM_RUNG_PATH, &normal, NULL);
/// assert(strcmp(space, "http://www.example.com:80/~") == 0);
/// urigram_normalize(text, strlen(text), URIGRAM_RUNG_SCHEME, &normal, NULL);
/// assert(strcmp(space, "http://www.example.com/~") == 0);
/// ```
///
/// # Safety
///
/// If `text` is not null, `len` bytes can be read there; nobody changes them during the call. If `buffer` is not null, it can
/// be read and written, and if its `data` is not null, `capacity` bytes can be written there. If `error` is not null, one
/// can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_normalize(
    text: *const c_char,
    len: usize,
    rung: u32,
    buffer: *mut Buffer,
    error: *mut Error,
) -> Status {
    let work = || {
        let rung = Rung::given(rung).ok_or(Failure::Misuse(c"rung", Misused::Enumerator(rung)))?;
        // SAFETY: the caller promises it.
        let text = unsafe { Given { name: c"text", data: text, len }.text() }?;
        let reference = UriReference::parse(text).map_err(|error| Failure::Rejected(c"text", text, error))?;
        Ok(reference.normalize_to(rung).into_inner().into_owned())
    };
    // SAFETY: the caller promises it.
    unsafe { answer_text(buffer, error, work) }
}
