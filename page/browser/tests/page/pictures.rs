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

const PANELS: [&str; 5] = ["parse", "validate", "tree", "diff", "prove"];
/// The characters that are typed into the reference, one after the other.
const TYPED: &str = "/abc/d?e=f&g=%41#h.i-j";
/// The characters that a scheme may have besides those of the RFC, one after the other.
const ALLOWED: &str = "_~!$&'()*,;=@^|`{}<>";

/// Prints the time from a key press to its effect, as measured by the page: the median, and the 90th percentile.
#[test]
#[ignore = "the time is printed, and not compared"]
fn times() {
    scenario(&[], async |page, _| {
        let begin = "performance.clearMeasures(); document.getElementById('reference').focus()";
        let insert = "document.execCommand('insertText', false, arguments[0])";
        page.type_into("#reference", "http://user@example.com:80").await;
        let mut of_reference = Vec::new();
        for key in TYPED.chars() {
            all_answered(&page).await;
            page.run(begin, Vec::new()).await;
            page.run(insert, vec![key.to_string().into()]).await;
            of_reference.push(measured(&page, &PANELS[..3]).await);
        }
        println!("after a key in the reference: {}", summary(&PANELS[..3], &of_reference));
        let mut of_grammar = Vec::new();
        let mut old = "\"-\" | \".\"".to_owned();
        for allowed in ALLOWED.chars() {
            all_answered(&page).await;
            page.run(begin, Vec::new()).await;
            let new = format!("\"-\" | \"{allowed}\" | \".\"");
            page.edit_grammar(&old, &new).await;
            of_grammar.push(measured(&page, &PANELS).await);
            old = new;
        }
        println!("after a key in the grammar, of which 10 ms are a pause: {}", summary(&PANELS, &of_grammar));
    });
}

async fn all_answered(page: &Page) {
    page.until("all is answered", "return document.querySelector('[data-stale]') === null").await;
    for panel in PANELS.iter().chain(&["draw"]) {
        page.panel(panel).await;
    }
}

/// Returns the times until these panels showed their answers, in milliseconds.
async fn measured(page: &Page, panels: &[&str]) -> Vec<f64> {
    let mut times = Vec::new();
    for panel in panels {
        let script = format!("return performance.getEntriesByName('shown:{panel}').at(-1)?.duration ?? null");
        times.push(page.until("it is measured", &script).await.as_f64().unwrap_or(f64::NAN));
    }
    times
}

fn summary(panels: &[&str], times: &[Vec<f64>]) -> String {
    let of_panel = panels.iter().enumerate().map(|(at, panel)| {
        let mut times: Vec<f64> = times.iter().map(|times| times[at]).collect();
        times.sort_by(f64::total_cmp);
        format!("{panel} {:.0}, {:.0}", times[times.len() / 2], times[times.len() * 9 / 10])
    });
    of_panel.collect::<Vec<_>>().join("; ")
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
