#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "convert/convert.h"

namespace freshet::convert {

// One of several processes that convert a collection together into PostgreSQL
// (convert_in_parts.h). It writes the rows of the pages of its shards, and those of other pages
// whose records are in its archives. It keeps the ids of all pages in memory, about 20 bytes a
// page, and if the target has rows of an earlier conversion, 16 bytes for each. To be used by one
// thread.
class Participant {
 public:
  // `dsn` is the database with the catalogue. The store must outlive it.
  static std::unique_ptr<Participant> make(store::Store& store, ConvertOptions options,
                                           const std::string& dsn, const store::ShardSet& shards);
  virtual ~Participant() = default;

  // Does what the driver orders, and returns the report for it. After an error, the conversion has
  // failed. Another thread may read `progress`, which begins anew with each step, and set its
  // `stop`.
  virtual Result<std::string> perform(std::string_view order, ConvertProgress& progress) = 0;
};

}  // namespace freshet::convert
