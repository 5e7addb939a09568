#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"

namespace freshet::catalog {

// The collection as rows: what every target (SQLite, PostgreSQL, JSON lines) is given.
// docs/formats/catalog.md says what each column means. Ids are given once, by the store, and are
// the same in every target and in every conversion.

struct Community {
  int64_t id = 0;
  std::string name;
};

struct Domain {
  int64_t id = 0;
  int64_t community = 0;
  std::string name;  // registrable: "example.co.uk"; a host that has none: the host
};

struct Site {
  int64_t id = 0;
  int64_t domain = 0;
  int64_t community = 0;
  std::string url;  // "https://example.com"
};

// One visit that a page's history remembers.
struct HistoryVisit {
  Instant at;
  std::string outcome;  // "same", "changed", "failed", "gone", "soft_gone", "redirect"
  uint64_t size = 0;    // 0 where nothing came
};

struct Page {
  int64_t id = 0;
  int64_t site = 0;
  std::string url;
  std::string result;  // as `freshet why` names it
  int http_status = 0;
  int depth = 0;
  std::string title;
  std::string description;
  std::string language;       // BCP 47, lower case; empty: unknown
  std::string language_from;  // "declared" or "identified"; empty: unknown
  // The same number for pages that are translations of each other.
  std::optional<int64_t> translation_group;
  std::string media_type;  // "text/html"
  // What a reader sees, a line a block, without the lines of `boilerplate`. Both are empty for a
  // duplicate, whose original has them.
  std::string text;
  std::string boilerplate;  // the lines that stand on many pages of the site, in their order
  double link_share = 0;    // of the text: lines that are links; near 1 for a page of links
  uint64_t size = 0;        // of the body, decoded
  Instant first_seen;
  Instant last_visit;
  Instant last_verified;  // when the copy was last known to be current
  Instant last_change;
  Instant modified;           // the page's own date of change
  std::string modified_from;  // "page", "sitemap", "http", "published", "observed"; empty: no date
  std::string digest;         // of the body, decoded: SHA-256 in hexadecimal
  std::optional<int64_t> duplicate_of;
  std::optional<int64_t> redirect_to;
  bool noindex = false;  // not to be found by a search: its author's wish
  double rank = 0;       // importance; the mean is 1; 0: not ranked
  // The change rate as it is believed, a Gamma distribution in days: our copy is current at time t
  // with probability (b / (b + t - last_verified))^a.
  double belief_a = 0;
  double belief_b = 0;
  std::string warc_file;  // empty: not archived
  uint64_t warc_offset = 0;

  struct Link {
    int64_t target = 0;
    bool nofollow = false;
  };
  std::vector<Link> links;  // each target once
  std::vector<HistoryVisit> history;
};

}  // namespace freshet::catalog
