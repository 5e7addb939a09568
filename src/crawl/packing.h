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
  // A revisit, with the digest of the payload that the reply had.
  std::optional<warc::Exchange::Original> original;
  std::optional<digest::Digest256> payload_digest;
};

warc::PackedVisit pack(warc::VisitWriter& writer, const fetch::Reply& reply,
                       const VisitFacts& facts);

// Adds to a visit that is packed that the page is not there, although its status is 200.
void note_soft_404(warc::VisitWriter& writer, warc::PackedVisit& visit);

// The names of what is noted of a visit in its metadata record.
inline constexpr char kHopsNote[] = "hops-from-seed";
inline constexpr char kFoundAsNote[] = "found-as";  // "sitemap"
inline constexpr char kVerdictNote[] = "verdict";   // "soft-404"
inline constexpr char kSitemapNote[] = "sitemap";
inline constexpr char kSoft404Note[] = "soft-404";

}  // namespace freshet::crawl
