//! Bytes of a text, looked at without regard to what they mean.

pub(crate) mod letters;
mod password;
mod search;

pub use letters::to_lower_case;

pub(crate) use letters::is_lower_case;
pub(crate) use password::{HIDDEN, shown, without_password};
pub(crate) use search::{
    all_percents, before_any, eight_at, first_of, first_percent, first_slash_and_dot, has_slash_and_dot,
    has_upper_case, last_slash, lower_case,
};
