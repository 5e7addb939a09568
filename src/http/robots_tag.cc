#include "http/robots_tag.h"

#include <algorithm>
#include <string>

#include "clock/civil.h"
#include "http/characters.h"
#include "http/date.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

// "2010-06-25", "2010-06-25T15:00", "2010-06-25 15:00:00+02:00". Google allows this form here.
class IsoDate {
 public:
  explicit IsoDate(std::string_view text) : rest_(text) {}

  std::optional<Instant> read() {
    CivilTime civil;
    if (!number(4, civil.year) || !skip("-") || !number(2, civil.month) || !skip("-") ||
        !number(2, civil.day)) {
      return std::nullopt;
    }
    int offset = 0;
    if (skip("Tt ") && number(2, civil.hour)) {
      if (!skip(":") || !number(2, civil.minute)) return std::nullopt;
      if (skip(":") && !number(2, civil.second)) return std::nullopt;
      if (skip("."))
        rest_.remove_prefix(std::min(rest_.find_first_not_of("0123456789"), rest_.size()));
      const bool east = rest_.starts_with('+');
      if (!skip("Zz") && skip("+-")) {
        int hours = 0;
        int minutes = 0;
        if (!number(2, hours)) return std::nullopt;
        skip(":");
        number(2, minutes);
        offset = (hours * 60 + minutes) * (east ? 1 : -1);
      }
    }
    const auto instant = to_instant(civil);
    if (!instant) return std::nullopt;
    return *instant - Duration::minutes(offset);
  }

 private:
  bool number(size_t digits, int& value) {
    if (rest_.size() < digits ||
        !std::all_of(rest_.begin(), rest_.begin() + digits, text::is_digit)) {
      return false;
    }
    value = 0;
    for (const char c : rest_.substr(0, digits)) value = value * 10 + (c - '0');
    rest_.remove_prefix(digits);
    return true;
  }

  bool skip(std::string_view one_of) {
    if (rest_.empty() || one_of.find(rest_[0]) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
};

std::optional<Instant> parse_date(std::string_view text) {
  const auto iso = IsoDate(text::trim<is_http_space>(text)).read();
  return iso ? iso : parse_http_date(text);
}

// Takes the date of an unavailable_after off the front of `rest`, with the comma that may be in it
// ("Friday, 25-Jun-10 15:00:00 GMT").
std::optional<Instant> take_date(std::string_view& rest) {
  const size_t first = std::min(rest.find(','), rest.size());
  const size_t second = std::min(rest.find(',', std::min(first + 1, rest.size())), rest.size());
  for (const size_t end : {first, second}) {
    if (const auto date = parse_date(rest.substr(0, end))) {
      rest.remove_prefix(end);
      return date;
    }
  }
  rest.remove_prefix(first);
  return std::nullopt;
}

void take_word(RobotsDirectives& directives, std::string_view word) {
  if (text::equals_ignoring_case(word, "noindex")) directives.noindex = true;
  if (text::equals_ignoring_case(word, "nofollow")) directives.nofollow = true;
  if (text::equals_ignoring_case(word, "noarchive")) directives.noarchive = true;
  if (text::equals_ignoring_case(word, "nosnippet")) directives.nosnippet = true;
  if (text::equals_ignoring_case(word, "noimageindex")) directives.noimageindex = true;
  if (text::equals_ignoring_case(word, "none")) {
    directives.none = directives.noindex = directives.nofollow = true;
  }
}

// Whether a name before a colon is a directive with a value, and not an agent.
bool takes_value(std::string_view name) {
  for (const std::string_view known : {"max-snippet", "max-image-preview", "max-video-preview"}) {
    if (text::equals_ignoring_case(name, known)) return true;
  }
  return false;
}

// Nullopt as agent: a text without agents, where a name before a colon means nothing.
RobotsDirectives parse(std::string_view text, std::optional<std::string_view> agent) {
  RobotsDirectives directives;
  bool for_us = true;
  for (std::string_view rest = text; !rest.empty();) {
    // Colons are not part of words; commas, and in the wild also semicolons and spaces, end them.
    const size_t end = std::min(rest.find_first_of(":,; \t\r\n"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    rest = text::trim_start<is_http_space>(rest);
    if (!rest.starts_with(':')) {
      if (for_us) take_word(directives, word);
      if (rest.starts_with(',') || rest.starts_with(';')) rest.remove_prefix(1);
      continue;
    }
    rest.remove_prefix(1);
    if (text::equals_ignoring_case(word, "unavailable_after")) {
      const auto date = take_date(rest);
      if (!for_us || !date) continue;
      directives |= RobotsDirectives{.unavailable_after = date};
    } else if (takes_value(word)) {
      rest.remove_prefix(std::min(rest.find(','), rest.size()));
    } else if (agent) {
      for_us = text::equals_ignoring_case(word, *agent) || word == "*" ||
               text::equals_ignoring_case(word, "robots");
    }
  }
  return directives;
}

}  // namespace

RobotsDirectives& RobotsDirectives::operator|=(const RobotsDirectives& other) {
  noindex |= other.noindex;
  nofollow |= other.nofollow;
  none |= other.none;
  noarchive |= other.noarchive;
  nosnippet |= other.nosnippet;
  noimageindex |= other.noimageindex;
  if (!unavailable_after ||
      (other.unavailable_after && *other.unavailable_after < *unavailable_after)) {
    unavailable_after = other.unavailable_after;
  }
  return *this;
}

RobotsDirectives parse_robots_content(std::string_view content) {
  return parse(content, std::nullopt);
}

RobotsDirectives robots_directives_of(const HeaderMap& headers, std::string_view agent) {
  RobotsDirectives directives;
  for (const HeaderMap::Field& field : headers) {
    if (text::equals_ignoring_case(field.name, "X-Robots-Tag"))
      directives |= parse(field.value, agent);
  }
  return directives;
}

}  // namespace freshet::http
