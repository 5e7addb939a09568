#include "extract/date_time.h"

namespace freshet::extract {

bool DateTime::exists() const {
  return civil.year >= 1000 && to_instant(civil).has_value();
}

std::string DateTime::iso() const {
  const Instant instant = to_instant(civil).value_or(Instant());
  if (has_time && zone) return format_iso8601(instant - *zone);
  constexpr size_t kDateBytes = 10;
  return format_iso8601(to_instant({civil.year, civil.month, civil.day}).value_or(instant))
      .substr(0, kDateBytes);
}

}  // namespace freshet::extract
