//! The panels for the reference.

use urigram_browser::scenario;

#[test]
fn components_show_while_one_types() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "foo://user@example.com:8042/over/there?name=ferret#nose").await;
        page.shows("#verdict", "Matches").await;
        let shown = page.panel("parse").await;
        for part in ["foo", "user", "example.com", "8042", "/over/there", "name=ferret", "nose", "reg-name"] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
    });
}

#[test]
fn a_component_lights_up_its_characters() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://example.com/path").await;
        page.panel("parse").await;
        page.hover("#panel-parse tr.c-host").await;
        let lit = page.until("characters light up", "const lit = [...document.querySelectorAll('#reference-text .on')]; return lit.length > 0 && lit.map((one) => one.textContent).join('')").await;
        assert_eq!(lit, "example.com");
    });
}

#[test]
fn a_fault_is_marked_and_a_suggestion_corrects_it() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://exa mple.com/").await;
        page.shows("#fault", "host").await;
        page.click_button("#verdict", "http://example.com/").await;
        page.shows("#verdict", "Matches").await;
        assert_eq!(page.value("#reference").await, "http://example.com/");
    });
}

#[test]
fn a_suggestion_that_leads_to_another_host_says_so() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://good.example\u{FF0F}@evil.example/").await;
        page.shows(".suggestions", "As it is, browsers read the host evil.example.").await;
    });
}

#[test]
fn findings_and_the_verdict_of_each_policy() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://user:secret@127.0.0.1/").await;
        page.shows(".finding[data-code=password-in-userinfo]", "password").await;
        page.shows("#policy-fetch-verdict", "refuses").await;
        page.click("label:has(#policy-fetch)").await;
        page.shows("#panel-validate", "refuses it").await;
        page.type_into("#reference", "https://example.com/a").await;
        page.shows("#policy-fetch-verdict", "accepts").await;
    });
}

#[test]
fn the_tree_is_in_step_with_the_text() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://[2001:db8::7]/").await;
        let shown = page.panel("tree").await;
        assert!(shown.contains("IPv6address"), "{shown}");
        assert!(
            shown.contains("URI_reference") && !shown.contains("URI-reference"),
            "as the file spells it: {shown}"
        );
        page.hover("#panel-tree .tree [aria-level='1'] .c-IPv6address").await;
        page.until("the address lights up", "return [...document.querySelectorAll('#reference-text .on')].map((one) => one.textContent).join('') === '2001:db8::7'").await;
        let folded = "const [root] = document.querySelectorAll('#panel-tree .tree > li'); return root.ariaExpanded === 'false' && ![...root.querySelectorAll('li')].some((line) => line.checkVisibility())";
        assert_eq!(page.run(folded, Vec::new()).await, false);
        page.click("#panel-tree .tree > li .twist").await;
        assert_eq!(page.run(folded, Vec::new()).await, true);
        page.type_into("#reference", "http://[::1]/").await;
        let shown = page.panel("tree").await;
        assert!(shown.contains("http://[::1]/"), "the tree is that of the new text: {shown}");
        assert_eq!(page.run(folded, Vec::new()).await, true, "the fold stays while one types");
        page.click("#panel-tree .tree > li .twist").await;
        page.shows("#panel-tree", "IPv6address").await;
    });
}

#[test]
fn normal_forms_on_each_level() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "HTTP://Example.COM:80/%7Ea/../b").await;
        page.unfold("normalize").await;
        page.shows("[data-level=case]", "http://example.com").await;
        page.shows("[data-level=path]", "/b").await;
        page.shows("[data-level=scheme]", "http://example.com").await;
    });
}

#[test]
fn resolution_with_its_steps() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "../g").await;
        page.unfold("resolve").await;
        page.type_into("#base", "http://a/b/c/d;p?q").await;
        page.shows("#target", "http://a/b/g").await;
        page.shows("#panel-resolve", "5.2.4").await;
    });
}

