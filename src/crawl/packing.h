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
  // A revisit, with the digest of the payload that the reply had.
  std::optional<warc::Exchange::Original> original;
  std::optional<digest::Digest256> payload_digest;
};

warc::PackedVisit pack(warc::VisitWriter& writer, const fetch::Reply& reply,
                       const VisitFacts& facts);

}  // namespace freshet::crawl
