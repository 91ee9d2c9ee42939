//! A page from a user's point of view: typing, clicking and reading.

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::runtime::Builder;

use crate::browser::{Browser, Server, WIDE, site};

/// The time limit for anything to appear, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(20);

/// A page in a window.
pub struct Page {
    client: Client,
    /// The address of the server, the only one that may receive requests.
    origin: String,
    /// The requests in the browser's log so far.
    requests: Vec<String>,
    /// The script that returns whether the page is ready for a user.
    ready: &'static str,
}

/// The page of `uri serve` has answered.
const ANSWERED: &str = "return document.querySelector('#panel-parse')?.dataset.answered !== undefined";
/// All scripts of the page have run, the first time.
const LOADED: &str = "return document.readyState === 'complete'";

impl Page {
    /// Opens the address, and waits until the page is ready.
    async fn open(client: Client, address: &str, origin: &str, ready: &'static str) -> Self {
        let mut page = Self { client, origin: origin.to_owned(), requests: Vec::new(), ready };
        page.go(address).await;
        page
    }

    /// Goes to another address, and waits until the page is ready.
    pub async fn go(&mut self, address: &str) {
        // An address that differs only in its fragment would not reload the page.
        ok(self.client.goto("about:blank").await);
        ok(self.client.goto(address).await);
        self.until("the page is ready", self.ready).await;
    }

    /// Runs a script, and returns its result.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        ok(self.client.execute(script, arguments).await)
    }

    /// Waits until the script returns a truthy value, and returns the value.
    pub async fn until(&self, what: &str, script: &str) -> Value {
        self.until_with(what, script, Vec::new()).await
    }

    async fn until_with(&self, what: &str, script: &str, arguments: Vec<Value>) -> Value {
        let since = Instant::now();
        loop {
            let value = self.run(script, arguments.clone()).await;
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return value;
            }
            if since.elapsed() > PATIENCE {
                let text = self.text("body").await;
                panic!("waited in vain until {what}; the page shows:\n{text}");
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Waits until the element with this selector shows the text.
    pub async fn shows(&self, selector: &str, text: &str) {
        let script = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1]) ?? false";
        self.until_with(&format!("{selector} shows {text:?}"), script, vec![json!(selector), json!(text)])
            .await;
    }

    /// Waits until the panel shows the answer to the last request, and returns its text.
    pub async fn panel(&self, name: &str) -> String {
        let script =
            "const { asked, answered, stale } = document.querySelector(`[data-panel=\"${arguments[0]}\"]`).dataset;
            return asked !== undefined && asked === answered && stale === undefined";
        self.until_with(&format!("the panel {name} answers"), script, vec![json!(name)]).await;
        self.text(&format!("[data-panel=\"{name}\"]")).await
    }

    /// Opens a panel.
    pub async fn unfold(&self, name: &str) {
        self.click(&format!("#panel-{name} > summary")).await;
    }

    /// Returns the text that the element shows.
    pub async fn text(&self, selector: &str) -> String {
        ok(self.find(selector).await.text().await)
    }

    /// Returns the value of a field.
    pub async fn value(&self, selector: &str) -> String {
        let value =
            self.run("return document.querySelector(arguments[0]).value", vec![json!(selector)]).await;
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Replaces the text of a field by typing.
    pub async fn type_into(&self, selector: &str, text: &str) {
        let field = self.find(selector).await;
        ok(field.click().await);
        self.press(&format!("{}a{}", char::from(Key::Control), char::from(Key::Null))).await;
        ok(field.send_keys(&format!("{}{text}", char::from(Key::Delete))).await);
    }

    /// Replaces the reference at once, as pasting does.
    pub async fn paste(&self, text: &str) {
        let script = "const field = document.getElementById('reference');
            field.focus(); field.select(); document.execCommand('insertText', false, arguments[0])";
        self.run(script, vec![json!(text)]).await;
    }

    /// Presses keys in the element that has the focus.
    pub async fn press(&self, keys: &str) {
        ok(ok(self.client.active_element().await).send_keys(keys).await);
    }

    /// Replaces a part of the grammar, as an edit by the user does.
    pub async fn edit_grammar(&self, old: &str, new: &str) {
        let script =
            "const field = document.getElementById('grammar'), at = field.value.indexOf(arguments[0]);
            if (at < 0) return false;
            field.focus();
            field.setSelectionRange(at, at + arguments[0].length);
            document.execCommand(arguments[1] === '' ? 'delete' : 'insertText', false, arguments[1]);
            return true";
        let was_there = self.run(script, vec![json!(old), json!(new)]).await;
        assert_eq!(was_there, json!(true), "the grammar has no {old:?}");
    }

    /// Replaces the whole grammar.
    pub async fn replace_grammar(&self, text: &str) {
        let script = "const field = document.getElementById('grammar');
            field.focus(); field.select(); document.execCommand('insertText', false, arguments[0])";
        self.run(script, vec![json!(text)]).await;
    }

    /// Selects the option with this value in a list.
    pub async fn choose(&self, selector: &str, value: &str) {
        ok(self.find(selector).await.select_by_value(value).await);
    }

    /// Clicks the element. Retries if the element is redrawn meanwhile.
    pub async fn click(&self, selector: &str) {
        let mut clicked = self.find(selector).await.click().await;
        while matches!(&clicked, Err(error) if error.is_stale_element_reference()) {
            clicked = self.find(selector).await.click().await;
        }
        ok(clicked);
    }

    /// Clicks the first button with this text in the element.
    pub async fn click_button(&self, within: &str, text: &str) {
        let script = "const button = [...document.querySelectorAll(`${arguments[0]} button`)].find((one) => one.innerText.includes(arguments[1]));
            button?.click();
            return button !== undefined";
        self.until_with(&format!("{within} has a button {text:?}"), script, vec![json!(within), json!(text)])
            .await;
    }

    /// Moves the mouse over the element.
    pub async fn hover(&self, selector: &str) {
        let element = self.find(selector).await;
        let over = PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        ok(self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(over)).await);
    }

    /// Moves the mouse to a place in the window.
    pub async fn point(&self, x: i64, y: i64) {
        let to = PointerAction::MoveTo { duration: None, x: x as f64, y: y as f64 };
        ok(self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(to)).await);
    }

    /// Returns the address.
    pub async fn address(&self) -> String {
        ok(self.client.current_url().await).to_string()
    }

    /// Returns a screenshot of the window, as PNG.
    pub async fn picture(&self) -> Vec<u8> {
        ok(self.client.screenshot().await)
    }

    /// Resizes the window.
    pub async fn resize(&self, width: u32, height: u32) {
        ok(self.client.set_window_size(width, height).await);
    }

    /// Has the page shown in the few colours that the user has chosen, as for high contrast.
    pub async fn force_colors(&self) {
        let features = json!([{ "name": "forced-colors", "value": "active" }]);
        let parameters = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": features } });
        ok(self.client.issue_cmd(Command("goog/cdp/execute", parameters)).await);
    }

    /// Returns the client of the window, for other operations.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Clears the console. Asserts that it contained only the browser's own messages about refused requests.
    pub async fn forget_refusals(&self) {
        let others = |message: &String| !message.contains("the server responded with a status of 4");
        let others: Vec<String> = ok(console(&self.client).await).into_iter().filter(others).collect();
        assert_eq!(others, [""; 0], "messages in the console");
    }

    /// Asserts that the console is empty, and that only the server received requests.
    pub async fn is_clean(&mut self) {
        assert_eq!(ok(console(&self.client).await), [""; 0], "messages in the console");
        self.requests.extend(ok(requests(&self.client).await));
        // Requests for the browser's own resources, such as the page of a new tab, stay in the browser.
        let within = ["about:", "blob:", "chrome:", "chrome-untrusted:", "data:", &self.origin];
        let is_own = |request: &&String| within.iter().any(|own| request.starts_with(own));
        let others: Vec<&String> = self.requests.iter().filter(|request| !is_own(request)).collect();
        assert!(others.is_empty(), "asked elsewhere: {others:?}");
    }

    /// Takes the network away from the page, or gives it back.
    pub async fn go_offline(&self, offline: bool) {
        let conditions = json!({ "network_conditions": {
            "offline": offline, "latency": 0, "download_throughput": -1, "upload_throughput": -1,
        } });
        ok(self.client.issue_cmd(Command("chromium/network_conditions", conditions)).await);
    }

    /// Closes the window.
    pub async fn close(self) {
        ok(self.client.close().await);
    }

    async fn find(&self, selector: &str) -> Element {
        let found = self.client.find(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("there is no {selector}: {error}"))
    }
}

