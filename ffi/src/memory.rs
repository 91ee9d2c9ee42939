//! Reads and writes the caller's memory, converts results to statuses, and keeps panics from reaching C.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

use crate::error::Error;
use crate::error::Status;
use crate::error::{Failure, Misused};

/// Runs the work of a function, fills the error if the work fails, and returns the status. A panic is also a
/// failure, because it must not unwind into a caller in another language. In a build with `panic = "abort"`,
/// a panic ends the process.
///
/// # Safety
///
/// If `error` is not null, an `Error` can be written there.
pub(crate) unsafe fn answer<'t>(error: *mut Error, work: impl FnOnce() -> Result<(), Failure<'t>>) -> Status {
    let work = || match work() {
        Ok(()) => (Status::Ok, None),
        Err(failure) => (failure.status(), (!error.is_null()).then(|| Error::of(&failure))),
    };
    // The work changes only the caller's memory, and writes the result last, so a panic leaves no
    // inconsistent state.
    let (status, filled) =
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| (Status::Panic, Some(Error::of_panic())));
    if let Some(filled) = filled {
        // SAFETY: guaranteed by the caller.
        unsafe { put(error, filled) };
    }
    status
}

/// Like [`answer`], for a function whose result is a text. After a failure the buffer contains an empty
/// string, so that a caller who ignores the status does not find an earlier result. The work returns a
/// `String`, because the buffer may overlap a text of the caller.
///
/// # Safety
///
/// If `buffer` is not null, it can be read and written, and if its `data` is not null, `capacity` bytes can be written
/// there. If `error` is not null, an `Error` can be written there. The work keeps no reference to this memory.
pub(crate) unsafe fn answer_text<'t>(
    buffer: *mut Buffer,
    error: *mut Error,
    work: impl FnOnce() -> Result<String, Failure<'t>>,
) -> Status {
    let work = || {
        let text = work()?;
        // SAFETY: guaranteed by the caller; the texts that the work has read are no longer used.
        unsafe { write_answer(buffer, &text) }
    };
    // SAFETY: guaranteed by the caller.
    let status = unsafe { answer(error, work) };
    // Clear the buffer only now that the error is filled, because the error may quote a text that overlaps
    // the buffer.
    if !matches!(status, Status::Ok | Status::ShortBuffer) {
        // SAFETY: guaranteed by the caller; no text is used any longer. A buffer that has no space even for
        // the NUL is left unchanged, so ignore the error.
        let _ = unsafe { write_answer(buffer, "") };
    }
    status
}

// Access to the caller's memory. Most dereferences of pointers are here.

/// A part of a text: a pointer to its start, and its length in bytes. It does not end with a NUL.
///
/// `data` is null if a component is undefined. If a component is empty, `len` is 0, and `data` is not null
/// but points to the position of the component in the text (section 5.3 of RFC 3986).
///
/// ```c
/// urigram_components found;
/// urigram_parse("//h?", 4, URIGRAM_RULE_URI_REFERENCE, &found, NULL);
/// assert(found.query.data != NULL && found.query.len == 0);
/// assert(found.fragment.data == NULL);
/// printf("the host is %.*s\n", (int)found.host.len, found.host.data);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Str {
    /// The first byte, or null.
    pub data: *const c_char,
    /// The length in bytes.
    pub len: usize,
}

impl Str {
    pub(crate) const UNDEFINED: Self = Self { data: ptr::null(), len: 0 };

    pub(crate) const fn of(part: &str) -> Self {
        Self { data: part.as_ptr().cast(), len: part.len() }
    }
}

/// Memory of the caller for a result, and the length of the result.
///
/// A result is written with a NUL after it. If `capacity` is too small for both, no part of the result is
/// written, because a part of a reference may be another reference. The buffer then contains an empty string,
/// and `len` is the length of the result. If `data` is null and `capacity` is 0, a function only sets this
/// length. After every other failure the buffer also contains an empty string, and `len` is 0, so that no
/// earlier result remains.
///
/// A buffer may be reused, and may overlap a text of the same call. The call then overwrites that text, even
/// if the buffer is too short or the call fails.
///
/// ```c
/// char space[64];
/// urigram_buffer buffer = {space, sizeof space, 0};
/// urigram_normalize("HTTP://A", 8, URIGRAM_LEVEL_CASE, &buffer, NULL);
/// assert(strcmp(space, "http://a") == 0 && buffer.len == 8);
///
/// buffer.capacity = 8;
/// urigram_status status = urigram_normalize("HTTP://A", 8, URIGRAM_LEVEL_CASE, &buffer, NULL);
/// assert(status == URIGRAM_STATUS_SHORT_BUFFER && buffer.len == 8 && space[0] == '\0');
///
/// status = urigram_normalize("a b", 3, URIGRAM_LEVEL_CASE, &buffer, NULL);
/// assert(status == URIGRAM_STATUS_INVALID && buffer.len == 0 && space[0] == '\0');
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Buffer {
    /// The memory.
    pub data: *mut c_char,
    /// The size of the memory in bytes.
    pub capacity: usize,
    /// The length of the result in bytes, without its NUL. Functions only write this field, so it need not be
    /// initialized.
    pub len: usize,
}

