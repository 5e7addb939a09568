#pragma once

#include <optional>
#include <string>

#include "clock/civil.h"
#include "clock/instant.h"

namespace freshet::extract {

// A date of a page, with what the page says of the time.
struct DateTime {
  CivilTime civil;
  bool has_time = false;
  std::optional<Duration> zone;  // how much local time is ahead of UTC

  // Whether the date exists, and the time if there is one.
  bool exists() const;
  // "2026-11-19", or in UTC "2026-11-19T10:00:00Z" if both time and zone are known.
  std::string iso() const;
};

}  // namespace freshet::extract
