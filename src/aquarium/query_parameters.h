#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

// Reads the query of a request target: "/a?b=1&c=2". Linear in the target.
namespace freshet::aquarium {

// A parameter of the query, percent-decoded; empty if it is missing.
std::string parameter(std::string_view target, std::string_view name);

// A parameter that is a whole number; the fallback if it is missing or is not one.
uint64_t number_parameter(std::string_view target, std::string_view name, uint64_t fallback);

// A parameter in microseconds since 1970. Later times than the year 9999 are cut to its end, since
// they cannot be formatted. `fallback` if it is missing.
Instant instant_parameter(std::string_view target, std::string_view name, Instant fallback);

// The end of the year 9999.
inline constexpr Instant kEndOfTime = Instant::from_unix_seconds(253'402'300'799);

// Calls of next() return the parameters in order, not decoded.
class QueryReader {
 public:
  explicit QueryReader(std::string_view target);
  struct Parameter {
    std::string_view name;
    std::string_view value;
  };
  std::optional<Parameter> next();

 private:
  std::string_view rest_;
};

}  // namespace freshet::aquarium
