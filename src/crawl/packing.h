#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "clock/instant.h"
#include "digest/sha.h"
#include "fetch/outcome.h"
#include "warc/visit_writer.h"

namespace freshet::crawl {

// What the archive is told of a visit beside the exchange itself.
struct VisitFacts {
  std::string_view url;
  Instant at;
  uint16_t depth = 0;
  bool sitemap = false;  // it was found as a sitemap or feed
  bool rules = false;    // it was asked for as robots.txt, or as what that redirects to
  // A revisit, with the digest of the payload that the reply had.
  std::optional<warc::Exchange::Original> original;
  std::optional<digest::Digest256> payload_digest;
};

warc::PackedVisit pack(warc::VisitWriter& writer, const fetch::Reply& reply,
                       const VisitFacts& facts);

// Adds to a visit that is packed what it was taken for, where the reply alone does not tell.
void note_verdict(warc::VisitWriter& writer, warc::PackedVisit& visit, std::string_view verdict);

// The names of what is noted of a visit in its metadata record.
inline constexpr char kHopsNote[] = "hops-from-seed";
inline constexpr char kFoundAsNote[] = "found-as";  // one of the two below
inline constexpr char kSitemapNote[] = "sitemap";
inline constexpr char kRulesNote[] = "robots.txt";
inline constexpr char kVerdictNote[] = "verdict";

// The page is not there, although its status is 200. Any other verdict: it was not the page that
// came, and its copy stays as it is.
inline constexpr char kSoft404Verdict[] = "soft-404";
inline constexpr char kBlockedVerdict[] = "blocked";

}  // namespace freshet::crawl
