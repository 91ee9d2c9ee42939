//! Strings to keep: a rule must match them or must not, after each edit.

use serde_json::json;
use urigram_browser::{Page, scenario};

const UNDO: &str = "\u{E009}z\u{E000}";
const PANEL: &str = "#panel-keep";
const COUNT: &str = "#panel-keep .status";

/// Waits until the list has a string in this state, which is `holds`, `fails` or `undecided`.
async fn is(page: &Page, text: &str, state: &str) {
    let script = format!(
        "return [...document.querySelectorAll('#panel-keep li')].some(({{ dataset }}) => dataset.keep === {} && dataset.state === '{state}')",
        json!(text)
    );
    page.until(&format!("{text:?} {state}"), &script).await;
}

/// Returns the address with what the page shows now.
async fn address(page: &Page) -> String {
    page.run("await new Promise((done) => setTimeout(done, 700))", Vec::new()).await;
    page.address().await
}

#[test]
fn a_string_turns_red_by_an_edit_and_green_by_undo() {
    scenario(&[], async |page, server| {
        page.choose("#rule", "scheme").await;
        page.type_into("#reference", "a+b").await;
        page.shows("#verdict", "Matches scheme").await;
        page.click("#keep").await;
        is(page, "a+b", "holds").await;
        page.shows("#keep", "Kept").await;
        page.type_into("#reference", "1").await;
        page.shows("#verdict", "Unexpected").await;
        page.click("#keep").await;
        is(page, "1", "holds").await;
        page.shows(COUNT, "2 of 2 hold").await;
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"-\" | \".\"").await;
        is(page, "a+b", "fails").await;
        page.shows(COUNT, "1 of 2 hold").await;
        page.shows(PANEL, "Unexpected '+' in the scheme at byte 1").await;
        assert_eq!(
            page.run("return document.querySelectorAll('#panel-check li').length", Vec::new()).await,
            0
        );
        page.until(
            "it is announced",
            "return document.getElementById('announce').textContent.includes('1 of 2 hold')",
        )
        .await;
        // Comments at the end would be within this one.
        page.edit_grammar("\"-\" | \".\"", "\"-\" | /* \".\"").await;
        page.until("nothing is written", "return document.getElementById('keep-write').disabled").await;
        page.edit_grammar("/* \".\"", "\".\"").await;
        page.until("it can be written", "return !document.getElementById('keep-write').disabled").await;

        let address = address(page).await;
        page.go(&address).await;
        is(page, "a+b", "fails").await;
        is(page, "1", "holds").await;
        page.run("document.getElementById('grammar').focus()", Vec::new()).await;
        page.go(server.page()).await;
        assert_eq!(page.run("return document.getElementById('panel-keep').open", Vec::new()).await, false);
    });
}

#[test]
fn edits_of_the_list_are_undone() {
    scenario(&[], async |page, _| {
        page.shows("#verdict", "Matches").await;
        page.click("#keep").await;
        let text = page.value("#reference").await;
        is(page, &text, "holds").await;
        page.click("button.kept-must").await;
        is(page, &text, "fails").await;
        page.shows(PANEL, "It matches.").await;
        assert_eq!(page.run("return document.activeElement.innerText", Vec::new()).await, "must not match");
        page.press(UNDO).await;
        is(page, &text, "holds").await;
        page.click(".kept-remove").await;
        page.shows(PANEL, "None yet").await;
        assert_eq!(
            page.run("return document.activeElement.closest('#panel-keep') !== null", Vec::new()).await,
            true
        );
        page.press(UNDO).await;
        is(page, &text, "holds").await;
        page.edit_grammar("scheme", "scheme {").await;
        page.until("it is dimmed", "return document.getElementById('panel-keep').dataset.kept === ''").await;
        is(page, &text, "holds").await;
    });
}

