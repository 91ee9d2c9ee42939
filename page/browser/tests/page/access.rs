//! Keyboard, themes, and small windows.

use urigram_browser::{Page, scenario};

const NULL: &str = "\u{E000}";
const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const CONTROL: &str = "\u{E009}";
const END: &str = "\u{E010}";
const SHIFT: &str = "\u{E008}";
const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";

/// Presses TAB until the element has the focus, and returns the elements that had the focus before it.
async fn tab_to(page: &Page, selector: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for _ in 0..400 {
        let on = page.run("const one = document.activeElement; return [one.matches(arguments[0]), one === document.body ? 'body' : one.id || one.closest('[id]').id, one.outerHTML.slice(0, 80)]", vec![selector.into()]).await;
        if on[0] == true {
            return seen;
        }
        seen.push(on[1].as_str().unwrap().to_owned());
        page.press(TAB).await;
    }
    panic!("TAB does not come to {selector}, but to {seen:?}");
}

/// Edits a grammar, parses with it, and steps through the match.
#[test]
fn a_whole_task_by_the_keyboard_alone() {
    scenario(&[], async |page, _| {
        page.run("document.activeElement.blur()", Vec::new()).await;
        page.press(TAB).await;
        assert_eq!(page.run("return document.activeElement.id", Vec::new()).await, "skip-reference");
        page.press(ENTER).await;
        page.until("the reference has the focus", "return document.activeElement.id === 'reference'").await;
        page.press(&format!("{CONTROL}a{NULL}")).await;
        page.press("my_app://host").await;
        page.until("it does not match", "return document.getElementById('reference').ariaInvalid === 'true'")
            .await;
        tab_to(page, "#grammar").await;
        // The cursor is in the rule `scheme`.
        page.press(END).await;
        for _ in 0.." ~ \".\")* }".len() - 1 {
            page.press(LEFT).await;
        }
        let before = page.value("#grammar").await;
        page.press("| \"_\" ").await;
        assert_eq!(page.value("#grammar").await.len(), before.len() + 6);
        page.shows("#panel-diff", "accepts more").await;
        page.shows("#verdict", "Matches").await;
        page.panel("prove").await;
        tab_to(page, "#panel-diff button.try").await;
        page.press(ENTER).await;
        page.shows("#verdict", "Matches scheme").await;
        // The focus passes the end of the page and continues at its beginning.
        tab_to(page, "#panel-trace > summary").await;
        page.press(ENTER).await;
        page.panel("trace").await;
        tab_to(page, "#step").await;
        page.press(RIGHT).await;
        page.shows("#step-said", "1.").await;
        tab_to(page, "#panel-trace [role=treeitem]").await;
        page.press(DOWN).await;
        page.press(ENTER).await;
        page.shows("#step-said", "2.").await;
        page.press(UP).await;
        page.press(LEFT).await;
        page.until("the tree is folded", "return document.activeElement.ariaExpanded === 'false'").await;
    });
}

