//! From a result to a status: the last thing that every function does, and where a panic ends.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;
use crate::failure::Failure;
use crate::memory::{Buffer, put, write_answer};
use crate::status::Status;

/// Does the work of a function, fills the error if it fails, and returns the status. A panic is a failure, too: it must
/// not reach a caller in another language. In a build with `panic = "abort"` it ends the process.
///
/// # Safety
///
/// If `error` is not null, an `Error` can be written there.
pub(crate) unsafe fn answer<'t>(error: *mut Error, work: impl FnOnce() -> Result<(), Failure<'t>>) -> Status {
    let work = || match work() {
        Ok(()) => (Status::Ok, None),
        Err(failure) => (failure.status(), (!error.is_null()).then(|| Error::of(&failure))),
    };
    // What the work changes is memory of the caller, where an answer is the last thing that it writes.
    let (status, filled) =
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| (Status::Panic, Some(Error::of_panic())));
    if let Some(filled) = filled {
        // SAFETY: the caller promises it.
        unsafe { put(error, filled) };
    }
    status
}

/// Does the same for a function whose answer is a text. After a failure the buffer has an empty one, so that a caller who
/// does not look at the status finds no answer of an earlier call. The answer is a `String`, because the buffer may be where
/// a text of the caller is.
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
        // SAFETY: the caller promises it, and the texts of the work are not used any more.
        unsafe { write_answer(buffer, &text) }
    };
    // SAFETY: the caller promises it.
    let status = unsafe { answer(error, work) };
    // Not before the error is filled, which may quote a text that is where the buffer is.
    if !matches!(status, Status::Ok | Status::ShortBuffer) {
        // SAFETY: the caller promises it, and no text is used any more. If there is no room, there is nothing to empty.
        let _ = unsafe { write_answer(buffer, "") };
    }
    status
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;
    use std::ptr;

    use super::{answer, answer_text};
    use crate::failure::{Failure, Misused};
    use crate::memory::Buffer;
    use crate::status::Status;

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
        // SAFETY: the buffer is one, and null is allowed.
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
