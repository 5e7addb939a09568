#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::extract {

// How a language and a country write numbers and dates. The default knows nothing: what can be read
// in two ways is decided by rules, or not at all.
struct Locale {
  enum class DateOrder : uint8_t { kUnknown, kDayFirst, kMonthFirst };

  char decimal = 0;             // '.' or ','; 0: unknown
  bool groups_by_space = true;  // "1 234" is one number
  DateOrder order = DateOrder::kUnknown;
};

// Finds a locale by its language and country: "de", "en-US", "pt_br". nullopt if the language is
// not known.
std::optional<Locale> find_locale(std::string_view name);

// The languages of find_locale(), separated by spaces.
std::string_view known_languages();

}  // namespace freshet::extract
