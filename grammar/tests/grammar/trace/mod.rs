//! The trace of a match: what it shows of examples, that it agrees with the parse tree, and its limits.

mod bounds;
mod examples;
mod nodes;

use urigram_grammar::{Grammar, Machine, Node, Outcome, Role, Step, Stopped, Trace};

const MANY: usize = 100_000;

fn machine(source: &str) -> Machine {
    Machine::new(&Grammar::read(source, "x.pest").unwrap())
}

/// One line for each step: `+` if it is kept, `~` if it matched and was given back, `-` if it failed.
fn drawn(trace: &Trace<'_, '_>) -> String {
    let line = |(id, step): (usize, &Step<'_>)| {
        let mark = match step.outcome {
            Outcome::Matched(_) if step.is_kept => '+',
            Outcome::Matched(_) => '~',
            Outcome::Failed => '-',
            Outcome::Open => '?',
        };
        let taken = step.end().map_or(String::new(), |end| format!(" {:?}", &trace.text[step.start..end]));
        let (what, then) = (step.what, trace.then(id));
        format!("{:1$}{mark} {what}{taken}: {then}", "", 2 * step.depth)
    };
    trace.steps.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// Checks that a trace has the nodes that the machine finds, and is well formed.
pub(crate) fn agrees(machine: &Machine, rule: &str, text: &str, run: &Result<Vec<Node<'_>>, Stopped>) {
    let trace = machine.trace(rule, text, MANY).unwrap();
    well_formed(&trace);
    match run {
        Ok(nodes) if trace.is_complete() => {
            assert!(trace.matched);
            assert_eq!(nodes_of(&trace), *nodes, "{rule} on {text:?}\n{}", drawn(&trace));
        }
        Err(Stopped::NoMatch) if trace.is_complete() => assert!(!trace.matched, "{rule} on {text:?}"),
        _ => {}
    }
}

fn nodes_of<'g>(trace: &Trace<'g, '_>) -> Vec<Node<'g>> {
    let mut depths: Vec<usize> = Vec::new();
    let mut nodes = Vec::new();
    for step in &trace.steps {
        let depth = step.parent.map_or(0, |parent| depths[parent]);
        depths.push(depth + usize::from(step.is_node));
        if let (true, Some(end)) = (step.is_node, step.end()) {
            nodes.push(Node { rule: step.rule().unwrap_or("EOI"), start: step.start, end, depth });
        }
    }
    nodes
}

fn well_formed(trace: &Trace<'_, '_>) {
    let Trace { text, steps, .. } = trace;
    for (id, step) in steps.iter().enumerate() {
        assert!((id + 1..=steps.len()).contains(&step.subtree_end));
        assert!(text.is_char_boundary(step.start) && step.end().is_none_or(|end| text.is_char_boundary(end)));
        match step.parent {
            None => assert_eq!((id, step.role, step.depth), (0, Role::Start, 0)),
            Some(parent) => {
                assert!(parent < id && step.subtree_end <= steps[parent].subtree_end);
                assert_eq!(step.depth, steps[parent].depth + 1);
                assert!(step.start >= steps[parent].start);
            }
        }
        assert!(!step.is_node || step.is_kept);
        if id < 20 {
            assert!(!step.what.to_string().is_empty() && !trace.then(id).is_empty());
        }
    }
}
