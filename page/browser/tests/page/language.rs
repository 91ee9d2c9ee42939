//! A grammar of another language than URIs, faults of its texts, and fixes of a grammar.

use fantoccini::key::Key;
use serde_json::json;
use urigram_browser::{Page, scenario};

const OF_URIS: [&str; 7] = ["parse", "validate", "normalize", "resolve", "compare", "whatwg", "prove"];

/// Returns the panels of these that are displayed.
async fn displayed(page: &Page) -> Vec<&'static str> {
    let script =
        "return arguments[0].map((name) => document.getElementById(`panel-${name}`).offsetParent !== null)";
    let shown = page.run(script, vec![json!(OF_URIS)]).await;
    let shown = shown.as_array().unwrap().iter().map(|shown| shown.as_bool().unwrap());
    OF_URIS.into_iter().zip(shown).filter(|(_, shown)| *shown).map(|(name, _)| name).collect()
}

/// The text of an example is fetched.
async fn choose_json(page: &Page) {
    page.choose("#example", "example json.pest").await;
    page.shows("#grammar-name", "json.pest").await;
    page.panel("parse").await;
}

async fn is_of_json(page: &Page) {
    page.until(
        "the text is called so",
        "return document.querySelector('label[for=reference]').textContent === 'Text'",
    )
    .await;
    assert_eq!(displayed(page).await, [""; 0]);
}

async fn is_of_uris(page: &Page) {
    page.until(
        "the text is called a reference",
        "return document.querySelector('label[for=reference]').textContent === 'Reference'",
    )
    .await;
    assert_eq!(displayed(page).await, OF_URIS);
}

#[test]
fn the_page_is_about_the_language_of_the_grammar() {
    scenario(&[], async |page, _| {
        is_of_uris(page).await;
        page.unfold("normalize").await;
        page.panel("normalize").await;
        choose_json(page).await;
        is_of_json(page).await;
        let names = "return [document.getElementById('reference').placeholder, document.getElementById('rule').ariaLabel,
            document.getElementById('skip-reference').textContent]";
        let expected = json!(["Type a text", "Rule that the text must match", "Skip to the text"]);
        assert_eq!(page.run(names, Vec::new()).await, expected);
        page.click("#help-open").await;
        page.shows("#help .keys", "to the text").await;
        page.click("#help-close").await;
        let sections = "return [...document.querySelectorAll('.about cite')].filter((cite) => cite.offsetParent !== null).length";
        assert_eq!(page.run(sections, Vec::new()).await, json!(0));

        page.choose("#example", "builtin").await;
        is_of_uris(page).await;
        page.shows("#panel-normalize .status", "").await;
        let open = "return [...document.querySelectorAll('details.panel[open]')].map(({ dataset }) => dataset.panel)";
        let open = page.run(open, Vec::new()).await;
        assert!(open.as_array().unwrap().contains(&json!("normalize")), "{open}");
        page.type_into("#reference", "HTTP://a/").await;
        page.shows("#panel-normalize", "http://a/").await;
    });
}

/// The grammar is of no URIs while its rules are renamed, but nothing moves before it has no fault.
#[test]
fn nothing_moves_while_a_grammar_is_edited() {
    scenario(&[], async |page, _| {
        choose_json(page).await;
        is_of_json(page).await;
        page.replace_grammar("scheme = { \"x\"").await;
        page.shows("#messages-status", "error").await;
        is_of_json(page).await;
        page.replace_grammar("other = { \"x\"").await;
        page.shows("#messages-status", "error").await;
        page.choose("#example", "builtin").await;
        is_of_uris(page).await;
        page.replace_grammar("word = { \"x\"").await;
        page.shows("#messages-status", "error").await;
        is_of_uris(page).await;
        page.replace_grammar("word = { \"x\" ~ word? }").await;
        page.shows("label[for=reference]", "Text").await;
        page.shows("#panel-parse .notice", "has no rule URI_reference").await;
        assert_eq!(displayed(page).await, ["parse"], "says which rules there are");
        page.click_button("#panel-parse", "word").await;
        page.shows("#verdict", "Expected word at byte 0").await;
        is_of_json(page).await;
    });
}

#[test]
fn a_fault_leads_to_the_rule_that_was_expected() {
    scenario(&[], async |page, _| {
        choose_json(page).await;
        page.type_into("#reference", "[1, ").await;
        page.shows("#fault", "Expected value at byte 4").await;
        page.shows("#fault", "begins with a digit, \", -, [, {, false, null or true").await;
        page.click_button("#fault", "json.pest:").await;
        let line = "const { value, selectionStart: at } = document.getElementById('grammar');
            return document.activeElement.id === 'grammar' && value.slice(at).startsWith('value = ')";
        page.until("the cursor is at the rule", line).await;
        page.type_into("#reference", "[1 2]").await;
        page.shows("#fault", "Expected ,, ] or white space").await;
    });
}

/// Grammars with a message, and with its fix.
const FIXES: [[&str; 2]; 7] = [
    ["word = { \"x ~ d }\nd = { \"z\" }", "word = { \"x\" ~ d }\nd = { \"z\" }"],
    ["word = { (\"x\" | \"y\" }", "word = { (\"x\" | \"y\") }"],
    ["word = { lettr }\nletter = { \"é\" }", "word = { letter }\nletter = { \"é\" }"],
    ["a = { a ~ \"x\" | \"y\" }", "a = { \"y\" ~ (\"x\")* }"],
    ["// é\na = { \"x\" | \"xy\" }", "// é\na = { \"xy\" | \"x\" }"],
    ["a = { \"x\" | \"y\" | \"x\" }", "a = { \"x\" | \"y\" }"],
    ["a = { \"x\" \"y\" }", "a = { \"x\" ~ \"y\" }"],
];

#[test]
fn a_fix_is_written_by_a_click_and_undone_at_once() {
    scenario(&[], async |page, _| {
        choose_json(page).await;
        for [text, expected] in FIXES {
            page.replace_grammar(text).await;
            page.shows("#panel-check [data-fix]", "").await;
            page.panel("check").await;
            page.click("[data-fix]").await;
            page.shows("#messages-status", "No errors or warnings").await;
            assert_eq!(page.value("#grammar").await, expected);
            let focus = page.run("return document.activeElement.id", Vec::new()).await;
            assert_eq!(focus, json!("grammar"), "{text}");
            page.press(&format!("{}z{}", char::from(Key::Control), char::from(Key::Null))).await;
            page.until("there is a fix again", "return document.querySelector('[data-fix]') !== null").await;
            assert_eq!(page.value("#grammar").await, text);
        }
    });
}
