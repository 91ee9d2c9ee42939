//! Texts and grammars that are meant to break the page.

use std::time::{Duration, Instant};

use urigram_browser::scenario;

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
fn a_grammar_that_takes_forever_is_given_up() {
    scenario(&[], async |page, _| {
        // The automaton of the last rule has more than 2^40 states.
        let doubling = format!(
            "{}last = @{{ (\"a\" | \"b\")* ~ \"a\" ~ {} }}\n",
            "all = { last }\n",
            vec!["(\"a\" | \"b\")"; 400].join(" ~ ")
        );
        let slow: String = (0..300)
            .map(|rule| format!("r{rule} = {{ r{} ~ \"a\"? | (\"b\" ~ r{})* }}\n", rule + 1, rule + 1))
            .collect();
        page.replace_grammar(&format!("{doubling}{slow}r300 = {{ \"x\" }}\n")).await;
        let since = Instant::now();
        page.panel("check").await;
        page.panel("diff").await;
        page.panel("prove").await;
        // Three questions of at most two seconds each, and some more where a machine has other work.
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
        page.type_into("#reference", "a").await;
        page.panel("parse").await;
    });
}

#[test]
fn a_long_text_is_read_or_refused() {
    scenario(&[], async |page, _| {
        page.paste(&format!("http://a/{}", "/../%41".repeat(20_000))).await;
        page.panel("parse").await;
        page.panel("validate").await;
        page.type_into("#reference", "a:b").await;
        page.shows("#verdict", "Matches").await;
        page.forget_refusals().await;
    });
}

#[test]
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
