#include "collection/site_failure.h"

#include <cstdint>

namespace freshet::collection {
namespace {

constexpr size_t kTimeBytes = 8;

}  // namespace

std::string SiteFailure::encode() const {
  std::string bytes;
  const auto time = static_cast<uint64_t>(at.unix_microseconds());
  for (size_t i = 0; i < kTimeBytes; ++i) bytes.push_back(static_cast<char>(time >> (8 * i)));
  return bytes.append(words, 0, kLongestWords);
}

std::optional<SiteFailure> SiteFailure::decode(std::string_view bytes) {
  if (bytes.size() <= kTimeBytes) return std::nullopt;
  uint64_t time = 0;
  for (size_t i = 0; i < kTimeBytes; ++i) {
    time |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  }
  return SiteFailure{
      .at = Instant::from_unix_microseconds(static_cast<int64_t>(time)),
      .words = std::string(bytes.substr(kTimeBytes, kLongestWords)),
  };
}

}  // namespace freshet::collection
