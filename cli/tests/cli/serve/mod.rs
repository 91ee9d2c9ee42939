//! `uri serve`: the server from a browser's point of view, with a client that writes HTTP by hand.

mod answers;
mod batch;
mod bounds;
mod client;
mod file;
mod guard;
#[cfg(unix)]
mod limits;
#[cfg(target_os = "linux")]
mod open;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use client::{Request, Response};

/// A server that is stopped when the value is dropped.
struct Page {
    child: Child,
    stdout: BufReader<ChildStdout>,
    address: String,
    port: u16,
    /// The folder of the server, which also contains its temporary files.
    folder: PathBuf,
}

impl Page {
    fn new() -> Self {
        Self::with(&[], &[])
    }

    /// Starts a server with these options, in a folder with these files. The first file is the grammar of the
    /// server.
    fn with(options: &[&str], files: &[(&str, &str)]) -> Self {
        let folder = new_folder();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        let names: Vec<&str> = files.first().map(|(name, _)| *name).into_iter().collect();
        Self::start(folder, &[options, &names].concat(), &[])
    }

    /// Starts a server with these arguments and environment variables. Dropping the value removes the folder.
    fn start(folder: PathBuf, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = crate::command(&["serve", "--port", "0"]);
        command.args(arguments).stdin(Stdio::null()).envs(variables.iter().copied());
        Self::of(command, folder)
    }

    /// Starts a server with this command. Dropping the value removes the folder.
    fn of(mut command: Command, folder: PathBuf) -> Self {
        command.current_dir(&folder).env("TMPDIR", folder.join("tmp"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut address = String::new();
        stdout.read_line(&mut address).unwrap();
        let mut page = Self { child, stdout, address: address.trim_end().to_owned(), port: 0, folder };
        let port = page.address.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split('/').next());
        let Some(port) = port else { panic!("{address}: {}", page.stderr()) };
        page.port = port.parse().unwrap();
        page
    }

    fn get(&self, path: &str) -> Response {
        Request::get(self.port, path).send(self.port)
    }

    /// Returns the answer of a panel for the built-in grammar.
    fn ask(&self, panel: &str, fields: Value) -> Value {
        self.ask_with(panel, json!({ "fields": fields }))
    }

    /// Returns the answer of a panel. Adds a turn and the name of a tab to the request.
    fn ask_with(&self, panel: &str, request: Value) -> Value {
        let response = self.post(&body(panel, request));
        assert_eq!((response.status, response.is_whole), (200, true), "{}", response.text());
        response.json()
    }

    fn post(&self, body: &str) -> Response {
        Request::post(self.port, "/answers", body).send(self.port)
    }

    /// Stops the server, and returns its messages.
    fn stderr(&mut self) -> String {
        let _ = self.child.kill();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        said
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns a new folder that contains a folder `tmp` for temporary files.
fn new_folder() -> PathBuf {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("uri-cli-serve-{}-{number}", std::process::id()));
    fs::create_dir_all(folder.join("tmp")).unwrap();
    folder
}

/// Returns the body of a request for a panel with these fields. The tab is new unless the request names one.
fn body(panel: &str, mut request: Value) -> String {
    let fields = request.as_object_mut().unwrap().remove("fields").unwrap();
    body_of(json!([{ "panel": panel, "fields": fields }]), request)
}

/// Returns the body of a request with these asks.
fn body_of(asks: Value, request: Value) -> String {
    static TABS: AtomicUsize = AtomicUsize::new(0);
    let mut all =
        json!({ "client": TABS.fetch_add(1, Ordering::Relaxed).to_string(), "turn": 1, "asks": asks });
    let given = request.as_object().unwrap().clone();
    all.as_object_mut().unwrap().extend(given);
    all.to_string()
}
