//! The panels for the grammar.

use urigram_browser::{Page, scenario};

const SCHEME: &str = "\"+\" | \"-\" | \".\"";

/// Allows `_` in a scheme.
async fn allow_underscore(page: &Page) {
    page.edit_grammar(SCHEME, "\"+\" | \"-\" | \"_\" | \".\"").await;
}

#[test]
fn an_edit_shows_what_changed_and_its_counterexample_parses() {
    scenario(&[], async |page, _| {
        allow_underscore(page).await;
        page.shows("#panel-diff", "scheme").await;
        page.shows("#panel-diff", "accepts more").await;
        page.click_button("#panel-diff", "a_").await;
        page.shows("#verdict", "Matches").await;
        page.shows("#panel-tree", "scheme").await;
        assert!(page.value("#reference").await.starts_with("a_"));
        page.type_into("#reference", "my_app://host").await;
        page.shows("#as-reference", "Read as URI_reference").await;
        page.click("#as-reference").await;
        page.shows("#verdict", "Matches").await;
        page.shows("#panel-parse tr.c-scheme", "my_app").await;
    });
}

#[test]
fn the_proof_fails_where_the_grammar_was_edited() {
    scenario(&[], async |page, _| {
        page.shows("#panel-prove .status", "proved for all").await;
        allow_underscore(page).await;
        page.shows("#panel-prove .status", "fails").await;
        page.shows("[data-rule-unproved=scheme]", "a_").await;
        page.shows("#unproved-callers", "3 rules that call scheme").await;
        assert!(!page.text("#panel-prove").await.contains("absolute_URI"), "folded");
        page.click("#reset").await;
        page.shows("#panel-prove .status", "proved for all").await;
    });
}

/// The head of a panel is about the text that is shown, or is dimmed.
#[test]
fn a_proof_is_not_claimed_for_another_grammar() {
    scenario(&[], async |page, _| {
        page.shows("#panel-prove .status", "proved for all").await;
        allow_underscore(page).await;
        let undimmed = "const { dataset } = document.getElementById('panel-prove'), status = document.querySelector('#panel-prove .status');
            const seen = [];
            for (const since = performance.now(); dataset.stale !== undefined; await new Promise(requestAnimationFrame))
                if (performance.now() > since + 200 && getComputedStyle(status).opacity === '1') seen.push(status.innerText);
            return seen";
        assert_eq!(page.run(undimmed, Vec::new()).await, serde_json::json!([]));
        page.click("#reset").await;
        page.shows("#panel-prove .status", "proved for all").await;
        page.choose("#example", "example json.pest").await;
        page.shows("#panel-prove .note", "There is no ABNF").await;
        assert_eq!(page.text("#panel-prove .status").await, "");
    });
}

/// Only uri.pest has suggestions and all of the help, and an edit may leave its meaning as it is.
#[test]
fn what_means_the_same_is_answered_the_same() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://exa mple.com/%zz").await;
        page.shows("#verdict", "Did you mean").await;
        let before = page.text("#verdict").await;
        let answer = async |page: &Page| {
            page.panel("diff").await;
            page.shows("#panel-diff .status", "nothing").await;
            page.panel("parse").await;
            page.panel("validate").await;
            page.text("#verdict").await
        };
        page.edit_grammar("\n", " // hi\n").await;
        assert_eq!(answer(page).await, before, "after a comment");
        page.edit_grammar(SCHEME, "\"-\" | \"+\" | \".\"").await;
        assert_eq!(answer(page).await, before, "after an edit without effect");
        page.edit_grammar("\"-\" | \"+\"", "\"_\" | \"-\" | \"+\"").await;
        page.shows("#panel-diff", "accepts more").await;
        page.panel("validate").await;
        assert!(!page.text("#verdict").await.contains("Did you mean"), "another grammar has no suggestions");
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn nothing_changed_at_first() {
    scenario(&[], async |page, _| {
        page.shows("#panel-diff .status", "nothing").await;
    });
}

#[test]
fn a_fault_is_marked_at_its_line() {
    scenario(&[], async |page, _| {
        page.edit_grammar(SCHEME, "\"+\" | | \".\"").await;
        let shown = page.panel("check").await;
        assert!(shown.contains("32:44"), "{shown}");
        page.until("the line is marked", "return document.querySelector('#gutter .number.error') !== null")
            .await;
        page.click("#reset").await;
        page.shows("#panel-diff .status", "nothing").await;
    });
}

