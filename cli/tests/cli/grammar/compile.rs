//! `uri grammar compile`: the Rust of a grammar.

use insta::assert_snapshot;

use super::{ODD, URI, grammar};

#[test]
fn uri_pest_is_below_three_thousand_lines() {
    let ran = grammar(&["compile"], "");
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(ran.stdout.contains("pub(crate) const fn parse(rule: Rule, text: &str, out: &mut Sink) -> bool"));
    let lines = ran.stdout.lines().count();
    assert!(lines < 3000, "{lines} lines");
    assert_eq!(grammar(&["compile", URI], "").stdout, ran.stdout);
}

#[test]
fn names_the_rules_that_only_pest_can_run() {
    let ran = grammar(&["compile", "-"], ODD);
    assert_snapshot!(ran.stderr, @"
    <stdin>: rule `expression` is recursive: expression -> term -> expression
    <stdin>: rule `term` is recursive: term -> expression -> term
    <stdin>: rule `quoted` uses the stack: `PUSH`
    ");
    assert_eq!(ran.status, 1);
    let (_, parse) = ran.stdout.split_once("/// Returns whether `parse` can parse the rule.").unwrap();
    assert_snapshot!(parse, @"

    pub(crate) const fn is_compiled(rule: Rule) -> bool {
        matches!(rule, Rule::r#digit | Rule::r#sign)
    }
    /// Returns whether `rule` matches the whole of `text`; its captures are reported to `out`.
    #[inline(always)]
    pub(crate) const fn parse(rule: Rule, text: &str, out: &mut Sink) -> bool {
        end(rule, text, out) == text.len()
    }
    /// Returns the offset at which `rule` ends if it begins at the start of `text`, or a value greater than the
    /// length of `text` if it does not match; its captures are reported to `out`.
    #[inline(always)]
    pub(crate) const fn end(rule: Rule, text: &str, out: &mut Sink) -> usize {
        let s = text.as_bytes();
        match rule {
            Rule::r#digit => {
                let end = rules::r#digit(s, 0);
                end
            }
            Rule::r#sign => {
                let end = rules::r#sign(s, 0);
                end
            }
            _ => scan::NO,
        }
    }
    ");
}
