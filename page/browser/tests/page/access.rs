//! Keyboard, themes, and small windows.

use urigram_browser::scenario;

const TAB: &str = "\u{E004}";
const RIGHT: &str = "\u{E014}";
const ENTER: &str = "\u{E007}";

#[test]
fn by_the_keyboard_alone() {
    scenario(&[], async |page, _| {
        page.run("document.activeElement.blur()", Vec::new()).await;
        page.press(TAB).await;
        assert_eq!(page.run("return document.activeElement.id", Vec::new()).await, "skip-reference");
        page.press(ENTER).await;
        page.until("the reference has the focus", "return document.activeElement.id === 'reference'").await;
        page.press("x").await;
        page.until("it was typed", "return document.getElementById('reference').value.includes('x')").await;
        // Every control is reached, and none holds the focus.
        let mut seen = Vec::new();
        for _ in 0..120 {
            page.press(TAB).await;
            let id = page.run("const one = document.activeElement; return one === document.body ? 'body' : one.id || one.closest('[id]').id", Vec::new()).await;
            seen.push(id.as_str().unwrap_or_default().to_owned());
        }
        page.run("document.querySelector('#panel-trace > summary').focus()", Vec::new()).await;
        page.press(ENTER).await;
        page.until("the panel is open", "return document.getElementById('panel-trace').open").await;
        page.press(TAB).await;
        page.until(
            "the focus is on the stepper",
            "return document.activeElement.closest('#stepper') !== null",
        )
        .await;
        page.run("document.getElementById('step').focus()", Vec::new()).await;
        page.press(RIGHT).await;
        page.shows("#step-said", "1.").await;
        for id in ["panel-tree", "panel-trace", "grammar", "panel-diff", "against"] {
            assert!(seen.iter().any(|one| one == id), "{id} in {seen:?}");
        }
    });
}

#[test]
fn every_control_has_a_name() {
    scenario(&[], async |page, _| {
        page.panel("tree").await;
        let nameless = page.run(
            "return [...document.querySelectorAll('button, input, select, textarea, summary')].filter((one) => one.checkVisibility()
                && !(one.labels?.length || one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.title || one.innerText.trim())).map((one) => one.outerHTML)",
            Vec::new(),
        );
        assert_eq!(nameless.await, serde_json::json!([]));
    });
}

#[test]
fn light_and_dark() {
    scenario(&[], async |page, _| {
        let background = "return getComputedStyle(document.body).backgroundColor";
        page.click("#theme").await;
        let light = page.run(background, Vec::new()).await;
        page.click("#theme").await;
        let dark = page.run(background, Vec::new()).await;
        assert_ne!(light, dark);
        assert_eq!(page.run("return document.documentElement.dataset.theme", Vec::new()).await, "dark");
    });
}

#[test]
fn fits_360_pixels() {
    scenario(&[], async |page, _| {
        page.resize(360, 800).await;
        assert_eq!(page.run("return innerWidth", Vec::new()).await, 360);
        page.type_into("#reference", &format!("http://example.com/{}", "long/".repeat(40))).await;
        page.panel("parse").await;
        page.panel("tree").await;
        let wider = page
            .run(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth",
                Vec::new(),
            )
            .await;
        assert_eq!(wider, 0, "the page scrolls sideways");
    });
}

#[test]
fn help_lists_the_keys() {
    scenario(&[], async |page, _| {
        page.click("#help-open").await;
        page.shows("#help", "to the reference").await;
        page.click("#help-close").await;
        page.until("it is closed", "return !document.getElementById('help').open").await;
    });
}
