//! The names of enumerators, for logs and messages.

use std::ffi::{CStr, c_char};

/// Returns the name of a status, such as `"invalid"`; `"unknown"` for any other number. The text is static.
///
/// ```c
/// assert(strcmp(urigram_status_name(URIGRAM_STATUS_NOT_UTF8), "not-utf8") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_status_name(status: u32) -> *const c_char {
    name(
        &[
            c"ok",
            c"invalid",
            c"not-utf8",
            c"too-long",
            c"unresolved",
            c"refused",
            c"bad-policy",
            c"short-buffer",
            c"misuse",
            c"panic",
        ],
        status,
    )
}

/// Returns the name of a component, such as `"host"`; `"unknown"` for any other number. The text is static.
///
/// ```c
/// assert(strcmp(urigram_component_name(URIGRAM_COMPONENT_HOST), "host") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_component_name(component: u32) -> *const c_char {
    name(
        &[
            c"none",
            c"scheme",
            c"authority",
            c"userinfo",
            c"host",
            c"port",
            c"path",
            c"query",
            c"fragment",
            c"reference",
        ],
        component,
    )
}

/// Returns the name of a kind of host, such as `"reg-name"`; `"unknown"` for any other number. The text is static.
///
/// ```c
/// assert(strcmp(urigram_host_kind_name(URIGRAM_HOST_KIND_REG_NAME), "reg-name") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_host_kind_name(kind: u32) -> *const c_char {
    name(&[c"none", c"ipv4", c"ipv6", c"ipvfuture", c"reg-name"], kind)
}

/// Returns the name of a kind of path, such as `"abempty"`; `"unknown"` for any other number. The text is static.
///
/// ```c
/// assert(strcmp(urigram_path_kind_name(URIGRAM_PATH_KIND_ABEMPTY), "abempty") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_path_kind_name(kind: u32) -> *const c_char {
    name(&[c"none", c"abempty", c"absolute", c"noscheme", c"rootless", c"empty"], kind)
}

/// Returns the name of a rung, such as `"path"`; `"unknown"` for any other number. The text is static.
///
/// ```c
/// assert(strcmp(urigram_rung_name(URIGRAM_RUNG_PATH), "path") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_rung_name(rung: u32) -> *const c_char {
    name(&[c"none", c"string", c"case", c"percent", c"path", c"scheme"], rung)
}

/// Returns the name of a severity: `"note"`, `"warning"` or `"error"`; `"unknown"` for any other number. The text is
/// static.
///
/// ```c
/// assert(strcmp(urigram_severity_name(URIGRAM_SEVERITY_NOTE), "note") == 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_severity_name(severity: u32) -> *const c_char {
    name(&[c"unknown", c"note", c"warning", c"error"], severity)
}

/// Returns the name at this index.
fn name(names: &[&'static CStr], number: u32) -> *const c_char {
    let own = usize::try_from(number).ok().and_then(|index| names.get(index));
    own.map_or(c"unknown".as_ptr(), |name| name.as_ptr())
}
