//! Keys of pairs by which senders of links recognize visitors.

use super::glob;

/// The keys. A `*` stands for any rest, as in a [`Glob`](super::Glob).
const TRACKING: &[&str] = &[
    // Each row ends with where it is from: the documents of the tracker, if they name it, and the list of a browser. Brave:
    // brave-core, components/query_filter/browser/utils.cc, as of 2026, which cites an issue of brave/brave-browser for each
    // name. Firefox: `privacy.query_stripping.strip_list`, as of 2026.
    "utm_*",              // Google Analytics Help, "URL builders"
    "gclid",              // Google Ads Help, "auto-tagging"; Brave, issue 4239
    "gclsrc",             // Google Ads Help, "auto-tagging"
    "gbraid",             // Google Ads Help, "auto-tagging"; Firefox
    "wbraid",             // Google Ads Help, "auto-tagging"; Brave, issue 18758
    "gad_source",         // Google Ads Help, "auto-tagging"
    "gad_campaignid",     // Google Ads Help, "auto-tagging"
    "dclid",              // Google Campaign Manager; Brave, issue 9879
    "srsltid",            // Google Merchant Center; Brave, issue 40912
    "_gl",                // Google Tag Manager Help, "linker"; Brave, issue 33188
    "fbclid",             // Meta Conversions API, "ClickID and the fbp and fbc parameters"; Brave, issue 4239
    "fb_action_ids",      // Facebook; Brave, issue 33984
    "fb_comment_id",      // Facebook; Brave, issue 33984
    "igshid",             // Instagram; Brave, issue 11580
    "igsh",               // Instagram; Brave, issue 35094
    "msclkid",            // Microsoft Advertising Help, "auto-tagging of click ID"; Brave, issue 4239
    "twclid",             // X, documents for advertisers; Brave, issue 18020
    "ttclid",             // TikTok, documents for advertisers; Brave, issue 48226
    "li_fat_id",          // LinkedIn, documents for advertisers
    "epik",               // Pinterest, documents for advertisers
    "rdt_cid",            // Reddit, documents for advertisers
    "ScCid",              // Snapchat, documents for advertisers
    "yclid",              // Yandex Metrica Help; Brave, issue 11578
    "ysclid",             // Yandex; Brave, issue 33216
    "ymclid",             // Yandex; Brave, issue 33216
    "_openstat",          // OpenStat, Yandex Metrica Help; Brave, issue 11579
    "mc_cid",             // Mailchimp, documents for e-commerce
    "mc_eid",             // Mailchimp, documents for e-commerce; Brave, issue 4239
    "_hsenc",             // HubSpot; Brave, issue 9019
    "_hsmi",              // HubSpot Knowledge Base
    "hsCtaTracking",      // HubSpot; Brave, issue 9019
    "__hsfp",             // HubSpot; Brave, issue 9019
    "__hssc",             // HubSpot; Brave, issue 9019
    "__hstc",             // HubSpot; Brave, issue 9019
    "mtm_*",              // Matomo FAQ, "campaign URL builder"
    "matomo_*",           // Matomo FAQ, "campaign URL builder"
    "pk_campaign",        // Matomo, by its earlier name Piwik
    "pk_cid",             // Matomo, by its earlier name Piwik; Brave, issue 31084
    "pk_content",         // Matomo, by its earlier name Piwik
    "pk_keyword",         // Matomo, by its earlier name Piwik
    "pk_kwd",             // Matomo, by its earlier name Piwik
    "pk_medium",          // Matomo, by its earlier name Piwik
    "pk_source",          // Matomo, by its earlier name Piwik
    "_branch_match_id",   // Branch Help Center; Brave, issue 39575
    "_branch_referrer",   // Branch Help Center; Brave, issue 39575
    "_kx",                // Klaviyo Help Center
    "ml_subscriber",      // MailerLite; Brave, issue 17507
    "ml_subscriber_hash", // MailerLite; Brave, issue 17507
    "vero_conv",          // Vero; Brave, issue 11817
    "vero_id",            // Vero; Brave, issue 11817
    "oly_anon_id",        // Omeda; Brave, issue 13644
    "oly_enc_id",         // Omeda; Brave, issue 13644
    "bsft_*",             // Blueshift; Brave, issue 25238
    "__s",                // Drip; Brave, issue 8975
    "_bhlid",             // Beehiiv; Brave, issue 40716
    "at_recipient_id",    // Adobe Campaign; Brave, issue 32488
    "at_recipient_list",  // Adobe Campaign; Brave, issue 32488
    "ss_email_id",        // Squarespace; Brave, issue 24988
    "irclickid",          // Impact; Brave, issue 33952
    "s_cid",              // Adobe Analytics; Brave, issue 17452
    "wickedid",           // Wicked Reports; Brave, issue 13647
    "guce_referrer",      // Yahoo; Brave, issue 25691
    "guce_referrer_sig",  // Yahoo; Brave, issue 25691
    "sfmc_id",            // Salesforce Marketing Cloud; Brave, issue 53345
    "sfmc_activityid",    // Salesforce Marketing Cloud; Brave, issue 53345
    "rb_clickid",         // Brave, issue 17451
    "syclid",             // Brave, issue 50532
    "unicorn_click_id",   // Brave, issue 33172
    "bbeml",              // Brave, issue 37971
    "et_rid",             // Brave, issue 37847
    "vgo_ee",             // Brave, issue 26295
    "oft_*",              // Brave, issue 22082
];

/// Returns whether a key is one that trackers add to links, such as `gclid` or one that begins with `utm_`, as of November
/// 2026. Case counts, as in all keys.
///
/// The source of this function has the list, with the origin of each name. It has only names that are specific to a tracker,
/// because the pairs are removed from the links of every host: names such as `ref` and `si`, and `mkt_tok`, without which
/// links to unsubscribe fail, are not on it. Versions of this crate may add and remove names.
///
/// [`QueryPairs::remove_tracking`](super::QueryPairs::remove_tracking) removes the pairs with these keys.
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

#[cfg(test)]
mod tests {
    use super::TRACKING;

    #[test]
    fn names_are_unique_and_a_star_is_at_their_end() {
        let mut names = TRACKING.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TRACKING.len());
        assert!(
            names.iter().all(|name| !name.is_empty() && !name.trim_end_matches('*').contains(['*', '\\']))
        );
    }
}
