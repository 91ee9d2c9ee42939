//! An installation, as packagers and users of pkg-config see it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compiler::{ROOT, libraries, run, scratch};

/// Returns the words that pkg-config prints for the installation.
fn flags(prefix: &Path, options: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(options).arg("urigram");
    let output = String::from_utf8(run(&mut command).stdout).unwrap();
    output.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn is_found_by_pkg_config() {
    let prefix = scratch("prefix");
    let _ = fs::remove_dir_all(&prefix);
    // The libraries of this build, rather than a release build.
    let mut install = Command::new(Path::new(ROOT).join("install.sh"));
    run(install.arg("--from").arg(libraries()).arg(&prefix));

    assert_eq!(flags(&prefix, &["--modversion"]), [env!("CARGO_PKG_VERSION")]);
    let program = scratch("links.installed");
    let mut compile = Command::new("gcc");
    compile.arg(Path::new(ROOT).join("examples/links.c")).arg("-o").arg(&program);
    run(compile.args(flags(&prefix, &["--cflags", "--libs"])));
    let mut links = Command::new("sh");
    links.args(["-c", "echo ../faq | \"$0\" http://example.com/docs/guide"]).arg(&program);
    let output = run(links.env("LD_LIBRARY_PATH", prefix.join("lib")));
    assert_eq!(output.stdout, b"http://example.com/faq\n");
}