/// A parameter that is a pointer to bytes: its name for messages, and the given pointer and length.
#[derive(Clone, Copy)]
pub(crate) struct Given {
    pub(crate) name: &'static CStr,
    pub(crate) data: *const c_char,
    pub(crate) len: usize,
}

impl Given {
    /// Returns the text, or the failure if there is none.
    ///
    /// # Safety
    ///
    /// If `data` is not null, `len` bytes can be read there, and do not change during `'t`.
    pub(crate) unsafe fn text<'t>(self) -> Result<&'t str, Failure<'t>> {
        let Self { name, data, len } = self;
        if data.is_null() {
            return Err(Failure::Misuse(name, Misused::Null));
        }
        if isize::try_from(len).is_err() {
            return Err(Failure::Misuse(name, Misused::Length));
        }
        // SAFETY: `data` is not null, `len` is at most `isize::MAX`, and the caller promises the rest.
        let bytes = unsafe { slice::from_raw_parts(data.cast::<u8>(), len) };
        str::from_utf8(bytes).map_err(|error| {
            let offset = error.valid_up_to();
            let byte = bytes.get(offset).copied().expect("a byte follows the valid part of invalid UTF-8");
            Failure::NotUtf8 { argument: name, offset, byte }
        })
    }
}

/// Writes a value, unless the pointer is null.
///
/// # Safety
///
/// If `place` is not null, a `T` can be written there. The memory need not be initialized.
pub(crate) unsafe fn put<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the pointer is not null; the rest is guaranteed by the caller.
        unsafe { place.write(value) };
    }
}

/// Writes a result with a NUL after it, and the length of the result.
///
/// # Safety
///
/// If `buffer` is not null, it can be read and written, and if its `data` is not null, `capacity` bytes can be written
/// there. No reference to this memory is in use.
pub(crate) unsafe fn write_answer(buffer: *mut Buffer, answer: &str) -> Result<(), Failure<'static>> {
    if buffer.is_null() {
        return Err(Failure::Misuse(c"buffer", Misused::Null));
    }
    // SAFETY: the pointer is not null; the rest is guaranteed by the caller.
    unsafe { (*buffer).len = answer.len() };
    // SAFETY: as above.
    let data = unsafe { (*buffer).data };
    // SAFETY: as above.
    let capacity = unsafe { (*buffer).capacity };
    if data.is_null() && capacity > 0 {
        return Err(Failure::Misuse(c"buffer->data", Misused::Null));
    }
    let fits = capacity > answer.len();
    let written = if fits { answer } else { "" };
    if capacity > 0 {
        // SAFETY: the caller promises `capacity` bytes at `data`, which suffice for the written bytes and the
        // NUL. The result is in memory of the library, so the two do not overlap.
        unsafe { ptr::copy_nonoverlapping(written.as_ptr(), data.cast::<u8>(), written.len()) };
        // SAFETY: `written.len()` is less than `capacity`.
        let end = unsafe { data.add(written.len()) };
        // SAFETY: as above.
        unsafe { end.write(0) };
    }
    if fits { Ok(()) } else { Err(Failure::ShortBuffer { capacity, len: answer.len() }) }
}

/// Frees a pointer from `Box::into_raw`, unless it is null.
///
/// # Safety
///
/// `owned` is null, or comes from `Box::into_raw` and was not freed.
pub(crate) unsafe fn free<T>(owned: *mut T) {
    if !owned.is_null() {
        // SAFETY: the pointer is not null; the rest is guaranteed by the caller.
        drop(unsafe { Box::from_raw(owned) });
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;
    use std::ptr;

    use super::{Buffer, answer, answer_text};
    use crate::error::Status;
    use crate::error::{Failure, Misused};

    #[test]
    fn a_panic_is_a_status() {
        let mut error = MaybeUninit::uninit();
        // SAFETY: the error can be written.
        let status = unsafe { answer(error.as_mut_ptr(), || panic!("on purpose")) };
        assert_eq!(status, Status::Panic);
        // SAFETY: the status is an error, so it was written.
        let error = unsafe { error.assume_init() };
        assert_eq!(error.status, Status::Panic);
        let message = error.message.map(|byte| byte as u8);
        let message = CStr::from_bytes_until_nul(&message).unwrap();
        assert_eq!(message, c"an invariant of the library is broken");
    }

    #[test]
    fn a_panic_leaves_no_text() {
        let mut space = *b"before\0";
        let mut buffer = Buffer { data: space.as_mut_ptr().cast(), capacity: space.len(), len: 6 };
        // SAFETY: the buffer is valid, and null is allowed.
        let status = unsafe { answer_text(&raw mut buffer, ptr::null_mut(), || panic!("on purpose")) };
        assert_eq!(status, Status::Panic);
        assert_eq!((buffer.len, &space), (0, b"\0efore\0"));
    }

    #[test]
    fn a_null_error_is_not_written() {
        // SAFETY: null is allowed.
        let status = unsafe { answer(ptr::null_mut(), || Err(Failure::Misuse(c"text", Misused::Null))) };
        assert_eq!(status, Status::Misuse);
        // SAFETY: null is allowed.
        let status = unsafe { answer(ptr::null_mut(), || panic!("on purpose")) };
        assert_eq!(status, Status::Panic);
    }
}
