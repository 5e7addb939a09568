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
std::string_view name(RecordType type);  // "response"; "other" for kOther
RecordType record_type(std::string_view name);

// A WARC record of a file.
struct Record {
  RecordType type = RecordType::kOther;
  std::vector<std::pair<std::string, std::string>> fields;  // in order, with names as written
  std::string block;

  // Returns the value of the first field with this name, in any letter case.
  std::optional<std::string_view> field(std::string_view name) const;
  // Returns WARC-Target-URI without the <> that some writers put around it, and with spaces
  // escaped; empty if there is none.
  std::string target_uri() const;
  // Returns WARC-Date; nullopt if it is absent or invalid.
  std::optional<Instant> date() const;
};

// The data of one visit for the archive: request, response and metadata.
struct Exchange {
  std::string_view url;
  Instant date;
  std::string_view request_head;  // without the empty line; if empty, no request is recorded
  std::string_view reply_head;    // without the empty line
  std::string_view body;          // as received, without transfer coding
  bool truncated = false;         // WARC-Truncated: length
  std::string_view address;       // WARC-IP-Address; may be empty
  std::string_view protocol;      // "HTTP/2", for WARC-Protocol; may be empty
  // Lines "name: value". If there are none, no metadata record is written.
  std::vector<std::pair<std::string_view, std::string_view>> metadata;
  // SHA-256 of the body, if the caller has it, so that it is not computed twice. For a 304, that of
  // the original's body.
  std::optional<digest::Digest256> payload_digest;

  // Set for a revisit: the payload is that of an earlier record, and is not stored again.
  struct Original {
    std::string_view url;
    Instant date;
    // The profile is server-not-modified (304), otherwise identical-payload-digest.
    bool not_modified = false;
  };
  std::optional<Original> original;
};

}  // namespace freshet::warc
