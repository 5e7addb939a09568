#include "aquarium/request_parser.h"

#include <charconv>

#include "text/ascii.h"

namespace freshet::aquarium {
namespace {

constexpr int kBadRequest = 400;
constexpr int kBodyTooLarge = 413;
constexpr int kTargetTooLong = 414;
constexpr int kHeadTooLarge = 431;
constexpr int kNotImplemented = 501;
constexpr int kVersionNotSupported = 505;

bool contains_token(std::string_view list, std::string_view token) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (text::equals_ignoring_case(text::trim(list.substr(0, comma)), token)) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

// Whether a value of Accept-Encoding allows gzip, by name or by "*".
bool allows_gzip(std::string_view list) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view element = text::trim(list.substr(0, comma));
    const size_t semicolon = std::min(element.find(';'), element.size());
    const std::string_view coding = text::trim(element.substr(0, semicolon));
    const std::string_view weight = text::trim(element.substr(semicolon));
    const bool refused = weight.find("=0") != std::string_view::npos &&
                         weight.find_first_of("123456789") == std::string_view::npos;
    if ((text::equals_ignoring_case(coding, "gzip") || coding == "*") && !refused) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

class RequestReader {
 public:
  RequestReader(std::string_view bytes, const RequestLimits& limits)
      : bytes_(bytes.substr(0, limits.max_head)), limits_(limits) {
    is_cut_ = bytes.size() >= limits.max_head;
  }

  ParsedRequest read() {
    std::string_view line;
    do {
      if (!next_line(line)) return unfinished(line);
    } while (line.empty());
    if (!request_line(line)) return result_;
    for (size_t fields = 0; next_line(line); ++fields) {
      if (line.empty()) return whole();
      if (fields >= limits_.max_fields) return refuse(kHeadTooLarge);
      if (!field(line)) return result_;
    }
    return unfinished({});
  }

 private:
  bool next_line(std::string_view& line) {
    const size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) {
      line = bytes_.substr(at_);
      return false;
    }
    line = bytes_.substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at_ = end + 1;
    return true;
  }

  ParsedRequest refuse(int status) {
    result_.state = ParsedRequest::State::kRefused;
    result_.status = status;
    result_.request.keep_alive = false;
    return result_;
  }

  // The bytes end before the head does. If the first line is too long already, so is the target.
  ParsedRequest unfinished(std::string_view first_line) {
    if (first_line.size() > limits_.max_target + 100) return refuse(kTargetTooLong);
    if (is_cut_) return refuse(kHeadTooLarge);
    return result_;
  }

  ParsedRequest whole() {
    result_.state = ParsedRequest::State::kWhole;
    result_.head_length = at_;
    if (result_.body_length > limits_.max_body) return refuse(kBodyTooLarge);
    if (result_.request.host.empty() && !result_.request.is_http_1_0) return refuse(kBadRequest);
    return result_;
  }

  bool request_line(std::string_view line) {
    Request& request = result_.request;
    const size_t first = line.find(' ');
    const size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == 0 || last <= first + 1) {
      refuse(kBadRequest);
      return false;
    }
    request.method = line.substr(0, first);
    request.target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    if (version == "HTTP/1.0") {
      request.is_http_1_0 = true;
      request.keep_alive = false;
    } else if (version != "HTTP/1.1") {
      refuse(version.starts_with("HTTP/") ? kVersionNotSupported : kBadRequest);
      return false;
    }
    if (request.target.size() > limits_.max_target) {
      refuse(kTargetTooLong);
      return false;
    }
    if (text::starts_with_ignoring_case(request.target, "http://")) absolute_form();
    if (!is_plain(request.method) || !is_plain(request.target) ||
        (request.target[0] != '/' && request.target != "*")) {
      refuse(kBadRequest);
      return false;
    }
    return true;
  }

  // A target in absolute form, as in a request to a proxy. Its host overrides the Host field (RFC
  // 9112, section 3.2.2).
  void absolute_form() {
    Request& request = result_.request;
    const std::string_view rest = request.target.substr(7);
    const size_t slash = std::min(rest.find_first_of("/?"), rest.size());
    request.host = rest.substr(0, slash);
    request.target = rest.substr(slash);
    if (request.target.empty()) request.target = "/";
    has_absolute_form_ = true;
  }

  static bool is_plain(std::string_view text) {
    for (const char c : text) {
      if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F) return false;
    }
    return true;
  }

  bool field(std::string_view line) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_plain(line.substr(0, colon))) {
      refuse(kBadRequest);
      return false;
    }
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = text::trim(line.substr(colon + 1));
    const auto is = [&](std::string_view known) { return text::equals_ignoring_case(name, known); };
    Request& request = result_.request;
    switch (name.size()) {
      case 4:
        if (is("Host") && !has_absolute_form_) request.host = value;
        break;
      case 10:
        if (is("User-Agent")) request.user_agent = value;
        if (is("Connection")) connection(value);
        break;
      case 13:
        if (is("If-None-Match")) request.if_none_match = value;
        break;
      case 14:
        if (is("Content-Length")) return content_length(value);
        break;
      case 15:
        if (is("Accept-Encoding")) request.accepts_gzip = allows_gzip(value);
        break;
      case 17:
        if (is("If-Modified-Since")) request.if_modified_since = value;
        if (is("Transfer-Encoding")) {
          refuse(kNotImplemented);
          return false;
        }
        break;
      default: break;
    }
    return true;
  }

  void connection(std::string_view value) {
    if (contains_token(value, "close")) result_.request.keep_alive = false;
    if (contains_token(value, "keep-alive")) result_.request.keep_alive = true;
  }

  bool content_length(std::string_view value) {
    uint64_t length = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
    if (error != std::errc() || end != value.data() + value.size() || value.empty()) {
      refuse(kBadRequest);
      return false;
    }
    result_.body_length = length;
    return true;
  }

  const std::string_view bytes_;
  const RequestLimits& limits_;
  bool is_cut_ = false;
  bool has_absolute_form_ = false;
  size_t at_ = 0;
  ParsedRequest result_;
};

}  // namespace

ParsedRequest parse_request(std::string_view bytes, const RequestLimits& limits) {
  return RequestReader(bytes, limits).read();
}

}  // namespace freshet::aquarium
