//! What the browser notes: messages of the console, and requests.

use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, error::CmdError};
use serde_json::{Value, json};

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
