#pragma once

#include <cstddef>
#include <cstdint>

#include "store/rocksdb_database.h"

namespace freshet::store {

struct MoveLimits {
  size_t batch_bytes = 1 << 20;
  uint64_t batches = UINT64_MAX;  // after so many it fails; for tests of interruptions
};

// Migrates from format 4 to 5: it moves every site to the shard of its host (site_id.h), with all
// rows that name it. First it finds the sites that move, by their texts and by the URLs of pages.
// From then on the state has format 5 and a row that says how far it is, is_moving(), and an older
// program refuses it. Then it rewrites table after table in small batches. After an interruption it
// continues where it was. Links to sites whose text the state does not have keep their ids.
Status move_sites(Database& database, rocksdb::WriteBatch& changes, const MoveLimits& limits = {});

inline constexpr uint32_t kVersionBeforeMove = 4;

// Whether move_sites() was interrupted.
Result<bool> is_moving(const Database& database);

}  // namespace freshet::store
