#include "warc/request_head.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace freshet::warc {
namespace {

constexpr std::array<std::string_view, 4> kSecretFields = {"authorization", "proxy-authorization",
                                                           "cookie", "cookie2"};

bool is_secret(std::string_view name) {
  while (name.ends_with(' ') || name.ends_with('\t')) name.remove_suffix(1);
  const std::string lower = text::lower_case(name);
  return std::find(kSecretFields.begin(), kSecretFields.end(), lower) != kSecretFields.end();
}

// The request line for a proxy has a whole URL, which may contain user name and password.
void append_request_line(std::string& out, std::string_view line) {
  const size_t target = std::min(line.find(' ') + 1, line.size());
  out += line.substr(0, target);
  out += without_user_info(line.substr(target));
}

}  // namespace

std::string without_user_info(std::string_view url) {
  const size_t scheme = url.find("://");
  // "://" after the path or query begins is not that of this URL.
  if (scheme == std::string_view::npos || url.find_first_of("/?#") < scheme) {
    return std::string(url);
  }
  const size_t begin = scheme + 3;
  const size_t end = std::min(url.find_first_of("/?#", begin), url.size());
  const size_t at = url.substr(0, end).rfind('@');
  if (at == std::string_view::npos || at < begin) return std::string(url);
  return std::string(url.substr(0, begin)).append(url.substr(at + 1));
}

void append_request_head(std::string& out, std::string_view head) {
  bool is_first = true;
  bool was_secret = false;
  while (!head.empty()) {
    const size_t end = std::min(head.find('\n'), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const bool continues = line.front() == ' ' || line.front() == '\t';
    if (continues && was_secret) continue;
    if (is_first) {
      append_request_line(out, line);
      is_first = false;
    } else {
      const size_t colon = std::min(line.find(':'), line.size());
      was_secret = !continues && colon < line.size() && is_secret(line.substr(0, colon));
      if (was_secret)
        out.append(line.substr(0, colon)).append(": ").append(kRedacted);
      else
        out += line;
    }
    out += "\r\n";
  }
}

}  // namespace freshet::warc