#[test]
fn comparison_names_the_level() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://example.com").await;
        page.unfold("compare").await;
        page.type_into("#other", "HTTP://example.com:80/").await;
        page.shows("#panel-compare .status", "scheme").await;
        page.type_into("#other", "http://example.org/").await;
        page.shows("#panel-compare .status", "different").await;
    });
}

#[test]
fn how_a_browser_reads_it() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://EXAMPLE.com:80/a/../b").await;
        page.unfold("whatwg").await;
        page.shows("#href", "http://example.com/b").await;
        assert!(page.panel("whatwg").await.contains("port"));
    });
}

#[test]
fn as_data_and_on_the_command_line() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://example.com/it's").await;
        page.unfold("code").await;
        page.shows("#code-json", "\"host\": \"example.com\"").await;
        page.shows("#code-command", "uri parse").await;
    });
}

#[test]
fn another_rule_to_match() {
    scenario(&[], async |page, _| {
        page.choose("#rule", "IPv6address").await;
        page.type_into("#reference", "::1").await;
        page.shows("#verdict", "Matches").await;
        page.type_into("#reference", "::g").await;
        page.shows("#fault", "g").await;
    });
}

#[test]
fn what_does_not_read_the_edited_grammar_says_so() {
    scenario(&[], async |page, _| {
        let said = "return [...document.querySelectorAll('.by-rfc')].filter((one) => one.checkVisibility()).map((one) => one.closest('details').dataset.panel).join()";
        assert_eq!(page.run(said, Vec::new()).await, "");
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\"").await;
        assert_eq!(page.run(said, Vec::new()).await, "normalize,resolve,compare,whatwg");
        page.unfold("normalize").await;
        page.type_into("#reference", "a_b:c").await;
        page.panel("normalize").await;
        page.shows("#panel-normalize > summary", "by RFC 3986, not by this grammar").await;
        page.unfold("code").await;
        page.shows("#panel-code", "With the text of the editor saved as uri.pest").await;
        page.click("#reset").await;
        page.until(
            "they follow the grammar again",
            "return document.querySelector('.by-rfc:not([hidden])') === null",
        )
        .await;
        let shown = page.panel("code").await;
        assert!(!shown.contains("saved as"), "{shown}");
    });
}

/// The messages name what the page shows, and can be read as they are.
#[test]
fn messages_are_about_the_page() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://a/../b").await;
        page.shows("#panel-validate", "contains the segment ..").await;
        assert!(!page.panel("validate").await.contains("..."));
        page.type_into("#reference", "urn:example:a").await;
        page.click("label:has(#policy-redirect)").await;
        page.shows("#panel-validate", "There is no host.").await;
        assert!(!page.panel("validate").await.contains("allowed: none"));
        page.unfold("compare").await;
        page.type_into("#other", "http://exa mple/").await;
        page.shows("#panel-compare", "In the other: unexpected").await;
        page.type_into("#other", "urn:a:b").await;
        page.shows("#panel-compare .status", "different").await;
        let border = "return getComputedStyle(document.querySelector('.levels .here')).borderTopWidth";
        assert_eq!(page.run(border, Vec::new()).await, "0px", "a level looks like a button");
    });
}

/// Lines that are pasted together stay apart.
#[test]
fn two_lines_are_not_joined() {
    scenario(&[], async |page, _| {
        page.paste("http://a/b\nhttp://c/dx").await;
        page.shows("#suggestion-0", "http://a/b").await;
        page.shows("#suggestion-1", "http://c/dx").await;
        assert!(!page.text("#verdict").await.contains("http://a/bhttp"));
        page.click("#suggestion-1").await;
        page.shows("#verdict", "Matches").await;
        page.unfold("resolve").await;
        page.type_into("#base", "").await;
        let paste = "const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', 'http://a/b\\nhttp://c/d');
            document.getElementById('base').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))";
        page.run(paste, Vec::new()).await;
        assert_eq!(page.value("#base").await, "http://a/b");
    });
}
