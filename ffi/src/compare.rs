//! Comparison (section 6.2 of RFC 3986).

use std::ffi::c_char;

use urigram::UriReference;
use urigram::normalize::Normalizer;

use crate::answer::answer;
use crate::error::Error;
use crate::failure::{Failure, Misused};
use crate::kinds::Rung;
use crate::memory::{Given, put};
use crate::status::Status;

/// Finds the first rung on which two references are equal, and writes it to `rung`; `URIGRAM_RUNG_NONE` if they are not
/// equal on any. References that are equal on a rung are equal on all above it. Linear in the two lengths.
///
/// Returns `OK`, whether they are equal or not, `INVALID`, `NOT_UTF8`, `TOO_LONG` or `MISUSE`. Unless it is `OK`, the rung is
/// `URIGRAM_RUNG_NONE`. The `argument` of the error tells which of the two texts is at fault.
///
/// ```c
/// urigram_rung rung;
/// urigram_compare("HTTP://a", 8, "http://a:80/", 12, &rung, NULL);
/// assert(rung == URIGRAM_RUNG_SCHEME);
/// urigram_compare("http://a", 8, "http://b", 8, &rung, NULL);
/// assert(rung == URIGRAM_RUNG_NONE);
/// ```
///
/// # Safety
///
/// If the pointers to texts are not null, as many bytes as their lengths say can be read there; nobody changes them during
/// the call. If `rung` and `error` are not null, one of each can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_compare(
    a: *const c_char,
    a_len: usize,
    b: *const c_char,
    b_len: usize,
    rung: *mut Rung,
    error: *mut Error,
) -> Status {
    // Before anything can fail or panic, so that a caller who does not look at the status finds no earlier answer.
    // SAFETY: the caller promises it.
    unsafe { put(rung, Rung::None) };
    let work = || {
        if rung.is_null() {
            return Err(Failure::Misuse(c"rung", Misused::Null));
        }
        // SAFETY: the caller promises it.
        let a = unsafe { Given { name: c"a", data: a, len: a_len }.text() }?;
        // SAFETY: the caller promises it.
        let b = unsafe { Given { name: c"b", data: b, len: b_len }.text() }?;
        let a = UriReference::parse(a).map_err(|error| Failure::Rejected(c"a", a, error))?;
        let b = UriReference::parse(b).map_err(|error| Failure::Rejected(c"b", b, error))?;
        let equal = Normalizer::new(urigram::normalize::Rung::Scheme).compare(&a, &b);
        // SAFETY: the caller promises it.
        unsafe { put(rung, Rung::from(equal)) };
        Ok(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, work) }
}