fn ok<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("the browser: {error}"))
}

// Extensions of ChromeDriver, and logs of the browser: console messages and requests.

/// A command that is an extension of ChromeDriver: its path, and its parameters.
#[derive(Debug)]
struct Command(&'static str, Value);

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.0))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.1.to_string()))
    }
}

/// Returns the console messages since the last call.
pub(crate) async fn console(client: &Client) -> Result<Vec<String>, CmdError> {
    let entries = entries(client, "browser").await?;
    Ok(entries.iter().map(|entry| entry["message"].to_string()).collect())
}

/// Returns the addresses of the requests since the last call.
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
    match client.issue_cmd(Command("se/log", json!({ "type": log }))).await? {
        Value::Array(entries) => Ok(entries),
        other => panic!("a log of the browser is a list, not {other}"),
    }
}

/// Runs `test` on the page of `uri serve` with these arguments, and asserts that the page logs nothing to the
/// console and sends no request to another server. Without a server, does nothing if the arguments name a file.
///
/// # Panics
///
/// If `test` panics, or no browser is available.
pub fn scenario(arguments: &[&str], test: impl AsyncFnOnce(&mut Page, &Server)) {
    match site() {
        Some(_) if arguments.iter().any(|argument| argument.starts_with('/')) => {}
        Some(folder) => run(&Server::of_files(&folder), "", ANSWERED, test),
        None => run(&Server::start(arguments), "", ANSWERED, test),
    }
}

/// Runs `test` on a page in a file of the folder, and asserts the same.
///
/// # Panics
///
/// If `test` panics, or no browser is available.
pub fn scenario_of_file(folder: &Path, file: &str, test: impl AsyncFnOnce(&mut Page)) {
    run(&Server::of_files(folder), file, LOADED, async |page, _| test(page).await);
}

fn run(server: &Server, file: &str, ready: &'static str, test: impl AsyncFnOnce(&mut Page, &Server)) {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|error| panic!("no runtime: {error}"));
    runtime.block_on(async {
        let browser = Browser::start();
        let client = browser.open(WIDE).await;
        let window = client.clone();
        // Close the window even after a panic, because Chromium outlives ChromeDriver otherwise.
        let ended = AssertUnwindSafe(async {
            let address = format!("{}{file}", server.address);
            let mut page = Page::open(client, &address, server.origin(), ready).await;
            test(&mut page, server).await;
            page.is_clean().await;
        });
        let ended = ended.catch_unwind().await;
        let _ = window.close().await;
        ended.unwrap_or_else(|panic| resume_unwind(panic));
    });
}
