//! Reference resolution (section 5 of RFC 3986).

use std::ffi::c_char;

use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};

use crate::answer::answer_text;
use crate::error::Error;
use crate::failure::{Failure, Misused};
use crate::memory::{Buffer, Given};
use crate::status::Status;

/// An option of `urigram_resolve`: a scheme in the reference is ignored if it is the scheme of the base, as section 5.2.2
/// allows for a parser that is not strict.
pub const URIGRAM_RESOLVE_LENIENT: u32 = 1;

/// An option of `urigram_resolve`: it is an error if there are more `..` than levels above them. Without it they are
/// dropped, as in section 5.2.4.
pub const URIGRAM_RESOLVE_CHECKED: u32 = 2;

/// An option of `urigram_resolve`: it is an error if a path would begin with `//` where there is no authority. Without it
/// the path is written with `/.` before it, as in `f:/.//g`, because `f://g` would be another URI.
pub const URIGRAM_RESOLVE_DENY_GUARD: u32 = 4;

/// Writes the target of a reference (section 5.2 of RFC 3986). `base` is a URI, `reference` a reference; a fragment in the
/// base is ignored. Linear in the two lengths.
///
/// `options` is 0, which is strict and follows the RFC to the letter except for the `/.` that
/// `URIGRAM_RESOLVE_DENY_GUARD` describes, or some of the `URIGRAM_RESOLVE_` options, combined with `|`.
///
/// A buffer of `base_len + reference_len + 3` bytes is never too short.
///
/// Returns `OK`, `INVALID`, `NOT_UTF8`, `TOO_LONG`, `UNRESOLVED`, `SHORT_BUFFER` or `MISUSE`. Unless it is `OK`, the buffer
/// has an empty string. The `argument` of the error tells which of the two texts is at fault.
///
/// ```c
/// const char *base = "http://a/b/c/d;p?q";
/// char space[64];
/// urigram_buffer target = {space, sizeof space, 0};
/// urigram_resolve(base, strlen(base), "../g", 4, 0, &target, NULL);
/// assert(strcmp(space, "http://a/b/g") == 0);
///
/// urigram_resolve(base, strlen(base), "http:g", 6, URIGRAM_RESOLVE_LENIENT, &target, NULL);
/// assert(strcmp(space, "http://a/b/c/g") == 0);
/// ```
///
/// # Safety
///
/// If the pointers to texts are not null, as many bytes as their lengths say can be read there; nobody changes them during
/// the call. If `buffer` is not null, it can be read and written, and if its `data` is not null, `capacity` bytes can be
/// written there. If `error` is not null, one can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_resolve(
    base: *const c_char,
    base_len: usize,
    reference: *const c_char,
    reference_len: usize,
    options: u32,
    buffer: *mut Buffer,
    error: *mut Error,
) -> Status {
    let work = || {
        let resolver = resolver(options)?;
        // SAFETY: the caller promises it.
        let base = unsafe { Given { name: c"base", data: base, len: base_len }.text() }?;
        let given = Given { name: c"reference", data: reference, len: reference_len };
        // SAFETY: the caller promises it.
        let reference = unsafe { given.text() }?;
        let base = Uri::parse(base).map_err(|error| Failure::Rejected(c"base", base, error))?;
        let reference = UriReference::parse(reference)
            .map_err(|error| Failure::Rejected(c"reference", reference, error))?;
        let target = resolver.resolve(&base, &reference).map_err(Failure::Unresolved)?;
        Ok(target.into_inner())
    };
    // SAFETY: the caller promises it.
    unsafe { answer_text(buffer, error, work) }
}

fn resolver(options: u32) -> Result<Resolver, Failure<'static>> {
    if options & !(URIGRAM_RESOLVE_LENIENT | URIGRAM_RESOLVE_CHECKED | URIGRAM_RESOLVE_DENY_GUARD) != 0 {
        return Err(Failure::Misuse(c"options", Misused::Options(options)));
    }
    Ok(Resolver::new()
        .lenient(options & URIGRAM_RESOLVE_LENIENT != 0)
        .checked(options & URIGRAM_RESOLVE_CHECKED != 0)
        .deny_guard(options & URIGRAM_RESOLVE_DENY_GUARD != 0))
}
