//! The notation, explained in its place and in the help.

use serde_json::{Value, json};
use urigram_browser::{Page, scenario};

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const RIGHT: &str = "\u{E014}";
const UNDO: &str = "\u{E009}z\u{E000}";

/// A grammar with each piece of the notation.
const ALL: &str = r##"//! All of the notation.
/// A list. It has items.
list = { item ~ ("," ~ item)* ~ #last = !"x" ~ EOI }
item = !{ word{2,} | word{,3} | word{2, 3} | word{1} | ^"px" | "\u{41}\x42\n" | 'a'..'\u{7A}' | "" | "ab" }
/* a /* b */ */
word = @{ | ASCII_ALPHA+ ~ LATIN? ~ XID_START* ~ &("a" ~ "b") ~ ANY ~ (a | b) ~ "://" }
push = _{ PUSH("a" | "b") ~ PEEK ~ PEEK[1..-1] ~ PUSH_LITERAL("y") ~ POP ~ POP_ALL ~ PEEK_ALL ~ DROP }
ends = ${ SOI ~ word ~ !(word | list)+ ~ NEWLINE ~ LETTER ~ ALPHABETIC ~ ASCII_HEX_DIGIT } // done
WHITESPACE = _{ " " }
half = { ~ "z" ~ | ("\u{1}h" ~
"##;

/// A place in `ALL`, as the text from it on, and what is said about it.
const SAID: &[(&str, &str)] = &[
    ("//! All", "`//!`: a comment about the whole grammar, which goes into its documentation."),
    ("/// A list", "`///`: a comment about the rule `list`, which goes into its documentation."),
    ("// done", "`//`: a comment up to the end of the line."),
    ("b */ */", "`/* */`: a comment, also over several lines, and with others inside."),
    ("list = {", "`list`: the rule that is defined here: A list. It has items."),
    ("item = !", "`item`: the rule that is defined here."),
    ("= { item", "`=`: defines the rule `list` as what stands in the braces."),
    (
        "{ item",
        "`{`: a normal rule: makes a node of the tree, and skips any `WHITESPACE` between parts (none within an atomic rule).",
    ),
    (
        "!{ word",
        "`!{`: non-atomic: implicit white space between parts, and nodes of the tree, even where an atomic rule calls this one.",
    ),
    (
        "{ word{2,}",
        "`!{`: non-atomic: implicit white space between parts, and nodes of the tree, even where an atomic rule calls this one.",
    ),
    (
        "@{ |",
        "`@{`: atomic: no implicit white space between parts, and the rules called inside make no nodes of the tree (unless they are `$` or `!`).",
    ),
    (
        "${ SOI",
        "`${`: compound-atomic: no implicit white space between parts, as with `@`, but the rules called inside make nodes of the tree.",
    ),
    (
        "_{ PUSH",
        "`_{`: silent: matches as usual, but makes no node of the tree; the rules called inside still make theirs.",
    ),
    ("}\nitem", "`}`: the end of the rule `list`."),
    (
        "item ~ (\"",
        "`item`: the rule `!{ word{2,} | word{,3} | word{2, 3} | word{1} | ^\"px\" | \"\\u{…`. Go to it",
    ),
    ("list)+", "`list`: the rule: A list. It has items. Go to it"),
    (
        "~ (\",\"",
        "`~`: followed by: first `item`, then any `WHITESPACE` (none within an atomic rule), then `(\",\" ~ item)*`.",
    ),
    (
        "~ #last",
        "`~`: followed by: first `(\",\" ~ item)*`, then any `WHITESPACE` (none within an atomic rule), then `#last = !\"x\"`.",
    ),
    ("~ LATIN", "`~`: followed by: first `ASCII_ALPHA+`, then, directly after it, `LATIN?`."),
    ("~ !(word", "`~`: followed by: first `word`, then, directly after it, `!(word | list)+`."),
    ("~ NEWLINE", "`~`: followed by: first `!(word | list)+`, then, directly after it, `NEWLINE`."),
    (
        "~ \"z\"",
        "`~`: followed by: first `…`, then any `WHITESPACE` (none within an atomic rule), then `\"z\"`.",
    ),
    (
        "#last",
        "`#last =`: labels the node of `!\"x\"` as `last`, for programs that walk the tree; what matches stays the same.",
    ),
    (
        "= !\"x\"",
        "`#last =`: labels the node of `!\"x\"` as `last`, for programs that walk the tree; what matches stays the same.",
    ),
    (
        "| word{,3}",
        "`|`: or else: tries `word{2,}`, and only where that fails `word{,3}`; it commits to the first that matches.",
    ),
    (
        "| list",
        "`|`: or else: tries `word`, and only where that fails `list`; it commits to the first that matches.",
    ),
    ("| ASCII", "`|`: changes nothing before the first alternative: it only lines up with the others."),
    ("(\",\" ~", "`( )`: groups `\",\" ~ item`, so that `*` applies to all of it."),
    (")* ~ #", "`( )`: groups `\",\" ~ item`, so that `*` applies to all of it."),
    ("(\"a\" ~", "`( )`: groups `\"a\" ~ \"b\"`, so that `&` applies to all of it."),
    (
        "(a | b",
        "`( )`: groups `a | b` into one part: without the parentheses, `~` binds more tightly than `|`.",
    ),
    (
        "* ~ #",
        "`*`: matches `(\",\" ~ item)` any number of times, also none: it takes all it can, and gives none back, with any `WHITESPACE` in between (none within an atomic rule).",
    ),
    (
        "* ~ &",
        "`*`: matches `XID_START` any number of times, also none: it takes all it can, and gives none back.",
    ),
    ("+ ~ LATIN", "`+`: matches `ASCII_ALPHA` one or more times: it takes all it can, and gives none back."),
    (
        "+ ~ NEWLINE",
        "`+`: matches `(word | list)` one or more times: it takes all it can, and gives none back.",
    ),
    (
        "? ~",
        "`?`: optional: matches `LATIN` if it comes next, otherwise nothing; it commits to what it matched.",
    ),
    (
        "{2,}",
        "`{2,}`: matches `word` two or more times: it takes all it can, and gives none back, with any `WHITESPACE` in between.",
    ),
    (
        "3} | word{2",
        "`{,3}`: matches `word` at most three times, also none: it takes all it can, and gives none back, with any `WHITESPACE` in between.",
    ),
    (
        ", 3}",
        "`{2, 3}`: matches `word` two to three times: it takes all it can, and gives none back, with any `WHITESPACE` in between.",
    ),
    ("} | ^", "`{1}`: matches `word` exactly once, with any `WHITESPACE` in between."),
    ("!\"x\"", "`!\"x\"`: fails if `\"x\"` comes next; otherwise matches without consuming anything."),
    (
        "!(word",
        "`!(word | list)+`: fails if `(word | list)+` comes next; otherwise matches without consuming anything.",
    ),
    (
        "&(\"a\"",
        "`&(\"a\" ~ \"b\")`: matches if `(\"a\" ~ \"b\")` comes next, but without consuming it; otherwise fails.",
    ),
    ("^\"px\"", "`^\"px\"`: matches `px` with its ASCII letters in either case: also `PX`."),
    ("\",\" ~", "`\",\"`: matches exactly this character."),
    ("\"://\"", "`\"://\"`: matches exactly these 3 characters."),
    ("\\u{1}", "`\\u{1}`: not an escape that pest knows: it wants 2 to 6 hexadecimal digits."),
    ("\"ab\"", "`\"ab\"`: matches exactly these 2 characters: `AB` does not match, as it would with `^`."),
    ("\"\" |", "`\"\"`: matches the empty string: it always succeeds, and consumes nothing."),
    ("\\u{41}", "`\\u{41}`: the character `A`, U+0041, by its hexadecimal number."),
    ("\\x42", "`\\x42`: the character `B`, U+0042, by its hexadecimal number."),
    ("\\n", "`\\n`: a line feed."),
    (
        "..'\\u{7A}'",
        "`'a'..'\\u{7A}'`: matches one character from `a` to `z`, in the order of Unicode: U+0061 to U+007A.",
    ),
    (
        "'a'..",
        "`'a'..'\\u{7A}'`: matches one character from `a` to `z`, in the order of Unicode: U+0061 to U+007A.",
    ),
    (
        "PUSH(",
        "`PUSH( )`: matches `\"a\" | \"b\"`, and puts what it matched on the stack, for `PEEK` or `POP` to match it again.",
    ),
    (
        "PUSH_LITERAL",
        "`PUSH_LITERAL( )`: puts `\"y\"` on the stack without matching anything, for `PEEK` or `POP` to match it, but `uri` refuses it.",
    ),
    (
        "PEEK ~",
        "`PEEK`: matches the string on top of the stack, and leaves it there; the stack must not be empty.",
    ),
    (
        "-1]",
        "`PEEK[1..-1]`: matches again, from the bottom upwards, the strings of the stack from number `1` to before number `-1` (0 is the bottom, a minus counts from the top).",
    ),
    (
        "PEEK_ALL",
        "`PEEK_ALL`: matches all strings of the stack, one after the other from top to bottom, and leaves them there.",
    ),
    (
        "POP ~",
        "`POP`: matches the string on top of the stack, and takes it off; the stack must not be empty.",
    ),
    (
        "POP_ALL",
        "`POP_ALL`: matches all strings of the stack, one after the other from top to bottom, and takes them off.",
    ),
    (
        "DROP",
        "`DROP`: takes the string on top off the stack and matches nothing; fails if the stack is empty.",
    ),
    ("ANY", "`ANY`: matches any one character, and fails only at the end of the text."),
    ("SOI", "`SOI`: start of input: matches only at the start of the text, and consumes nothing."),
    ("EOI", "`EOI`: end of input: matches only at the end of the text, and makes a node `EOI` of the tree."),
    ("NEWLINE", "`NEWLINE`: matches one line break: `\\n`, `\\r\\n` or `\\r`."),
    (
        "ASCII_HEX_DIGIT",
        "`ASCII_HEX_DIGIT`: matches one character from `0` to `9`, `a` to `f` or `A` to `F`.",
    ),
    ("XID_START", "`XID_START`: matches one character with the property XID_Start in Unicode."),
    ("LETTER ~", "`LETTER`: matches one character of the general category Letter in Unicode."),
    ("LATIN?", "`LATIN`: matches one character of the script Latin in Unicode."),
    (
        "WHITESPACE =",
        "`WHITESPACE`: is skipped between the parts of sequences and repetitions, outside of atomic rules, as often as it matches.",
    ),
];

/// Returns whether the dialog is open.
const OPEN: &str = "return document.getElementById('help').open";

/// The text that the line under the editor shows, with its code between backticks.
const SHOWN: &str = "[...document.getElementById('explained').childNodes].map((node) => node.localName === 'code' ? `\\`${node.textContent}\\`` : node.textContent).join('')";

/// Waits until the line under the editor shows this.
async fn explained(page: &Page, said: &str) {
    let script = format!("return {SHOWN}.includes({})", json!(said));
    page.until(&format!("{said:?} is said"), &script).await;
}

/// Puts the cursor at the start of this text in the grammar.
async fn put_cursor(page: &Page, before: &str) {
    // Gives the focus to the window, too.
    page.click("#grammar-title label").await;
    let script = "const field = document.getElementById('grammar'), at = field.value.indexOf(arguments[0]);
        field.setSelectionRange(at, at);
        return at";
    assert_ne!(page.run(script, vec![json!(before)]).await, -1, "the grammar has no {before:?}");
}

/// Moves the mouse over the character at the start of this text in the grammar.
async fn point_at(page: &Page, text: &str) {
    let script = "const field = document.getElementById('grammar'), at = field.value.indexOf(arguments[0]);
        const lines = field.value.slice(0, at).split('\\n'), canvas = document.createElement('canvas').getContext('2d');
        canvas.font = getComputedStyle(field).font;
        const editor = document.getElementById('editor');
        editor.scrollTo(0, 20 * lines.length - 100);
        const { left, top } = field.getBoundingClientRect();
        return [left + 10 + canvas.measureText(lines.at(-1)).width + 4, top + 8 + 20 * (lines.length - 1) + 10].map(Math.round)";
    let place = page.run(script, vec![json!(text)]).await;
    page.point(place[0].as_i64().unwrap(), place[1].as_i64().unwrap()).await;
}

#[test]
fn each_piece_has_its_sentence() {
    scenario(&[], async |page, _| {
        let script = "const { explain } = await import('./explain.js');
            const [text, places] = arguments;
            return places.map((place) => {
                const found = explain(text, text.indexOf(place));
                return found && `\\`${found.code}\\`: ${found.said.map((part) => part.code === undefined ? part : `\\`${part.code}\\``).join('')}${found.rule ? ' Go to it' : ''}`;
            })";
        let places: Vec<&str> = SAID.iter().map(|(place, _)| *place).collect();
        assert!(places.iter().all(|place| ALL.contains(place)), "each is in the grammar");
        let said = page.run(script, vec![json!(ALL), json!(places)]).await;
        for ((place, expected), said) in SAID.iter().zip(said.as_array().unwrap()) {
            assert_eq!(said, expected, "{place}");
        }
    });
}

/// The cursor has its sentence, which the pointer overrides for as long as it is over a piece.
#[test]
fn the_cursor_and_the_pointer_are_explained() {
    scenario(&[], async |page, _| {
        let height = "return document.getElementById('explained').offsetHeight";
        page.shows("#explained", "Point at a piece of the grammar").await;
        let before = page.run(height, Vec::new()).await;
        put_cursor(page, "!(unreserved | pct_encoded | sub_delims) | reg_name").await;
        explained(page, "fails if `(unreserved | pct_encoded | sub_deli…` comes next").await;
        put_cursor(page, "* }\n\n// 3.2").await;
        explained(page, "`*`: matches `(ALPHA | DIGIT | \"+\" | \"-\" | \".\")` any number of times").await;
        assert_eq!(page.run(height, Vec::new()).await, before, "nothing is shifted");
        for (text, said) in [
            ("@{ ALPHA", "`@{`: atomic"),
            ("ALPHA ~ (", "`ALPHA`: the rule `_{ 'A'..'Z' | 'a'..'z' }`, RFC 5234, Appendix B.1. Go to it"),
            ("~ (ALPHA", "`~`: followed by: first `ALPHA`"),
            (")* }\n\n// 3.2", "`( )`: groups"),
            ("scheme = @", "`scheme`: the rule that is defined here, RFC 3986, section 3.1."),
        ] {
            point_at(page, text).await;
            explained(page, said).await;
        }
        page.hover("#grammar-title").await;
        explained(page, "`*`: matches").await;
        // Beyond the end of a line is nothing.
        point_at(page, "~ (ALPHA").await;
        explained(page, "`~`").await;
        let end = page.run("const { left, top } = document.getElementById('grammar').getBoundingClientRect(); return [left + 500, top + 8 + 20 * 31 + 10].map(Math.round)", Vec::new()).await;
        page.point(end[0].as_i64().unwrap(), end[1].as_i64().unwrap()).await;
        explained(page, "`*`: matches").await;
    });
}

/// Over the limit, the lines are not coloured and the text area scrolls.
#[test]
fn long_grammars_are_explained_as_well() {
    scenario(&[], async |page, _| {
        page.click("#grammar-title label").await;
        let make = "const grammar = Array.from({ length: 6000 }, (_, at) => `rule_${at} = { \"a${at}\" ~ 'a'..'z'* } // ${'.'.repeat(130)}\n`).join('');
            (await import('./state.js')).set({ grammar });
            return grammar.length";
        assert!(page.run(make, Vec::new()).await.as_u64().unwrap() > 1_000_000);
        page.until(
            "the editor is plain",
            "return document.getElementById('editor').classList.contains('plain')",
        )
        .await;
        let put = "const field = document.getElementById('grammar'), at = field.value.indexOf('* }', field.value.indexOf('rule_5000 ')); field.setSelectionRange(at, at)";
        page.run(put, Vec::new()).await;
        explained(page, "`*`: matches `'a'..'z'` any number of times").await;
        // The least of many times, which does not depend on what else runs.
        let time = "const { explain } = await import('./explain.js'), { notation } = await import('./editor.js'), text = document.getElementById('grammar').value;
            const times = Array.from({ length: 20 }, (_, turn) => {
                const since = performance.now();
                for (let at = 0; at < 10; at += 1) explain(text, text.length - 3000 + 10 * turn + at, notation);
                return (performance.now() - since) / 10;
            });
            return Math.min(...times)";
        let time = page.run(time, Vec::new()).await.as_f64().unwrap();
        assert!(time < 1.0, "an explanation takes {time} ms");
    });
}

#[test]
fn a_rule_is_gone_to_from_its_sentence() {
    scenario(&[], async |page, _| {
        put_cursor(page, "host ~ (\":\"").await;
        explained(page, "(RFC 3986, section 3.2.2)").await;
        page.click("#explained button").await;
        page.shows("#drawn-rule", "host").await;
        explained(page, "`host`: the rule that is defined here: A choice commits:").await;
        assert_eq!(page.run("return document.activeElement.id", Vec::new()).await, "grammar");
        put_cursor(page, "port)?").await;
        page.run(
            "document.getElementById('grammar').dispatchEvent(new MouseEvent('click', { ctrlKey: true }))",
            Vec::new(),
        )
        .await;
        page.shows("#drawn-rule", "port").await;
    });
}

#[test]
fn the_pages_of_help_are_tabs() {
    scenario(&[], async |page, _| {
        let chosen = "return [document.querySelector('[role=tab][aria-selected=true]').id, document.activeElement.id, ...['page', 'notation'].map((name) => document.getElementById(`help-${name}`).checkVisibility())]";
        page.run("document.activeElement.blur()", Vec::new()).await;
        page.press("?").await;
        page.until("it is open", OPEN).await;
        page.shows("#help", "to the reference").await;
        assert_eq!(page.run(chosen, Vec::new()).await, json!(["tab-page", "tab-page", true, false]));
        page.press(RIGHT).await;
        page.shows("#help", "Why 1.2.3.4.example is a name").await;
        assert_eq!(page.run(chosen, Vec::new()).await, json!(["tab-notation", "tab-notation", false, true]));
        page.press(RIGHT).await;
        assert_eq!(page.run(chosen, Vec::new()).await, json!(["tab-page", "tab-page", true, false]));
        page.press(ESCAPE).await;
        page.click("#notation-open").await;
        page.until("it is open", OPEN).await;
        assert_eq!(page.run(chosen, Vec::new()).await, json!(["tab-notation", "tab-notation", false, true]));
        page.press(TAB).await;
        assert_eq!(page.run("return document.activeElement.innerText", Vec::new()).await, "hello");
        page.press(ENTER).await;
        page.shows("#verdict", "Matches greeting").await;
        assert_eq!(page.value("#grammar").await, "greeting = { \"hello\" }");
    });
}

/// Each string of a lesson matches or not, as the lesson says, and is undone as a whole.
#[test]
fn the_strings_of_the_lessons_match_as_they_say() {
    scenario(&[], async |page, _| {
        let before = (page.value("#grammar").await, page.value("#reference").await);
        page.click("#notation-open").await;
        page.shows("#help", "Why 1.2.3.4.example is a name").await;
        let strings = "return [...document.querySelectorAll('#help-notation li li')].map((one) => [one.querySelector('button').innerText, one.querySelector('span').innerText === 'matches'])";
        let strings = page.run(strings, Vec::new()).await;
        let strings = strings.as_array().unwrap();
        assert!(strings.len() > 25, "{strings:?}");
        for (at, string) in strings.iter().enumerate() {
            let take = "document.querySelectorAll('#help-notation li li button')[arguments[0]].click(); return document.getElementById('help').open";
            assert_eq!(page.run(take, vec![json!(at)]).await, false);
            assert_eq!(Value::from(page.value("#reference").await), string[0]);
            page.panel("parse").await;
            let matches = "return document.getElementById('verdict').dataset.matches === 'true'";
            assert_eq!(page.run(matches, Vec::new()).await, string[1], "{string}");
        }
        page.click("#grammar-title label").await;
        page.press(&UNDO.repeat(strings.len())).await;
        let undone = "return document.getElementById('grammar').value === arguments[0] && document.getElementById('reference').value === arguments[1]";
        let undone = undone
            .replace("arguments[0]", &json!(before.0).to_string())
            .replace("arguments[1]", &json!(before.1).to_string());
        page.until("all is undone", &undone).await;
    });
}
