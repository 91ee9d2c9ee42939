//! The functions on references: parsing, resolution, normalization and comparison.

use std::ffi::c_char;
use std::ops::Range;

use urigram::normalize::Normalizer;
use urigram::resolve::Resolver;
use urigram::{Uri, UriReference};

use crate::error::{Error, Failure, Misused, Status};
use crate::kinds::{Component, HostKind, Level, PathKind, Rule};
use crate::memory::{Buffer, Given, Str, answer, answer_text, put};

/// The components of a reference (section 3 of RFC 3986). They point into the parsed text, and are valid as
/// long as the text is. Nothing is copied or has to be freed.
///
/// The `data` of an undefined component is null, but that of an empty component is not. The host includes the
/// brackets of an IP literal. No component includes the delimiters `:`, `//`, `@`, `?` and `#` around it.
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
    /// Section 3.1. Undefined exactly if the reference is relative.
    pub scheme: Str,
    /// Section 3.2: userinfo, host and port.
    pub authority: Str,
    /// Section 3.2.1.
    pub userinfo: Str,
    /// Section 3.2.2. Defined if the authority is defined.
    pub host: Str,
    /// Section 3.2.3: any number of digits, or none.
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

/// Parses a text by a rule, and sets its components. Takes linear time, and does not allocate.
///
/// `text` is UTF-8, and `len` its length in bytes. It need not end with a NUL. A NUL in the text is an
/// ordinary character, which no reference contains. `rule` is a `urigram_rule`. `components` may be null if
/// only the status is needed.
///
/// Returns `OK`, `INVALID`, `NOT_UTF8`, `TOO_LONG` or `MISUSE`. All components are undefined unless the
/// status is `OK`.
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
/// If `text` is not null, `len` bytes can be read there, and do not change during the call. If `components` and `error`
/// are not null, one of each can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_parse(
    text: *const c_char,
    len: usize,
    rule: u32,
    components: *mut Components,
    error: *mut Error,
) -> Status {
    // Do this before anything can fail or panic, so that a caller who ignores the status finds no components.
    // SAFETY: guaranteed by the caller.
    unsafe { put(components, Components::UNDEFINED) };
    let work = || {
        let rule = Rule::given(rule).ok_or(Failure::Misuse(c"rule", Misused::Enumerator(rule)))?;
        // SAFETY: guaranteed by the caller.
        let text = unsafe { Given { name: c"text", data: text, len }.text() }?;
        let found = rule.parse(text).map_err(|error| Failure::Rejected(c"text", text, error))?;
        // SAFETY: guaranteed by the caller.
        unsafe { put(components, Components::of(text, &found)) };
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { answer(error, work) }
}

/// Returns the component with this number, which is also a field of `components`. Useful in loops. The
/// component is undefined for any other number, or if `components` is null.
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
/// If `components` is not null, `urigram_parse` has written it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_components_get(components: *const Components, component: u32) -> Str {
    // SAFETY: guaranteed by the caller.
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

// Reference resolution (section 5 of RFC 3986).

/// An option of `urigram_resolve`: ignores the scheme of the reference if it equals the scheme of the base,
/// as section 5.2.2 allows for parsers that are not strict.
pub const URIGRAM_RESOLVE_LENIENT: u32 = 1;

/// An option of `urigram_resolve`: more `..` than levels above them are an error. Without the option, the
/// excess `..` are dropped, as in section 5.2.4.
pub const URIGRAM_RESOLVE_DENY_ABOVE_ROOT: u32 = 2;

/// An option of `urigram_resolve`: a path that would begin with `//` without an authority is an error. Without the option,
/// `/.` is written before the path, as in `f:/.//g`, because `f://g` would be another URI.
pub const URIGRAM_RESOLVE_DENY_GUARD: u32 = 4;

/// Writes the target of a reference (section 5.2 of RFC 3986). `base` is a URI, whose fragment is ignored,
/// and `reference` a reference. Takes linear time.
///
/// `options` is 0, or some of the `URIGRAM_RESOLVE_` options combined with `|`. With 0, resolution is strict
/// and follows the RFC to the letter, except for the `/.` described at `URIGRAM_RESOLVE_DENY_GUARD`.
///
/// A buffer of `base_len + reference_len + 3` bytes is always large enough.
///
/// Returns `OK`, `INVALID`, `NOT_UTF8`, `TOO_LONG`, `UNRESOLVED`, `SHORT_BUFFER` or `MISUSE`. The buffer
/// contains an empty string unless the status is `OK`. The `argument` of the error names the text at fault.
///
/// ```c
/// const char *base = "http://a/b/c/d;p?q";
/// char space[64];
/// urigram_buffer target = {space, sizeof space, 0};
/// urigram_resolve(base, strlen(base), "../g", 4, 0, &target, NULL);
/// assert(strcmp(space, "http://a/b/g") == 0);
///
/// urigram_resolve(base, strlen(base), "http:g", 6, URIGRAM_RESOLVE_LENIENT, &target, NULL);
/// assert(strcmp(space, "http://a/b/c/g") == 0);
/// ```
///
/// # Safety
///
/// If the pointers to texts are not null, the given number of bytes can be read there, and they do not change during the
/// call. If `buffer` is not null, it can be read and written, and if its `data` is not null, `capacity` bytes can be
/// written there. If `error` is not null, one can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_resolve(
    base: *const c_char,
    base_len: usize,
    reference: *const c_char,
    reference_len: usize,
    options: u32,
    buffer: *mut Buffer,
    error: *mut Error,
) -> Status {
    let work = || {
        let resolver = resolver(options)?;
        // SAFETY: guaranteed by the caller.
        let base = unsafe { Given { name: c"base", data: base, len: base_len }.text() }?;
        let given = Given { name: c"reference", data: reference, len: reference_len };
        // SAFETY: guaranteed by the caller.
        let reference = unsafe { given.text() }?;
        let base = Uri::parse(base).map_err(|error| Failure::Rejected(c"base", base, error))?;
        let reference = UriReference::parse(reference)
            .map_err(|error| Failure::Rejected(c"reference", reference, error))?;
        let target = resolver.resolve(&base, &reference).map_err(Failure::Unresolved)?;
        Ok(target.into_inner())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { answer_text(buffer, error, work) }
}

fn resolver(options: u32) -> Result<Resolver, Failure<'static>> {
    if options & !(URIGRAM_RESOLVE_LENIENT | URIGRAM_RESOLVE_DENY_ABOVE_ROOT | URIGRAM_RESOLVE_DENY_GUARD)
        != 0
    {
        return Err(Failure::Misuse(c"options", Misused::Options(options)));
    }
    Ok(Resolver::new()
        .lenient(options & URIGRAM_RESOLVE_LENIENT != 0)
        .deny_above_root(options & URIGRAM_RESOLVE_DENY_ABOVE_ROOT != 0)
        .deny_guard(options & URIGRAM_RESOLVE_DENY_GUARD != 0))
}

