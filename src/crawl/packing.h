#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "clock/instant.h"
#include "digest/sha.h"
#include "fetch/outcome.h"
#include "warc/visit_writer.h"

namespace freshet::crawl {

// What the archive records of a visit in addition to the exchange.
struct VisitFacts {
  std::string_view url;
  Instant at;
  uint16_t depth = 0;
  bool sitemap = false;  // it was found as a sitemap or feed
  bool rules = false;    // it was requested as robots.txt, or as the target of its redirect
  // For a revisit record: the record that it refers to, and the digest of the reply's payload.
  std::optional<warc::Exchange::Original> original;
  std::optional<digest::Digest256> payload_digest;
};

warc::PackedVisit pack(warc::VisitWriter& writer, const fetch::Reply& reply,
                       const VisitFacts& facts);

// Adds the crawl's verdict to a packed visit whose reply alone does not show it.
void note_verdict(warc::VisitWriter& writer, warc::PackedVisit& visit, std::string_view verdict);

// Names of the fields of a visit's metadata record.
inline constexpr char kHopsNote[] = "hops-from-seed";
inline constexpr char kFoundAsNote[] = "found-as";  // one of the two below
inline constexpr char kSitemapNote[] = "sitemap";
inline constexpr char kRulesNote[] = "robots.txt";
inline constexpr char kVerdictNote[] = "verdict";

// Verdicts. "soft-404": the page does not exist, although its status is 200. Any other verdict: the
// reply was not the page, and the page's copy is not replaced.
inline constexpr char kSoft404Verdict[] = "soft-404";
inline constexpr char kBlockedVerdict[] = "blocked";

}  // namespace freshet::crawl
