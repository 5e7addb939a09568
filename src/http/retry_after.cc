#include "http/retry_after.h"

#include <algorithm>

#include "http/characters.h"
#include "http/date.h"
#include "text/ascii.h"

namespace freshet::http {

std::optional<Duration> parse_retry_after(std::string_view value, Instant now, Duration longest) {
  value = text::trim<is_http_space>(value);
  if (value.empty()) return std::nullopt;
  // Some servers send a fraction ("1.5"), which the RFC does not allow. It is rounded up.
  const std::string_view whole = value.substr(0, value.find('.'));
  const std::string_view fraction = value.substr(std::min(whole.size() + 1, value.size()));
  const auto all_digits = [](std::string_view s) {
    return std::all_of(s.begin(), s.end(), text::is_digit);
  };
  if (!whole.empty() && all_digits(whole) && all_digits(fraction)) {
    int64_t seconds = 0;
    for (const char c : whole) {
      seconds = seconds * 10 + (c - '0');
      if (seconds > longest.in_whole_seconds()) return longest;
    }
    if (fraction.find_first_not_of('0') != std::string_view::npos) ++seconds;
    return std::min(Duration::seconds(seconds), longest);
  }
  const auto date = parse_http_date(value);
  if (!date) return std::nullopt;
  return std::clamp(*date - now, Duration(), longest);
}

}  // namespace freshet::http
