//! Links only if no dependency of urigram uses std, which has its own panic handler.
#![no_std]

use core::alloc::{GlobalAlloc, Layout};

struct Nothing;

// SAFETY: it never returns memory, and an allocation may always fail.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NOTHING: Nothing = Nothing;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// Returns whether the byte is a URI reference. Calls a method of each part of the library that needs no
/// standard library.
#[unsafe(no_mangle)]
pub extern "C" fn is_uri_reference(byte: u8) -> bool {
    let bytes = [byte];
    let Ok(Ok(reference)) = core::str::from_utf8(&bytes).map(urigram::UriReference::parse) else {
        return false;
    };
    let mut target = reference.to_owned();
    let edited = target.set_scheme("http").is_ok() && target.normalize().as_str() == target.as_str();
    let found = reference.findings().is_empty();
    edited && found && urigram::Uri::try_from(target).is_ok_and(|uri| uri.port_or_default().is_some())
}
