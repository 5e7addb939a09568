#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clock/instant.h"
#include "digest/sha.h"

namespace freshet::warc {

enum class RecordType : uint8_t {
  kWarcinfo,
  kResponse,
  kRequest,
  kMetadata,
  kRevisit,
  kResource,
  kConversion,
  kContinuation,
  kOther,
};
std::string_view name(RecordType type);  // "response"; of kOther "other"
RecordType record_type(std::string_view name);

// A WARC record as it stands in a file.
struct Record {
  RecordType type = RecordType::kOther;
  std::vector<std::pair<std::string, std::string>> fields;  // in order, names as written
  std::string block;

  std::optional<std::string_view> field(std::string_view name) const;  // case does not matter
  // WARC-Target-URI without the <> that some writers put around it, spaces escaped; empty if
  // absent.
  std::string target_uri() const;
  // WARC-Date; nullopt if it is absent or cannot be read.
  std::optional<Instant> date() const;
};

// What one visit leaves in the archive: the request, the reply, and what we have to say about it.
struct Exchange {
  std::string_view url;
  Instant date;
  std::string_view request_head;  // without the empty line; if empty, no request is recorded
  std::string_view reply_head;    // without the empty line
  std::string_view body;          // as received, transfer coding removed
  bool truncated = false;         // WARC-Truncated: length
  std::string_view address;       // WARC-IP-Address; may be empty
  std::string_view protocol;      // "HTTP/2"; WARC-Protocol; may be empty
  // Name: value lines; if there are none, no metadata record is written.
  std::vector<std::pair<std::string_view, std::string_view>> metadata;
  // SHA-256 of the body, if the caller has it: saves hashing the body twice. For a 304, that of the
  // original's body.
  std::optional<digest::Digest256> payload_digest;

  // A revisit: the payload is that of an earlier record, and is not stored again.
  struct Original {
    std::string_view url;
    Instant date;
    bool not_modified = false;  // 304 (profile server-not-modified), else identical-payload-digest
  };
  std::optional<Original> original;
};

}  // namespace freshet::warc
