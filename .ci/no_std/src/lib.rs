//! Links only if nothing below urigram brings std along: std has a panic handler of its own.
#![no_std]

use core::alloc::{GlobalAlloc, Layout};

struct Nothing;

// SAFETY: it gives no memory, which an allocator may always do.
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

/// Whether the bytes are a URI reference.
#[unsafe(no_mangle)]
pub extern "C" fn is_uri_reference(byte: u8) -> bool {
    let bytes = [byte];
    core::str::from_utf8(&bytes).is_ok_and(|text| urigram::UriReference::parse(text).is_ok())
}
