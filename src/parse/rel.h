#pragma once

#include <optional>
#include <string_view>

#include "parse/page.h"
#include "text/ascii.h"

namespace freshet::parse {

// Calls f(token) for each token of a rel attribute. By the standard, tokens are separated by white
// space; real pages also use commas.
template <typename F>
void for_each_rel_token(std::string_view list, F&& f) {
  const auto separates = [](char c) { return text::is_space(c) || c == ','; };
  size_t i = 0;
  while (i < list.size()) {
    while (i < list.size() && separates(list[i])) ++i;
    const size_t start = i;
    while (i < list.size() && !separates(list[i])) ++i;
    if (i > start) f(list.substr(start, i - start));
  }
}

// Returns the kind of a <link> or a link of the Link header; nullopt if a crawler ignores it.
std::optional<LinkKind> kind_of_link(std::string_view href, std::string_view rel,
                                     std::string_view type);

}  // namespace freshet::parse
