//! The form of the npm package, `js/examples/form.html`, in headless Chromium. Run by
//! `URI_FORM=folder cargo test --package urigram-browser --test form`, with the absolute path of the folder in which
//! `js/test.sh` has installed the package.
//!
//! In: the form. Out: what it shows, and what it submits.
//! Next: none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::env;
use std::path::Path;

use serde_json::json;
use urigram_browser::{Page, scenario_of_file};

const BACKSPACE: &str = "\u{E003}";
const ENTER: &str = "\u{E007}";
const TAB: &str = "\u{E004}";

/// Runs a scenario of the form.
fn form(test: impl AsyncFnOnce(&mut Page)) {
    let folder = env::var_os("URI_FORM").expect("URI_FORM names the folder that js/test.sh makes");
    scenario_of_file(Path::new(&folder), "form.html", async |page| {
        // After the form's own listener has run.
        let script = "document.querySelector('form').addEventListener('submit', (event) => {
            window.isRefused = event.defaultPrevented;
        })";
        page.run(script, Vec::new()).await;
        test(page).await;
    });
}

/// Waits until the form says whether it accepts its text.
async fn is_accepted(page: &Page, is_accepted: bool) {
    let script =
        format!("return document.querySelector('#link').getAttribute('aria-invalid') === '{}'", !is_accepted);
    page.until(&format!("the text is accepted: {is_accepted}"), &script).await;
    if is_accepted {
        shows_nothing(page).await;
    }
}

async fn shows_nothing(page: &Page) {
    let script = "return document.querySelectorAll('#finding > *, #suggestions > *').length";
    assert_eq!(page.run(script, Vec::new()).await, 0);
}

/// Waits until the form is submitted with this text.
async fn is_submitted(page: &Page, text: &str) {
    page.until("it is submitted", "return location.hash === '#added'").await;
    let submitted = page.run("return new URL(location).searchParams.get('link')", Vec::new()).await;
    assert_eq!(submitted, text);
}

/// Waits until the form has refused to be submitted, which moves the focus to the field.
async fn is_not_submitted(page: &Page) {
    page.until("a submission was refused", "return window.isRefused").await;
    let script = "return [location.search, location.hash, document.activeElement.id]";
    assert_eq!(page.run(script, Vec::new()).await, json!(["", "", "link"]));
}

#[test]
fn a_link_is_accepted_and_submitted() {
    form(async |page| {
        let text = "https://example.com/a%20b?c=d#e";
        page.type_into("#link", text).await;
        is_accepted(page, true).await;
        page.click("[type=submit]").await;
        is_submitted(page, text).await;
    });
}

#[test]
fn a_mail_address_is_submitted_without_a_pause() {
    form(async |page| {
        page.type_into("#link", "mailto:a@example.com").await;
        page.press(ENTER).await;
        is_submitted(page, "mailto:a@example.com").await;
    });
}

#[test]
fn a_finding_is_below_the_field_with_its_place_marked() {
    form(async |page| {
        page.type_into("#link", "http://exa mple.com/").await;
        is_accepted(page, false).await;
        assert_eq!(
            page.text("#finding").await,
            "unexpected ' ' in the host.\nhttp://exa mple.com/\nremove the space from the host."
        );
        let marked = "return [...document.querySelectorAll('#finding mark')].map((mark) =>
            [mark.previousSibling.data, mark.textContent, mark.nextSibling.data])";
        assert_eq!(page.run(marked, Vec::new()).await, json!([["http://exa", " ", "mple.com/"]]));
        let is_below = "const [field, finding] = ['#link', '#finding'].map((one) => document.querySelector(one).getBoundingClientRect());
            return finding.top >= field.bottom && finding.left === field.left && finding.height > 0";
        assert_eq!(page.run(is_below, Vec::new()).await, true);
        let described = "return document.querySelector('#link').getAttribute('aria-describedby').split(' ')
            .map((id) => document.getElementById(id).firstElementChild.textContent)";
        let described = page.run(described, Vec::new()).await;
        assert_eq!(described[1], "unexpected ' ' in the host.");
        page.click("[type=submit]").await;
        is_not_submitted(page).await;
    });
}

/// A place that is empty, or a space, is marked as wide as a letter, also after the last letter that fits in a line.
#[test]
fn each_mark_can_be_seen() {
    form(async |page| {
        let narrow = "document.querySelector('#finding').style = 'font-family: monospace; width: 20ch'";
        page.run(narrow, Vec::new()).await;
        for text in ["http://[::1", " http://example.com/", "http://aaaaaaaaaaaaa aaa"] {
            page.type_into("#link", text).await;
            page.shows("#finding pre", text).await;
            let visible = "const [line, mark] = ['pre', 'mark'].map((one) => document.querySelector(one).getBoundingClientRect());
                return Math.min(mark.right, line.right) - mark.left";
            let visible = page.run(visible, Vec::new()).await.as_f64().unwrap();
            assert!(visible > 4.0, "{text}: {visible}");
        }
    });
}

#[test]
fn code_is_without_its_backticks() {
    form(async |page| {
        page.type_into("#link", "http://a/`b").await;
        is_accepted(page, false).await;
        let code = "return [...document.querySelectorAll('#finding code')].map((code) => code.innerText)";
        assert_eq!(page.run(code, Vec::new()).await, json!(["`", "%60"]));
        assert_eq!(
            page.text("#finding").await,
            "unexpected '`' in the path.\nhttp://a/`b\npercent-encode ` as %60."
        );
    });
}

