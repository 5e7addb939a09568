#pragma once

#include <string_view>
#include <vector>

namespace freshet::json {

// Divide a JSON text into the texts of its parts, so that they can be copied unchanged: a Value
// does not keep the digits of a number. They take linear time, whatever the depth. They do not
// check the text: of one that Reader refuses, they return some pieces, or none.

struct RawMember {
  std::string_view name;  // without its quotes, with its escapes
  std::string_view value;
};

// Returns the members of an object; none if the text is something else.
std::vector<RawMember> raw_members(std::string_view object);
// Returns the elements of an array; none if the text is something else.
std::vector<std::string_view> raw_elements(std::string_view array);

}  // namespace freshet::json
