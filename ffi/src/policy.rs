//! Policies, findings and validation (sections 7.2 to 7.6 of RFC 3986).

use std::ffi::{CStr, CString, c_char, c_void};
use std::net::IpAddr;
use std::panic::catch_unwind;
use std::{ptr, slice};

use urigram::UriReference;

use crate::error::{Error, Failure, Misused, Status};
use crate::kinds::{Component, Severity};
use crate::memory::{Given, answer, free, put};

/// A policy that decides which references an application accepts. It is immutable, so threads can share it.
pub struct Policy(pub(crate) urigram::policy::Policy);

/// Sets `*policy` to the preset with this name, which ends with a NUL: `"link"` for links in content by
/// others, `"fetch"` for URIs that a server fetches for untrusted clients (SSRF), `"redirect"` for targets of
/// redirects, and `"identifier"` for names that are stored and compared. The caller frees the policy with
/// `urigram_policy_free`.
///
/// Returns `OK`, `BAD_POLICY` or `MISUSE`. `*policy` is null unless the status is `OK`.
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
/// If `name` is not null, it is a text that ends with a NUL. If `policy` and `error` are not null, one of each can be
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
        // SAFETY: the pointer is not null; the rest is guaranteed by the caller.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let preset = urigram::policy::Policy::preset(&name);
        preset.ok_or_else(|| Failure::NoPreset(name.chars().take(32).collect()))
    };
    // SAFETY: guaranteed by the caller.
    unsafe { make(policy, error, work) }
}

/// Sets `*policy` to the policy in a JSON object. The keys are those of a policy in a file: `preset`,
/// `forms`, `schemes`, `allow-hosts`, `host-kinds`, `allow-networks`, `refuse-networks`, `ports`, `userinfo`,
/// `max-length`, `require`, `refuse-warnings`, `refuse`, `warn` and `pass`. The caller frees the policy with
/// `urigram_policy_free`.
///
/// Returns `OK`, `BAD_POLICY`, `NOT_UTF8` or `MISUSE`. `*policy` is null unless the status is `OK`.
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
/// If `json` is not null, `len` bytes can be read there, and do not change during the call. If `policy` and `error` are
/// not null, one of each can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_policy_read(
    json: *const c_char,
    len: usize,
    policy: *mut *mut Policy,
    error: *mut Error,
) -> Status {
    let work = || {
        // SAFETY: guaranteed by the caller.
        let json = unsafe { Given { name: c"json", data: json, len }.text() }?;
        serde_json::from_str(json).map_err(Failure::NoPolicy)
    };
    // SAFETY: guaranteed by the caller.
    unsafe { make(policy, error, work) }
}

/// Returns whether the policy permits connecting to an IP address to which the host of a reference was
/// resolved. Call this for each address, and connect only to permitted addresses. `address` has `len` bytes,
/// 4 or 16, in network byte order, as in `struct in_addr` and `struct in6_addr`.
///
/// Returns false for null, and for any other length.
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
    // SAFETY: guaranteed by the caller.
    let Some(policy) = (unsafe { policy.as_ref() }) else { return false };
    if address.is_null() || !matches!(len, 4 | 16) {
        return false;
    }
    // SAFETY: the pointer is not null; the rest is guaranteed by the caller.
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
    // SAFETY: guaranteed by the caller.
    unsafe { free(policy) };
}

/// Sets `*policy` to the result of the work, or to null if the work fails.
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
        // SAFETY: guaranteed by the caller.
        unsafe { put(policy, ptr::null_mut()) };
        let made = Box::into_raw(Box::new(Policy(work()?)));
        // SAFETY: guaranteed by the caller.
        unsafe { put(policy, made) };
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { answer(error, work) }
}

// Findings for the caller: a list that the library owns until the caller frees it.

/// Something questionable in a valid reference, with its range and severity.
///
/// The strings end with a NUL, and are valid until the list that contains the finding is freed. A later
/// version may add fields at the end, so a program must not copy a finding.
#[derive(Debug)]
#[repr(C)]
pub struct Finding {
    /// The code, such as `"ipv4-like-host"`. `uri explain --all` lists the codes. A code keeps its meaning,
    /// and later versions add codes.
    pub code: *const c_char,
    /// The severity of the code or, with a policy, the severity under the policy.
    pub severity: Severity,
    /// The component of the finding. It is `AUTHORITY` if the whole authority is missing or unexpected.
    pub component: Component,
    /// The offset of the first byte in the text.
    pub start: usize,
    /// The offset after the last byte. Equals `start` if something is missing.
    pub end: usize,
    /// A message, as a phrase without a full stop. It may contain parts of the text, but no password.
    pub message: *const c_char,
    /// A correction or advice.
    pub help: *const c_char,
    /// The specification, such as `"RFC 3986, section 7.4"`.
    pub section: *const c_char,
}

