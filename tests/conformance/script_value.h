#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace freshet::test {

// A literal of JavaScript, as far as test suites write their data with them.
struct ScriptValue {
  enum class Kind : uint8_t { kString, kArray, kObject, kOther };
  Kind kind = Kind::kOther;
  std::string text;                // of a string; of kOther (a name, a number) as it is written
  std::vector<ScriptValue> items;  // of an array; the values of an object
  std::vector<std::string> names;  // of an object

  // The member of an object; an empty kOther if there is none.
  const ScriptValue& operator[](std::string_view name) const;
  // The texts of the items.
  std::vector<std::string> texts() const;
};

// Returns the array that begins after the first `name =` in the script.
std::vector<ScriptValue> script_array(std::string_view script, std::string_view name);

// Returns the arguments of each call of the function, in order. Calls whose arguments are no
// literals have no arguments or fewer.
std::vector<std::vector<ScriptValue>> script_calls(std::string_view script,
                                                   std::string_view function);

}  // namespace freshet::test
