//! Findings as the caller sees them: a list that the library owns, until the caller frees it.

use crate::kinds::{Component, Severity};
use crate::memory::free;
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// Something questionable in a valid reference: what, where, and how serious it is.
///
/// The texts end with a NUL and are those of the list: they are valid until it is freed. A later version may add fields at
/// the end, so a program does not copy it.
#[derive(Debug)]
#[repr(C)]
pub struct Finding {
    /// What it is about, such as `"ipv4-like-host"`. `uri explain --all` lists the codes; a code keeps its meaning, and
    /// later versions have more.
    pub code: *const c_char,
    /// How serious it is: as serious as its code, or as the policy says.
    pub severity: Severity,
    /// The component. It is `AUTHORITY` where the whole authority is missing or unexpected.
    pub component: Component,
    /// The first byte of its place in the text.
    pub start: usize,
    /// The byte after its place. It is `start` where something is missing.
    pub end: usize,
    /// What was found, as a phrase without a full stop. It may have parts of the text, but no password.
    pub message: *const c_char,
    /// What would be right, or what to do.
    pub help: *const c_char,
    /// Where it is specified, such as `"RFC 3986, section 7.4"`.
    pub section: *const c_char,
}

/// The findings of a reference, in the order of their places in the text.
pub struct Findings {
    shown: Vec<Finding>,
    /// What the pointers of `shown` point to.
    _texts: Vec<CString>,
}

/// Returns the number of findings. It is 0 for null, which stands for no findings.
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
    // SAFETY: the caller promises it.
    unsafe { findings.as_ref() }.map_or(0, |findings| findings.shown.len())
}

/// Returns the finding at an index, or null if there are not as many. It belongs to the list.
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
    // SAFETY: the caller promises it.
    let finding = unsafe { findings.as_ref() }.and_then(|findings| findings.shown.get(index));
    finding.map_or(ptr::null(), ptr::from_ref)
}

/// Frees the list, and with it its findings and their texts. Does nothing for null.
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
    // SAFETY: the caller promises it.
    unsafe { free(findings) };
}

impl Findings {
    /// Returns the list as the caller gets it: null if nothing was found.
    pub(crate) fn leaked(found: &[urigram::validate::Finding<'_>]) -> *mut Self {
        if found.is_empty() {
            return ptr::null_mut();
        }
        let mut texts = Vec::with_capacity(found.len() * 4);
        let mut keep = |text: String| {
            let text = CString::new(text).expect("messages have no control characters");
            // The heap memory of the text does not move with it.
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
