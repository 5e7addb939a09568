#pragma once

#include <string>

namespace freshet::test {

// Gives a state the ids that format 4 had, and its number, as if an older Freshet had written it.
void make_format_4(const std::string& state_folder);

}  // namespace freshet::test