/// TAB reaches every control that a mouse can reach, in the order of the page, and no control traps the
/// focus.
#[test]
#[ignore = "another scenario uses the same part of the page"]
fn every_control_is_reached_by_tab() {
    scenario(&[], async |page, _| {
        for panel in ["trace", "normalize", "resolve", "compare", "whatwg", "code", "sample"] {
            page.unfold(panel).await;
        }
        for panel in [
            "tree",
            "trace",
            "normalize",
            "resolve",
            "compare",
            "whatwg",
            "code",
            "check",
            "diff",
            "prove",
            "draw",
            "sample",
        ] {
            page.panel(panel).await;
        }
        let controls = "return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked)).length";
        let controls = page.run(controls, Vec::new()).await.as_u64().unwrap();
        page.run("document.activeElement.blur(); window.reached = new Set(); addEventListener('focusin', ({ target }) => reached.add(target))", Vec::new()).await;
        for _ in 0..controls + 30 {
            page.press(TAB).await;
        }
        let missing = page.run("return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.tabIndex >= 0 && !(one.type === 'radio' && !one.checked) && !reached.has(one)).map((one) => one.outerHTML.slice(0, 100))", Vec::new()).await;
        assert_eq!(missing, serde_json::json!([]));
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

/// What has the focus can be seen, although the field stays in sight while its side is scrolled.
#[test]
fn the_focus_is_not_under_the_field() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", &format!("http://exa mple.com/{}", "long/".repeat(200))).await;
        page.shows("#verdict", "Did you mean").await;
        for panel in ["trace", "normalize", "resolve", "compare", "whatwg", "code"] {
            page.unfold(panel).await;
            page.panel(panel).await;
        }
        page.run("const side = document.getElementById('reference-side'); side.scrollTop = side.scrollHeight; document.getElementById('panel-code').querySelector('summary').focus()", Vec::new()).await;
        let covered = "const one = document.activeElement, stage = document.querySelector('.stage');
            if (!one.closest('details.panel')) return null;
            return one.getBoundingClientRect().top < stage.getBoundingClientRect().bottom && one.outerHTML.slice(0, 80)";
        for _ in 0..60 {
            page.press(&format!("{SHIFT}{TAB}{NULL}")).await;
            let covered = page.run(covered, Vec::new()).await;
            if covered.is_null() {
                break;
            }
            assert_eq!(covered, false);
        }
        let room = "return document.querySelector('.stage').offsetHeight / document.getElementById('reference-side').clientHeight";
        assert!(page.run(room, Vec::new()).await.as_f64().unwrap() < 0.7, "the panels have room");
    });
}

/// A triangle is made of borders, of which three are not drawn, and the bar of the proof of backgrounds.
#[test]
fn triangles_and_the_proof_are_drawn_in_forced_colors() {
    scenario(&[], async |page, _| {
        page.shows("#panel-prove .status", "proved for all").await;
        page.force_colors().await;
        page.until("colours are forced", "return matchMedia('(forced-colors: active)').matches").await;
        let adjusted =
            "return [['#panel-parse > summary', '::before'], ['.meter span', null]].map(([selector, part]) =>
            getComputedStyle(document.querySelector(selector), part).forcedColorAdjust)";
        assert_eq!(page.run(adjusted, Vec::new()).await, serde_json::json!(["none", "none"]));
        let drawn = "const { borderTopColor, borderLeftColor } = getComputedStyle(document.querySelector('#panel-parse > summary'), '::before');
            return [borderTopColor, borderLeftColor, getComputedStyle(document.querySelector('.meter span')).backgroundColor].map((color) => color === 'rgba(0, 0, 0, 0)')";
        assert_eq!(page.run(drawn, Vec::new()).await, serde_json::json!([true, false, false]));
    });
}

/// No word of a step is broken where lines are short.
#[test]
fn the_steps_of_resolution_fit_a_phone() {
    scenario(&[], async |page, _| {
        page.resize(360, 800).await;
        page.type_into("#reference", "../g?y#s").await;
        page.unfold("resolve").await;
        page.shows("#target", "http://a/b/g?y#s").await;
        let broken = "const range = document.createRange(), broken = [];
            const walker = document.createTreeWalker(document.querySelector('.steps'), NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode())
                for (const { 0: word, index } of node.data.matchAll(/[A-Za-z_.]+/g)) {
                    range.setStart(node, index);
                    range.setEnd(node, index + word.length);
                    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
                    if (lines.size > 1) broken.push(word);
                }
            return broken";
        assert_eq!(page.run(broken, Vec::new()).await, serde_json::json!([]));
        let wider = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(page.run(wider, Vec::new()).await, 0);
    });
}

/// Everything is in a landmark, and each column of a table has a name.
#[test]
fn skip_links_and_columns_are_named() {
    scenario(&[], async |page, _| {
        page.unfold("whatwg").await;
        page.type_into("#reference", "http://EXAMPLE.com:80/a/../b").await;
        page.panel("whatwg").await;
        let nameless = "return [...document.querySelectorAll('th')].filter((one) => one.innerText.trim() === '').length + document.querySelectorAll('body > a').length";
        assert_eq!(page.run(nameless, Vec::new()).await, 0);
    });
}
