//! Compiling programs against the header and the libraries of this build, and running them under valgrind.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of this crate.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Warnings are errors, in the standard of C that the header needs.
pub(crate) const C99: &[&str] = &["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];

pub(crate) const CPP11: &[&str] = &["-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror"];

/// How a program gets the library.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Linked {
    Static,
    Shared,
}

/// Returns the folder of the header.
pub(crate) fn include() -> PathBuf {
    Path::new(env!("OUT_DIR")).join("include")
}

/// Returns the folder of the libraries of this build, in which the test itself is, too.
pub(crate) fn libraries() -> PathBuf {
    env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Returns a file for what is compiled.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs a program that must succeed.
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

/// Compiles a program, and returns where it is.
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
    // What the standard library of Rust needs.
    command.args(["-pthread", "-ldl", "-lm"]);
    run(&mut command);
    program
}

/// Returns the command that runs a program under valgrind, which makes an invalid read, a use of what is uninitialized or
/// a leak a failure. With the environment variable `URIGRAM_WITHOUT_VALGRIND` the program runs by itself, for systems that
/// have no valgrind.
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
    // By its soname, under which the linker does not find it where cargo puts it.
    command.env("LD_LIBRARY_PATH", sonamed()).stdin(Stdio::null());
    command
}

/// What is not caught here would not be caught in the other tests.
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

/// Returns a folder in which the shared library has the name that programs look for.
fn sonamed() -> PathBuf {
    let folder = scratch("sonamed");
    fs::create_dir_all(&folder).unwrap();
    let link = folder.join("liburigram.so.0");
    let own = folder.join(format!("{}-{:?}", std::process::id(), std::thread::current().id()));
    // Renamed, because tests that run at the same time do this, too.
    std::os::unix::fs::symlink(libraries().join("liburigram_ffi.so"), &own).unwrap();
    fs::rename(own, link).unwrap();
    folder
}
