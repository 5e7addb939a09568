#include "result/check.h"

#include <cstdio>
#include <cstdlib>

namespace freshet::internal {

void check_failed(const char* file, int line, const char* condition, std::string_view what) {
  std::fprintf(stderr, "%s:%d: check failed: %s (%.*s)\n", file, line, condition,
               static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace freshet::internal
