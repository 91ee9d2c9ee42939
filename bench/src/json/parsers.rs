//! The two parsers of `json.pest`.

use pest::Parser;
use pest::iterators::Pairs;

#[derive(pest_derive::Parser)]
#[grammar = "src/json/json.pest"]
struct Derived;

include!(concat!(env!("OUT_DIR"), "/json.rs"));

/// The sink of the compiled parser.
pub(super) type Nodes = crate::nodes::Nodes<Rule>;

/// Parses with the parser that pest_derive generates.
pub(super) fn derived(text: &str) -> Option<Pairs<'_, Rule>> {
    Derived::parse(Rule::JSON_text, text).ok()
}

/// Parses with the compiled parser.
pub(super) fn compiled(text: &str) -> Option<Nodes> {
    let mut nodes = Nodes::default();
    compiled::parse(Rule::JSON_text, text, &mut nodes).then_some(nodes)
}
