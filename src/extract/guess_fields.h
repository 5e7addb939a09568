#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extract/page_survey.h"

namespace freshet::extract {

// A field that a rule finds on pages of items.
struct GuessedField {
  std::string name;
  std::string type;
  std::string rule;     // "selector = 'h1'", with further keys on lines of their own
  size_t found = 0;     // pages of items that have a value
  size_t pages = 0;     // that were tried
  std::string example;  // a value, as JSON
};

// Proposes fields that most of the pages have: title, price, date, author, description, image. Only
// the first 10 pages are tried. Takes time proportional to their length.
std::vector<GuessedField> guess_fields(const std::vector<SurveyPage>& items);

}  // namespace freshet::extract
