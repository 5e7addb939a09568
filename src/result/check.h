#pragma once

#include <string_view>

namespace freshet::internal {

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               std::string_view what);

}  // namespace freshet::internal

// For bugs only: states what must be true, says what was not, and aborts. Input from outside never
// reaches a check; it gets a Result, an outcome or a remark.
#define FRESHET_CHECK(condition, what)                                         \
  do {                                                                         \
    if (!(condition)) [[unlikely]]                                             \
      ::freshet::internal::check_failed(__FILE__, __LINE__, #condition, what); \
  } while (false)
