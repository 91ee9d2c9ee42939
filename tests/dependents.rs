//! Lists the crates that a program builds if it depends on the library, so that a new dependency
//! shows in a diff.
//!
//! Nothing is compiled. Cargo resolves the dependencies of a package outside of the workspace, because the workspace's
//! tests enable more features.
#![allow(clippy::unwrap_used, reason = "cargo that cannot be run is a failure")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use rstest::rstest;

/// `Cargo.lock` cannot be compared directly, because it has dependencies of all platforms, and
/// optional ones.
#[rstest]
#[case::default("default", "", &["bytemuck", "pest", "safe_arch", "ucd-trie", "wide"])]
#[case::std("std", r#"default-features = false, features = ["std"]"#, &[])]
#[case::psl("psl", r#"default-features = false, features = ["psl"]"#, &["psl", "psl-types"])]
#[case::no_std("no_std", "default-features = false", &[])]
fn builds_and_locks(#[case] name: &str, #[case] options: &str, #[case] others: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dependents").join(name);
    fs::create_dir_all(place.join("src")).unwrap();
    fs::write(place.join("src/lib.rs"), "").unwrap();
    // Copies the lock file, so that cargo uses the versions that are available offline. Cargo
    // removes unneeded packages from the copy.
    fs::copy(root.join("Cargo.lock"), place.join("Cargo.lock")).unwrap();
    let manifest = format!(
        "[package]\nname = \"dependent\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nurigram = {{ path = {root:?}, {options} }}\n"
    );
    fs::write(place.join("Cargo.toml"), manifest).unwrap();
    let listed = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal,build", "--target", "x86_64-unknown-linux-gnu"])
        .args(["--prefix", "none"])
        .current_dir(&place)
        .output()
        .unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).unwrap();
    let built: BTreeSet<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    let lock = fs::read_to_string(place.join("Cargo.lock")).unwrap();
    let quoted = |line| str::strip_prefix(line, "name = \"")?.strip_suffix('"');
    let locked: BTreeSet<&str> = lock.lines().filter_map(quoted).collect();
    let expected: BTreeSet<&str> = others.iter().copied().chain(["dependent", "urigram"]).collect();
    assert_eq!(built, expected);
    assert_eq!(locked, expected);
}
