#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"

namespace freshet::catalog {

// The rows of a catalogue, as they are passed to every target (SQLite, PostgreSQL, JSON lines).
// docs/formats/catalog.md says what each column means. An id is assigned once and kept in the
// store, so it is the same in every target and in every conversion.

struct Community {
  int64_t id = 0;
  std::string name;
};

struct Domain {
  int64_t id = 0;
  int64_t community = 0;
  std::string name;  // the registrable domain, "example.co.uk"; if a host has none, the host
};

struct Site {
  int64_t id = 0;
  int64_t domain = 0;
  int64_t community = 0;
  std::string url;  // "https://example.com"
};

// One visit in a page's history.
struct HistoryVisit {
  Instant at;
  std::string outcome;  // "same", "changed", "failed", "gone", "soft_gone", "redirect"
  uint64_t size = 0;    // of the body; 0 if there was none
};

struct Page {
  int64_t id = 0;
  int64_t site = 0;
  std::string url;
  std::string result;  // of the last visit, in the words of `freshet why`
  int http_status = 0;
  int depth = 0;
  std::string title;
  std::string description;
  std::string language;       // BCP 47, lower case; empty: unknown
  std::string language_from;  // "declared" or "identified"; empty: unknown
  // Pages that are translations of each other have the same number.
  std::optional<int64_t> translation_group;
  std::string media_type;  // "text/html"
  // The visible text, a line for each block, without the lines of `boilerplate`. Both are empty for
  // a duplicate: its original has them.
  std::string text;
  std::string boilerplate;  // the lines that occur on many pages of the site, in the page's order
  double link_share = 0;    // share of `text` in lines that are links; near 1 for a list of links
  uint64_t size = 0;        // bytes of the decoded body
  std::optional<Instant> first_seen;
  std::optional<Instant> last_visit;
  std::optional<Instant> last_verified;  // when the copy was last known to be current
  std::optional<Instant> last_change;
  std::optional<Instant> modified;  // when the page says that it changed
  std::string modified_from;  // "page", "sitemap", "http", "published", "observed"; empty: no date
  std::string digest;         // SHA-256 of the decoded body, in hexadecimal
  std::optional<int64_t> duplicate_of;
  std::optional<int64_t> redirect_to;
  bool noindex = false;  // its author does not want it to be found by searches
  double rank = 0;       // importance; the mean of all pages is 1; 0: not ranked
  // The belief about the page's change rate, a Gamma distribution in changes a day. The copy is
  // current at time t with probability (b / (b + t - last_verified))^a, where times are in days.
  double belief_a = 0;
  double belief_b = 0;
  std::string warc_file;  // empty: not archived
  uint64_t warc_offset = 0;

  struct Link {
    int64_t target = 0;
    bool nofollow = false;
  };
  std::vector<Link> links;  // at most one for each target
  std::vector<HistoryVisit> history;
};

}  // namespace freshet::catalog
