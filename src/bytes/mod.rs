//! Searches and conversions on bytes that do not depend on the component.
//!
//! In: a text or a part of one.
//! Out: the offset of a byte, the text in lower case, or the text without its password (section 3.2.1). `search` reads eight
//! bytes at a time, and `words` sixteen or 64; `letters` keeps the hexadecimal digits of percent-encoded octets, and
//! `password` hides passwords in texts that are shown. `unseen` knows the invisible characters.
//! Next: `grammar`. This folder imports from no other.

pub(crate) mod letters;
mod password;
mod search;
mod unseen;
mod words;

pub use letters::to_lower_case;

pub(crate) use letters::is_lower_case;
pub(crate) use password::{HIDDEN, end_in_sip, password, password_in, shown, user, without_password};
pub(crate) use search::{
    before_any, common_start, eight_at, eights, first_far, first_of, first_percent,
    first_percent_or_beyond_ascii, first_slash_and_dot, has_upper_case, last_slash, lower_case,
};
pub(crate) use unseen::{is_bidi_control, is_invisible, is_plain, is_unseen};
pub(crate) use words::{WORD, is, may_have_slash_and_dot, within, words};
