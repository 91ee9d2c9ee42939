//! Policies: which references an application accepts (sections 7.2 to 7.6 of RFC 3986).

use std::ffi::{CStr, c_char, c_void};
use std::net::IpAddr;
use std::panic::catch_unwind;
use std::{ptr, slice};

use crate::answer::answer;
use crate::error::Error;
use crate::failure::{Failure, Misused};
use crate::memory::{Given, free, put};
use crate::status::Status;

/// Which references an application accepts. It never changes, so that any number of threads can use it at once.
pub struct Policy(pub(crate) urigram::policy::Policy);

/// Sets `*policy` to a preset, by its name, which ends with a NUL: `"link"` for what others may link to, `"fetch"` for what
/// a server may fetch for a stranger (SSRF), `"redirect"` for where to send a person, `"identifier"` for names that are
/// stored and compared. The caller frees it with `urigram_policy_free`.
///
/// Returns `OK`, `BAD_POLICY` or `MISUSE`; unless it is `OK`, `*policy` is null.
///
/// ```c
/// urigram_policy *policy;
/// assert(urigram_policy_preset("link", &policy, NULL) == URIGRAM_STATUS_OK);
/// const char *script = "javascript:alert(1)";
/// assert(urigram_validate(script, strlen(script), policy, NULL, NULL) == URIGRAM_STATUS_REFUSED);
/// urigram_policy_free(policy);
/// ```
///
/// # Safety
///
/// If `name` is not null, it is a text with a NUL at its end. If `policy` and `error` are not null, one of each can be
/// written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_policy_preset(
    name: *const c_char,
    policy: *mut *mut Policy,
    error: *mut Error,
) -> Status {
    let work = || {
        if name.is_null() {
            return Err(Failure::Misuse(c"name", Misused::Null));
        }
        // SAFETY: it is not null, and the caller promises the rest.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let preset = urigram::policy::Policy::preset(&name);
        preset.ok_or_else(|| Failure::NoPreset(name.chars().take(32).collect()))
    };
    // SAFETY: the caller promises it.
    unsafe { make(policy, error, work) }
}

/// Sets `*policy` to the policy that a JSON object describes. Its keys are those of a policy in a file: `preset`, `kinds`,
/// `schemes`, `allow-hosts`, `host-kinds`, `allow-networks`, `refuse-networks`, `ports`, `userinfo`, `max-length`, `require`,
/// `refuse-warnings`, `refuse`, `warn` and `pass`. The caller frees it with `urigram_policy_free`.
///
/// Returns `OK`, `BAD_POLICY`, `NOT_UTF8` or `MISUSE`; unless it is `OK`, `*policy` is null.
///
/// ```c
/// const char *json = "{\"preset\": \"fetch\", \"allow-hosts\": [\".example.com\"], \"ports\": [443]}";
/// urigram_policy *policy;
/// assert(urigram_policy_read(json, strlen(json), &policy, NULL) == URIGRAM_STATUS_OK);
/// const char *uri = "https://images.example.com/a.png";
/// assert(urigram_validate(uri, strlen(uri), policy, NULL, NULL) == URIGRAM_STATUS_OK);
/// urigram_policy_free(policy);
/// ```
///
/// # Safety
///
/// If `json` is not null, `len` bytes can be read there; nobody changes them during the call. If `policy` and `error` are
/// not null, one of each can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_policy_read(
    json: *const c_char,
    len: usize,
    policy: *mut *mut Policy,
    error: *mut Error,
) -> Status {
    let work = || {
        // SAFETY: the caller promises it.
        let json = unsafe { Given { name: c"json", data: json, len }.text() }?;
        serde_json::from_str(json).map_err(Failure::NoPolicy)
    };
    // SAFETY: the caller promises it.
    unsafe { make(policy, error, work) }
}

/// Returns whether the policy permits connecting to an IP address, to which the host of a reference was resolved: ask for
/// each of them, and connect only to those. `address` has `len` bytes, 4 or 16, in network byte order, as in
/// `struct in_addr` and `struct in6_addr`.
///
/// Returns false for a null pointer and for another length.
///
/// ```c
/// unsigned char loopback[4] = {127, 0, 0, 1}, dns[4] = {8, 8, 8, 8};
/// urigram_policy *policy;
/// urigram_policy_preset("fetch", &policy, NULL);
/// assert(!urigram_policy_permits_address(policy, loopback, sizeof loopback));
/// assert(urigram_policy_permits_address(policy, dns, sizeof dns));
/// urigram_policy_free(policy);
/// ```
///
/// # Safety
///
/// If `policy` is not null, it comes from a function of this header and was not freed. If `address` is not null, `len` bytes
/// can be read there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_policy_permits_address(
    policy: *const Policy,
    address: *const c_void,
    len: usize,
) -> bool {
    // SAFETY: the caller promises it.
    let Some(policy) = (unsafe { policy.as_ref() }) else { return false };
    if address.is_null() || !matches!(len, 4 | 16) {
        return false;
    }
    // SAFETY: it is not null, and the caller promises the rest.
    let bytes = unsafe { slice::from_raw_parts(address.cast::<u8>(), len) };
    let v4 = <[u8; 4]>::try_from(bytes).map(IpAddr::from);
    let address = v4.or_else(|_| <[u8; 16]>::try_from(bytes).map(IpAddr::from));
    address.is_ok_and(|address| catch_unwind(|| policy.0.permits_address(address)).unwrap_or(false))
}

/// Frees a policy. Does nothing for null.
///
/// ```c
/// urigram_policy_free(NULL);
/// ```
///
/// # Safety
///
/// `policy` is null, or comes from a function of this header and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_policy_free(policy: *mut Policy) {
    // SAFETY: the caller promises it.
    unsafe { free(policy) };
}

/// Sets `*policy` to what the work returns, or to null.
///
/// # Safety
///
/// If `policy` and `error` are not null, one of each can be written there.
unsafe fn make<'t>(
    policy: *mut *mut Policy,
    error: *mut Error,
    work: impl FnOnce() -> Result<urigram::policy::Policy, Failure<'t>>,
) -> Status {
    let work = || {
        if policy.is_null() {
            return Err(Failure::Misuse(c"policy", Misused::Null));
        }
        // SAFETY: the caller promises it.
        unsafe { put(policy, ptr::null_mut()) };
        let made = Box::into_raw(Box::new(Policy(work()?)));
        // SAFETY: the caller promises it.
        unsafe { put(policy, made) };
        Ok(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, work) }
}
