#include "cli/value_check.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <type_traits>

namespace freshet::cli {
namespace {

struct Bounds {
  bool is_number = false;  // whether the option takes numbers at all
  bool is_whole = false;
  bool is_unsigned = false;
  bool excludes_least = false;
  double least = -HUGE_VAL;
  double most = HUGE_VAL;  // included
};

template <typename Value>
struct Element {
  using Type = Value;
};
template <typename Value>
struct Element<std::optional<Value>> {
  using Type = Value;
};
template <typename Value>
struct Element<std::vector<Value>> {
  using Type = Value;
};

// What the type of the destination can hold. 64-bit limits are left to the conversion.
Bounds bounds_of_type(const Option& option) {
  return std::visit(
      [](auto* destination) -> Bounds {
        using Number = typename Element<std::remove_pointer_t<decltype(destination)>>::Type;
        if constexpr (std::is_same_v<Number, bool> || !std::is_arithmetic_v<Number>) {
          return {};
        } else if constexpr (std::is_floating_point_v<Number>) {
          return {.is_number = true};
        } else {
          Bounds bounds{.is_number = true, .is_whole = true};
          bounds.is_unsigned = std::is_unsigned_v<Number>;
          if (bounds.is_unsigned) bounds.least = 0;
          if constexpr (sizeof(Number) < 8) {
            bounds.least = std::numeric_limits<Number>::min();
            bounds.most = std::numeric_limits<Number>::max();
          }
          return bounds;
        }
      },
      option.destination);
}

struct Narrow {
  Bounds& bounds;
  void operator()(std::monostate) const {}
  void operator()(const std::vector<std::string>&) const {}
  void operator()(Option::NonNegative) const { bounds.least = 0; }
  void operator()(Option::Positive) const {
    bounds.least = 0;
    bounds.excludes_least = true;
  }
  template <typename Number>
  void operator()(NumberRange<Number> range) const {
    bounds.least = static_cast<double>(range.least);
    bounds.most = static_cast<double>(range.most);
  }
};

Bounds bounds_of(const Option& option) {
  Bounds bounds = bounds_of_type(option);
  std::visit(Narrow{bounds}, option.accepted);
  return bounds;
}

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", number);
  return text;
}

std::string range_text(const Bounds& bounds) {
  if (bounds.excludes_least) return "greater than " + number_text(bounds.least);
  if (bounds.least == -HUGE_VAL) return {};
  if (bounds.most == HUGE_VAL) return "from " + number_text(bounds.least) + " on";
  return "from " + number_text(bounds.least) + " to " + number_text(bounds.most);
}

bool is_valid(const Bounds& bounds, const std::string& value) {
  if (value.empty()) return false;
  if (bounds.is_unsigned && value.front() == '-') return false;
  char* end = nullptr;
  errno = 0;
  double number = 0;
  if (bounds.is_unsigned)
    number = static_cast<double>(std::strtoull(value.c_str(), &end, 0));
  else if (bounds.is_whole)
    number = static_cast<double>(std::strtoll(value.c_str(), &end, 0));
  else
    number = std::strtod(value.c_str(), &end);
  if (*end != '\0' || (bounds.is_whole && errno == ERANGE)) return false;
  // False for NaN as well.
  const bool is_least = bounds.excludes_least && number == bounds.least;
  return number >= bounds.least && number <= bounds.most && !is_least;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

std::string value_error(const Option& option, const std::string& value) {
  const std::string quoted = "\"" + value + "\" is not ";
  const std::vector<std::string> words = option.words();
  if (!words.empty()) {
    const bool is_known = std::find(words.begin(), words.end(), value) != words.end();
    return is_known ? "" : quoted + "one of: " + listed(words);
  }
  const Bounds bounds = bounds_of(option);
  if (!bounds.is_number || is_valid(bounds, value)) return {};
  const std::string range = range_text(bounds);
  return quoted + (bounds.is_whole ? "a whole number" : "a number") +
         (range.empty() ? "" : " " + range);
}

std::string accepted_range(const Option& option) {
  const bool has_limits = !std::holds_alternative<std::monostate>(option.accepted) &&
                          !std::holds_alternative<Option::NonNegative>(option.accepted);
  return option.words().empty() && has_limits ? range_text(bounds_of(option)) : std::string();
}

}  // namespace freshet::cli
