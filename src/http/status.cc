#include "http/status.h"

#include "http/characters.h"
#include "text/ascii.h"

namespace freshet::http {

std::optional<StatusLine> parse_status_line(std::string_view line) {
  constexpr std::string_view kProtocol = "HTTP/";
  line = text::trim<is_http_space>(line);
  if (!line.starts_with(kProtocol)) return std::nullopt;
  line.remove_prefix(kProtocol.size());
  const size_t space = line.find(' ');
  if (space == 0 || space == std::string_view::npos) return std::nullopt;
  StatusLine status;
  status.version = line.substr(0, space);
  for (const char c : status.version) {
    if (!text::is_digit(c) && c != '.') return std::nullopt;
  }
  line = text::trim<is_http_space>(line.substr(space));
  if (line.size() < 3 || !text::is_digit(line[0]) || !text::is_digit(line[1]) ||
      !text::is_digit(line[2])) {
    return std::nullopt;
  }
  if (line.size() > 3 && !is_http_space(line[3])) return std::nullopt;
  status.code = (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
  if (status.code < 100) return std::nullopt;
  status.reason = text::trim<is_http_space>(line.substr(3));
  return status;
}

StatusKind status_kind(int code) {
  switch (code) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308: return StatusKind::kRedirect;
    case 304: return StatusKind::kNotModified;
    case 404:
    case 410: return StatusKind::kGone;
    case 429:
    case 503: return StatusKind::kSlowDown;
    default: break;
  }
  switch (code / 100) {
    case 1: return StatusKind::kInterim;
    case 2: return StatusKind::kSuccess;
    case 3: return StatusKind::kOtherRedirect;
    case 4: return StatusKind::kClientError;
    case 5: return StatusKind::kServerError;
    default: return StatusKind::kUnknown;
  }
}

}  // namespace freshet::http
