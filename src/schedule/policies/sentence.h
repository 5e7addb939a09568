#pragma once

#include <string>

#include "clock/instant.h"

namespace freshet::schedule {

// Numbers and spans as they stand in explanations: "3.5", "0.012", "2.5 h".
std::string in_words(double number);
std::string in_words(Duration span);

}  // namespace freshet::schedule
