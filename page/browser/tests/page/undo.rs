//! The one history of texts, rule and example.

use urigram_browser::{Page, scenario};

const UNDO: &str = "\u{E009}z\u{E000}";
const REDO: &str = "\u{E009}\u{E008}z\u{E000}";

/// Waits until the page has this grammar, rule and reference, and the reference matches.
async fn is_at(page: &Page, name: &str, rule: &str, reference: &str) {
    let script = format!(
        "const value = (id) => document.getElementById(id).value;
        return document.getElementById('grammar-name').textContent === '{name}' && value('rule') === '{rule}' && value('reference') === '{reference}'"
    );
    page.until(&format!("{name} matches {reference} by {rule}"), &script).await;
    page.shows("#verdict", &format!("Matches {rule}")).await;
}

const FIRST: &str = "http://user@Example.com:80/over/../there?name=ferret#nose";

#[test]
fn an_example_is_undone_and_redone_as_a_whole() {
    scenario(&[], async |page, _| {
        is_at(page, "uri.pest", "URI_reference", FIRST).await;
        page.choose("#example", "example json.pest").await;
        page.shows("#verdict", "Matches JSON_text").await;
        let json = page.value("#reference").await;
        page.run("document.getElementById('grammar').focus()", Vec::new()).await;
        page.press(UNDO).await;
        is_at(page, "uri.pest", "URI_reference", FIRST).await;
        assert_eq!(page.value("#example").await, "builtin");
        page.shows("#panel-prove .status", "proved for all").await;
        page.press(REDO).await;
        is_at(page, "json.pest", "JSON_text", &json).await;
        page.client().back().await.unwrap();
        is_at(page, "uri.pest", "URI_reference", FIRST).await;
        page.client().forward().await.unwrap();
        is_at(page, "json.pest", "JSON_text", &json).await;
    });
}

#[test]
fn a_string_that_was_tried_is_undone_with_its_rule() {
    scenario(&[], async |page, _| {
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.type_into("#reference", "a:b").await;
        page.click_button("#panel-diff", "a_").await;
        is_at(page, "uri.pest, edited", "scheme", "a_").await;
        page.press(UNDO).await;
        is_at(page, "uri.pest, edited", "URI_reference", "a:b").await;
        page.press(REDO).await;
        is_at(page, "uri.pest, edited", "scheme", "a_").await;
        page.click("#return").await;
        is_at(page, "uri.pest, edited", "URI_reference", "a:b").await;
        let shown = "return document.getElementById('return') === null";
        assert_eq!(page.run(shown, Vec::new()).await, true);
        // Back to the edit of the grammar, and before it.
        page.press(&UNDO.repeat(2)).await;
        is_at(page, "uri.pest, edited", "URI_reference", "a:b").await;
        page.press(UNDO).await;
        is_at(page, "uri.pest, edited", "URI_reference", FIRST).await;
        page.press(UNDO).await;
        is_at(page, "uri.pest", "URI_reference", FIRST).await;
        page.press(&REDO.repeat(2)).await;
        is_at(page, "uri.pest, edited", "URI_reference", "a:b").await;
    });
}

/// Keys that follow one another are one step, and the browser's Back takes it back.
#[test]
fn back_stays_on_the_page() {
    scenario(&[], async |page, server| {
        page.type_into("#reference", "urn:example:a").await;
        page.shows("#verdict", "Matches").await;
        page.client().back().await.unwrap();
        is_at(page, "uri.pest", "URI_reference", FIRST).await;
        assert!(page.address().await.starts_with(server.origin()));
        page.client().forward().await.unwrap();
        is_at(page, "uri.pest", "URI_reference", "urn:example:a").await;
    });
}

/// More steps than a browser keeps.
#[test]
#[ignore = "another scenario uses the same part of the page"]
fn many_steps_are_undone() {
    scenario(&[], async |page, _| {
        let set = "const { set } = await import('./state.js'); for (let n = 0; n < 80; n += 1) { set({ input: `a:${n}` }); await new Promise((done) => setTimeout(done, 60)) }";
        page.run(set, Vec::new()).await;
        page.run("document.getElementById('reference').focus()", Vec::new()).await;
        for _ in 0..80 {
            page.press(UNDO).await;
        }
        is_at(page, "uri.pest", "URI_reference", FIRST).await;
        page.press(REDO).await;
        is_at(page, "uri.pest", "URI_reference", "a:0").await;
    });
}
