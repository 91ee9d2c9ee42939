//! Computes the line in `src/generated/` that identifies the grammars from which the code was
//! generated.

use std::path::Path;
use std::{fs, io};

/// The grammars from which the code is generated.
pub(crate) const GRAMMARS: [&str; 5] =
    ["uri.pest", "uri.abnf", "variants/rfc3987.pest", "variants/rfc6874.pest", "template.pest"];

/// Returns the line, which has an FNV-1a hash of the grammars. Carriage returns are ignored, because git may
/// add them to a checkout.
pub(crate) fn line(root: &Path) -> io::Result<String> {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for name in GRAMMARS {
        let text = fs::read(root.join(name))?;
        for byte in text.into_iter().filter(|byte| *byte != b'\r').chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    Ok(format!("// grammars: {hash:016x}\n"))
}
