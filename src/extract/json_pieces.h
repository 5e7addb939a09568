#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace freshet::extract {

// A member of a JSON object as it is written: the name without its quotes, with its escapes.
struct JsonMember {
  std::string_view name;
  std::string_view value;
};

// Divide a JSON text at its first level, without interpreting the values. nullopt if the text is no
// object or no array; a text that is not JSON may be divided anyhow. Both take linear time.
std::optional<std::vector<JsonMember>> members_of(std::string_view object);
std::optional<std::vector<std::string_view>> elements_of(std::string_view array);

}  // namespace freshet::extract
