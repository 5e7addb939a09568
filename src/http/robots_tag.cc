#include "http/robots_tag.h"

#include <algorithm>
#include <optional>

#include "http/characters.h"
#include "http/date.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

// Removes the date of an unavailable_after from the start of `rest`. The date may contain a comma
// ("Friday, 25-Jun-10 15:00:00 GMT").
void skip_date(std::string_view& rest) {
  const size_t first = std::min(rest.find(','), rest.size());
  const size_t second = std::min(rest.find(',', std::min(first + 1, rest.size())), rest.size());
  const bool has_comma =
      !parse_http_date(rest.substr(0, first)) && parse_http_date(rest.substr(0, second));
  rest.remove_prefix(has_comma ? second : first);
}

void add_directive(RobotsDirectives& directives, std::string_view word) {
  if (text::equals_ignoring_case(word, "noindex")) directives.noindex = true;
  if (text::equals_ignoring_case(word, "nofollow")) directives.nofollow = true;
  if (text::equals_ignoring_case(word, "noarchive")) directives.noarchive = true;
  if (text::equals_ignoring_case(word, "none")) directives.noindex = directives.nofollow = true;
}

// Whether a name before a colon is a directive that has a value. Otherwise it is an agent.
bool takes_value(std::string_view name) {
  for (const std::string_view known : {"max-snippet", "max-image-preview", "max-video-preview"}) {
    if (text::equals_ignoring_case(name, known)) return true;
  }
  return false;
}

// Without an agent, all directives apply and a name before a colon is ignored.
RobotsDirectives parse(std::string_view text, std::optional<std::string_view> agent) {
  RobotsDirectives directives;
  bool applies = true;
  for (std::string_view rest = text; !rest.empty();) {
    // A colon or comma ends a word. So do semicolons and spaces, which real pages use instead of
    // commas.
    const size_t end = std::min(rest.find_first_of(":,; \t\r\n"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    rest = text::trim_start<is_http_space>(rest);
    if (!rest.starts_with(':')) {
      if (applies) add_directive(directives, word);
      if (rest.starts_with(',') || rest.starts_with(';')) rest.remove_prefix(1);
      continue;
    }
    rest.remove_prefix(1);
    if (text::equals_ignoring_case(word, "unavailable_after")) {
      skip_date(rest);
    } else if (takes_value(word)) {
      rest.remove_prefix(std::min(rest.find(','), rest.size()));
    } else if (agent) {
      applies = text::equals_ignoring_case(word, *agent) || word == "*" ||
                text::equals_ignoring_case(word, "robots");
    }
  }
  return directives;
}

}  // namespace

RobotsDirectives& RobotsDirectives::operator|=(const RobotsDirectives& other) {
  noindex |= other.noindex;
  nofollow |= other.nofollow;
  noarchive |= other.noarchive;
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
