//! The page as files for any server: its assets, the state at the start, the examples, `uri.wasm`, and the scripts that run it
//! in a worker of the browser.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{fs, io};

use crate::assets::{ASSETS, Asset, INDEX};
use crate::examples::{self, Begin};

macro_rules! own {
    ($($name:literal,)*) => {
        &[$(Asset { name: $name, content: include_bytes!(concat!("../site/", $name)) },)*]
    };
}

/// The files of `site/`, sorted by name.
static OWN: &[Asset] = own![
    "browser_wasi_shim/LICENSE-APACHE",
    "browser_wasi_shim/LICENSE-MIT",
    "browser_wasi_shim/debug.js",
    "browser_wasi_shim/fd.js",
    "browser_wasi_shim/fs_mem.js",
    "browser_wasi_shim/fs_opfs.js",
    "browser_wasi_shim/index.js",
    "browser_wasi_shim/strace.js",
    "browser_wasi_shim/wasi.js",
    "browser_wasi_shim/wasi_defs.js",
    "worker.js",
    "workers.js",
];

/// The policy for a page whose server sends none. `wasm-unsafe-eval` allows compiling WebAssembly. A worker has the policy of its
/// own response, if the server sends one.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'none'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n";

/// Writes the page to a folder, which is created if it does not exist. `wasm` is the command, compiled for `wasm32-wasip1`.
///
/// # Errors
///
/// If `wasm` cannot be read, or a file cannot be written.
pub fn write(out: &Path, wasm: &Path) -> io::Result<()> {
    let mut files: BTreeMap<String, Vec<u8>> =
        ASSETS.iter().chain(OWN).map(|asset| (asset.name.to_owned(), asset.sent())).collect();
    files.extend(
        examples::all()
            .into_iter()
            .map(|example| (format!("example/{}", example.name), example.grammar.as_bytes().to_vec())),
    );
    files.insert("state".to_owned(), serde_json::to_vec(&Begin::with_worker())?);
    files.insert("uri.wasm".to_owned(), fs::read(wasm)?);
    files.insert(INDEX.to_owned(), index().into_bytes());
    files.insert(OFFLINE.to_owned(), offline(&files).into_bytes());
    for (name, content) in files {
        let path = out.join(name);
        fs::create_dir_all(path.parent().unwrap_or(out))?;
        fs::write(path, content)?;
    }
    Ok(())
}

/// The service worker, by which the page works without a network.
const OFFLINE: &str = "offline.js";

/// Returns the service worker, with the names of the files that it keeps and a version that differs if one of them does.
fn offline(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut version = DefaultHasher::new();
    files.hash(&mut version);
    let names: Vec<&String> = files.keys().filter(|name| !name.contains("LICENSE")).collect();
    let names = serde_json::json!(names);
    format!(
        "const VERSION = '{:016x}';\nconst FILES = {names};\n{}",
        version.finish(),
        include_str!("../site/offline.js")
    )
}

/// Returns the page with its policy.
fn index() -> String {
    let page = ASSETS.iter().find(|asset| asset.name == INDEX).map(Asset::sent);
    let page =
        page.and_then(|page| String::from_utf8(page).ok()).expect("invariant broken: the page is text");
    let (before, after) = page.split_once("<title>").expect("invariant broken: the page has a title");
    format!("{before}{POLICY}<title>{after}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn none_is_missing() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("site");
        let names = |folder: &str| -> Vec<String> {
            let entries = fs::read_dir(root.join(folder)).unwrap().map(Result::unwrap);
            let files = entries.filter(|entry| entry.path().is_file());
            files.map(|entry| format!("{folder}{}", entry.file_name().to_str().unwrap())).collect()
        };
        let mut there = [names(""), names("browser_wasi_shim/")].concat();
        there.retain(|name| name != "main.rs" && name != OFFLINE);
        there.sort();
        let listed: Vec<&str> = OWN.iter().map(|asset| asset.name).collect();
        assert_eq!(listed, there);
    }

    #[test]
    fn the_page_has_a_policy_and_a_worker() {
        let folder = tempfile::tempdir().unwrap();
        let wasm = folder.path().join("uri.wasm");
        fs::write(&wasm, "wasm").unwrap();
        let out = folder.path().join("out");
        write(&out, &wasm).unwrap();
        let text = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        assert!(text(INDEX).contains("'wasm-unsafe-eval'") && text("state").contains("\"worker\":true"));
        assert!(text("example/json.pest").contains("JSON_text") && text("uri.wasm") == "wasm");
        let before = text(OFFLINE);
        assert!(before.contains("\"index.html\"") && !before.contains("LICENSE"));
        fs::write(&wasm, "other").unwrap();
        write(&out, &wasm).unwrap();
        assert_ne!(text(OFFLINE), before, "each version has its own cache");
    }
}
