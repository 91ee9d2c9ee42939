//! The trace, step by step.

use urigram_browser::scenario;

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
