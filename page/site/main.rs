//! Writes the page as files for any server: `cargo run -p urigram-page --bin site -- FOLDER URI.WASM`.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [out, wasm] = &arguments[..] else {
        eprintln!("usage: site FOLDER URI.WASM");
        return ExitCode::from(2);
    };
    match urigram_page::site::write(out, wasm) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("site: {error}");
            ExitCode::FAILURE
        }
    }
}
