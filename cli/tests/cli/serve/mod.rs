//! `uri serve`: the server as a browser meets it, with a client that writes HTTP by hand.

mod answers;
mod bounds;
mod file;
mod guard;
#[cfg(unix)]
mod limits;
#[cfg(target_os = "linux")]
mod open;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that runs for as long as the value.
struct Page {
    child: Child,
    stdout: BufReader<ChildStdout>,
    address: String,
    port: u16,
    /// A folder of its own, also for its temporary files.
    folder: PathBuf,
}

impl Page {
    fn new() -> Self {
        Self::with(&[], &[])
    }

    /// A server with these options, in a folder with these files. The first of them is its grammar.
    fn with(options: &[&str], files: &[(&str, &str)]) -> Self {
        let folder = new_folder();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        let names: Vec<&str> = files.first().map(|(name, _)| *name).into_iter().collect();
        Self::start(folder, &[options, &names].concat(), &[])
    }

    /// A server with these arguments and environment variables, in a folder which is removed with it.
    fn start(folder: PathBuf, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = crate::command(&["serve", "--port", "0"]);
        command.args(arguments).stdin(Stdio::null()).envs(variables.iter().copied());
        Self::of(command, folder)
    }

    /// The server that this command starts, in a folder which is removed with it.
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

    /// Asks a panel with the grammar that is built in.
    fn ask(&self, panel: &str, fields: Value) -> Value {
        self.ask_with(panel, json!({ "fields": fields }))
    }

    /// Asks a panel. A turn and the name of a tab are added.
    fn ask_with(&self, panel: &str, request: Value) -> Value {
        let response = self.post(panel, &body(request));
        assert_eq!(response.status, 200, "{}", response.text());
        response.json()
    }

    fn post(&self, panel: &str, body: &str) -> Response {
        Request::post(self.port, &format!("/answer/{panel}"), body).send(self.port)
    }

    /// Ends the server, and returns its messages.
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

/// Returns a new folder with a folder for temporary files, `tmp`.
fn new_folder() -> PathBuf {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("uri-cli-serve-{}-{number}", std::process::id()));
    fs::create_dir_all(folder.join("tmp")).unwrap();
    folder
}

/// Returns a request as a body, from a tab of its own unless it names one.
fn body(request: Value) -> String {
    static TABS: AtomicUsize = AtomicUsize::new(0);
    let mut all = json!({ "client": TABS.fetch_add(1, Ordering::Relaxed).to_string(), "turn": 1 });
    let given = request.as_object().unwrap().clone();
    all.as_object_mut().unwrap().extend(given);
    all.to_string()
}

/// How long a test waits for an answer before it fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request to a server on this machine.
struct Request {
    line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    fn new(method: &str, port: u16, path: &str) -> Self {
        let line = format!("{method} {path} HTTP/1.1");
        Self { line, headers: Vec::new(), body: Vec::new() }
            .header("Host", &format!("127.0.0.1:{port}"))
            .header("Connection", "close")
    }

    fn get(port: u16, path: &str) -> Self {
        Self::new("GET", port, path)
    }

    /// A request with JSON, as the page sends it.
    fn post(port: u16, path: &str, body: impl AsRef<[u8]>) -> Self {
        let length = body.as_ref().len().to_string();
        let mut request = Self::new("POST", port, path)
            .header("Content-Type", "application/json")
            .header("Content-Length", &length)
            .header("Origin", &format!("http://127.0.0.1:{port}"))
            .header("Sec-Fetch-Site", "same-origin");
        request.body = body.as_ref().to_vec();
        request
    }

    /// Replaces a header, or adds it.
    fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Sends it, and does not wait for the answer.
    fn open(self, port: u16) -> TcpStream {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let headers: String =
            self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let mut bytes = format!("{}\r\n{headers}\r\n", self.line).into_bytes();
        bytes.extend(self.body);
        // A server that refuses by the head does not read the body.
        let _ = stream.write_all(&bytes);
        stream
    }

    fn send(self, port: u16) -> Response {
        Response::read(self.open(port))
    }
}

impl Response {
    /// Reads the whole answer. The connection is then closed.
    fn read(stream: TcpStream) -> Self {
        let mut reader = BufReader::new(stream);
        let mut line = || {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            line.trim_end().to_owned()
        };
        let status = line();
        let status =
            status.strip_prefix("HTTP/1.1 ").unwrap_or_else(|| panic!("{status:?}"))[..3].parse().unwrap();
        let headers: Vec<(String, String)> = std::iter::from_fn(|| {
            let line = line();
            line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        })
        .collect();
        let mut response = Self { status, headers, body: Vec::new() };
        match response.header("content-length").and_then(|length| length.parse().ok()) {
            Some(length) => drop(reader.take(length).read_to_end(&mut response.body).unwrap()),
            None => drop(reader.read_to_end(&mut response.body).unwrap()),
        }
        response
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}
