//! A file of one's own.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use urigram_browser::scenario;

const GRAMMAR: &str = "scheme = @{ ALPHA ~ (ALPHA | DIGIT | \"_\")* }\n";

fn file() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine.pest");
    fs::write(&path, GRAMMAR).unwrap();
    (folder, path)
}

#[test]
fn a_file_that_is_saved_elsewhere_is_read_again() {
    let (_folder, path) = file();
    scenario(&[path.to_str().unwrap(), "--watch"], async |page, _| {
        page.shows("#file-name", "mine.pest").await;
        assert_eq!(page.value("#grammar").await, GRAMMAR);
        fs::write(&path, GRAMMAR.replace('_', "~")).unwrap();
        page.until(
            "the new text is there",
            "return document.getElementById('grammar').value.includes('~\"')",
        )
        .await;
        page.shows("#panel-diff", "a~").await;
    });
}

#[test]
fn an_example_is_not_written_to_the_file() {
    let (_folder, path) = file();
    scenario(&[path.to_str().unwrap(), "--write"], async |page, _| {
        page.shows("#file-name", "mine.pest").await;
        page.run("const list = document.getElementById('example'); list.value = [...list.options].find((one) => one.text.includes('JSON')).value; list.dispatchEvent(new Event('change', { bubbles: true }))", Vec::new()).await;
        page.shows("#file-state", "not shown").await;
        page.press(&format!("{}s", char::from(fantoccini::key::Key::Control))).await;
        page.panel("check").await;
    });
    assert_eq!(fs::read_to_string(&path).unwrap(), GRAMMAR);
}

#[test]
fn a_file_is_written_only_if_that_was_asked_for() {
    let (_folder, path) = file();
    scenario(&[path.to_str().unwrap()], async |page, _| {
        page.shows("#file-name", "mine.pest").await;
        page.edit_grammar("\"_\"", "\"!\"").await;
        page.shows("#panel-diff", "a!").await;
        assert_eq!(page.run("return document.getElementById('save').hidden", Vec::new()).await, true);
    });
    assert_eq!(fs::read_to_string(&path).unwrap(), GRAMMAR);

    scenario(&[path.to_str().unwrap(), "--write"], async |page, _| {
        page.shows("#file-name", "mine.pest").await;
        assert!(!page.address().await.contains("token"), "the token is not left in the address bar");
        page.edit_grammar("\"_\"", "\"!\"").await;
        page.click("#save").await;
        page.until("it is saved", "return document.getElementById('save').disabled || document.getElementById('save').hidden || document.getElementById('file-state').innerText.includes('saved')").await;
    });
    assert_eq!(fs::read_to_string(&path).unwrap(), GRAMMAR.replace('_', "!"));
}
