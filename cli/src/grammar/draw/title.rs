//! The name of a rule, over its diagram.

use railroad::Node;
use railroad::svg::{Element, HDir};

pub(super) const CSS: &str = "svg.railroad text.rule { font: bold 16px monospace; text-anchor: start; }";

const LINE: i64 = 34;
const BASE: i64 = 26;
/// What a character takes at most.
const CHARACTER: i64 = 10;

/// Links lead here.
pub(super) struct Title(pub(super) String);

impl Node for Title {
    fn entry_height(&self) -> i64 {
        0
    }

    fn height(&self) -> i64 {
        LINE
    }

    fn width(&self) -> i64 {
        self.0.len() as i64 * CHARACTER
    }

    fn draw(&self, x: i64, y: i64, _: HDir) -> Element {
        Element::new("text")
            .set("id", &self.0)
            .set("class", "rule")
            .set("x", &x)
            .set("y", &(y + BASE))
            .text(&self.0)
    }
}
