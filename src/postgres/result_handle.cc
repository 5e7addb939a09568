#include "postgres/result_handle.h"

#include <libpq-fe.h>

namespace freshet::postgres {

void ClearResult::operator()(pg_result* result) const {
  PQclear(result);
}

bool is_success(const pg_result* result) {
  const ExecStatusType status = PQresultStatus(result);
  return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_SINGLE_TUPLE;
}

LibpqParameters::LibpqParameters(const Parameters& parameters) {
  constexpr int kBinary = 1;
  for (const auto& value : parameters.values()) {
    values.push_back(value ? value->data() : nullptr);
    sizes.push_back(value ? static_cast<int>(value->size()) : 0);
    formats.push_back(kBinary);
  }
}

}  // namespace freshet::postgres
