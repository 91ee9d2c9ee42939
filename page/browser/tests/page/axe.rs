//! axe-core, the checker of accessibility, in many states of the page.
//!
//! The environment variable `AXE` names `axe.min.js` of the npm package axe-core, which `.ci/nightly` fetches.

use urigram_browser::{Page, scenario};

const PANELS: [&str; 7] = ["trace", "normalize", "resolve", "compare", "whatwg", "code", "sample"];
const SCHEME: &str = "\"+\" | \"-\" | \".\"";

/// Injects axe-core, and asserts that it finds no violation.
async fn check(page: &Page, state: &str) {
    page.until("all is answered", "return document.querySelector('[data-stale]') === null").await;
    let script = std::fs::read_to_string(std::env::var("AXE").expect("AXE names axe.min.js")).unwrap();
    page.run(&script, Vec::new()).await;
    let run = "return (await axe.run(document)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 120))])";
    assert_eq!(page.run(run, Vec::new()).await, serde_json::json!([]), "{state}");
}

async fn unfold_all(page: &Page) {
    for panel in PANELS {
        page.unfold(panel).await;
        page.panel(panel).await;
    }
}

/// Checks the page with each of these references.
async fn check_references(page: &Page, state: &str) {
    for reference in ["http://user:pw@EXAMPLE.com:80/a/../b", "http://exa mple.com/%zz", "../g?y#s", ""] {
        page.type_into("#reference", reference).await;
        check(page, &format!("{state}: {reference:?}")).await;
    }
}

#[test]
#[ignore = "needs axe-core"]
fn at_first_in_each_theme() {
    scenario(&[], async |page, _| {
        for theme in ["auto", "light", "dark"] {
            page.shows("#panel-prove .status", "proved for all").await;
            check(page, theme).await;
            page.click("#theme").await;
        }
        page.force_colors().await;
        check(page, "forced colours").await;
    });
}

#[test]
#[ignore = "needs axe-core"]
fn every_panel_open() {
    scenario(&[], async |page, _| {
        unfold_all(page).await;
        check_references(page, "light").await;
        page.click("#theme").await;
        page.click("#theme").await;
        check_references(page, "dark").await;
        page.resize(360, 800).await;
        check_references(page, "on a phone").await;
    });
}

#[test]
#[ignore = "needs axe-core"]
fn a_grammar_that_is_edited() {
    scenario(&[], async |page, _| {
        page.edit_grammar(SCHEME, "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.shows("#panel-prove .status", "fails").await;
        check(page, "edited").await;
        page.edit_grammar("\"_\" |", "|").await;
        page.shows("#verdict", "These are the last answers").await;
        check(page, "half-typed").await;
        page.click("#reset").await;
        page.run("const field = document.getElementById('grammar'); field.focus(); field.setSelectionRange(field.value.length, field.value.length); document.execCommand('insertText', false, '\\nmine = { path_ab')", Vec::new()).await;
        page.press("e").await;
        page.shows("#completions", "path_abempty").await;
        check(page, "names of rules").await;
    });
}

#[test]
#[ignore = "needs axe-core"]
fn strings_to_keep() {
    scenario(&[], async |page, _| {
        page.click("#keep").await;
        page.shows("#panel-keep .status", "1 of 1 holds").await;
        page.edit_grammar(SCHEME, "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.shows("#panel-diff", "accepts more").await;
        page.run("document.querySelector('#panel-diff .plus').click()", Vec::new()).await;
        page.shows("#panel-keep .status", "1 of 2 hold").await;
        for theme in ["auto", "light", "dark"] {
            check(page, theme).await;
            page.click("#theme").await;
        }
    });
}

#[test]
#[ignore = "needs axe-core"]
fn links_and_files() {
    scenario(&[], async |page, server| {
        page.go(&format!("{}#1.this-is-no-state", server.page())).await;
        page.shows("#page-notice", "damaged").await;
        check(page, "a broken link").await;
    });
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("mine.pest");
    std::fs::write(&path, "scheme = @{ ALPHA+ }").unwrap();
    scenario(&[path.to_str().unwrap(), "--write", "--watch"], async |page, _| {
        page.edit_grammar("+", "*").await;
        page.shows("#panel-prove .status", "fails").await;
        check(page, "a file with an edit").await;
    });
}

#[test]
#[ignore = "needs axe-core"]
fn help() {
    scenario(&[], async |page, _| {
        page.click("#help-open").await;
        page.until("it is open", "return document.getElementById('help').open").await;
        check(page, "help").await;
        page.click("#tab-notation").await;
        check(page, "the notation").await;
        page.click("#help-close").await;
        page.click("#grammar-title label").await;
        page.shows("#explained", "scheme: the rule").await;
        check(page, "an explanation").await;
        page.resize(360, 800).await;
        page.click("#notation-open").await;
        page.until("it is open", "return document.getElementById('help').open").await;
        check(page, "the notation on a phone").await;
    });
}

#[test]
#[ignore = "needs axe-core"]
fn another_language() {
    scenario(&[], async |page, _| {
        page.choose("#example", "example json.pest").await;
        page.shows("#verdict", "Matches").await;
        check(page, "JSON").await;
        page.type_into("#reference", "[1, ").await;
        page.shows("#verdict", "Expected").await;
        check(page, "JSON with a fault").await;
        page.choose("#example", "example email.pest").await;
        page.shows("#verdict", "Matches").await;
        check(page, "e-mail").await;
    });
}

#[test]
#[ignore = "needs axe-core"]
fn a_step_in_the_grammar() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "//1.2.3.4.example").await;
        page.unfold("trace").await;
        page.panel("trace").await;
        for theme in ["auto", "light", "dark"] {
            page.click("#step-failed").await;
            page.until("a step is lit", "return document.querySelector('.railroad .at-step') !== null").await;
            check(page, theme).await;
            page.click("#theme").await;
        }
    });
}
