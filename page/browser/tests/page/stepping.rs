//! The trace, step by step: the slider, the expression of a step in the grammar, and why an alternative was not taken.

use serde_json::json;
use urigram_browser::{Page, scenario};

#[test]
fn the_slider_goes_through_the_match() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://1.2.3.4/").await;
        page.unfold("trace").await;
        page.shows("#panel-trace .status", "matched").await;
        page.click("#step-on").await;
        page.shows("#step-said", "At byte 0").await;
        let steps = page.run("return Number(document.getElementById('step').max)", Vec::new()).await;
        assert!(steps.as_u64().is_some_and(|steps| steps > 10), "{steps}");
        for _ in 0..5 {
            page.click("#step-on").await;
        }
        assert_eq!(page.value("#step").await, "6");
    });
}

#[test]
fn the_mark_of_a_step_goes_with_it() {
    scenario(&[], async |page, _| {
        let marked = "return document.querySelector('#reference-text :is(.taken, .refused)') !== null";
        let unmarked = "return document.querySelector('#reference-text :is(.taken, .refused)') === null";
        page.type_into("#reference", "http://1.2.3.4/").await;
        page.unfold("trace").await;
        page.panel("trace").await;
        page.click("#step-on").await;
        page.until("the step is marked", marked).await;
        page.unfold("trace").await;
        page.until("the mark is gone with the panel", unmarked).await;
        page.unfold("trace").await;
        page.panel("trace").await;
        page.click("#step-on").await;
        page.until("the step is marked again", marked).await;
        page.choose("#rule", "URI").await;
        page.panel("trace").await;
        page.until("the mark is gone with its answer", unmarked).await;
    });
}

#[test]
fn why_a_choice_commits() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://1.2.3.4.example/").await;
        page.unfold("trace").await;
        let shown = page.panel("trace").await;
        assert!(shown.contains("IPv4address"), "{shown}");
        page.click("#step-failed").await;
        page.shows("#step-said", "fails").await;
        let said = page.text("#step-said").await;
        assert!(!said.to_lowercase().contains("fails. failed"), "{said}");
    });
}

// The expression of a step in the grammar.

/// Returns the text that is lit in the editor, and the text in the lit part of the railroad.
const LIT: &str = "
    const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
    const drawn = texts('.railroad .at-step text').filter((text) => text !== '?');
    return [texts('#lines .at-step').join(''), drawn.join(' '), document.querySelectorAll('.railroad .at-step-box').length]";

/// Waits until the expression is lit in the editor, and in the railroad by these texts.
async fn lights(page: &Page, expression: &str, drawn: &str) {
    let script = format!(
        "const lit = (() => {{ {LIT} }})();
        return JSON.stringify(lit) === JSON.stringify([{}, {}, 1])",
        json!(expression),
        json!(drawn)
    );
    page.until(&format!("`{expression}` is lit"), &script).await;
}

/// Opens the trace of a reference.
async fn traces(page: &Page, reference: &str) {
    page.type_into("#reference", reference).await;
    page.unfold("trace").await;
    page.shows("#panel-trace .status", "step").await;
    page.panel("trace").await;
}

/// Puts the cursor of the editor before a text of the grammar.
async fn put_cursor(page: &Page, before: &str) {
    let script = "const field = document.getElementById('grammar'), at = field.value.indexOf(arguments[0]);
        field.focus();
        field.setSelectionRange(at, at);
        return at >= 0";
    assert_eq!(page.run(script, vec![json!(before)]).await, json!(true), "the grammar has no {before:?}");
}

/// Presses the button that asks about the alternative at the cursor of the editor.
async fn asks_why_not(page: &Page, alternative: &str) {
    put_cursor(page, alternative).await;
    page.click("#step-why").await;
}

#[test]
fn a_step_lights_its_expression() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4").await;
        page.click("#step-on").await;
        page.click("#step-on").await;
        page.shows("#step-said", "2. At byte 0, URI fails").await;
        lights(page, "URI", "URI").await;
    });
}

#[test]
fn the_expression_is_lit_where_it_is() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4.example").await;
        let focus = "return document.activeElement.id";
        asks_why_not(page, "IPv4address ~ !").await;
        page.shows("#drawn-rule", "host").await;
        lights(
            page,
            "!(unreserved | pct_encoded | sub_delims)",
            "not followed by unreserved pct_encoded sub_delims",
        )
        .await;
        assert_eq!(page.run(focus, Vec::new()).await, json!("step-why"), "the focus stays");
        let seen =
            "const { top, bottom } = document.querySelector('#lines .at-step').getBoundingClientRect();
            const box = document.getElementById('editor').getBoundingClientRect();
            return box.top <= top && bottom <= box.bottom";
        assert_eq!(page.run(seen, Vec::new()).await, json!(true), "the editor scrolls to it");
        page.unfold("trace").await;
        let script = format!("return (() => {{ {LIT} }})().join('') === '0'");
        page.until("nothing is lit without the trace", &script).await;
    });
}

