//! Headless Chromium, driven by ChromeDriver.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The width and height of a desktop window.
pub const WIDE: (u32, u32) = (1440, 1000);

/// The text that ChromeDriver prints before the port on which it listens.
const STARTED: &str = "started successfully on port ";

/// ChromeDriver, and the directory of the browser's profile.
pub struct Browser {
    driver: Child,
    port: u16,
    profile: TempDir,
}

impl Browser {
    /// Starts ChromeDriver.
    ///
    /// # Panics
    ///
    /// If ChromeDriver is not installed, or exits ten times. The message names the package that contains it.
    pub fn start() -> Self {
        // With `--port=0`, it takes a port that is free in IPv4 or IPv6, and exits if the port is in use in the other.
        let (driver, port) = (0..10)
            .find_map(|_| start_driver())
            .expect("ChromeDriver exited ten times before it said on which port it listens");
        let profile = TempDir::new().unwrap_or_else(|error| panic!("no directory for a profile: {error}"));
        Self { driver, port, profile }
    }

    /// Opens a window of this size.
    ///
    /// # Panics
    ///
    /// If Chromium does not start.
    pub async fn open(&self, (width, height): (u32, u32)) -> Client {
        let capabilities = self.capabilities(width, height);
        let Value::Object(capabilities) = capabilities else { unreachable!("an object was written above") };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client =
            builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{}", self.port)).await;
        client.unwrap_or_else(|error| panic!("no browser: Chromium does not start: {error}"))
    }

    fn capabilities(&self, width: u32, height: u32) -> Value {
        let profile = self.profile.path().display();
        json!({
            "goog:chromeOptions": { "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--force-device-scale-factor=1", "--hide-scrollbars",
                format!("--user-data-dir={profile}"), format!("--window-size={width},{height}"),
            ] },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        })
    }
}

/// Returns ChromeDriver and the port on which it listens, or `None` if it exited.
fn start_driver() -> Option<(Child, u16)> {
    let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn();
    let mut driver = driver.unwrap_or_else(|error| {
        panic!("no browser: `chromedriver` cannot be run ({error}); Debian has it in the packages chromium and chromium-driver")
    });
    let lines = driver.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines);
    let mut lines = lines.map_while(Result::ok);
    let port = lines.find_map(|line| line.split_once(STARTED)?.1.trim_end_matches('.').parse().ok());
    let Some(port) = port else {
        let _ = driver.kill();
        let _ = driver.wait();
        return None;
    };
    // Drains the pipe, so that ChromeDriver cannot block on it.
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

// The command `uri serve`, or the page without it.

/// Returns the folder with the page as files, if the environment names one. Otherwise `uri serve` is tested.
pub fn site() -> Option<PathBuf> {
    env::var_os("URI_SITE").map(PathBuf::from)
}

/// A server on a port of its own.
pub struct Server {
    child: Child,
    /// The address that the server prints.
    pub address: String,
}

impl Server {
    /// Starts `uri serve --port 0` with these arguments. Without `--time`, sets a time limit that is long
    /// enough for a busy machine.
    ///
    /// # Panics
    ///
    /// If the server prints no address.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(program());
        command.args(["serve", "--port", "0"]).args(arguments).env("URI_CONFIG", "").stdout(Stdio::piped());
        if !arguments.contains(&"--time") {
            command.args(["--time", "20"]);
        }
        let mut child = command.spawn().unwrap_or_else(|error| {
            panic!("`uri` cannot be run ({error}): build it by `cargo build --release`")
        });
        let address = printed_address(&mut child);
        Self { child, address }
    }

    /// Starts a server of the files in a folder. Their address has a path, since the page may be in any folder of a server.
    ///
    /// # Panics
    ///
    /// If the folder is not a folder below another one, or Python is not installed.
    pub fn of_files(folder: &Path) -> Self {
        let (Some(parent), Some(name)) = (folder.parent(), folder.file_name().and_then(OsStr::to_str)) else {
            panic!("{} is not a folder below another one", folder.display());
        };
        let mut command = Command::new("python3");
        command.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]).arg(parent);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.unwrap_or_else(|error| panic!("`python3` cannot be run: {error}"));
        let address = format!("{}{name}/", printed_address(&mut child));
        Self { child, address }
    }

    /// Returns the address of the page without a query.
    pub fn page(&self) -> &str {
        self.address.split('?').next().unwrap_or_default()
    }

    /// Returns the address without path and query.
    pub fn origin(&self) -> &str {
        let end = self.address.match_indices('/').nth(2).map_or(self.address.len(), |(at, _)| at);
        &self.address[..end]
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the first address that the program prints.
fn printed_address(child: &mut Child) -> String {
    let lines = child.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines);
    let mut words = lines
        .map_while(Result::ok)
        .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    let address = words.find_map(|word| {
        let word = word.trim_matches(['(', ')']);
        word.starts_with("http://").then(|| word.to_owned())
    });
    address.unwrap_or_else(|| panic!("the server ended before it printed its address"))
}

/// Returns the program named by the environment, or else the release build, because a debug build is too slow
/// for the page.
fn program() -> PathBuf {
    env::var_os("URI_PROGRAM").map(PathBuf::from).unwrap_or_else(|| {
        let test = env::current_exe().unwrap_or_else(|error| panic!("this test has no path: {error}"));
        let target =
            test.ancestors().nth(3).unwrap_or_else(|| panic!("{} is in no target directory", test.display()));
        target.join("release/uri")
    })
}
