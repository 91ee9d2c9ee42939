//! Texts and grammars that are meant to break the page.

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
    scenario(&["--time", "2"], async |page, _| {
        // The automaton of each rule has more than 2^16 states, and each is compared until its limits are reached.
        let slow = ["scheme", "query", "fragment", "userinfo", "port", "reg_name"];
        let slow = slow.map(|rule| format!("{rule} = @{{ (!(\"a\" ~ ANY{{16}} ~ \"b\") ~ ANY)* }}\n"));
        page.replace_grammar(&slow.concat()).await;
        page.shows("#panel-diff", "took longer than 2s").await;
        page.click("#reset").await;
        page.shows("#panel-diff .status", "nothing").await;
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
