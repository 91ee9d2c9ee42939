//! Parsing: from a text to its components, or to an error.

use std::ffi::c_char;
use std::ops::Range;

use crate::answer::answer;
use crate::error::Error;
use crate::failure::{Failure, Misused};
use crate::kinds::{Component, HostKind, PathKind, Rule};
use crate::memory::{Given, Str, put};
use crate::status::Status;

/// The components of a reference (section 3 of RFC 3986). They are parts of the text that was parsed, so they are valid as
/// long as the text is; nothing is copied, and nothing has to be freed.
///
/// A component that is undefined has null as its `data`, and one that is empty has not. The host has the brackets of an IP
/// literal. The delimiters `:`, `//`, `@`, `?` and `#` are not part of any component.
///
/// ```c
/// const char *text = "foo://user@[2001:db8::7]:8042/over/there?name=ferret#nose";
/// urigram_components found;
/// urigram_status status = urigram_parse(text, strlen(text), URIGRAM_RULE_URI, &found, NULL);
/// assert(status == URIGRAM_STATUS_OK && found.host_kind == URIGRAM_HOST_KIND_IPV6);
/// assert(found.host.data == text + 11 && found.host.len == strlen("[2001:db8::7]"));
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Components {
    /// Section 3.1. Undefined in a relative reference, and only there.
    pub scheme: Str,
    /// Section 3.2: userinfo, host and port.
    pub authority: Str,
    /// Section 3.2.1.
    pub userinfo: Str,
    /// Section 3.2.2. Defined if the authority is.
    pub host: Str,
    /// Section 3.2.3: digits, as many as there are, or none.
    pub port: Str,
    /// Section 3.3. Every reference has a path, which may be empty.
    pub path: Str,
    /// Section 3.4.
    pub query: Str,
    /// Section 3.5.
    pub fragment: Str,
    /// Which alternative of the rule `host` matched.
    pub host_kind: HostKind,
    /// Which of the five rules for a path matched.
    pub path_kind: PathKind,
}

/// Parses a text by a rule, and finds its components. Linear in the length; allocates no memory.
///
/// `text` is UTF-8, `len` its length in bytes; it need not end with a NUL, and a NUL in it is a character like others,
/// which no reference has. `rule` is a `urigram_rule`. `components` may be null, if only the status is of interest.
///
/// Returns `OK`, `INVALID`, `NOT_UTF8`, `TOO_LONG` or `MISUSE`. Unless it is `OK`, all components are undefined.
///
/// ```c
/// urigram_components found;
/// urigram_error error;
/// urigram_status status = urigram_parse("../b?c", 6, URIGRAM_RULE_URI_REFERENCE, &found, &error);
/// assert(status == URIGRAM_STATUS_OK && found.path.len == 4 && found.query.len == 1);
///
/// status = urigram_parse("../b?c", 6, URIGRAM_RULE_URI, &found, &error);
/// assert(status == URIGRAM_STATUS_INVALID);
/// assert(strcmp(error.message, "the scheme is missing") == 0);
/// ```
///
/// # Safety
///
/// If `text` is not null, `len` bytes can be read there; nobody changes them during the call. If `components` and `error`
/// are not null, one of each can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_parse(
    text: *const c_char,
    len: usize,
    rule: u32,
    components: *mut Components,
    error: *mut Error,
) -> Status {
    // Before anything can fail or panic, so that a caller who does not look at the status finds no components.
    // SAFETY: the caller promises it.
    unsafe { put(components, Components::UNDEFINED) };
    let work = || {
        let rule = Rule::given(rule).ok_or(Failure::Misuse(c"rule", Misused::Enumerator(rule)))?;
        // SAFETY: the caller promises it.
        let text = unsafe { Given { name: c"text", data: text, len }.text() }?;
        let found = rule.parse(text).map_err(|error| Failure::Rejected(c"text", text, error))?;
        // SAFETY: the caller promises it.
        unsafe { put(components, Components::of(text, &found)) };
        Ok(())
    };
    // SAFETY: the caller promises it.
    unsafe { answer(error, work) }
}

/// Returns a component of those that were found, by its number; one that is undefined for any other number, and if
/// `components` is null. It is for loops; the fields are the same.
///
/// ```c
/// urigram_components found;
/// urigram_parse("http://a/b", 10, URIGRAM_RULE_URI, &found, NULL);
/// uint32_t component;
/// for (component = URIGRAM_COMPONENT_SCHEME; component <= URIGRAM_COMPONENT_FRAGMENT; component++) {
///     urigram_str part = urigram_components_get(&found, component);
///     if (part.data != NULL)
///         printf("%s: %.*s\n", urigram_component_name(component), (int)part.len, part.data);
/// }
/// ```
///
/// # Safety
///
/// If `components` is not null, it is what `urigram_parse` has written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_components_get(components: *const Components, component: u32) -> Str {
    // SAFETY: the caller promises it.
    let Some(found) = (unsafe { components.as_ref() }) else { return Str::UNDEFINED };
    match Component::given(component).unwrap_or(Component::None) {
        Component::Scheme => found.scheme,
        Component::Authority => found.authority,
        Component::Userinfo => found.userinfo,
        Component::Host => found.host,
        Component::Port => found.port,
        Component::Path => found.path,
        Component::Query => found.query,
        Component::Fragment => found.fragment,
        Component::None | Component::Reference => Str::UNDEFINED,
    }
}

impl Components {
    const UNDEFINED: Self = Self {
        scheme: Str::UNDEFINED,
        authority: Str::UNDEFINED,
        userinfo: Str::UNDEFINED,
        host: Str::UNDEFINED,
        port: Str::UNDEFINED,
        path: Str::UNDEFINED,
        query: Str::UNDEFINED,
        fragment: Str::UNDEFINED,
        host_kind: HostKind::None,
        path_kind: PathKind::None,
    };

    fn of(text: &str, found: &urigram::grammar::Components) -> Self {
        let part = |range: Option<Range<usize>>| {
            range.and_then(|range| text.get(range)).map_or(Str::UNDEFINED, Str::of)
        };
        Self {
            scheme: part(found.scheme()),
            authority: part(found.authority()),
            userinfo: part(found.userinfo()),
            host: part(found.host()),
            port: part(found.port()),
            path: part(found.path()),
            query: part(found.query()),
            fragment: part(found.fragment()),
            host_kind: found.host_kind().into(),
            path_kind: found.path_kind().into(),
        }
    }
}
