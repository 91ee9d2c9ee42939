//! Permalinks.

use urigram_browser::scenario;

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
        page.go(&format!("{}/{hash}", server.origin())).await;
        page.until(
            "the reference is there",
            "return document.getElementById('reference').value === 'a_b://é'",
        )
        .await;
        assert!(page.value("#grammar").await.contains("\"_\""), "the grammar is there");
    });
}

#[test]
fn a_broken_link_is_said_to_be() {
    scenario(&[], async |page, server| {
        page.go(&format!("{}/#1.this-is-no-state", server.origin())).await;
        page.shows("#page-notice", "damaged").await;
        page.type_into("#reference", "a:b").await;
        page.shows("#verdict", "Matches").await;
    });
}
