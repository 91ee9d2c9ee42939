//! The argument that `--open` passes to a browser.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::{Page, new_folder};

/// Starts a server whose browser is a script. Returns the server and the script's argument.
fn opened(options: &[&str]) -> (Page, String) {
    let folder = new_folder();
    let (browser, note) = (folder.join("xdg-open"), folder.join("note"));
    let script = format!("#!/bin/sh\nprintf %s \"$1\" > '{0}.new'\nmv '{0}.new' '{0}'\n", note.display());
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(folder.join("my.pest"), "a = { \"x\" }").unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let arguments = [&["--open", "my.pest"], options].concat();
    let page = Page::start(folder, &arguments, &[("PATH", &path)]);
    for _ in 0..1000 {
        if note.exists() {
            return (page, fs::read_to_string(note).unwrap());
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("no browser is started");
}

#[test]
fn without_a_secret_it_is_the_address() {
    let (page, argument) = opened(&[]);
    assert_eq!(argument, page.address);
}

/// Every user of the machine can see the arguments of a process.
#[test]
fn a_secret_is_in_a_file_that_nobody_else_can_read() {
    let (mut page, argument) = opened(&["--write"]);
    let (_, token) = page.address.split_once("?token=").unwrap();
    assert!(!argument.contains(token), "{argument}");
    let file = Path::new(&argument);
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(file.starts_with(page.folder.join("tmp")), "{argument}");
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(&format!("content=\"0; url={}\"", page.address)), "{text}");
    assert_eq!(page.get("/").status, 200);
    kill_process(Pid::from_child(&page.child), Signal::TERM).unwrap();
    assert_eq!(page.child.wait().unwrap().code(), Some(0));
    assert!(!file.exists());
}

/// The page is served even if no browser can be opened.
#[test]
fn a_browser_that_is_not_there_is_no_fault() {
    let folder = new_folder();
    let mut command = crate::command(&["serve", "--port", "0", "--open"]);
    command.env("PATH", "/nowhere").env("TMPDIR", &folder).env_remove("BROWSER");
    let mut child = command.spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    stderr.read_line(&mut said).unwrap();
    assert!(said.starts_with("uri: the browser could not be opened: "), "{said}");
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    fs::remove_dir_all(folder).unwrap();
}
