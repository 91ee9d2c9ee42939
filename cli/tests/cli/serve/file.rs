//! The grammar that the server was started with: shown, watched and saved.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;

use rstest::rstest;
use serde_json::{Value, json};

use super::Page;
use crate::serve::{Request, Response};

const TEXT: &str = "a = { \"x\" }\n";

/// Returns the request that saves a text, with the token from the address.
fn save(page: &Page, text: &str, saved: &Value) -> Request {
    let token = page.address.split_once("?token=").map_or("none", |(_, token)| token);
    let body = json!({ "text": text, "saved": saved }).to_string();
    Request::post(page.port, "/save", body).header("X-Urigram-Token", token)
}

fn shown(page: &Page) -> Value {
    page.get("/state").json()["file"].clone()
}

fn on_disk(page: &Page) -> String {
    fs::read_to_string(page.folder.join("my.pest")).unwrap()
}

/// The events of a watched file.
struct Events {
    lines: BufReader<TcpStream>,
    /// The id of the last event, which a browser sends when it reconnects.
    id: String,
}

impl Events {
    fn of(page: &Page, last: Option<&str>) -> Self {
        let mut request = Request::get(page.port, "/events");
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        let mut events = Self { lines: BufReader::new(request.open(page.port)), id: String::new() };
        // The server subscribes to changes before it sends anything, which is first a comment.
        while !events.line().is_empty() {}
        let (_length, comment) = (events.line(), events.line());
        assert_eq!(comment, ":");
        if let Some(id) = events.line().strip_prefix("id: ") {
            events.id = id.to_owned();
        }
        events
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Waits for the next event, and returns its kind and data.
    fn next(&mut self) -> (String, Value) {
        // Without events, the server sends a comment every fifteen seconds.
        let mut nothing = 0;
        let mut of = |prefix: &str| loop {
            let line = self.line();
            nothing += i32::from(line == ":");
            assert!(nothing < 4, "there is no event");
            if let Some(value) = line.strip_prefix(prefix) {
                return value.to_owned();
            }
        };
        let (kind, data) = (of("event: "), of("data: "));
        (kind, serde_json::from_str(&data).unwrap())
    }

    fn next_text(&mut self) -> String {
        let (kind, file) = self.next();
        assert_eq!((kind.as_str(), &file["name"]), ("file", &json!("my.pest")), "{file}");
        file["text"].as_str().unwrap().to_owned()
    }
}

#[test]
fn is_shown_as_it_is() {
    let page = Page::with(&[], &[("my.pest", TEXT)]);
    let file = shown(&page);
    assert_eq!(
        (&file["name"], &file["text"], &file["writable"]),
        (&json!("my.pest"), &json!(TEXT), &json!(false))
    );
    fs::write(page.folder.join("my.pest"), "b = { \"y\" }").unwrap();
    let later = shown(&page);
    assert_eq!(later["text"], "b = { \"y\" }");
    assert_ne!(later["saved"], file["saved"]);
    assert_eq!(Page::new().get("/state").json()["file"], Value::Null);
}

#[test]
fn is_watched() {
    let page = Page::with(&["--watch"], &[("my.pest", TEXT)]);
    let path = page.folder.join("my.pest");
    let mut events = Events::of(&page, None);
    fs::write(&path, "b = { \"y\" }").unwrap();
    assert_eq!(events.next_text(), "b = { \"y\" }");
    // A change directly after the previous one, to a text of the same length.
    fs::write(&path, "c = { \"y\" }").unwrap();
    assert_eq!(events.next_text(), "c = { \"y\" }");
    // A change that keeps the modification time, as on file systems that store only seconds.
    let changed = fs::metadata(&path).unwrap().modified().unwrap();
    fs::write(page.folder.join("new"), "C = { \"y\" }").unwrap();
    let new = fs::File::options().write(true).open(page.folder.join("new")).unwrap();
    new.set_modified(changed).unwrap();
    fs::rename(page.folder.join("new"), &path).unwrap();
    assert_eq!(events.next_text(), "C = { \"y\" }");
    // Some editors write a new file and rename it.
    fs::write(page.folder.join("new"), "d = { \"y\" }").unwrap();
    fs::rename(page.folder.join("new"), &path).unwrap();
    assert_eq!(events.next_text(), "d = { \"y\" }");
    fs::remove_file(&path).unwrap();
    let (kind, data) = events.next();
    assert_eq!(kind, "trouble", "{data}");
    assert!(data["error"].as_str().unwrap().contains("No such file"), "{data}");
    assert_eq!(shown(&page)["text"], "d = { \"y\" }");
    fs::write(&path, TEXT).unwrap();
    assert_eq!(events.next_text(), TEXT);
    fs::write(&path, b"\xFF").unwrap();
    assert_eq!(events.next(), ("trouble".to_owned(), json!({ "error": "not UTF-8" })));
}

#[test]
fn what_a_browser_has_missed_is_sent_again() {
    let page = Page::with(&["--watch"], &[("my.pest", TEXT)]);
    let saved = shown(&page)["saved"].as_str().unwrap().to_owned();
    assert_eq!(Events::of(&page, Some("0")).next_text(), TEXT);
    let mut up_to_date = Events::of(&page, Some(&saved));
    fs::write(page.folder.join("my.pest"), "b = { \"y\" }").unwrap();
    assert_eq!(up_to_date.next_text(), "b = { \"y\" }");
}

#[test]
fn what_is_missed_before_the_first_event_is_sent_again() {
    let page = Page::with(&["--watch"], &[("my.pest", TEXT)]);
    let first = Events::of(&page, None).id;
    assert_eq!(first, shown(&page)["saved"].as_str().unwrap());
    fs::write(page.folder.join("my.pest"), "b = { \"y\" }").unwrap();
    assert_eq!(Events::of(&page, Some(&first)).next_text(), "b = { \"y\" }");
}

#[test]
fn without_watching_there_are_no_events() {
    let page = Page::with(&[], &[("my.pest", TEXT)]);
    assert_eq!(page.get("/events").status, 204);
}

#[test]
fn is_saved() {
    let page = Page::with(&["--write", "--watch"], &[("my.pest", TEXT)]);
    let mut events = Events::of(&page, None);
    let file = shown(&page);
    assert_eq!(file["writable"], true);
    let response = save(&page, "é = 1\r\n", &file["saved"]).send(page.port);
    assert_eq!(response.status, 200, "{}", response.text());
    assert_eq!(on_disk(&page), "é = 1\r\n");
    assert_eq!(response.json()["saved"], shown(&page)["saved"]);
    assert_eq!(events.next_text(), "é = 1\r\n");
    let again = save(&page, TEXT, &response.json()["saved"]).send(page.port);
    assert_eq!((again.status, on_disk(&page).as_str()), (200, TEXT));
    let names =
        fs::read_dir(&page.folder).unwrap().map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn a_change_is_not_overwritten() {
    let page = Page::with(&["--write"], &[("my.pest", TEXT)]);
    let before = shown(&page)["saved"].clone();
    fs::write(page.folder.join("my.pest"), "mine").unwrap();
    assert_eq!(save(&page, "its", &before).send(page.port).status, 409);
    assert_eq!(on_disk(&page), "mine");
    fs::remove_file(page.folder.join("my.pest")).unwrap();
    assert_eq!(save(&page, "its", &before).send(page.port).status, 409);
    assert!(!page.folder.join("my.pest").exists());
}

#[rstest]
#[case::not_started_so(&[], None, 403)]
#[case::none(&["--write"], Some(""), 403)]
#[case::wrong(&["--write"], Some("00000000000000000000000000000000"), 403)]
#[case::longer(&["--write"], Some("000000000000000000000000000000000"), 403)]
#[case::right(&["--write"], None, 200)]
fn a_token_is_needed(#[case] options: &[&str], #[case] token: Option<&str>, #[case] status: u16) {
    let page = Page::with(options, &[("my.pest", TEXT)]);
    assert_eq!(page.address.contains("/?token="), !options.is_empty());
    let mut request = save(&page, "new", &shown(&page)["saved"]);
    if let Some(token) = token {
        request = request.header("X-Urigram-Token", token);
    }
    assert_eq!(request.send(page.port).status, status);
    assert_eq!(on_disk(&page), if status == 200 { "new" } else { TEXT });
    assert_ne!(Page::with(options, &[("my.pest", TEXT)]).address, page.address);
}

#[rstest]
#[case::no_json("x", 400)]
#[case::unknown(r#"{"text": "", "saved": "", "path": "/etc/passwd"}"#, 400)]
#[case::no_text(r#"{"saved": ""}"#, 400)]
#[case::long(&json!({ "text": "x".repeat((1 << 20) + 1), "saved": "" }).to_string(), 413)]
#[case::longer(&json!({ "text": "x".repeat(4 << 20), "saved": "" }).to_string(), 413)]
fn a_bad_body_is_refused(#[case] body: &str, #[case] status: u16) {
    let page = Page::with(&["--write"], &[("my.pest", TEXT)]);
    let token = page.address.split_once("?token=").unwrap().1;
    let request = Request::post(page.port, "/save", body).header("X-Urigram-Token", token);
    assert_eq!(Response::read(request.open(page.port)).status, status);
    assert_eq!(on_disk(&page), TEXT);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let page = Page::with(&["--write"], &[("my.pest", TEXT)]);
    let (path, elsewhere) = (page.folder.join("my.pest"), page.folder.join("elsewhere.pest"));
    drop(page);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&elsewhere, TEXT).unwrap();
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&elsewhere, &path).unwrap();
    let page = Page::with(&["--write", path.to_str().unwrap()], &[]);
    assert_eq!(shown(&page)["name"], "my.pest");
    assert_eq!(save(&page, "new", &shown(&page)["saved"]).send(page.port).status, 200);
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "new");
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    assert_eq!(fs::metadata(&elsewhere).unwrap().permissions().mode() & 0o777, 0o640);
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

/// The permissions of the folder would allow replacing the file.
#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_is_not_saved() {
    use std::os::unix::fs::PermissionsExt;

    let folder = super::new_folder();
    let path = folder.join("my.pest");
    let set = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    fs::write(&path, TEXT).unwrap();
    set(0o444);
    let mut page = Page::start(folder, &["--write", "my.pest"], &[]);
    let file = shown(&page);
    assert_eq!(file["writable"], false);
    assert_eq!(save(&page, "new", &file["saved"]).send(page.port).status, 403);
    assert_eq!(on_disk(&page), TEXT);
    set(0o644);
    assert_eq!(shown(&page)["writable"], true);
    assert_eq!(save(&page, "new", &file["saved"]).send(page.port).status, 200);
    assert_eq!(page.stderr(), "uri: the page cannot save the file: it or its folder is read-only\n");
}
