//! What is said of a command beyond its arguments: by `--help`, and on its manual page.

use clap::Command;

/// The exit status for a command that could not run, where there is no more to be said of it.
pub(super) const FAILED: (u8, &str) = (2, "an argument is wrong, or an input cannot be read");

/// What is said of a command after its options, in this order.
pub(crate) struct Help {
    /// Paragraphs with an empty line between them. Lines that begin with two spaces are shown as they are.
    pub(crate) details: &'static str,
    /// Each exit status, and what it means.
    pub(crate) status: &'static [(u8, &'static str)],
    /// Command lines to type.
    pub(crate) examples: &'static [&'static str],
    /// The commands whose manual pages to read next.
    pub(crate) see_also: &'static [&'static str],
}

impl Help {
    /// Returns the command with this help: `-h` shows the end of what `--help` does.
    pub(super) fn add_to(&self, command: Command) -> Command {
        let end = [self.shown_status(), self.shown_examples()].join("\n\n");
        let long = if self.details.is_empty() { end.clone() } else { [self.details, &end].join("\n\n") };
        command.after_help(end).after_long_help(long)
    }

    fn shown_status(&self) -> String {
        let status = self.status.iter().map(|(status, when)| format!("\n  {status}  {when}"));
        format!("Exit status:{}", status.collect::<String>())
    }

    fn shown_examples(&self) -> String {
        format!(
            "Examples:{}",
            self.examples.iter().map(|example| format!("\n  {example}")).collect::<String>()
        )
    }
}
