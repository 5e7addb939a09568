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

// The description of one key. (Every member has an initialiser, because GCC warns otherwise when a
// designated initialiser leaves members out.)
struct Key {
  std::string_view name{};  // "table.key"
  std::string_view help{};
  Type type = Type::kString;
  std::string_view unit{};  // what an integer or real counts; may be empty

  // The limits of a number, duration (in microseconds) or size (in bytes).
  struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
  } range{};
  // A string, or each string of a list, must be one of `choices`, if there are any. It must consist
  // of one or more of `characters`, if that is not empty; messages call them
  // `characters_description`.
  std::vector<std::string_view> choices{};
  std::string_view characters{};
  std::string_view characters_description{};
  Secret secret = Secret::kNothing;  // what is secret in a string, or in each string of a list

  std::function<Value(const Settings&)> get{};
  std::function<void(Settings&, Value)> set{};
};

// Returns all keys in the order in which they are printed.
const std::vector<Key>& table();

}  // namespace freshet::settings
