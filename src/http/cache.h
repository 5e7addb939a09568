#pragma once

#include <optional>
#include <string_view>

#include "clock/instant.h"
#include "http/headers.h"

namespace freshet::http {

// The directives of Cache-Control that a private cache obeys (RFC 9111, section 5.2.2).
struct CacheControl {
  bool no_store = false;
  bool no_cache = false;  // without a list of fields; the form with one binds only those fields
  bool must_revalidate = false;
  bool is_public = false;
  bool immutable = false;                          // RFC 8246
  std::optional<Duration> max_age = std::nullopt;  // 0 if it is there but cannot be read
  std::optional<Duration> stale_while_revalidate = std::nullopt;  // RFC 5861
  std::optional<Duration> stale_if_error = std::nullopt;

  bool operator==(const CacheControl&) const = default;
};

// Names without regard to case; of a repeated directive the stricter value holds.
CacheControl parse_cache_control(std::string_view value);

// What a response says about how long it stays true, to a cache with one user (RFC 9111).
struct CacheMeaning {
  bool no_store = false;
  bool storable = false;         // might be kept and used again
  bool must_revalidate = false;  // once stale never use without asking; also for no-cache
  bool immutable = false;
  // How much longer than `received` the response counts as fresh; 0 if it is stale already. Nullopt
  // if neither the server said nor a guess can be made.
  std::optional<Duration> fresh_for = std::nullopt;
  bool heuristic = false;  // fresh_for is a guess: a tenth of the time since Last-Modified
  std::optional<Duration> stale_while_revalidate = std::nullopt;

  bool operator==(const CacheMeaning&) const = default;
};

CacheMeaning cache_meaning(int status, const HeaderMap& headers, Instant received);

// The stored header fields after a 304 (RFC 9111, section 3.2): each field of the 304 replaces
// those of its name. Not replaced is what describes the connection or the stored body: length,
// type, coding, range.
HeaderMap merge_304(const HeaderMap& stored, const HeaderMap& fresh);

}  // namespace freshet::http
