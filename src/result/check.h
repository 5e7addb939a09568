#pragma once

#include <string_view>

namespace freshet::internal {

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               std::string_view what);

}  // namespace freshet::internal

// Aborts with a message if the condition is false. Only for bugs in this program: bad input from
// outside is reported as a Result, an outcome or a remark, and must never reach a check.
#define FRESHET_CHECK(condition, what)                                         \
  do {                                                                         \
    if (!(condition)) [[unlikely]]                                             \
      ::freshet::internal::check_failed(__FILE__, __LINE__, #condition, what); \
  } while (false)
