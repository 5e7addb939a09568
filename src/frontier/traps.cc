#include "frontier/traps.h"

#include <algorithm>
#include <string>

#include "digest/fingerprint.h"
#include "frontier/calendar.h"
#include "text/ascii.h"

namespace freshet::frontier {
namespace {

constexpr int kYearsAhead = 2;
constexpr int kYearsBack = 50;
constexpr size_t kLongestRun = 4;
constexpr size_t kLongHex = 8;

// Returns the segments: "/a/b/" has a and b. An empty segment between two slashes counts.
std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.ends_with('/')) path.remove_suffix(1);
  while (true) {
    const size_t end = path.find('/');
    segments.push_back(path.substr(0, end));
    if (end == std::string_view::npos) return segments;
    path.remove_prefix(end + 1);
  }
}

bool has_repeated_run(const std::vector<std::string_view>& segments, size_t times) {
  for (size_t length = 2; length <= kLongestRun; ++length) {
    size_t same = 0;  // segments in a row that equal the one `length` before
    for (size_t i = length; i < segments.size(); ++i) {
      same = segments[i] == segments[i - length] ? same + 1 : 0;
      if (same >= length * (times - 1)) return true;
    }
  }
  return false;
}

bool repeats(std::vector<std::string_view> segments, size_t limit) {
  if (limit > 1 && has_repeated_run(segments, limit)) return true;
  std::sort(segments.begin(), segments.end());
  size_t same = 0;
  for (size_t i = 0; i < segments.size(); ++i) {
    same = i > 0 && segments[i] == segments[i - 1] ? same + 1 : 1;
    if (same > limit) return true;
  }
  return false;
}

// Whether the segments are equal except for runs of digits.
bool are_alike(std::string_view a, std::string_view b) {
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (text::is_digit(a[i]) && text::is_digit(b[j])) {
      while (i < a.size() && text::is_digit(a[i])) ++i;
      while (j < b.size() && text::is_digit(b[j])) ++j;
    } else if (a[i++] != b[j++]) {
      return false;
    }
  }
  return i == a.size() && j == b.size();
}

// Takes quadratic time, but few paths are long enough for that.
bool has_more_alike_than(const std::vector<std::string_view>& segments, size_t limit) {
  if (segments.size() <= limit) return false;
  return std::any_of(segments.begin(), segments.end(), [&](std::string_view one) {
    const auto alike = std::count_if(segments.begin(), segments.end(),
                                     [&](std::string_view other) { return are_alike(one, other); });
    return static_cast<size_t>(alike) > limit;
  });
}

size_t count_parameters(std::string_view query) {
  size_t count = 0;
  bool is_empty = true;
  for (const char c : query) {
    if (c == '&') {
      is_empty = true;
    } else if (is_empty) {
      ++count;
      is_empty = false;
    }
  }
  return count;
}

// A UUID has 8-4-4-4-12 hexadecimal digits.
bool starts_with_uuid(std::string_view text) {
  constexpr size_t kLength = 36;
  if (text.size() < kLength || (text.size() > kLength && text::is_alnum(text[kLength]))) {
    return false;
  }
  for (size_t i = 0; i < kLength; ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash ? text[i] != '-' : text::hex_digit(text[i]) < 0) return false;
  }
  return true;
}

bool is_long_hex(std::string_view word) {
  return word.size() >= kLongHex &&
         std::all_of(word.begin(), word.end(), [](char c) { return text::hex_digit(c) >= 0; }) &&
         std::any_of(word.begin(), word.end(), text::is_digit);
}

void append_pattern(std::string& out, std::string_view path) {
  for (size_t i = 0; i < path.size();) {
    if (!text::is_alnum(path[i])) {
      out += path[i++];
      continue;
    }
    if (starts_with_uuid(path.substr(i))) {
      out += '#';
      i += 36;
      continue;
    }
    size_t end = i;
    while (end < path.size() && text::is_alnum(path[end])) ++end;
    const std::string_view word = path.substr(i, end - i);
    i = end;
    if (is_long_hex(word)) {
      out += '#';
      continue;
    }
    for (size_t j = 0; j < word.size(); ++j) {
      if (!text::is_digit(word[j])) {
        out += word[j];
      } else if (j == 0 || !text::is_digit(word[j - 1])) {
        out += '#';
      }
    }
  }
}

}  // namespace

std::string_view describe(Trap trap) {
  switch (trap) {
    case Trap::kTooLong: return "the URL is too long";
    case Trap::kTooDeepPath: return "the path has too many segments";
    case Trap::kRepeatingSegments: return "the path repeats itself";
    case Trap::kTooManyParameters: return "the query has too many parameters";
    case Trap::kEndlessCalendar: return "the URL names a date far from today";
    case Trap::kSimilarPages: return "many pages with URLs of this pattern are nearly equal";
  }
  return "";
}

std::optional<Trap> trap_in(const url::Url& url, const TrapLimits& limits, int year_now) {
  if (url.href().size() > limits.max_url_bytes) return Trap::kTooLong;
  std::vector<std::string_view> segments = segments_of(url.path());
  if (segments.size() > limits.max_path_segments) return Trap::kTooDeepPath;
  if (has_more_alike_than(segments, limits.max_alike_segments)) return Trap::kRepeatingSegments;
  if (repeats(std::move(segments), limits.max_repeated_segments)) return Trap::kRepeatingSegments;
  if (count_parameters(url.query()) > limits.max_parameters) return Trap::kTooManyParameters;
  const Years near{.first = year_now - kYearsBack, .last = year_now + kYearsAhead};
  if (has_date_outside(url.path(), url.query(), near)) return Trap::kEndlessCalendar;
  return std::nullopt;
}

uint64_t pattern_of(const url::Url& url) {
  std::string pattern(url.host_and_port());
  append_pattern(pattern, url.path());
  std::string_view query = url.query();
  for (char separator = '?'; !query.empty(); separator = '&') {
    const size_t end = query.find('&');
    const std::string_view parameter = query.substr(0, end);
    pattern += separator;
    append_pattern(pattern, parameter.substr(0, parameter.find('=')));
    query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
  }
  return digest::fingerprint(pattern).value;
}

}  // namespace freshet::frontier
