//! Writes the header, `include/urigram.h`, to the folder of the libraries, and sets the soname of the shared
//! library.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=cbindgen.toml");
    if env::var("CARGO_CFG_TARGET_OS")? == "linux" {
        // A test checks that the number is that of `URIGRAM_ABI_VERSION`.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liburigram.so.0");
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let header = out.join("include/urigram.h");
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let config = cbindgen::Config::from_file(Path::new(&root).join("cbindgen.toml"))?;
    cbindgen::Builder::new().with_crate(&root).with_config(config).generate()?.write_to_file(&header);
    // OUT_DIR is PROFILE/build/urigram-ffi-HASH/out.
    let profile = out.ancestors().nth(3).ok_or("OUT_DIR lies in no folder of a profile")?;
    fs::create_dir_all(profile.join("include"))?;
    fs::copy(&header, profile.join("include/urigram.h"))?;
    Ok(())
}
