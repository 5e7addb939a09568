#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "http/headers.h"

namespace freshet::http {

// An entity tag (RFC 9110, section 8.8.3).
struct EntityTag {
  bool weak = false;
  std::string opaque;  // the text between the quotes

  bool operator==(const EntityTag&) const = default;
};

// Parses an entity tag. The quotes may be missing, and "w/" may stand for "W/". Returns nullopt if
// the text is empty.
std::optional<EntityTag> parse_entity_tag(std::string_view text);

// The weak comparison (RFC 9110, section 8.8.3.2), which If-None-Match uses: whether the opaque
// parts are equal.
bool weakly_equal(const EntityTag& a, const EntityTag& b);

// The validators that a server sent to identify a version of a page. The texts are exactly those of
// the server, because many servers compare them byte by byte.
struct Validators {
  std::string etag;
  std::optional<Instant> last_modified = std::nullopt;
  std::string last_modified_text;

  bool empty() const { return etag.empty() && !last_modified; }
  bool operator==(const Validators&) const = default;
};

inline constexpr size_t kMaxEtagBytes = 1024;
// Returns the validators of a response. Ignores a Last-Modified that is not a date, and an ETag
// that contains control bytes or is longer than kMaxEtagBytes.
Validators validators_of(const HeaderMap& response);

// Returns If-None-Match and If-Modified-Since for the validators that are present.
HeaderMap conditional_headers(const Validators& validators);

// For a server: whether the response to a request is 304, given the current validators of the page.
// If-None-Match takes precedence over If-Modified-Since (RFC 9110, section 13.2.2).
bool is_not_modified(const HeaderMap& request, const Validators& current);

}  // namespace freshet::http
