//! The arguments of `uri normalize` and `uri compare`.

use clap::{Arg, ValueEnum};
use urigram::normalize::Rung;

use super::help::{FAILED, Help};
use super::shared::{Format, Values};

pub(super) const NORMALIZE: Help = Help {
    details: "\
A relative reference keeps its dot segments: they are removed when it is resolved.

--unique keeps all normal forms in memory. If there is none left, the command ends.

In JSON, each REF has an object: `input` and `output`, or `input` and `error`. With --unique, one that has the \
normal form of an earlier REF has `same_as`, too: the earlier one's `line`, counted from 1 over all that is read, \
its `input`, and the `rung` on which the two are equal, as `uri compare` names it.",
    status: &[
        (0, "every REF is valid"),
        (1, "a REF is invalid"),
        (2, "an argument is wrong, an input cannot be read, or --unique takes more memory than there is"),
    ],
    examples: &[
        "uri normalize 'eXAMPLE://a/./b/../b/%63/%7bfoo%7d'",
        "uri normalize --rung scheme HTTP://www.EXAMPLE.com:80",
        "uri normalize --unique --format json - < links.txt",
    ],
    see_also: &["uri-compare", "uri-resolve"],
};

pub(super) const COMPARE_USAGE: &str = "\
uri compare [OPTIONS] <A> <B>
       uri compare [OPTIONS] --pairs [PAIR]...";

pub(super) const COMPARE: Help = Help {
    details: "\
The answer is the first of string, case, percent, path and scheme on which the two are equal, or different. `path` is \
what `uri normalize` does by default. Relative references are compared as they are.

With --pairs, each PAIR is two references and a tab between them. In JSON, an error tells by `part` which of the \
two has it, `first` or `second`.",
    status: &[
        (0, "the two references of every pair are equal on a rung"),
        (1, "the two references of a pair are different, or one of them is invalid"),
        FAILED,
    ],
    examples: &[
        "uri compare http://example.com http://example.com:80/",
        "uri compare --format json 'urn:a:%7e' 'URN:A:~'",
        "printf 'http://a\\thttp://a/\\nhttp://a\\thttp://b\\n' | uri compare --pairs",
    ],
    see_also: &["uri-normalize", "uri-whatwg"],
};

#[derive(Debug, clap::Args)]
pub(crate) struct Normalize {
    /// How much to do; each rung does what those before it do, and more
    #[arg(long, visible_alias = "level", value_name = "RUNG", default_value = "path")]
    pub(crate) rung: UpTo,

    /// Leave out what has the normal form of an earlier one, and say on standard error how many these are; in
    /// JSON, tell of which one
    #[arg(long)]
    pub(crate) unique: bool,

    /// Leave fragments out, as where only what is retrieved counts (section 6.1)
    #[arg(long)]
    pub(crate) no_fragment: bool,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}

/// A rung, by its name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum UpTo {
    /// Nothing (section 6.2.1)
    String,
    /// The scheme and the host in lower case, hexadecimal digits in upper case (section 6.2.2.1)
    Case,
    /// No unreserved character percent-encoded (section 6.2.2.2)
    Percent,
    /// No dot segments in a URI, and no empty port (section 6.2.2.3): all of syntax-based normalization, and also
    /// called `syntax`
    #[value(alias = "syntax")]
    Path,
    /// What the specification of the scheme says, such as its default port (section 6.2.3)
    Scheme,
}

impl From<UpTo> for Rung {
    fn from(up_to: UpTo) -> Self {
        match up_to {
            UpTo::String => Self::String,
            UpTo::Case => Self::Case,
            UpTo::Percent => Self::Percent,
            UpTo::Path => Self::Path,
            UpTo::Scheme => Self::Scheme,
        }
    }
}

/// Two references, or pairs of them.
#[derive(Debug, clap::Args)]
pub(crate) struct Compare {
    /// Compare the two references of each pair that is read
    #[arg(long)]
    pub(crate) pairs: bool,

    /// Leave fragments out, as where only what is retrieved counts (section 6.1)
    #[arg(long)]
    pub(crate) no_fragment: bool,

    /// How to answer; JSON is one object a line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) values: Values,
}

/// Adapts the arguments of a command that reads two references, or pairs.
pub(super) fn of_pairs(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "values" => argument.help(
            "Two references; with --pairs, pairs, and with none, or for `-`, each line of standard input",
        ),
        _ => argument,
    }
}
