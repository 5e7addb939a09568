#pragma once

#include <cstdlib>

namespace freshet::test {

// Whether this is the long form of a test (SERIES in cmake/modules.cmake), with the label `long`.
inline bool is_long_run() {
  return std::getenv("FRESHET_LONG_TESTS") != nullptr;
}

}  // namespace freshet::test
