//! Byte searches and conversions that are the same for every component.
//!
//! In: a string or a part of it.
//! Out: the offset of a byte, the string in lower case, or the string without its password (section 3.2.1). `search` reads
//! eight bytes at a time, and `words` 16 or 64; `letters` keeps the hexadecimal digits of percent-encoded octets, and
//! `password` hides passwords in output. `unseen` classifies invisible characters.
//! Next: `grammar`. This folder imports no other module.

pub(crate) mod letters;
mod password;
mod search;
mod unseen;
mod words;

pub use letters::to_lower_case;

pub(crate) use letters::is_lower_case;
pub(crate) use password::{HIDDEN, end_in_sip, password, password_in, shown, user, without_password};
pub(crate) use search::{
    before_any, common_start, eight_at, eights, first_of, first_percent, first_percent_or_beyond_ascii,
    first_slash_and_dot, has_upper_case, last_slash, lower_case,
};
pub(crate) use unseen::{is_bidi_control, is_invisible, is_plain, is_unseen};
pub(crate) use words::{WORD, first_far, is, may_have_slash_and_dot, within, words};
