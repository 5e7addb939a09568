#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "settings/secret.h"
#include "settings/settings.h"
#include "settings/value.h"

namespace freshet::settings {

// All that is known of one key, whatever is done with it. (Every member has an initialiser, so that
// GCC lets the table leave members out.)
struct Key {
  std::string_view name{};  // dotted: table, then key
  std::string_view help{};
  Type type = Type::kString;
  std::string_view unit{};  // of integers and reals, where there is one

  // Of numbers, durations (microseconds) and sizes (bytes).
  struct Range {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
  } range{};
  // Of strings: the words that are taken, or else the characters of which one or more are.
  std::vector<std::string_view> words{};
  std::string_view characters{};
  std::string_view characters_named{};
  Secret secret = Secret::kNothing;  // of strings, each of a list

  std::function<Value(const Settings&)> get{};
  std::function<void(Settings&, Value)> set{};
};

// Every key, in the order in which they are shown.
const std::vector<Key>& table();

}  // namespace freshet::settings