#[test]
fn nothing_is_shown_while_one_types() {
    form(async |page| {
        // Everything that the form has shown, even for a moment.
        let watch = "window.shown = [];
            new MutationObserver(() => window.shown.push(document.querySelector('#finding').innerText))
                .observe(document.querySelector('#finding'), { childList: true })";
        page.run(watch, Vec::new()).await;
        // By timers of the page, so that even a machine that stops for a while never makes a pause between two letters.
        let typed = "document.querySelector('#link').focus();
            for (const letter of 'http://example.com/') {
                await new Promise((resolve) => setTimeout(resolve, 10));
                document.execCommand('insertText', false, letter);
            }";
        page.run(typed, Vec::new()).await;
        is_accepted(page, true).await;
        assert_eq!(page.run("return window.shown", Vec::new()).await, json!([]));
    });
}

#[test]
fn a_suggestion_replaces_the_text() {
    form(async |page| {
        page.type_into("#link", "htp//exmaple,com /a").await;
        page.click_button("#suggestions", "Use http://exmaple.com/a").await;
        assert_eq!(page.value("#link").await, "http://exmaple.com/a");
        is_accepted(page, true).await;
        page.press(ENTER).await;
        is_submitted(page, "http://exmaple.com/a").await;
    });
}

/// In the second text, a letter is Cyrillic. Of its suggestions, only that for the Latin letter leads elsewhere, and the other is the
/// host of the attacker.
#[test]
fn no_suggestion_is_offered_if_one_leads_elsewhere() {
    form(async |page| {
        for text in ["http://good.example\u{FF0F}@evil.example/", "https://\u{435}xample.com/"] {
            page.type_into("#link", text).await;
            page.shows("#finding pre", text).await;
            is_accepted(page, false).await;
            assert_eq!(
                page.run("return document.querySelectorAll('button').length", Vec::new()).await,
                1,
                "{text}"
            );
        }
    });
}

#[test]
fn a_warning_is_shown_and_the_text_is_accepted() {
    form(async |page| {
        let text = "http://192.168.0.1/";
        page.type_into("#link", text).await;
        page.shows("#finding pre", text).await;
        let marked = "return document.querySelector('#finding mark').innerText";
        assert_eq!(page.run(marked, Vec::new()).await, "192.168.0.1");
        let is_invalid = "return document.querySelector('#link').ariaInvalid";
        assert_eq!(page.run(is_invalid, Vec::new()).await, "false");
        let colors = "return new Set(['#finding p', 'body'].map((one) => getComputedStyle(document.querySelector(one)).color)).size";
        assert_eq!(page.run(colors, Vec::new()).await, 1, "a warning has the color of an error");
        page.press(ENTER).await;
        is_submitted(page, text).await;
    });
}

#[test]
fn a_text_without_a_scheme_is_told_to_be_whole() {
    form(async |page| {
        page.type_into("#link", "example.com").await;
        page.shows("#suggestions button", "Use https://example.com").await;
        assert_eq!(page.text("#finding").await, "Write the whole address, such as https://example.com/.");
    });
}

/// The pointer is never used.
#[test]
fn the_keyboard_is_enough() {
    form(async |page| {
        page.press(&format!("{TAB}example.com{ENTER}")).await;
        is_accepted(page, false).await;
        is_not_submitted(page).await;
        page.press(TAB).await;
        let focused = "return document.activeElement.innerText";
        assert_eq!(page.run(focused, Vec::new()).await, "Use https://example.com");
        page.press(" ").await;
        is_accepted(page, true).await;
        assert_eq!(page.value("#link").await, "https://example.com");
        // The focus is in the field again, at the end of the text.
        page.press("/a b").await;
        is_accepted(page, false).await;
        page.press(&BACKSPACE.repeat(2)).await;
        is_accepted(page, true).await;
        page.press(&format!("{TAB}{ENTER}")).await;
        is_submitted(page, "https://example.com/a").await;
    });
}

#[test]
fn an_empty_field_shows_nothing_until_it_is_submitted() {
    form(async |page| {
        shows_nothing(page).await;
        let is_invalid = "return document.querySelector('#link').ariaInvalid";
        assert_eq!(page.run(is_invalid, Vec::new()).await, json!(null));
        page.type_into("#link", "a b").await;
        is_accepted(page, false).await;
        page.type_into("#link", "").await;
        page.until("nothing is shown", "return document.querySelector('#finding').innerText === ''").await;
        shows_nothing(page).await;
        assert_eq!(page.run(is_invalid, Vec::new()).await, "false");
        page.press(ENTER).await;
        is_accepted(page, false).await;
        assert_eq!(page.text("#finding").await, "Enter a link.");
        is_not_submitted(page).await;
    });
}

#[test]
fn markup_stays_text() {
    form(async |page| {
        let markup = "http://a/<img src=x onerror=console.error(1)><script>console.error(2)</script>";
        page.type_into("#link", markup).await;
        is_accepted(page, false).await;
        page.shows("#finding pre", markup).await;
        page.shows("#suggestions button", "%3Cimg").await;
        assert_eq!(
            page.run("return document.querySelectorAll('form :is(img, script)').length", Vec::new()).await,
            0
        );
    });
}

#[test]
fn it_fits_a_phone() {
    form(async |page| {
        page.resize(360, 800).await;
        page.type_into("#link", &format!("example.com/{}", "a".repeat(200))).await;
        is_accepted(page, false).await;
        let widths = "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth <= clientWidth";
        assert_eq!(page.run(widths, Vec::new()).await, true);
    });
}