/// The findings of a reference, ordered by their start.
pub struct Findings {
    shown: Vec<Finding>,
    /// The strings to which the pointers in `shown` refer.
    _texts: Vec<CString>,
}

/// Returns the number of findings: 0 for null, because a list without findings is null.
///
/// ```c
/// assert(urigram_findings_count(NULL) == 0);
/// ```
///
/// # Safety
///
/// `findings` is null, or comes from `urigram_validate` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_findings_count(findings: *const Findings) -> usize {
    // SAFETY: guaranteed by the caller.
    unsafe { findings.as_ref() }.map_or(0, |findings| findings.shown.len())
}

/// Returns the finding at an index, or null if the index is out of range. The finding belongs to the list.
///
/// ```c
/// urigram_findings *findings;
/// urigram_validate("http://0x7f.1/", 14, NULL, &findings, NULL);
/// size_t index;
/// for (index = 0; index < urigram_findings_count(findings); index++) {
///     const urigram_finding *finding = urigram_findings_get(findings, index);
///     printf("%s: %s\n", finding->code, finding->message);
/// }
/// urigram_findings_free(findings);
/// ```
///
/// # Safety
///
/// `findings` is null, or comes from `urigram_validate` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_findings_get(findings: *const Findings, index: usize) -> *const Finding {
    // SAFETY: guaranteed by the caller.
    let finding = unsafe { findings.as_ref() }.and_then(|findings| findings.shown.get(index));
    finding.map_or(ptr::null(), ptr::from_ref)
}

/// Frees the list with its findings and their strings. Does nothing for null.
///
/// ```c
/// urigram_findings_free(NULL);
/// ```
///
/// # Safety
///
/// `findings` is null, or comes from `urigram_validate` and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_findings_free(findings: *mut Findings) {
    // SAFETY: guaranteed by the caller.
    unsafe { free(findings) };
}

impl Findings {
    /// Returns a list that the caller frees, or null if there are no findings.
    pub(crate) fn leaked(found: &[urigram::validate::Finding<'_>]) -> *mut Self {
        if found.is_empty() {
            return ptr::null_mut();
        }
        let mut texts = Vec::with_capacity(found.len() * 4);
        let mut keep = |text: String| {
            let text = CString::new(text).expect("messages have no control characters");
            // Moving the `CString` does not move its heap memory.
            let pointer = CStr::as_ptr(&text);
            texts.push(text);
            pointer
        };
        let shown = found.iter().map(|finding| Finding {
            code: keep(finding.code().as_str().to_owned()),
            severity: finding.severity().into(),
            component: finding.component().into(),
            start: finding.range().start,
            end: finding.range().end,
            message: keep(finding.message().to_string()),
            help: keep(finding.help().to_string()),
            section: keep(finding.code().section().to_owned()),
        });
        let shown = shown.collect();
        Box::into_raw(Box::new(Self { shown, _texts: texts }))
    }
}

// Validation: findings about a valid reference (section 7 of RFC 3986), and whether a policy accepts it.

/// Finds questionable parts of a reference, and checks whether a policy accepts the reference. Takes linear
/// time. Allocates only if there are findings, which most references do not have, or if the userinfo is
/// percent-encoded or not ASCII.
///
/// If `policy` is null, no reference is refused, and each finding has the severity of its code. `findings`
/// may be null if only the status is needed. Otherwise `*findings` is set to a list that the caller frees
/// with `urigram_findings_free`, or to null if there are no findings or the text is not a reference.
///
/// Returns `OK`, `REFUSED`, `INVALID`, `NOT_UTF8`, `TOO_LONG` or `MISUSE`. The policy refuses a reference if
/// a finding has the severity `ERROR` under the policy. The error describes the first such finding, and the
/// list contains all findings.
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
/// If `text` is not null, `len` bytes can be read there, and do not change during the call. If `policy` is not null, it
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
        // First, so that the caller can always free the list. SAFETY: guaranteed by the caller.
        unsafe { put(findings, ptr::null_mut()) };
        // SAFETY: guaranteed by the caller.
        let policy = unsafe { policy.as_ref() };
        // SAFETY: guaranteed by the caller.
        let text = unsafe { Given { name: c"text", data: text, len }.text() }?;
        let reference = UriReference::parse(text).map_err(|error| Failure::Rejected(c"text", text, error))?;
        let found = match policy {
            Some(policy) => policy.0.findings(text, reference.components()),
            None => reference.findings(),
        };
        if !findings.is_null() {
            // SAFETY: guaranteed by the caller.
            unsafe { put(findings, Findings::leaked(&found)) };
        }
        let refuses = |severity| policy.is_some() && severity == urigram::validate::Severity::Error;
        let refusing = found.into_iter().find(|finding| refuses(finding.severity()));
        refusing.map_or(Ok(()), |finding| Err(Failure::Refused(finding)))
    };
    // SAFETY: guaranteed by the caller.
    unsafe { answer(error, work) }
}
