#include "warc/record.h"

#include "clock/civil.h"
#include "text/ascii.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kNames[] = {"warcinfo",   "response",     "request",
                                       "metadata",   "revisit",      "resource",
                                       "conversion", "continuation", "other"};

// Removes a number of exactly `digits` digits from the start of the text, after `separator` unless
// that is 0.
bool take_number(std::string_view& text, char separator, size_t digits, int& number) {
  if (separator != 0) {
    if (text.empty() || text.front() != separator) return false;
    text.remove_prefix(1);
  }
  if (text.size() < digits) return false;
  int value = 0;
  for (size_t i = 0; i < digits; ++i) {
    if (!text::is_digit(text[i])) return false;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  number = value;
  return true;
}

// Removes a fraction such as ".123456789" from the start of the text, and returns its microseconds.
int64_t take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  int64_t microseconds = 0;
  for (int64_t weight = 100'000; !text.empty() && text::is_digit(text.front()); weight /= 10) {
    microseconds += weight * (text.front() - '0');
    text.remove_prefix(1);
  }
  return microseconds;
}

}  // namespace

std::string_view name(RecordType type) {
  return kNames[static_cast<size_t>(type)];
}

RecordType record_type(std::string_view name) {
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (text::equals_ignoring_case(name, kNames[i])) return static_cast<RecordType>(i);
  }
  return RecordType::kOther;
}

std::optional<std::string_view> Record::field(std::string_view name) const {
  for (const auto& [key, value] : fields) {
    if (text::equals_ignoring_case(key, name)) return value;
  }
  return std::nullopt;
}

std::string Record::target_uri() const {
  std::string_view uri = field("WARC-Target-URI").value_or("");
  if (uri.size() >= 2 && uri.front() == '<' && uri.back() == '>')
    uri = uri.substr(1, uri.size() - 2);
  std::string escaped;
  escaped.reserve(uri.size());
  for (const char c : uri) {
    if (c == ' ') {
      escaped += "%20";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::optional<Instant> Record::date() const {
  std::string_view text = field("WARC-Date").value_or("");
  CivilTime civil;
  // The W3C profile of ISO 8601 (WARC 1.1, section 5.4): all parts after the year are optional,
  // from the right.
  if (!take_number(text, 0, 4, civil.year)) return std::nullopt;
  int64_t microseconds = 0;
  if (take_number(text, '-', 2, civil.month) && take_number(text, '-', 2, civil.day) &&
      take_number(text, 'T', 2, civil.hour) && take_number(text, ':', 2, civil.minute) &&
      take_number(text, ':', 2, civil.second)) {
    microseconds = take_fraction(text);
  }
  if (text.starts_with('Z')) text.remove_prefix(1);
  if (!text.empty()) return std::nullopt;
  const auto instant = to_instant(civil);
  if (!instant) return std::nullopt;
  return *instant + Duration::microseconds(microseconds);
}

}  // namespace freshet::warc
