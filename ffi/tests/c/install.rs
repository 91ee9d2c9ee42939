//! An installation, as packagers and users of pkg-config see it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rstest::rstest;

use crate::compiler::{ROOT, libraries, run, scratch};

/// Returns the command that installs the libraries of a folder, rather than a release build.
fn install(working: &Path, from: &Path, prefix: &Path) -> Command {
    let mut install = script(&["--from"]);
    install.arg(from).arg(prefix).current_dir(working);
    install
}

fn script(arguments: &[&str]) -> Command {
    let mut script = Command::new(Path::new(ROOT).join("install.sh"));
    script.args(arguments).env_remove("DESTDIR");
    script
}

/// Returns what pkg-config prints for the installation: words for a shell.
fn flags(prefix: &Path, options: &[&str]) -> String {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(options).arg("urigram");
    String::from_utf8(run(&mut command).stdout).unwrap().trim_end().to_owned()
}

/// Returns a folder that does not exist. What succeeds removes it, because it has the libraries.
fn fresh(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[rstest]
#[case::absolute_paths(ROOT.into(), libraries(), fresh("prefix"))]
#[case::a_relative_folder_of_libraries(libraries(), ".".into(), fresh("prefix-of-relative"))]
#[case::a_relative_prefix(fresh("working"), libraries(), "prefix".into())]
#[case::a_space(ROOT.into(), libraries(), fresh("a prefix"))]
#[case::characters_of_sed(ROOT.into(), libraries(), fresh("a|prefix&more"))]
fn is_found_by_pkg_config(#[case] working: PathBuf, #[case] from: PathBuf, #[case] prefix: PathBuf) {
    fs::create_dir_all(&working).unwrap();
    run(&mut install(&working, &from, &prefix));

    let prefix = working.join(prefix);
    assert_eq!(flags(&prefix, &["--modversion"]), env!("CARGO_PKG_VERSION"));
    let program = prefix.join("links");
    let mut compile = Command::new("sh");
    compile.args(["-c", &format!("gcc \"$0\" -o \"$1\" {}", flags(&prefix, &["--cflags", "--libs"]))]);
    run(compile.arg(Path::new(ROOT).join("examples/links.c")).arg(&program));
    let mut links = Command::new("sh");
    links.args(["-c", "echo ../faq | \"$0\" http://example.com/docs/guide"]).arg(&program);
    let output = run(links.env("LD_LIBRARY_PATH", prefix.join("lib")));
    assert_eq!(output.stdout, b"http://example.com/faq\n");
    fs::remove_dir_all(prefix).unwrap();
}

/// A packager puts the files in another folder than that where they will be.
#[test]
fn destdir_is_not_in_the_file_of_pkg_config() {
    let working = fresh("packager");
    fs::create_dir(&working).unwrap();
    run(install(&working, &libraries(), Path::new("/usr")).env("DESTDIR", "staged"));
    let installed = working.join("staged/usr/lib");
    assert!(installed.join("liburigram.so").exists());
    let pc = fs::read_to_string(installed.join("pkgconfig/urigram.pc")).unwrap();
    assert!(pc.starts_with("prefix=/usr\n"), "{pc}");
    fs::remove_dir_all(working).unwrap();
}

/// At once, and not after a build.
#[rstest]
#[case::no_prefix(&[])]
#[case::an_empty_prefix(&[""])]
#[case::no_folder(&["--from"])]
#[case::no_prefix_after_the_folder(&["--from", "."])]
fn usage(#[case] arguments: &[&str]) {
    let output = script(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(said.ends_with("usage: ./install.sh [--from FOLDER] PREFIX\n"), "{said}");
}

#[test]
fn another_system_is_told() {
    let folder = fresh("another-system");
    fs::create_dir(&folder).unwrap();
    let uname = folder.join("uname");
    fs::write(&uname, "#!/bin/sh\necho Darwin\n").unwrap();
    fs::set_permissions(&uname, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let prefix = folder.join("prefix");
    let output = install(&folder, &libraries(), &prefix).env("PATH", path).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(said.starts_with("install.sh knows the names of libraries on Linux only"), "{said}");
    assert!(!prefix.exists());
}
