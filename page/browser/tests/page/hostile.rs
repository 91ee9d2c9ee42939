//! Hostile texts and grammars.

use urigram_browser::{Page, scenario};

#[test]
fn text_stays_text() {
    scenario(&[], async |page, _| {
        page.type_into("#reference", "http://a/<img src=x onerror=alert(1)>?<script>alert(1)</script>").await;
        page.until(
            "it does not match",
            "return document.querySelector('#verdict').dataset.matches === 'false'",
        )
        .await;
        page.replace_grammar("a = { \"<script>alert(1)</script>\" ~ \"<img src=x>\" }\n").await;
        page.panel("check").await;
        page.panel("draw").await;
        assert_eq!(
            page.run("return document.querySelectorAll('main script, main img').length", Vec::new()).await,
            0
        );
    });
}

#[test]
fn an_error_in_a_panel_stops_no_other() {
    scenario(&[], async |page, _| {
        page.panel("tree").await;
        let broken = "addEventListener('error', (event) => { window.reported = true; event.preventDefault(); });
            document.querySelector('#panel-parse .body').replaceChildren = () => { throw new Error('broken'); }";
        page.run(broken, Vec::new()).await;
        page.type_into("#reference", "http://after/").await;
        page.shows("#panel-tree", "after").await;
        page.shows("#panel-parse .status", "could not be shown").await;
        let reported = "return window.reported === true && document.querySelector('[aria-busy]') === null";
        page.until("it is reported, and no panel is busy", reported).await;
        page.run("delete document.querySelector('#panel-parse .body').replaceChildren", Vec::new()).await;
        page.type_into("#reference", "http://again/").await;
        page.shows("#panel-parse .body", "again").await;
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_grammar_that_takes_forever_is_given_up() {
    scenario(&["--time", "2"], async |page, _| {
        // The automaton of each of these rules has more than 2^16 states, and each comparison reaches its
        // limits.
        let slow = ["scheme", "query", "fragment", "userinfo", "port", "reg_name"];
        let slow = slow.map(|rule| format!("{rule} = @{{ (!(\"a\" ~ ANY{{16}} ~ \"b\") ~ ANY)* }}\n"));
        page.replace_grammar(&slow.concat()).await;
        page.shows("#panel-diff", "took longer than 2s").await;
        let turn = "return Number(document.getElementById('panel-diff').dataset.answered)";
        let before = page.run(turn, Vec::new()).await.as_f64().unwrap();
        page.click_button("#panel-diff", "Try again").await;
        page.until("it is asked again", &format!("{turn} > {before}")).await;
        page.shows("#panel-diff", "took longer than 2s").await;
        page.click("#reset").await;
        page.shows("#panel-diff .status", "nothing").await;
    });
}

/// Too long a text is left out when it is pasted. One that came by a link is said once to be too long.
#[test]
fn a_long_text_is_read_or_refused() {
    scenario(&[], async |page, _| {
        page.paste(&format!("http://a/{}", "/../%41".repeat(12_000))).await;
        page.panel("parse").await;
        page.panel("validate").await;
        page.type_into("#reference", "a:b").await;
        page.shows("#verdict", "Matches").await;
        page.run("const long = document.createElement('textarea'); long.id = 'long'; long.value = 'x'.repeat(200_000); document.body.append(long); long.select()", Vec::new()).await;
        page.press("\u{E009}c\u{E000}").await;
        page.run(
            "document.getElementById('long').remove(); document.getElementById('reference').select()",
            Vec::new(),
        )
        .await;
        page.press("\u{E009}v\u{E000}").await;
        page.shows("#page-notice", "references of at most 96 KiB").await;
        assert_eq!(page.value("#reference").await, "a:b");
        page.type_into("#reference", "a:c").await;
        page.until("the notice is gone", "return document.getElementById('page-notice').hidden").await;
        page.run("(await import('./state.js')).set({ input: 'x'.repeat(100_000) })", Vec::new()).await;
        page.shows("#panel-parse", "The reference is longer than 96 KiB, the most that this page reads.")
            .await;
        page.panel("tree").await;
        let times = "return document.body.innerText.split('longer than').length - 1";
        assert_eq!(page.run(times, Vec::new()).await, 1);
        page.run("(await import('./state.js')).set({ input: 'a\\0b' })", Vec::new()).await;
        page.shows("#panel-parse", "The reference contains U+0000, which this page does not read.").await;
        page.panel("tree").await;
        page.run(
            "(await import('./state.js')).set({ input: 'a:b', grammar: 'x'.repeat(1_100_000) })",
            Vec::new(),
        )
        .await;
        page.shows("#panel-parse", "The grammar is longer than 1 MiB, the most that this page reads.").await;
        page.panel("diff").await;
        assert_eq!(page.run(times, Vec::new()).await, 1);
    });
}

/// The page has no command line, so its messages name no options.
#[test]
fn no_message_is_of_the_command_line() {
    scenario(&[], async |page, _| {
        let options = "return document.body.innerText.match(/.*(--|possible values).*/g) ?? []";
        page.replace_grammar("r0 = { \"a\" }\n").await;
        for panel in ["parse", "tree", "check", "draw", "prove"] {
            page.panel(panel).await;
        }
        assert_eq!(page.run(options, Vec::new()).await, serde_json::json!([]));
        let slow: String = (0..11)
            .map(|n| format!("r{n} = {{ r{0} ~ \"x\" | r{0} ~ \"y\" | r{0} ~ \"z\" | r{0} }}\n", n + 1))
            .collect();
        page.replace_grammar(&format!("{slow}r11 = {{ \"a\"+ }}\n")).await;
        page.choose("#rule", "r0").await;
        page.type_into("#reference", "aaaa").await;
        page.shows("#verdict", "steps to match.").await;
        page.panel("tree").await;
        assert_eq!(page.run(options, Vec::new()).await, serde_json::json!([]));
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn odd_characters_are_shown() {
    scenario(&[], async |page, _| {
        page.paste("http://a/\u{202e}cba\u{1F600}\u{7f}").await;
        page.until(
            "it does not match",
            "return document.querySelector('#verdict').dataset.matches === 'false'",
        )
        .await;
        page.shows("#fault", "U+202E").await;
    });
}

/// Replaces the grammar at once, as a link does.
async fn put_grammar(page: &Page, text: &str) {
    let put = "const field = document.getElementById('grammar'); field.value = arguments[0]; field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }))";
    page.run(put, vec![text.into()]).await;
}

async fn number_of(page: &Page, selector: &str) -> u64 {
    let number = "return document.querySelectorAll(arguments[0]).length";
    page.run(number, vec![selector.into()]).await.as_u64().unwrap()
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_grammar_of_many_lines() {
    scenario(&[], async |page, _| {
        put_grammar(page, &format!("a = {{ \"x\" }}\n{}b = {{ }}", "\n".repeat(520_000))).await;
        assert!(page.panel("check").await.contains("520002:7"));
        assert!(number_of(page, "#editor *").await < 100, "no lines are drawn");
        page.click_button("#panel-check", "520002:7").await;
        page.until("the line is in sight", "return document.getElementById('grammar').scrollTop > 1e6").await;
        page.click("#reset").await;
        page.shows("#panel-diff .status", "nothing").await;
        assert!(number_of(page, "#lines .code-line").await > 50, "lines are drawn again");
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn a_node_with_many_children() {
    scenario(&[], async |page, _| {
        put_grammar(page, "list = { item* }\nitem = { \"x\" }\n").await;
        page.click_button("#verdict, #panel-parse", "list").await;
        page.paste(&"x".repeat(90_000)).await;
        page.shows("#panel-tree .status", "90001 nodes").await;
        let lines = "#panel-tree [role=treeitem]";
        assert_eq!(number_of(page, lines).await, 202);
        page.shows("#panel-tree", "… 89,800 more").await;
        page.click("#panel-tree .rest .more").await;
        page.shows("#panel-tree", "… 89,600 more").await;
        assert_eq!(number_of(page, lines).await, 402);
        page.press("\u{E007}").await;
        assert_eq!(number_of(page, lines).await, 402, "only the line of the others adds lines");
    });
}

#[test]
#[ignore = "another scenario uses the same part of the page"]
fn long_lists() {
    scenario(&[], async |page, _| {
        page.unfold("resolve").await;
        page.paste(&format!("http://a/{}?{}", "../a/".repeat(3000), "a=b&".repeat(3000))).await;
        page.shows("#panel-parse .items[aria-label=segments]", "… 5,80").await;
        page.shows("#panel-parse .items[aria-label=pairs]", "… 2,80").await;
        page.click_button("#panel-parse .items[aria-label=pairs]", "more").await;
        page.shows("#panel-parse .items[aria-label=pairs]", "… 2,60").await;
        page.panel("resolve").await;
        assert!(number_of(page, "#panel-resolve tr").await < 210, "the command itself shortens its steps");
        let rules: String = (0..5000).map(|n| format!("r{n} = {{ \"{n}\" }}\n")).collect();
        put_grammar(page, &rules).await;
        page.panel("diff").await;
        page.until(
            "not all names are there",
            "return document.getElementById('panel-diff').textContent.includes('… 4,800 more')",
        )
        .await;
        assert!(number_of(page, "#panel-diff *").await < 2000);
        assert!(number_of(page, "#rule option").await < 1200);
    });
}

#[test]
fn what_cannot_be_seen_is_shown() {
    scenario(&[], async |page, _| {
        for hidden in
            ['\u{3164}', '\u{115F}', '\u{180E}', '\u{2800}', '\u{FE0F}', '\u{E0041}', '\u{202E}', '\u{A0}']
        {
            page.paste(&format!("http://a/{hidden}b")).await;
            let shown = format!("\\u{{{:x}}}", u32::from(hidden));
            page.shows("#hidden-characters", &shown).await;
            page.edit_grammar("\n", &format!(" // {hidden}\n")).await;
            page.shows("#hidden-grammar", &format!("{shown} in line 1")).await;
            page.click("#reset").await;
            page.until("no notice", "return document.getElementById('hidden-grammar').hidden").await;
        }
        page.unfold("code").await;
        page.paste("http://a/\u{3164}").await;
        page.shows("#code-command", "\\343\\205\\244").await;
        page.shows("#code-json", "\\u3164").await;
    });
}

/// The parts of an escape stay in order, also among letters from right to left.
#[test]
fn an_escape_is_not_reordered() {
    scenario(&[], async |page, _| {
        page.unfold("code").await;
        page.paste("http://a/\u{5D0}\u{5D1}\u{200F}\u{5D2}\u{5D3}").await;
        for (selector, escape) in [("#hidden-characters", r"\u{200f}"), ("#code-command", r"\342\200\217")] {
            page.shows(selector, escape).await;
            let places = "const walker = document.createTreeWalker(document.querySelector(arguments[0]), NodeFilter.SHOW_TEXT);
                for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                    const at = node.data.indexOf(arguments[1]);
                    if (at < 0) continue;
                    return [...arguments[1]].map((_, place) => {
                        const range = document.createRange();
                        range.setStart(node, at + place);
                        range.setEnd(node, at + place + 1);
                        return range.getBoundingClientRect().left;
                    });
                }";
            let places = page.run(places, vec![selector.into(), escape.into()]).await;
            let places: Vec<f64> =
                places.as_array().unwrap().iter().map(|place| place.as_f64().unwrap()).collect();
            assert!(places.is_sorted() && places[0] < places[7], "{selector}: {places:?}");
        }
    });
}
