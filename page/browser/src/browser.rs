//! Chromium without a window, driven by ChromeDriver.

use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::process::{Child, Command, Stdio};

use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use futures_util::FutureExt;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Builder;

use crate::page::Page;
use crate::server::Server;

/// The width and height of a window on a desk.
pub const WIDE: (u32, u32) = (1440, 1000);

/// ChromeDriver says on a line where it listens.
const STARTED: &str = "started successfully on port ";

/// A browser that has started.
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
    /// If it is not installed, with what to install.
    pub fn start() -> Self {
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn();
        let mut driver = driver.unwrap_or_else(|error| {
            panic!("no browser: `chromedriver` cannot be run ({error}); Debian has it in the packages chromium and chromium-driver")
        });
        let lines = driver.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines);
        let mut lines = lines.map_while(Result::ok);
        let port = lines.find_map(|line| line.split_once(STARTED)?.1.trim_end_matches('.').parse().ok());
        let port =
            port.unwrap_or_else(|| panic!("ChromeDriver ended before it said on which port it listens"));
        // Nobody reads what else it says.
        std::thread::spawn(move || lines.for_each(drop));
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

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

// What the browser notes: messages of the console, and requests.

/// The question for a log, which only ChromeDriver answers.
#[derive(Debug)]
struct Log(&'static str);

impl WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": self.0 }).to_string()))
    }
}

/// Returns the messages of the console since the last question.
pub(crate) async fn console(client: &Client) -> Result<Vec<String>, CmdError> {
    Ok(entries(client, "browser").await?.iter().map(|entry| entry["message"].to_string()).collect())
}

/// Returns the addresses that were asked for since the last question.
pub(crate) async fn requests(client: &Client) -> Result<Vec<String>, CmdError> {
    let entries = entries(client, "performance").await?;
    let messages =
        entries.iter().filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok());
    let sent = messages.filter(|message| message["message"]["method"] == "Network.requestWillBeSent");
    Ok(sent
        .filter_map(|message| Some(message["message"]["params"]["request"]["url"].as_str()?.to_owned()))
        .collect())
}

async fn entries(client: &Client, log: &'static str) -> Result<Vec<Value>, CmdError> {
    match client.issue_cmd(Log(log)).await? {
        Value::Array(entries) => Ok(entries),
        other => panic!("a log of the browser is a list, not {other}"),
    }
}

// One test, in a browser of its own.

/// Opens the page of `uri serve` with these arguments, lets `test` use it, and asserts that the page has noted nothing
/// in the console and asked nobody else.
///
/// # Panics
///
/// If `test` does, or if there is no browser.
pub fn scenario(arguments: &[&str], test: impl AsyncFnOnce(&mut Page, &Server)) {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|error| panic!("no runtime: {error}"));
    runtime.block_on(async {
        let (browser, server) = (Browser::start(), Server::start(arguments));
        let client = browser.open(WIDE).await;
        let window = client.clone();
        // Chromium outlives ChromeDriver if its window is not closed.
        let ended = AssertUnwindSafe(async {
            let mut page = Page::open(client, &server.address, server.origin()).await;
            test(&mut page, &server).await;
            page.is_clean().await;
        });
        let ended = ended.catch_unwind().await;
        let _ = window.close().await;
        ended.unwrap_or_else(|panic| resume_unwind(panic));
    });
}
