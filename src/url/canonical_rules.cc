#include "url/canonical.h"

namespace freshet::url {

CanonicalRules CanonicalRules::defaults() {
  CanonicalRules rules;
  // Names that mean a session on every site. The names "s", "id", "session", "session_id" (for
  // example of a conference), "token" and "key" are not in the list, because on some sites they
  // select the page.
  rules.session_parameters = {"jsessionid",   "jservsession*", "phpsessid",
                              "phpsessionid", "aspsessionid*", "asp.net_sessionid",
                              "sid",          "_sid",          "___sid",
                              "sessid",       "sessionid",     "_sessionid",
                              "bv_sessionid", "bv_engineid",   "cfid",
                              "cftoken",      "oscsid",        "oscommercesid",
                              "xtcsid",       "zenid",         "mscssid"};
  // Parameters that the publisher of a link adds to find out who follows it.
  rules.tracking_parameters = {
      // Campaigns: Google Analytics and similar tools, Matomo, AT Internet, Webtrekk, comScore.
      "utm_*",
      "mtm_*",
      "matomo_*",
      "piwik_*",
      "pk_campaign",
      "pk_cid",
      "pk_content",
      "pk_keyword",
      "pk_kwd",
      "pk_medium",
      "pk_source",
      "xtor",
      "at_campaign",
      "at_medium",
      "wt_mc",
      "wt.mc_id",
      "ns_campaign",
      "ns_mchannel",
      "ns_source",
      "ns_linkname",
      "ns_fee",
      // Clicks: Google, Facebook, Microsoft, Yandex, Twitter, TikTok, Instagram, LinkedIn, others.
      "gclid",
      "gclsrc",
      "dclid",
      "gbraid",
      "wbraid",
      "gad_source",
      "gad_campaignid",
      "srsltid",
      "_ga",
      "_gl",
      "fbclid",
      "fb_action_ids",
      "fb_action_types",
      "fb_ref",
      "fb_source",
      "msclkid",
      "yclid",
      "ysclid",
      "ymclid",
      "yadclid",
      "_openstat",
      "twclid",
      "ttclid",
      "igshid",
      "igsh",
      "li_fat_id",
      "epik",
      "sccid",
      "rdt_cid",
      "irclickid",
      "cjevent",
      "_branch_match_id",
      "wickedid",
      "ef_id",
      "s_kwcid",
      "guccounter",
      "guce_referrer",
      "guce_referrer_sig",
      // Mailings: Mailchimp, HubSpot, Marketo, Vero, Omeda, Klaviyo, Dotdigital, Adobe.
      "mc_cid",
      "mc_eid",
      "_hsenc",
      "_hsmi",
      "__hssc",
      "__hstc",
      "__hsfp",
      "hsctatracking",
      "mkt_tok",
      "vero_id",
      "vero_conv",
      "oly_anon_id",
      "oly_enc_id",
      "_kx",
      "dm_i",
      "s_cid",
  };
  return rules;
}

}  // namespace freshet::url
