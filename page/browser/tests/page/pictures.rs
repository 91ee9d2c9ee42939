//! Takes the pictures of the README, and measures the time from a key press to its effect.

use std::fs;
use std::path::Path;

use urigram_browser::{Page, scenario};

/// Writes a picture to `docs/`, if requested: pictures differ between browser versions.
async fn take(page: &Page, name: &str) {
    let picture = page.picture().await;
    assert!(picture.starts_with(b"\x89PNG"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        fs::write(docs.join(name).with_extension("png"), picture).unwrap();
    }
}

async fn light(page: &Page) {
    page.click("#theme").await;
}

#[test]
#[ignore = "takes a picture for the README"]
fn a_reference_and_an_edited_grammar() {
    scenario(&[], async |page, _| {
        light(page).await;
        page.edit_grammar("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\"").await;
        page.type_into("#reference", "my_app://user@example.com:8042/over/there?name=ferret#nose").await;
        page.shows("#panel-diff", "accepts more").await;
        page.shows("#panel-prove .status", "fails").await;
        page.panel("draw").await;
        take(page, "serve-edit").await;
    });
}

#[test]
#[ignore = "takes a picture for the README"]
fn a_fault() {
    scenario(&[], async |page, _| {
        light(page).await;
        page.type_into("#reference", "http://exa mple.com/%7e").await;
        page.shows("#verdict", "Did you mean").await;
        page.shows("#panel-prove .status", "proved for all").await;
        page.panel("draw").await;
        take(page, "serve-fault").await;
    });
}

#[test]
#[ignore = "takes a picture for the README"]
fn a_trace_in_the_dark() {
    scenario(&[], async |page, _| {
        light(page).await;
        page.click("#theme").await;
        page.type_into("#reference", "http://1.2.3.4.example/").await;
        for panel in ["validate", "parse", "tree"] {
            page.unfold(panel).await;
        }
        page.unfold("trace").await;
        page.panel("trace").await;
        for _ in 0..30 {
            page.click("#step-on").await;
        }
        take(page, "serve-trace").await;
    });
}

#[test]
#[ignore = "takes a picture for the README"]
fn json_on_a_phone() {
    scenario(&[], async |page, _| {
        light(page).await;
        page.resize(390, 844).await;
        page.run("const list = document.getElementById('example'); list.value = [...list.options].find((one) => one.text.includes('JSON')).value; list.dispatchEvent(new Event('change', { bubbles: true }))", Vec::new()).await;
        page.shows("#verdict", "Matches").await;
        page.panel("tree").await;
        take(page, "serve-json").await;
    });
}

/// Prints the time from a key press to its effect, as measured by the page.
#[test]
#[ignore = "the time is printed, and not compared"]
fn times() {
    scenario(&[], async |page, _| {
        let mut components = Vec::new();
        for text in [
            "http://example.com/a",
            "http://example.com/ab",
            "http://example.com/abc",
            "http://[::1]:80/?q#f",
            "urn:a:b",
        ] {
            page.run("performance.clearMeasures()", Vec::new()).await;
            page.run("const field = document.getElementById('reference'); field.focus(); field.select(); document.execCommand('insertText', false, arguments[0])", vec![text.into()]).await;
            components.push(measured(page, "parse").await);
        }
        // Wait until no other request runs.
        page.panel("prove").await;
        page.panel("draw").await;
        let (mut changes, mut answers) = (Vec::new(), Vec::new());
        for (old, new) in [
            ("\"+\" | \"-\" | \".\"", "\"+\" | \"-\" | \"_\" | \".\""),
            ("\"_\" | \".\"", "\"~\" | \".\""),
            ("\"~\" | \".\"", "\".\""),
        ] {
            page.run("performance.clearMeasures(); performance.clearResourceTimings()", Vec::new()).await;
            page.edit_grammar(old, new).await;
            changes.push(measured(page, "diff").await);
            let answer = "return performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/answers')).duration";
            answers.push(page.run(answer, Vec::new()).await.as_f64().unwrap());
            page.panel("prove").await;
            page.panel("draw").await;
        }
        println!(
            "from key to components: {components:.1?} ms; to what changed: {changes:.1?} ms, of which 30 are a pause, and the answer takes {answers:.1?}"
        );
    });
}

/// Prints the size of the files that the page loads at the start and with every panel open. `/state` counts,
/// but `data:` URIs and answers of commands do not.
#[test]
fn weight() {
    scenario(&[], async |page, _| {
        let weight = "return performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(location.origin) && !name.endsWith('/answers')).concat(performance.getEntriesByType('navigation')).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)";
        page.panel("diff").await;
        let first = page.run(weight, Vec::new()).await.as_f64().unwrap();
        for panel in ["trace", "normalize", "resolve", "compare", "whatwg", "code", "sample"] {
            page.unfold(panel).await;
            page.panel(panel).await;
        }
        let all = page.run(weight, Vec::new()).await.as_f64().unwrap();
        println!("the page weighs {first} bytes, with every panel open {all}");
        assert!(first < 150_000.0, "the page weighs {first} bytes");
    });
}

async fn measured(page: &Page, panel: &str) -> f64 {
    let script = format!("return performance.getEntriesByName('shown:{panel}').at(-1)?.duration ?? null");
    page.until("it is measured", &script).await.as_f64().unwrap_or(f64::NAN)
}
