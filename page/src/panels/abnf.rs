//! The ABNF that a grammar is to be proved equal to.

use urigram::grammar::VARIANTS;

/// An ABNF other than that of RFC 3986.
pub(super) struct Abnf {
    pub(super) name: String,
    pub(super) text: &'static str,
    /// The rules to prove, if not those of the same names.
    pub(super) rules: &'static [&'static str],
}

/// Returns the ABNF of the variant of `uri.pest` that has this name, edited or not.
pub(super) fn of(grammar_name: &str) -> Option<Abnf> {
    let variant = VARIANTS.iter().find(|variant| variant.name == grammar_name)?;
    let name = grammar_name.replace(".pest", ".abnf");
    let rules = if grammar_name == "rfc3987.pest" { IRI_RULES } else { &[] };
    Some(Abnf { name, text: variant.abnf, rules })
}

/// The rules of the variant for IRIs, which have their names in `uri.pest`, and those of RFC 3987. Two that only the
/// variant has are proved as parts of their callers, so that they can be renamed.
const IRI_RULES: &[&str] = &[
    "URI=IRI",
    "hier_part=ihier-part",
    "URI_reference=IRI-reference",
    "absolute_URI=absolute-IRI",
    "relative_ref=irelative-ref",
    "relative_part=irelative-part",
    "scheme",
    "authority=iauthority",
    "userinfo=iuserinfo",
    "host=ihost",
    "port",
    "IP-literal",
    "IPvFuture",
    "IPv6address",
    "h16",
    "ls32",
    "IPv4address",
    "dec-octet",
    "reg_name=ireg-name",
    "path=ipath",
    "path_abempty=ipath-abempty",
    "path_absolute=ipath-absolute",
    "path_noscheme=ipath-noscheme",
    "path_rootless=ipath-rootless",
    "path_empty=ipath-empty",
    "segment=isegment",
    "segment_nz=isegment-nz",
    "segment_nz_nc=isegment-nz-nc",
    "pchar=ipchar",
    "query=iquery",
    "fragment=ifragment",
    "pct-encoded",
    "unreserved=iunreserved",
    "reserved",
    "gen-delims",
    "sub-delims",
];
