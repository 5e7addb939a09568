#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"
#include "http/headers.h"

namespace freshet::http {

// RFC 9110, section 8.8.3.
struct EntityTag {
  bool weak = false;
  std::string opaque;  // what stands between the quotes

  bool operator==(const EntityTag&) const = default;
};

// Also takes what is not quite an entity tag: no quotes, w/ for W/. Nullopt if there is nothing.
std::optional<EntityTag> parse_entity_tag(std::string_view text);

// The same opaque part, whether weak or not (section 8.8.3.2): good enough for If-None-Match.
bool weakly_equal(const EntityTag& a, const EntityTag& b);

// What a server gave to recognise a version of a page by. The texts are the server's own, because
// many compare them byte by byte.
struct Validators {
  std::string etag;
  std::optional<Instant> last_modified = std::nullopt;
  std::string last_modified_text;

  bool empty() const { return etag.empty() && !last_modified; }
  bool operator==(const Validators&) const = default;
};

// Leaves out what could not be sent back: a Last-Modified that is no date, an ETag with control
// bytes or longer than kLongestEtag.
inline constexpr size_t kLongestEtag = 1024;
Validators validators_of(const HeaderMap& response);

// If-None-Match and If-Modified-Since, as far as there is something to put there.
HeaderMap conditional_headers(const Validators& validators);

// The server's side: would a response with these validators be answered 304? If-None-Match goes
// before If-Modified-Since (RFC 9110, section 13.2.2).
bool is_not_modified(const HeaderMap& request, const Validators& current);

}  // namespace freshet::http
