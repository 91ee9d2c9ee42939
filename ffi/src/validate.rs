//! Validation: what is questionable about a valid reference (section 7 of RFC 3986), and whether a policy accepts it.

use std::ffi::c_char;
use std::ptr;

use urigram::UriReference;
use urigram::validate::Severity;

use crate::answer::answer;
use crate::error::Error;
use crate::failure::Failure;
use crate::findings::Findings;
use crate::memory::{Given, put};
use crate::policy::Policy;
use crate::status::Status;

/// Finds what is questionable about a reference, and asks a policy whether to accept it. Linear in the length; allocates
/// nothing if nothing is found, as in most references, unless a userinfo is percent-encoded or beyond ASCII.
///
/// `policy` may be null: then no reference is refused, and each finding has the severity of its code. `findings` may be
/// null, if only the status is of interest. Otherwise `*findings` is set to a list that the caller frees with
/// `urigram_findings_free`; it is null if nothing was found, and if the text is not a reference.
///
/// Returns `OK`, `REFUSED`, `INVALID`, `NOT_UTF8`, `TOO_LONG` or `MISUSE`. The policy refuses a reference if a finding has
/// the severity `ERROR` under it; the error is about the first of them, and the list has all findings.
///
/// ```c
/// urigram_policy *policy;
/// urigram_policy_preset("fetch", &policy, NULL);
/// urigram_error error;
/// urigram_status status = urigram_validate("http://127.1/", 13, policy, NULL, &error);
/// assert(status == URIGRAM_STATUS_REFUSED && error.component == URIGRAM_COMPONENT_HOST);
/// assert(strcmp(error.message, "some parsers read the host `127.1` as the IPv4 address 127.0.0.1") == 0);
/// urigram_policy_free(policy);
/// ```
///
/// # Safety
///
/// If `text` is not null, `len` bytes can be read there; nobody changes them during the call. If `policy` is not null, it
/// comes from a function of this header and was not freed. If `findings` and `error` are not null, one of each can be
/// written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_validate(
    text: *const c_char,
    len: usize,
    policy: *const Policy,
    findings: *mut *mut Findings,
    error: *mut Error,
) -> Status {
    let work = || {
        // First, so that it can be freed whatever happens.
        // SAFETY: the caller promises it.
        unsafe { put(findings, ptr::null_mut()) };
        // SAFETY: the caller promises it.
        let policy = unsafe { policy.as_ref() };
        // SAFETY: the caller promises it.
        let text = unsafe { Given { name: c"text", data: text, len }.text() }?;
        let reference = UriReference::parse(text).map_err(|error| Failure::Rejected(c"text", text, error))?;
        let found = match policy {
            Some(policy) => policy.0.findings(text, reference.components()),
            None => reference.findings(),
        };
        if !findings.is_null() {
            // SAFETY: the caller promises it.
            unsafe { put(findings, Findings::leaked(&found)) };
        }
        let refuses = |severity| policy.is_some() && severity == Severity::Error;
        let refusing = found.into_iter().find(|finding| refuses(finding.severity()));
        refusing.map_or(Ok(()), |finding| Err(Failure::Refused(finding)))
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, work) }
}
