#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/rocksdb_database.h"

namespace freshet::store {

// The version of the format in docs/formats/state.md. A change that an older Freshet would misread
// gets a new number here and a migration from the number before.
inline constexpr uint32_t kFormatVersion = 6;

// The key of the version in Table::kMeta.
inline constexpr std::string_view kVersionKey = "format";

// Brings a store from one version to the next. What run() puts into `changes` is written atomically
// with the new version number. After an interruption, run() must complete what it wrote itself.
struct Migration {
  uint32_t from = 0;
  std::string what;  // for the message when it fails: "splitting sites by scheme"
  std::function<Status(Database&, rocksdb::WriteBatch& changes)> run;
};

// Returns all migrations, one from each released version before kFormatVersion.
const std::vector<Migration>& migrations();

// Migrates the store to `version`. A store without a version must be empty, and gets this version.
// A newer version is an error that names both. `before` is called once if there is an older one.
using BeforeUpgrade = std::function<void(uint32_t from, uint32_t to)>;
Status migrate(Database& database, uint32_t version, const std::vector<Migration>& migrations,
               const BeforeUpgrade& before = {});

// Checks a store that is only read: it is an error if its format cannot be read without a
// migration. A migration that rewrites rows must be handled here. The rows of all older formats can
// be read, but before format 5 the ids of sites are others.
Status check_readable(const Database& database, uint32_t version, OlderIds older_ids);

}  // namespace freshet::store
