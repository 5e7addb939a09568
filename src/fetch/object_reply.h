#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "digest/sha.h"
#include "result/result.h"

namespace freshet::fetch {

// A reply of an object storage, of which only the known fields are kept.
struct ObjectReply {
  int status = 0;
  std::string etag;
  std::string content_range;
  std::string content_length;
  std::string checksum_sha256;  // in Base64
  std::string noted_sha256;     // hexadecimal
  std::string bucket_region;
  std::string body;

  // Takes in one line of the head. A status line begins a new reply.
  void add_line(std::string_view line);
};

inline constexpr std::string_view kChecksumField = "x-amz-checksum-sha256";
inline constexpr std::string_view kNotedField = "x-amz-meta-freshet-sha256";

// "bytes 0-9/100"
struct ContentRange {
  uint64_t first = 0;
  uint64_t last = 0;
  uint64_t object_bytes = 0;
  bool operator==(const ContentRange&) const = default;
};
// Returns nullopt unless first <= last < object_bytes.
std::optional<ContentRange> parse_content_range(std::string_view text);
// Parses "bytes */100", the form of a reply with status 416.
std::optional<uint64_t> parse_unsatisfied_range(std::string_view text);
std::optional<uint64_t> parse_length(std::string_view text);
std::optional<digest::Digest256> digest_of_base64(std::string_view text);

// Describes a reply that is not a success: "403 AccessDenied: Access Denied". Its text is printable
// ASCII of limited length, whatever the server sends.
Error error_of(const ObjectReply& reply, std::string_view credentials_from);

}  // namespace freshet::fetch
