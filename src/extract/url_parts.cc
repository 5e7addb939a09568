#include "extract/url_parts.h"

#include <algorithm>
#include <string_view>

#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr size_t kMaxUrlBytes = 1'000;
constexpr size_t kMaxSegments = 24;
constexpr size_t kMaxParameters = 16;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (true) {
    const size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

UrlParameter parameter_of(std::string_view text) {
  const size_t end = std::min(text.find('='), text.size() - 1) + 1;
  return {.name = std::string(text.substr(0, end)), .value = std::string(text.substr(end))};
}

}  // namespace

size_t UrlParts::last_segment() const {
  size_t last = segments.size();
  while (last > 0 && segments[last - 1].empty()) --last;
  return last == 0 ? 0 : last - 1;
}

bool UrlParts::has_same_path(const UrlParts& other) const {
  return site == other.site && segments == other.segments;
}

std::optional<UrlParts> parts_of(const url::Url& url) {
  const std::string_view text = url.without_fragment();
  if (!url.is_web() || text.size() > kMaxUrlBytes) return std::nullopt;
  UrlParts parts;
  const size_t target = url.request_target().size();
  parts.site = text.substr(0, text.size() - target);
  for (const std::string_view segment : split(url.path().substr(1), '/')) {
    parts.segments.emplace_back(segment);
  }
  if (url.has_query() && !url.query().empty()) {
    for (const std::string_view parameter : split(url.query(), '&')) {
      if (parameter.empty()) return std::nullopt;
      parts.parameters.push_back(parameter_of(parameter));
    }
  }
  if (parts.segments.size() > kMaxSegments || parts.parameters.size() > kMaxParameters) {
    return std::nullopt;
  }
  return parts;
}

std::string_view ending_of(std::string_view file_name) {
  constexpr size_t kMost = 6;  // with the dot
  const size_t dot = file_name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view ending = file_name.substr(dot);
  const bool is_ending = ending.size() >= 2 && ending.size() <= kMost &&
                         text::is_alpha(ending[1]) &&
                         std::all_of(ending.begin() + 1, ending.end(), text::is_alnum);
  return is_ending ? ending : std::string_view();
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), text::is_digit);
}

}  // namespace freshet::extract