// Normalization (section 6.2 of RFC 3986).

/// Writes the normal form of a reference at a level, which is a `urigram_level` other than `NONE`.
/// `URIGRAM_LEVEL_PATH` is syntax-based normalization (section 6.2.2), `URIGRAM_LEVEL_SCHEME` scheme-based normalization
/// (section 6.2.3). Dot segments are removed only from URIs, because resolution removes those of relative references.
///
/// Takes linear time, except for sorting the parameters of `tel`, `sip` and `sips`. A normal form is seldom
/// longer than the text, but can be: for example, an empty path becomes `/` in `http`.
///
/// Returns `OK`, `INVALID`, `NOT_UTF8`, `TOO_LONG`, `SHORT_BUFFER` or `MISUSE`. The buffer contains an empty
/// string unless the status is `OK`.
///
/// ```c
/// const char *text = "HTTP://www.EXAMPLE.com:80/a/../%7e";
/// char space[64];
/// urigram_buffer normal = {space, sizeof space, 0};
/// urigram_normalize(text, strlen(text), URIGRAM_LEVEL_PATH, &normal, NULL);
/// assert(strcmp(space, "http://www.example.com:80/~") == 0);
/// urigram_normalize(text, strlen(text), URIGRAM_LEVEL_SCHEME, &normal, NULL);
/// assert(strcmp(space, "http://www.example.com/~") == 0);
/// ```
///
/// # Safety
///
/// If `text` is not null, `len` bytes can be read there, and do not change during the call. If `buffer` is not null, it can
/// be read and written, and if its `data` is not null, `capacity` bytes can be written there. If `error` is not null, one
/// can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_normalize(
    text: *const c_char,
    len: usize,
    level: u32,
    buffer: *mut Buffer,
    error: *mut Error,
) -> Status {
    let work = || {
        let level = Level::given(level).ok_or(Failure::Misuse(c"level", Misused::Enumerator(level)))?;
        // SAFETY: guaranteed by the caller.
        let text = unsafe { Given { name: c"text", data: text, len }.text() }?;
        let reference = UriReference::parse(text).map_err(|error| Failure::Rejected(c"text", text, error))?;
        Ok(reference.normalize_to(level).into_inner().into_owned())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { answer_text(buffer, error, work) }
}

// Comparison (section 6.2 of RFC 3986).

/// Writes the first level at which two references are equal to `level`, or `URIGRAM_LEVEL_NONE` if they are
/// not equal at any level. References that are equal at a level are equal at all higher levels. Takes linear
/// time.
///
/// Returns `OK`, whether or not the references are equal, `INVALID`, `NOT_UTF8`, `TOO_LONG` or `MISUSE`. The
/// level is `URIGRAM_LEVEL_NONE` unless the status is `OK`. The `argument` of the error names the text at
/// fault.
///
/// ```c
/// urigram_level level;
/// urigram_compare("HTTP://a", 8, "http://a:80/", 12, &level, NULL);
/// assert(level == URIGRAM_LEVEL_SCHEME);
/// urigram_compare("http://a", 8, "http://b", 8, &level, NULL);
/// assert(level == URIGRAM_LEVEL_NONE);
/// ```
///
/// # Safety
///
/// If the pointers to texts are not null, the given number of bytes can be read there, and they do not change during the
/// call. If `level` and `error` are not null, one of each can be written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urigram_compare(
    a: *const c_char,
    a_len: usize,
    b: *const c_char,
    b_len: usize,
    level: *mut Level,
    error: *mut Error,
) -> Status {
    // Do this before anything can fail or panic, so that a caller who ignores the status finds no earlier
    // result.
    // SAFETY: guaranteed by the caller.
    unsafe { put(level, Level::None) };
    let work = || {
        if level.is_null() {
            return Err(Failure::Misuse(c"level", Misused::Null));
        }
        // SAFETY: guaranteed by the caller.
        let a = unsafe { Given { name: c"a", data: a, len: a_len }.text() }?;
        // SAFETY: guaranteed by the caller.
        let b = unsafe { Given { name: c"b", data: b, len: b_len }.text() }?;
        let a = UriReference::parse(a).map_err(|error| Failure::Rejected(c"a", a, error))?;
        let b = UriReference::parse(b).map_err(|error| Failure::Rejected(c"b", b, error))?;
        let equal = Normalizer::new(urigram::normalize::Level::Scheme).compare(&a, &b);
        // SAFETY: guaranteed by the caller.
        unsafe { put(level, Level::from(equal)) };
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { answer(error, work) }
}
