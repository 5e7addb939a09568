#pragma once

#include <cstddef>
#include <string>

#include "clock/instant.h"
#include "search/search.h"

// What was found, as people and as programs read it.
namespace freshet::cli {

struct Marks {
  std::string before;
  std::string behind;
};

struct Shown {
  std::string query;
  search::Slice slice;
  double seconds = 0;  // that it took
};

std::string found_in_words(const search::Found& found, const Shown& shown, const Marks& marks);
// docs/formats/search.md
std::string found_in_json(const search::Found& found, const Shown& shown);

}  // namespace freshet::cli
