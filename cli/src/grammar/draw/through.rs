//! The path of a match through a diagram: highlighted boxes, and lines drawn over the lines of the diagram.

use std::cell::Cell;
use std::rc::Rc;

use railroad::svg::{Arc, Element, HDir, PathData};
use railroad::{Node, NodeGeometry};

pub(super) const CSS: &str = "
svg.railroad path.taken { stroke: hsl(210, 90%, 45%); stroke-width: 5px; }
svg.railroad g.taken > g > rect, svg.railroad g.taken > a > g > rect { stroke: hsl(210, 90%, 45%); stroke-width: 5px; }";

/// The radius of the diagram's arcs.
const RADIUS: i64 = 12;

/// The position of a drawn node: the start and end of the line through it.
#[derive(Clone, Copy, Default)]
struct Spot {
    left: i64,
    right: i64,
    y: i64,
}

/// The position of a node, which its parent reads, and how often the match went through it.
#[derive(Clone)]
pub(super) struct Mark {
    spot: Rc<Cell<Spot>>,
    pub(super) times: usize,
}

/// The arrangement of a node's parts, which determines the lines that the diagram draws between the node and its
/// parts.
pub(super) enum Lines {
    /// The node has no parts.
    Box,
    /// Parts that follow each other.
    Row(Vec<Mark>),
    /// Parts below each other. The first one is on the line through the node.
    Branches(Vec<Mark>),
    /// A part, and whether the match took the line that bypasses it.
    Optional(Mark, bool),
    /// A part, and whether the match took the line from the part's end back to its start.
    Repeat(Mark, bool),
}

/// A node with the path through it.
pub(super) struct Through {
    inner: Box<dyn Node>,
    geometry: NodeGeometry,
    lines: Lines,
    mark: Mark,
}

impl Through {
    /// Returns the node, and its mark for the parent.
    pub(super) fn new(inner: Box<dyn Node>, times: usize, lines: Lines) -> (Self, Mark) {
        let mark = Mark { spot: Rc::default(), times };
        let geometry = inner.compute_geometry();
        (Self { inner, geometry, lines, mark: mark.clone() }, mark)
    }

    fn paths(&self, spot: Spot) -> Vec<PathData> {
        let path = |x, y| PathData::new(HDir::LTR).move_to(x, y);
        let straight = |from: i64, to: i64| path(from, spot.y).horizontal(to - from);
        match &self.lines {
            Lines::Box => Vec::new(),
            Lines::Row(parts) => {
                let mut from = spot.left;
                let mut paths = Vec::new();
                for Mark { spot: part, times } in parts {
                    if *times > 0 {
                        paths.push(straight(from, part.get().left));
                    }
                    from = part.get().right;
                }
                if parts.last().is_some_and(|last| last.times > 0) {
                    paths.push(straight(from, spot.right));
                }
                paths
            }
            Lines::Branches(parts) => {
                let taken = parts.iter().filter(|part| part.times > 0).map(|part| part.spot.get());
                let each = taken.flat_map(|part| match part.y - spot.y {
                    0 => [straight(spot.left, part.left), straight(part.right, spot.right)],
                    down => [
                        path(spot.left, spot.y)
                            .arc(RADIUS, Arc::WestToSouth)
                            .vertical(down - 2 * RADIUS)
                            .arc(RADIUS, Arc::NorthToEast),
                        path(part.right, part.y)
                            .horizontal(spot.right - 2 * RADIUS - part.right)
                            .arc(RADIUS, Arc::WestToNorth)
                            .vertical(2 * RADIUS - down)
                            .arc(RADIUS, Arc::SouthToEast),
                    ],
                });
                each.collect()
            }
            Lines::Optional(part, is_passed_by) => {
                let mut paths = self.around(spot, part);
                if *is_passed_by {
                    let up = (self.geometry.children[0].entry_height - RADIUS).max(0);
                    paths.push(
                        path(spot.left, spot.y)
                            .arc(RADIUS, Arc::WestToNorth)
                            .vertical(-up)
                            .arc(RADIUS, Arc::SouthToEast)
                            .horizontal(spot.right - spot.left - 4 * RADIUS)
                            .arc(RADIUS, Arc::WestToSouth)
                            .vertical(up)
                            .arc(RADIUS, Arc::NorthToEast),
                    );
                }
                paths
            }
            Lines::Repeat(part, goes_back) => {
                let mut paths = self.around(spot, part);
                if *goes_back {
                    let back = &self.geometry.children[1];
                    let below = self.geometry.height_below_entry();
                    let down = below - back.height_below_entry() - PathData::PADDING;
                    let width = spot.right - spot.left - 2 * (RADIUS + PathData::PADDING);
                    paths.push(
                        path(spot.right - RADIUS - PathData::PADDING, spot.y)
                            .arc(RADIUS, Arc::WestToSouth)
                            .vertical(down - 2 * RADIUS)
                            .arc(RADIUS, Arc::NorthToWest)
                            .move_rel(-back.width, 0)
                            .horizontal(back.width - width)
                            .arc(RADIUS, Arc::EastToNorth)
                            .vertical(2 * RADIUS - down)
                            .arc(RADIUS, Arc::SouthToEast),
                    );
                }
                paths
            }
        }
    }

    /// Returns the lines from the start of the node to its part, and from there to the end of the node, if
    /// the part was taken.
    fn around(&self, spot: Spot, part: &Mark) -> Vec<PathData> {
        if part.times == 0 {
            return Vec::new();
        }
        let line = |from, to| PathData::new(HDir::LTR).move_to(from, spot.y).horizontal(to - from);
        vec![line(spot.left, part.spot.get().left), line(part.spot.get().right, spot.right)]
    }
}

impl Node for Through {
    fn entry_height(&self) -> i64 {
        self.geometry.entry_height
    }

    fn height(&self) -> i64 {
        self.geometry.height
    }

    fn width(&self) -> i64 {
        self.geometry.width
    }

    fn draw(&self, x: i64, y: i64, direction: HDir) -> Element {
        let (left, right, y_of_line) = (x, x + self.width(), y + self.entry_height());
        let spot = Spot { left, right, y: y_of_line };
        self.mark.spot.set(spot);
        // Drawing the parts sets their positions, so they come first.
        let drawn = self.inner.draw_with_geometry(x, y, direction, &self.geometry);
        if self.mark.times == 0 {
            return drawn;
        }
        let group = Element::new("g");
        let group = if let Lines::Box = self.lines { group.set("class", "taken") } else { group };
        let paths = self.paths(spot).into_iter();
        paths.fold(group.add(drawn), |group, path| group.add(path.into_path().set("class", "taken")))
    }
}