/// The grammar has a fault after most keys, so what was known before it stays where it is.
#[test]
fn a_half_typed_grammar_leaves_the_last_answers() {
    scenario(&[], async |page, _| {
        page.panel("tree").await;
        let left = "return [document.querySelector('.stage').offsetHeight, ...['parse', 'validate', 'tree'].map((name) => {
            const { offsetHeight, innerText } = document.querySelector(`#panel-${name} .body`);
            return [offsetHeight, innerText];
        })]";
        let before = page.run(left, Vec::new()).await;
        page.edit_grammar(SCHEME, "\"+\" | \"-\" |  | \".\"").await;
        page.shows(
            "#verdict",
            "These are the last answers, until the fault in line 32 of the grammar is fixed.",
        )
        .await;
        for panel in ["validate", "tree"] {
            page.panel(panel).await;
        }
        assert_eq!(page.run(left, Vec::new()).await, before);
        let dimmed = "return ['parse', 'validate', 'tree'].every((name) => document.getElementById(`panel-${name}`).dataset.kept !== undefined)";
        page.until("the last answers are dimmed", dimmed).await;
        page.edit_grammar("|  |", "| \"_\" |").await;
        page.shows("#verdict", "Matches").await;
        page.panel("tree").await;
        page.until("the answers are new", "return document.querySelector('[data-kept]') === null").await;
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_rule_that_was_renamed_is_said_to_be_that_of_uri_pest() {
    scenario(&[], async |page, _| {
        let hidden = "return document.getElementById('missing-rules').hidden";
        assert_eq!(page.run(hidden, Vec::new()).await, true);
        page.edit_grammar("port      =", "harbour   =").await;
        page.shows("#missing-rules", "port is not in this text: the rule of uri.pest is used.").await;
        page.click("#reset").await;
        page.until("nothing is missing", hidden).await;
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn left_recursion_is_said() {
    scenario(&[], async |page, _| {
        page.replace_grammar("list = { list ~ \",\" ~ item | item }\nitem = @{ 'a'..'z'+ }\n").await;
        page.shows("#panel-check", "left-recursive").await;
    });
}

#[test]
fn names_of_rules_are_completed() {
    scenario(&[], async |page, _| {
        page.run("const field = document.getElementById('grammar'); field.focus(); field.setSelectionRange(field.value.length, field.value.length); document.execCommand('insertText', false, '\\nmine = { path_ab')", Vec::new()).await;
        page.press("e").await;
        page.shows("#completions", "path_abempty").await;
        page.press("\u{E007}").await;
        assert!(page.value("#grammar").await.ends_with("mine = { path_abempty"), "completed");
    });
}

#[test]
fn the_rule_at_the_cursor_is_drawn_with_the_way_of_the_reference() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://127.0.0.1/").await;
        page.run("const field = document.getElementById('grammar'), at = field.value.indexOf('\\nhost '); field.focus(); field.setSelectionRange(at + 3, at + 3); document.dispatchEvent(new Event('selectionchange'))", Vec::new()).await;
        page.shows("#drawn-rule", "host").await;
        page.until("the way is drawn", "return document.querySelector('#panel-draw svg .taken') !== null")
            .await;
    });
}

#[test]
fn samples_and_near_misses_can_be_tried() {
    scenario(&[], async |page, _| {
        page.run("const field = document.getElementById('grammar'), at = field.value.indexOf('\\nscheme '); field.focus(); field.setSelectionRange(at + 3, at + 3); document.dispatchEvent(new Event('selectionchange'))", Vec::new()).await;
        page.unfold("sample").await;
        page.shows("#panel-sample", "Near misses").await;
        page.click("#panel-sample .samples li button").await;
        page.shows("#verdict", "Matches").await;
        page.click("#panel-sample .samples + h4 + .samples li button").await;
        page.until(
            "a near miss does not match",
            "return document.querySelector('#verdict').dataset.matches === 'false'",
        )
        .await;
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_grammar_of_another_language() {
    scenario(&[], async |page, _| {
        page.run("const list = document.getElementById('example'); list.value = [...list.options].find((one) => one.text.includes('JSON')).value; list.dispatchEvent(new Event('change', { bubbles: true }))", Vec::new()).await;
        page.until(
            "the grammar is that of JSON",
            "return document.getElementById('grammar').value.includes('string')",
        )
        .await;
        page.shows("#panel-prove .note", "There is no ABNF to prove this grammar by.").await;
        page.type_into("#reference", "[1,{\"a\":true}]").await;
        page.shows("#verdict", "Matches").await;
        page.type_into("#reference", "[1,]").await;
        page.until(
            "it does not match",
            "return document.querySelector('#verdict').dataset.matches === 'false'",
        )
        .await;
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_rule_that_the_reference_does_not_come_to_has_no_path() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "a:b").await;
        page.run("const field = document.getElementById('grammar'), at = field.value.indexOf('\\nport '); field.focus(); field.setSelectionRange(at + 3, at + 3); document.dispatchEvent(new Event('selectionchange'))", Vec::new()).await;
        page.shows("#drawn-rule", "port").await;
        page.shows("#panel-draw .note", "No path through port").await;
    });
}

/// A context is a string of the grammar's start rule, which need not match URIs.
#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_context_is_read_by_its_start_rule() {
    scenario(&[], async |page, _| {
        page.replace_grammar("all = { \"<\" ~ digit ~ \">\" }\ndigit = { '0'..'8' }\n").await;
        page.panel("diff").await;
        page.choose("#against", "now").await;
        page.edit_grammar("'8'", "'9'").await;
        page.shows("[data-rule-changed=digit]", "accepts more").await;
        page.click("button.try[data-rule=all]").await;
        page.shows("#verdict", "Matches all").await;
        assert_eq!(page.value("#reference").await, "<9>");
    });
}
