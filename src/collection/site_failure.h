#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

namespace freshet::collection {

// The last attempt to reach a site, if it failed: its name did not resolve, no connection, no TLS,
// no reply, or no usable robots.txt. It is stored with the site until the site answers.
struct SiteFailure {
  static constexpr size_t kLongestWords = 240;  // bytes; longer reasons are cut

  Instant at;
  std::string words;  // for a person: "connection refused"

  std::string encode() const;  // at most 248 bytes
  static std::optional<SiteFailure> decode(std::string_view bytes);

  bool operator==(const SiteFailure&) const = default;
};

}  // namespace freshet::collection
