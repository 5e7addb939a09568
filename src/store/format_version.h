#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "store/rocksdb_database.h"

namespace freshet::store {

// Of docs/formats/state.md. A change that an older Freshet would misread gets a new number here and
// a migration from the number before.
inline constexpr uint32_t kFormatVersion = 3;

// Brings a store from one version to the next. What run() puts into `changes` is written together
// with the new version number: an interrupted migration has not begun.
struct Migration {
  uint32_t from = 0;
  std::string what;  // for the message when it fails: "splitting sites by scheme"
  std::function<Status(const Database&, rocksdb::WriteBatch& changes)> run;
};

// All there are, one for each version before kFormatVersion that was ever released.
const std::vector<Migration>& migrations();

// Leaves the store at `version`. A store without any version must be empty, and is given it; a
// newer one is an error that names both.
Status bring_up_to_date(Database& database, uint32_t version,
                        const std::vector<Migration>& migrations);

// For a store that is only read: an error if it is of no format that can be read as it is. Every
// older format can, so far: a migration that rewrites rows must be named here.
Status check_readable(const Database& database, uint32_t version);

}  // namespace freshet::store
