#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "digest/sha.h"

namespace freshet::warc {

// The records of one visit, ready to be appended to an archive, with what its index says of them.
struct PackedVisit {
  std::string members;        // one gzip member a record: the reply's first
  uint64_t reply_length = 0;  // of that first one
  Instant date;
  bool revisit = false;
  std::string url;  // as written
  int status = 0;
  std::string mime;
  // SHA-256 of the payload as recorded; none for a 304 of an unknown original.
  std::optional<digest::Digest256> payload_digest;
};

}  // namespace freshet::warc
