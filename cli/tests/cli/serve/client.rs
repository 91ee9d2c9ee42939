//! A client for HTTP/1.1 that can also send invalid requests. The tests of the page use this module, too.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// The time limit for an answer, after which a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request to a server on this machine.
pub(super) struct Request {
    line: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

pub(super) struct Response {
    pub(super) status: u16,
    /// Whether the end of the body was read, if it was sent in chunks.
    pub(super) is_whole: bool,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    pub(super) fn new(method: &str, port: u16, path: &str) -> Self {
        let line = format!("{method} {path} HTTP/1.1");
        Self { line, headers: Vec::new(), body: Vec::new() }
            .header("Host", &format!("127.0.0.1:{port}"))
            .header("Connection", "close")
    }

    pub(super) fn get(port: u16, path: &str) -> Self {
        Self::new("GET", port, path)
    }

    /// Returns a request with JSON, as the page sends it.
    pub(super) fn post(port: u16, path: &str, body: impl AsRef<[u8]>) -> Self {
        let length = body.as_ref().len().to_string();
        let mut request = Self::new("POST", port, path)
            .header("Content-Type", "application/json")
            .header("Content-Length", &length)
            .header("Origin", &format!("http://127.0.0.1:{port}"))
            .header("Sec-Fetch-Site", "same-origin");
        request.body = body.as_ref().to_vec();
        request
    }

    /// Adds or replaces a header.
    pub(super) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Sends the request without waiting for the answer.
    pub(super) fn open(self, port: u16) -> TcpStream {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let headers: String =
            self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let mut bytes = format!("{}\r\n{headers}\r\n", self.line).into_bytes();
        bytes.extend(self.body);
        // A server that refuses the head does not read the body, so writing may fail.
        let _ = stream.write_all(&bytes);
        stream
    }

    pub(super) fn send(self, port: u16) -> Response {
        Response::read(self.open(port))
    }
}

impl Response {
    /// Reads the whole answer, after which the connection is closed.
    pub(super) fn read(stream: TcpStream) -> Self {
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
        let mut response = Self { status, is_whole: true, headers, body: Vec::new() };
        if response.header("transfer-encoding") == Some("chunked") {
            response.is_whole = chunks(&mut reader, &mut response.body).is_some();
            return response;
        }
        match response.header("content-length").and_then(|length| length.parse().ok()) {
            Some(length) => drop(reader.take(length).read_to_end(&mut response.body).unwrap()),
            None => drop(reader.read_to_end(&mut response.body).unwrap()),
        }
        response
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// Reads the chunks of a body. Returns `None` if the connection ends before the last chunk.
fn chunks(reader: &mut impl BufRead, body: &mut Vec<u8>) -> Option<()> {
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let length = u64::from_str_radix(line.trim_end(), 16).ok()?;
        let read = reader.take(length).read_to_end(body).ok()? as u64;
        reader.read_line(&mut line).ok().filter(|_| read == length)?;
        if length == 0 {
            return Some(());
        }
    }
}
