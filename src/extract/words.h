#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "text/ascii.h"

namespace freshet::extract {

// Returns the words of an attribute whose value is a list of words with white space between them.
inline std::vector<std::string_view> words_of(std::string_view list) {
  std::vector<std::string_view> words;
  for (list = text::trim_start(list); !list.empty(); list = text::trim_start(list)) {
    size_t length = 0;
    while (length < list.size() && !text::is_space(list[length])) ++length;
    words.push_back(list.substr(0, length));
    list.remove_prefix(length);
  }
  return words;
}

// Whether a range of words has this one, without regard to case.
template <typename Words>
bool is_among(std::string_view word, const Words& words) {
  return std::any_of(words.begin(), words.end(), [word](std::string_view each) {
    return text::equals_ignoring_case(word, each);
  });
}

}  // namespace freshet::extract
