//! The version of the library, which a program compares with the header that it was compiled with.

use std::ffi::{CStr, c_char};

/// The version of the binary interface in this header. It changes when programs have to be recompiled, but
/// not when functions or enumerators are added.
pub const URIGRAM_ABI_VERSION: u32 = 0;

/// Returns the version of the binary interface of the linked library. A program that loads the library at run
/// time compares the version with `URIGRAM_ABI_VERSION`.
///
/// ```c
/// assert(urigram_abi_version() == URIGRAM_ABI_VERSION);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_abi_version() -> u32 {
    URIGRAM_ABI_VERSION
}

/// Returns the version of the library, such as `"0.1.0"`. The string is static.
///
/// ```c
/// printf("urigram %s\n", urigram_version());
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn urigram_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no NUL"),
        };
    VERSION.as_ptr()
}
