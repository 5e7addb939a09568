#include "cli/since_text.h"

#include "parse/date.h"
#include "settings/units.h"

namespace freshet::cli {

Result<collection::ChangesQuery> parse_since(std::string_view text) {
  // "2026" is a date, not a number of seconds, so a span must have a unit. "2d" is accepted, too.
  const bool has_unit = !text.empty() && (text.back() < '0' || text.back() > '9');
  if (has_unit && text.find('T') == std::string_view::npos) {
    std::string span(text);
    if (span.ends_with('d')) span += "ay";
    if (const auto us = settings::parse_duration(span)) {
      return collection::ChangesQuery{.ago = Duration::microseconds(*us)};
    }
  }
  if (const auto at = parse::parse_w3c_date(text))
    return collection::ChangesQuery{.from = {.at = *at}};
  return fail("\"" + std::string(text) +
              "\" is not a time; write it like 1h, 2d, 2026-11-15 or 2026-11-15T07:00:00Z");
}

}  // namespace freshet::cli
