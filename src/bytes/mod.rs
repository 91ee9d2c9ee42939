//! Bytes of a text, whichever component they are in.
//!
//! In: a text or a part of one.
//! Out: the offset of a byte that is looked for, the text in lower case, or the text without its password
//! (section 3.2.1). `search` looks at eight bytes at a time, `letters` leaves the digits of percent-encoded
//! octets alone, and `password` makes texts fit to be shown.
//! Next: `grammar`. This room imports no other.

pub(crate) mod letters;
mod password;
mod search;

pub use letters::to_lower_case;

pub(crate) use letters::is_lower_case;
pub(crate) use password::{HIDDEN, end_in_sip, password, shown, without_password};
pub(crate) use search::{
    all_percents, before_any, eight_at, first_of, first_percent, first_slash_and_dot, has_slash_and_dot,
    has_upper_case, last_slash, lower_case,
};
