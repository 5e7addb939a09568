#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::http {

// "HTTP/1.1 200 OK"
struct StatusLine {
  std::string version;  // "1.1", "2"
  int code = 0;         // 100..999
  std::string reason;   // may be empty

  bool operator==(const StatusLine&) const = default;
};

std::optional<StatusLine> parse_status_line(std::string_view line);

// What a status code means for a crawler.
enum class StatusKind {
  kInterim,        // 1xx
  kSuccess,        // 2xx
  kNotModified,    // 304
  kRedirect,       // 301, 302, 303, 307, 308: the target is in Location
  kOtherRedirect,  // any other 3xx: there is no target to follow
  kGone,           // 404, 410
  kSlowDown,       // 429, 503
  kClientError,    // any other 4xx
  kServerError,    // any other 5xx
  kUnknown,        // not a status code of HTTP
};

StatusKind status_kind(int code);

}  // namespace freshet::http
