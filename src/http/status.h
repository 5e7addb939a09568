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

// What a status code means to a crawler.
enum class StatusKind {
  kInterim,        // 1xx
  kSuccess,        // 2xx
  kNotModified,    // 304
  kRedirect,       // 301, 302, 303, 307, 308: look for Location
  kOtherRedirect,  // 300, 304's other neighbours: nothing to follow
  kGone,           // 404, 410
  kSlowDown,       // 429, 503
  kClientError,    // any other 4xx
  kServerError,    // any other 5xx
  kUnknown,        // no code that HTTP knows
};

StatusKind status_kind(int code);

// 301 and 308: the new address replaces the old one.
bool is_permanent_redirect(int code);

}  // namespace freshet::http