#[test]
fn strings_of_the_page_are_kept_by_a_click() {
    scenario(&[], async |page, _| {
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.shows("#panel-diff", "accepts more").await;
        let gained = page.run("const plus = document.querySelector('#panel-diff .try.gained + .plus'); plus.click(); return plus.previousSibling.dataset.try", Vec::new()).await;
        // It does not match by uri.pest.
        is(page, gained.as_str().unwrap(), "fails").await;
        page.shows(PANEL, "must not match").await;
        assert_eq!(page.text("#panel-diff .plus").await, "✓");
        page.unfold("sample").await;
        page.shows("#panel-sample", "Near misses").await;
        for (list, state) in [("first-of-type", "must match"), ("last-of-type", "must not match")] {
            let plus = format!("#panel-sample .samples:{list} .plus");
            let said = page
                .run(
                    "const plus = document.querySelector(arguments[0]); plus.click(); return plus.title",
                    vec![plus.into()],
                )
                .await;
            assert!(said.as_str().unwrap().contains(state), "{said}");
        }
        page.shows(COUNT, "2 of 3 hold").await;
        page.run("document.querySelector('#panel-diff .plus').click()", Vec::new()).await;
        page.shows(COUNT, "2 of 2 hold").await;
    });
}

#[test]
fn strings_are_written_into_the_grammar() {
    scenario(&[], async |page, _| {
        page.replace_grammar("word = @{ 'a'..'z'+ }\nletter = _{ word }\n").await;
        page.choose("#rule", "word").await;
        page.paste("a\"\\\u{202e}é").await;
        page.shows("#verdict", "xpected").await;
        page.click("#keep").await;
        page.paste("ab").await;
        page.shows("#verdict", "Matches").await;
        page.click("#keep").await;
        page.shows(COUNT, "2 of 2 hold").await;
        let tests =
            "const { asTests } = await import('./rstest.js'); const { state } = await import('./state.js');
            return asTests([{ rule: 'type', text: 't', must: true }, ...state.keep,
                { rule: 'letter', text: 'a', must: true }], `${state.grammar}\n// type = _{ word }\ntype /* = _ */ = { word }`)";
        let tests = page.run(tests, Vec::new()).await;
        for part in [
            "    #[case::word_a(Rule::word, \"a\\\"\\\\\\u{202e}é\")]\n    fn must_not_match(",
            "    #[case::word_ab(Rule::word, \"ab\")]\n    fn must_match(",
            "    /// Returns whether the rule matches the whole text.\n    fn matches(",
            "    #[case::type_t(Rule::r#type, \"t\")]\n",
            "// Not tested: `letter` is silent",
        ] {
            assert!(tests.as_str().unwrap().contains(part), "{tests}");
        }
        page.click("#keep-write").await;
        let text = page.value("#grammar").await;
        assert!(
            text.ends_with(
                "}\n\n// word must not match \"a\\\"\\\\\\u{202e}é\"\n// word must match \"ab\"\n"
            ),
            "{text}"
        );
        page.shows(PANEL, "line 4").await;
        page.shows(COUNT, "2 of 2 hold").await;
        page.edit_grammar("must match \"ab\"", "must match \"a b\"").await;
        is(page, "a b", "fails").await;
        page.shows("#panel-check", "word must match").await;
    });
}

#[test]
fn a_hostile_list_in_a_link_is_bounded() {
    scenario(&[], async |page, server| {
        let list = json!([
            ["scheme", "<img src=x onerror=alert(1)>\n// x must match \"y\"\u{0}\u{d}", 0],
            ["no_rule", "a", 1],
            ["--help", "a", 1],
            ["scheme\nscheme", "a", 1],
            ["scheme", ["a"], 1],
            ["scheme"],
            null,
            "scheme",
        ]);
        let long = json!([["scheme", "x".repeat(100_000), 1]]);
        let many: Vec<_> = (0..100_000).map(|n| json!(["scheme", format!("a{n}"), 1])).collect();
        for (list, shown) in [
            (list, "1 of 2 hold"),
            (long, ""),
            (json!(many), "500 of 500 hold"),
            (json!({ "length": 3 }), ""),
            (json!("scheme"), ""),
        ] {
            let pack = "return (await import('./permalink.js')).pack({ keep: arguments[0] })";
            let packed = page.run(pack, vec![list]).await;
            page.go(&format!("{}#{}", server.page(), packed.as_str().unwrap())).await;
            page.panel("check").await;
            page.shows(COUNT, shown).await;
            assert_eq!(page.run("return document.querySelectorAll('main img').length", Vec::new()).await, 0);
        }
    });
}
