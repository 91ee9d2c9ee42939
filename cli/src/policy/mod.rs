//! What is accepted: by the rule, and by a policy if one is asked for.
//!
//! In: the name of a preset, or a file in TOML or JSON, which `named` reads; and texts with their components.
//! Out: the findings of a text, whether it is accepted, and what was probably meant, as the `validator` finds them.
//! Next: `commands`, which report them.

mod named;
mod validator;

pub(crate) use self::named::NamedPolicy;
pub(crate) use self::validator::{Matched, Validator};
