//! The panels, each with its command.

use super::panel::Part::{
    AbnfAndGrammar, ByGrammar, Flag, Grammar, If, Json, Operands, TwoGrammars, Value, Word,
};
use super::panel::{Kind, Panel, Part, Prints, Request};

const AS: Part = If("rule", &[Value("--as", "rule", Kind::Text)]);
const RULE: Part = If("rule", &[Value("--rule", "rule", Kind::Text)]);
const INPUT: Part = Operands(&["input"]);

static PANELS: &[Panel] = &[
    of_text("parse", &[Word("parse"), Word("--details"), AS, ByGrammar, Json, INPUT]),
    of_text(
        "validate",
        &[
            Word("validate"),
            AS,
            ByGrammar,
            If("policy", &[Value("--policy", "policy", Kind::Word)]),
            Json,
            INPUT,
        ],
    ),
    of_text("normalize", &[Word("normalize"), Value("--level", "level", Kind::Word), Json, INPUT]),
    of_text("resolve", &[Word("resolve"), Word("--steps"), Value("--base", "base", Kind::Text), Json, INPUT]),
    of_text("compare", &[Word("compare"), Json, Operands(&["input", "other"])]),
    of_text("tree", &[Word("tree"), AS, ByGrammar, Json, INPUT]),
    of_text("whatwg", &[Word("whatwg"), If("base", &[Value("--base", "base", Kind::Text)]), Json, INPUT]),
    of_text("trace", &[Word("trace"), AS, ByGrammar, Value("--limit", "steps", Kind::Number), Json, INPUT]),
    of_grammar(
        "check",
        &[
            Word("grammar"),
            Word("check"),
            If("keep", &[Value("--expect", "keep", Kind::Text)]),
            Json,
            Grammar,
        ],
    ),
    of_grammar("diff", &[Word("grammar"), Word("diff"), Word("--time"), Word("1"), Json, TwoGrammars]),
    of_grammar("prove", &[Word("grammar"), Word("prove"), Json, AbnfAndGrammar]),
    of_grammar(
        "sample",
        &[
            Word("grammar"),
            Word("sample"),
            RULE,
            Flag("--near", "near"),
            Value("--seed", "seed", Kind::Number),
            Json,
            Grammar,
        ],
    ),
    Panel {
        prints: Prints::Text("svg"),
        ..of_grammar(
            "draw",
            &[
                Word("grammar"),
                Word("draw"),
                RULE,
                If("start", &[Value("--through", "input", Kind::Text), Value("--as", "start", Kind::Text)]),
                Grammar,
            ],
        )
    },
];

const fn of_text(name: &'static str, parts: &'static [Part]) -> Panel {
    Panel { name, is_of_grammar: false, prints: Prints::Json, parts }
}

const fn of_grammar(name: &'static str, parts: &'static [Part]) -> Panel {
    Panel { name, is_of_grammar: true, prints: Prints::Json, parts }
}

/// Returns the names of all panels.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PANELS.iter().map(|panel| panel.name)
}

/// Parses the body of a request, or returns a message if it is invalid.
pub(crate) fn request(body: &[u8]) -> Result<Request, String> {
    Request::read(body, |name| PANELS.iter().find(|panel| panel.name == name))
}
