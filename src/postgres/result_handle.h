#pragma once

#include <memory>
#include <vector>

#include "postgres/parameters.h"

struct pg_result;

namespace freshet::postgres {

struct ClearResult {
  void operator()(pg_result* result) const;
};
using ResultHandle = std::unique_ptr<pg_result, ClearResult>;

bool is_success(const pg_result* result);

// Parameters as libpq takes them. Valid as long as the parameters live.
struct LibpqParameters {
  explicit LibpqParameters(const Parameters& parameters);
  int count() const { return static_cast<int>(values.size()); }

  std::vector<const char*> values;
  std::vector<int> sizes;
  std::vector<int> formats;
};

}  // namespace freshet::postgres