/// Offsets are in bytes, and those of a text that is uri.pest but for comments are not those of uri.pest.
#[test]
fn comments_do_not_move_the_light() {
    scenario(&[], async |page, _| {
        page.edit_grammar("URI       =", "// é𝒳 語\nURI /* ü */ =").await;
        traces(page, "//1.2.3.4.example").await;
        asks_why_not(page, "IPv4address ~ !").await;
        lights(
            page,
            "!(unreserved | pct_encoded | sub_delims)",
            "not followed by unreserved pct_encoded sub_delims",
        )
        .await;
        page.edit_grammar("\"//\" ~ authority", "\"//\" ~ /* é */ authority").await;
        page.panel("trace").await;
        page.click("#step-failed").await;
        page.edit_grammar("host      =", "host      = ${ \"é\" | IP_literal | zone }\nzone =").await;
        page.panel("trace").await;
        asks_why_not(page, "zone }").await;
        page.shows("#step-said", "zone was tried at byte 2, and matched.").await;
        lights(page, "zone", "zone").await;
    });
}

#[test]
fn from_the_character_at_the_cursor() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4:80").await;
        let put = "document.getElementById('reference').setSelectionRange(arguments[0], arguments[0])";
        page.run(put, vec![json!(9)]).await;
        page.click("#step-here").await;
        page.shows("#step-said", "At byte 9").await;
        page.run(put, vec![json!(11)]).await;
        page.click("#step-here").await;
        page.shows("#step-said", "takes 1.2.3.4:80").await;
        lights(
            page,
            "(unreserved | pct_encoded | sub_delims | \":\")*",
            "unreserved pct_encoded sub_delims \":\"",
        )
        .await;
    });
}

// Why not this alternative.

#[test]
fn what_rejected_an_alternative() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4.example").await;
        asks_why_not(page, "IPv4address ~ !").await;
        page.shows("#step-said", "was tried at byte 2, and this step rejected it.").await;
        page.shows("#step-said", "!(unreserved | pct_encoded | sub_delims) fails").await;
    });
}

#[test]
fn what_matched_before_an_alternative() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4").await;
        put_cursor(page, "IPv4address ~ !").await;
        page.shows("#drawn-rule", "host").await;
        page.panel("draw").await;
        // The button before the last alternative in the railroad.
        page.click(".railroad .why[aria-label*='reg_name']").await;
        page.shows("#step-said", "matched first, so reg_name was not tried.").await;
        lights(
            page,
            "IPv4address ~ !(unreserved | pct_encoded | sub_delims)",
            "IPv4address not followed by unreserved pct_encoded sub_delims",
        )
        .await;
    });
}

#[test]
fn each_time_that_an_alternative_was_tried() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4").await;
        for (byte, number) in [(2, 1), (4, 2), (6, 3), (8, 4), (2, 1)] {
            asks_why_not(page, "\"25\" ~").await;
            page.shows(
                "#step-said",
                &format!("tried at byte {byte}, and this step rejected it. {number} of 4"),
            )
            .await;
        }
        // The call of the current step is the first.
        page.run("document.getElementById('reference').setSelectionRange(6, 6)", Vec::new()).await;
        page.click("#step-here").await;
        asks_why_not(page, "\"1\" ~").await;
        page.shows("#step-said", "tried at byte 6").await;
    });
}

#[test]
fn why_an_alternative_has_no_step() {
    scenario(&[], async |page, _| {
        traces(page, "//1.2.3.4").await;
        for (alternative, why) in [
            ("h16? ~ \"::\"", "IPv6address was not called, so"),
            ("DIGIT | \"-\" | \".\" | \"_\"", "is one step, so DIGIT has none of its own"),
            ("\"?\" ~ query)? ~ (\"#\" ~ fragment)? }", "Put the cursor in an alternative"),
        ] {
            asks_why_not(page, alternative).await;
            page.shows("#step-said", why).await;
        }
        page.choose("#rule", "port").await;
        page.type_into("#reference", "80").await;
        page.panel("trace").await;
        page.click("#panel-trace [data-step]").await;
        page.click("#step-why").await;
        page.shows("#step-said", "This step is in no choice: choose a step").await;
    });
}

/// Alternatives in brackets, with tags, and in rules that call themselves.
#[test]
fn alternatives_of_another_grammar() {
    scenario(&[], async |page, _| {
        page.replace_grammar(
            "x = { (#one = \"a\" ~ x | (\"b\" | \"c\" ~ y)) ~ \";\" }\ny = { \"d\"+ ~ \"e\" }",
        )
        .await;
        page.choose("#rule", "x").await;
        traces(page, "acd;").await;
        asks_why_not(page, "\"c\" ~ y").await;
        page.shows("#step-said", "tried at byte 1, and this step rejected it.").await;
        lights(page, "\"e\"", "\"e\"").await;
        asks_why_not(page, "\"a\" ~ x").await;
        page.shows("#step-said", "\"a\" ~ x was tried at byte").await;
    });
}
