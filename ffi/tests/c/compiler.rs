//! Compiles programs against the header and the libraries of this build, and runs them under valgrind.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use rstest::rstest;
use urigram_ffi::URIGRAM_ABI_VERSION;

/// The folder of this crate.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Options for the C or C++ standard that the header requires, with warnings as errors.
pub(crate) const C99: &[&str] = &["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];

pub(crate) const CPP11: &[&str] = &["-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror"];

/// How a program is linked with the library.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Linked {
    Static,
    Shared,
}

/// Returns the folder of the header.
pub(crate) fn include() -> PathBuf {
    Path::new(env!("OUT_DIR")).join("include")
}

/// Returns the folder with the libraries of this build, which also contains this test.
pub(crate) fn libraries() -> PathBuf {
    env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Returns a path for a compiled program.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs a program, and panics if it fails.
#[track_caller]
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}\nThe tests need gcc, g++, pkg-config and valgrind, which are packages of these names")
    });
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    );
    output
}

/// Compiles a program, and returns its path.
#[track_caller]
pub(crate) fn compile(compiler: &str, flags: &[&str], source: &Path, linked: Linked) -> PathBuf {
    let name = source.file_name().and_then(OsStr::to_str).unwrap();
    let program = scratch(&format!("{name}.{linked:?}"));
    let library = match linked {
        Linked::Static => libraries().join("liburigram_ffi.a"),
        Linked::Shared => libraries().join("liburigram_ffi.so"),
    };
    let mut command = Command::new(compiler);
    command.args(flags).args(["-g", "-O1", "-D_POSIX_C_SOURCE=200809L", "-I"]).arg(include());
    command.arg("-I").arg(Path::new(ROOT).join("tests/c/programs"));
    command.arg(source).arg("-o").arg(&program).arg(library);
    // The libraries that Rust's standard library needs.
    command.args(["-pthread", "-ldl", "-lm"]);
    run(&mut command);
    program
}

/// Returns the command that runs a program under valgrind. Invalid reads, uses of uninitialized memory and
/// leaks are failures. If the environment variable `URIGRAM_WITHOUT_VALGRIND` is set, for systems without
/// valgrind, the program runs directly.
pub(crate) fn checked(program: &Path) -> Command {
    let mut command = match env::var_os("URIGRAM_WITHOUT_VALGRIND") {
        Some(_) => Command::new(program),
        None => {
            let mut valgrind = Command::new("valgrind");
            valgrind.args(["--quiet", "--error-exitcode=99", "--leak-check=full", "--show-leak-kinds=all"]);
            valgrind.args(["--errors-for-leak-kinds=all", "--"]).arg(program);
            valgrind
        }
    };
    // The loader searches for the soname, which differs from the name of cargo's file.
    command.env("LD_LIBRARY_PATH", sonamed()).stdin(Stdio::null());
    command
}

/// If this test fails, the other tests would not detect such errors.
#[test]
fn a_leak_and_an_invalid_read_are_failures() {
    if env::var_os("URIGRAM_WITHOUT_VALGRIND").is_some() {
        return;
    }
    let faults = [
        ("leak", "urigram_policy *policy; return (int)urigram_policy_preset(\"link\", &policy, NULL);"),
        (
            "read",
            "char *text = malloc(1); text[0] = 'a'; urigram_parse(text, 2, 0, NULL, NULL); free(text); return 0;",
        ),
        ("uninitialized", "char text[2]; return urigram_parse(text, 2, 0, NULL, NULL) == 9;"),
    ];
    for (name, body) in faults {
        let source = scratch(&format!("{name}.c"));
        fs::write(
            &source,
            format!("#include <stdlib.h>\n#include \"urigram.h\"\nint main(void) {{ {body} }}\n"),
        )
        .unwrap();
        let program = compile("gcc", &["-w"], &source, Linked::Shared);
        assert_eq!(checked(&program).output().unwrap().status.code(), Some(99), "{name}");
    }
}

/// Returns a folder that contains the shared library under its soname.
fn sonamed() -> PathBuf {
    let folder = scratch("sonamed");
    fs::create_dir_all(&folder).unwrap();
    let link = folder.join("liburigram.so.0");
    let own = folder.join(format!("{}-{:?}", std::process::id(), std::thread::current().id()));
    // Renaming a temporary name is atomic, so tests that do this at the same time do not conflict.
    std::os::unix::fs::symlink(libraries().join("liburigram_ffi.so"), &own).unwrap();
    fs::rename(own, link).unwrap();
    folder
}

// The header without the library.

/// The header is self-contained, and compiles without warnings.
#[rstest]
#[case::c99("gcc", "c", "-std=c99")]
#[case::c11("gcc", "c", "-std=c11")]
#[case::cpp11("g++", "c++", "-std=c++11")]
#[case::cpp20("g++", "c++", "-std=c++20")]
fn stands_alone(#[case] compiler: &str, #[case] language: &str, #[case] standard: &str) {
    let mut command = Command::new(compiler);
    command.args(["-x", language, standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]);
    run(command.arg(include().join("urigram.h")));
}

/// All declared names begin with `urigram_` or `URIGRAM_`, and each function is documented.
#[test]
fn names_and_documentation() {
    let header = fs::read_to_string(include().join("urigram.h")).unwrap();
    let lines: Vec<_> = header.lines().collect();
    let mut functions = 0;
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = line.split('(').next().and_then(|before| before.rsplit([' ', '*']).next()) else {
            continue;
        };
        if line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains('(') {
            assert!(name.starts_with("urigram_"), "{line}");
            assert_eq!(lines[index - 1], " */", "{line}");
            functions += 1;
        }
        if let Some(define) = line.strip_prefix("#define ") {
            assert!(define.starts_with("URIGRAM_"), "{line}");
        }
    }
    assert_eq!(functions, 21);
}

/// The soname changes with the binary interface.
#[test]
fn the_soname_has_the_version_of_the_interface() {
    let mut command = Command::new("objdump");
    let output = run(command.arg("-p").arg(libraries().join("liburigram_ffi.so")));
    let headers = String::from_utf8(output.stdout).unwrap();
    let soname = headers.lines().find_map(|line| line.trim().strip_prefix("SONAME")).unwrap().trim();
    assert_eq!(soname, format!("liburigram.so.{URIGRAM_ABI_VERSION}"));
}

// Installation, for packagers and users of pkg-config.

/// Returns the command that installs the libraries of a folder instead of a release build.
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

/// Returns the output of pkg-config for the installation, which is a list of words for a shell.
fn flags(prefix: &Path, options: &[&str]) -> String {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(options).arg("urigram");
    String::from_utf8(run(&mut command).stdout).unwrap().trim_end().to_owned()
}

/// Returns a path at which no folder exists. A test that succeeds removes its folder, which contains the
/// libraries.
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

/// A packager installs the files to a staging folder.
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

/// Wrong arguments are reported before the build.
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
