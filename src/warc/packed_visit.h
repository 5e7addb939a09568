#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "digest/sha.h"

namespace freshet::warc {

// The compressed records of one visit, ready to be appended to an archive, and the fields of its
// index entry.
struct PackedVisit {
  std::string members;        // one gzip member per record; that of the response comes first
  uint64_t reply_length = 0;  // length of the first member
  Instant date;
  bool revisit = false;
  std::string url;  // as in WARC-Target-URI
  int status = 0;
  std::string mime;
  // SHA-256 of the payload, as recorded. nullopt for a 304 if the caller did not give it.
  std::optional<digest::Digest256> payload_digest;
};

}  // namespace freshet::warc
