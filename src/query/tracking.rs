//! Keys of pairs by which senders of links recognize visitors.

use super::glob;

/// The keys that trackers add to links, as of November 2026. A `*` at the end of a name stands for any rest, as in a
/// [`Glob`](super::Glob).
///
/// The list has only names that are specific to a tracker, because the pairs are removed from the links of every host:
/// names such as `ref` and `si`, and `mkt_tok`, without which links to unsubscribe fail, are not on it. Versions of this
/// crate may add and remove names.
///
/// ```
/// use urigram::query::TRACKING;
///
/// assert!(TRACKING.contains(&"utm_*") && TRACKING.contains(&"fbclid"));
/// ```
pub const TRACKING: &[&str] = &[
    // Google: campaigns (Analytics Help, "URL builders"), clicks of Ads (Ads Help, "auto-tagging"), of Campaign Manager
    // and of Merchant Center, and the linker between domains (Tag Manager Help).
    "utm_*",
    "gclid",
    "gclsrc",
    "gbraid",
    "wbraid",
    "gad_source",
    "gad_campaignid",
    "dclid",
    "srsltid",
    "_gl",
    // Meta: clicks and shares on Facebook (Conversions API, "ClickID and the fbp and fbc parameters") and Instagram.
    "fbclid",
    "fb_action_ids",
    "fb_comment_id",
    "igshid",
    "igsh",
    // Microsoft Advertising (its help, "auto-tagging of click ID").
    "msclkid",
    // Clicks of advertisements on X, TikTok, LinkedIn, Pinterest, Reddit and Snapchat, by their documents for advertisers.
    "twclid",
    "ttclid",
    "li_fat_id",
    "epik",
    "rdt_cid",
    "ScCid",
    // Yandex: Direct and Metrica (help of Metrica), and the OpenStat labels that it reads.
    "yclid",
    "ysclid",
    "ymclid",
    "_openstat",
    // Mailchimp: campaigns and recipients (its e-commerce documents).
    "mc_cid",
    "mc_eid",
    // HubSpot: e-mails, calls to action and visitors across domains (its knowledge base).
    "_hsenc",
    "_hsmi",
    "hsCtaTracking",
    "__hsfp",
    "__hssc",
    "__hstc",
    // Matomo: campaigns (its FAQ, "campaign URL builder"), also by the names of Piwik.
    "mtm_*",
    "matomo_*",
    "pk_campaign",
    "pk_cid",
    "pk_content",
    "pk_keyword",
    "pk_kwd",
    "pk_medium",
    "pk_source",
    // Branch: links of applications (its help center).
    "_branch_match_id",
    "_branch_referrer",
    // Recipients of e-mails, by sender: Klaviyo, MailerLite, Vero, Omeda, Blueshift, Drip, Beehiiv, Adobe Campaign and
    // Squarespace. Like all further names, from the lists of Firefox (`privacy.query_stripping.strip_list`, 2026) and
    // Brave (brave-core, components/query_filter, 2026), which give a reason for each.
    "_kx",
    "ml_subscriber",
    "ml_subscriber_hash",
    "vero_conv",
    "vero_id",
    "oly_anon_id",
    "oly_enc_id",
    "bsft_*",
    "__s",
    "_bhlid",
    "at_recipient_id",
    "at_recipient_list",
    "ss_email_id",
    // Clicks of affiliates and advertisements: Impact, Adobe Analytics, Wicked Reports, Yahoo and others.
    "irclickid",
    "s_cid",
    "wickedid",
    "guce_referrer",
    "guce_referrer_sig",
    "rb_clickid",
    "unicorn_click_id",
    "bbeml",
    "et_rid",
    "vgo_ee",
    "oft_*",
];

/// Returns whether a key is one of [`TRACKING`]. Case counts, as in all keys.
///
/// ```
/// use urigram::query::is_tracking;
///
/// assert!(is_tracking("utm_source") && is_tracking("gclid"));
/// assert!(!is_tracking("id"));
/// ```
pub fn is_tracking(key: impl AsRef<[u8]>) -> bool {
    TRACKING.iter().any(|name| glob::matches(name.split('*').map(str::as_bytes), key.as_ref()))
}
