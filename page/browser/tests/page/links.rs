//! Permalinks.

use urigram_browser::{Page, Server, scenario};

#[test]
fn a_link_has_the_whole_state() {
    scenario(&[], async |page, server| {
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.type_into("#reference", "a_b://é").await;
        page.panel("parse").await;
        let hash = page.until("the address has the state", "return location.hash.length > 20 && !document.querySelector('[aria-busy]') && await new Promise((done) => setTimeout(() => done(location.hash), 600))").await;
        let hash = hash.as_str().unwrap_or_default().to_owned();
        let asked = page
            .run(
                "return performance.getEntriesByType('resource').some(({ name }) => name.includes('a_b'))",
                Vec::new(),
            )
            .await;
        assert_eq!(asked, false, "the reference is in no address that is asked for");
        page.go(&format!("{}{hash}", server.page())).await;
        page.until(
            "the reference is there",
            "return document.getElementById('reference').value === 'a_b://é'",
        )
        .await;
        assert!(page.value("#grammar").await.contains("\"_\""), "the grammar is there");
    });
}

/// Every field of the state has a value other than the default.
#[test]
#[ignore = "another scenario uses the same part of the page"]
fn each_field_of_the_state_is_in_a_link() {
    scenario(&[], async |page, server| {
        for panel in ["parse", "tree"] {
            page.unfold(panel).await;
        }
        page.choose("#against", "example json.pest").await;
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.type_into("#reference", "http://a/%41?語#é").await;
        page.choose("#rule", "URI").await;
        page.shows("#verdict", "Unexpected").await;
        page.click("#keep").await;
        for panel in ["resolve", "compare", "sample"] {
            page.unfold(panel).await;
        }
        page.type_into("#base", "http://base/").await;
        page.type_into("#other", "http://other/").await;
        page.click("label:has(#policy-fetch)").await;
        page.panel("sample").await;
        page.click("#sample-more").await;
        page.run("const field = document.getElementById('grammar'), at = field.value.indexOf('\\nport '); field.focus(); field.setSelectionRange(at + 3, at + 3); document.dispatchEvent(new Event('selectionchange'))", Vec::new()).await;
        page.shows("#drawn-rule", "port").await;
        let state = "const { state } = await import('./state.js');
            const open = [...document.querySelectorAll('details.panel')].filter(({ open }) => open).map(({ id }) => id);
            return { ...state, open, source: null }";
        let before = page.run(state, Vec::new()).await;
        let first = serde_json::json!({
            "input": "http://user@Example.com:80/over/../there?name=ferret#nose", "rule": "URI_reference",
            "base": "http://a/b/c/d;p?q", "other": "http://user@example.com/there?name=ferret#nose", "policy": "",
            "against": null, "here": "scheme", "seed": 0, "keep": [],
        });
        for (field, value) in first.as_object().unwrap() {
            assert_ne!(&before[field], value, "{field}");
        }
        let hash = page
            .until(
                "the address has the state",
                "return await new Promise((done) => setTimeout(() => done(location.hash), 1200))",
            )
            .await;
        page.go(&format!("{}{}", server.page(), hash.as_str().unwrap())).await;
        page.panel("sample").await;
        assert_eq!(page.run(state, Vec::new()).await, before);
        assert_eq!(page.value("#base").await, "http://base/");
        assert_eq!(page.value("#other").await, "http://other/");
        assert_eq!(page.value("#rule").await, "URI");
        assert_eq!(
            page.run("return document.getElementById('policy-fetch').checked", Vec::new()).await,
            true
        );
        let grammar = before["grammar"].as_str().unwrap();
        assert_eq!(page.value("#grammar").await, grammar);
    });
}

/// Returns the address with these fields, as the page packs them.
async fn link(page: &Page, server: &Server, fields: serde_json::Value) -> String {
    let pack = "return (await import('./permalink.js')).pack(arguments[0])";
    let packed = page.run(pack, vec![fields]).await;
    format!("{}#{}", server.page(), packed.as_str().unwrap())
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn what_a_link_asks_for_and_does_not_exist_is_said() {
    scenario(&[], async |page, server| {
        let fields = serde_json::json!({ "input": "a:b", "rule": "nope", "policy": "none of these", "seed": 1e300, "open": ["sample"] });
        let link = link(page, server, fields).await;
        page.go(&link).await;
        page.shows("#page-notice", "the rule “nope”").await;
        page.shows("#page-notice", "the policy “none of these”").await;
        page.shows("#verdict", "Matches URI_reference").await;
        page.shows("#panel-sample", "Near misses").await;
        assert_eq!(page.run("return document.getElementById('policy-none').checked", Vec::new()).await, true);
    });
}

/// The text of an example is fetched for a pasted link, as it is when the page opens with a link.
#[test]
#[ignore = "another scenario uses the same part of the page"]
fn an_edited_example_of_a_pasted_link_can_be_restored() {
    scenario(&[], async |page, server| {
        let fields = serde_json::json!({ "input": "[]", "rule": "array", "name": "json.pest", "grammar": "array = { \"[]\" }\n" });
        let link = link(page, server, fields).await;
        let (_, fragment) = link.split_once('#').unwrap();
        page.run("location.hash = arguments[0]", vec![fragment.into()]).await;
        page.shows("#verdict", "Matches array").await;
        page.click("#reset").await;
        page.until(
            "the text of the example is there",
            "return document.getElementById('grammar').value.includes('JSON_text')",
        )
        .await;
        assert_eq!(page.text("#grammar-name").await, "json.pest");
    });
}

#[test]
fn a_broken_link_is_said_to_be() {
    scenario(&[], async |page, server| {
        page.go(&format!("{}#1.this-is-no-state", server.page())).await;
        page.shows("#page-notice", "damaged").await;
        page.type_into("#reference", "a:b").await;
        page.shows("#verdict", "Matches").await;
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_link_to_a_grammar_of_too_many_lines_is_refused() {
    scenario(&[], async |page, server| {
        let grammar = format!("a = {{ \"x\" }}{}", "\n".repeat(60_000));
        let link = link(page, server, serde_json::json!({ "name": "a.pest", "grammar": grammar })).await;
        page.go(&link).await;
        page.shows("#page-notice", "too many lines").await;
    });
}
