//! From a result to a status: the last thing that every function does, and where a panic ends.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::Error;
use crate::failure::Failure;
use crate::memory::put;
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
    // What the work has changed is memory of the caller, which is documented as unspecified after a panic.
    let (status, filled) =
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| (Status::Panic, Some(Error::of_panic())));
    if let Some(filled) = filled {
        // SAFETY: the caller promises it.
        unsafe { put(error, filled) };
    }
    status
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;
    use std::ptr;

    use super::answer;
    use crate::failure::{Failure, Misused};
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
    fn a_null_error_is_not_written() {
        // SAFETY: null is allowed.
        let status = unsafe { answer(ptr::null_mut(), || Err(Failure::Misuse(c"text", Misused::Null))) };
        assert_eq!(status, Status::Misuse);
        // SAFETY: null is allowed.
        let status = unsafe { answer(ptr::null_mut(), || panic!("on purpose")) };
        assert_eq!(status, Status::Panic);
    }
}
