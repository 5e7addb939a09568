#pragma once

#include <compare>
#include <cstdint>

#include "clock/instant.h"
#include "digest/sha.h"
#include "store/page_key.h"

namespace freshet::store {

// The position of a record in the archive.
struct ArchivePosition {
  uint16_t writer = 0;  // the writer of the file; 0 if there is only one writer
  uint32_t file = 0;    // number of the writer's WARC file; 0: not in the archive
  uint64_t offset = 0;
  auto operator<=>(const ArchivePosition&) const = default;
};

// The archived record that holds a content in full. Records of pages with the same content refer to
// it.
struct Original {
  PageKey page;
  Instant at;                 // the date of the record
  digest::Digest256 payload;  // digest of the body as received; zero: it is not in the archive
  ArchivePosition archived;   // of that record; file 0: not known
  bool operator==(const Original&) const = default;
};

}  // namespace freshet::store
