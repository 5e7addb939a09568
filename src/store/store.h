#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "result/result.h"
#include "store/batch.h"
#include "store/collection_store.h"
#include "store/partition_store.h"

namespace freshet::store {

enum class Durability {
  kProcess,  // survives the end of the process (kill -9)
  kPower,    // survives loss of power; so does everything committed before
};

// The state of a crawl. Several writers divide its shards among them. Each writes only to shards
// that it holds, and may have been replaced without knowing it
// (docs/decisions/0023-shards-and-epochs.md). Any thread may read and call take() and commit(),
// which wait for each other. Every implementation passes the suites of
// tests/contract/store_contract*.h.
class Store : public PartitionStore, public CollectionStore {
 public:
  // Makes the caller the only writer of these shards, whoever held them before: it raises their
  // epochs, which survives loss of power. What was committed before stays.
  virtual Result<Holding> take(const ShardSet& shards) = 0;

  // Refuses the whole batch with ErrorKind::kFenced if its writer does not hold a shard that the
  // batch writes to, or lost it to another take(). A batch without rows of shards is refused if its
  // writer has lost all shards that it held. Committing it again does not help then.
  //
  // After another error, such as a full disk, the batch is not visible. In rare cases the whole
  // batch is there when the store is opened again. It is always correct to commit it again, and
  // this succeeds when the cause is removed.
  virtual Status commit(const Batch& batch, Durability durability) = 0;
};

// The stores of this header belong to one process. They take all shards when they are opened;
// batches without a holding are written under that one. A store that several processes share takes
// none, and each calls take() for what it is to hold: postgres_store.h.
//
// The memory store ends with the process.
std::unique_ptr<Store> make_memory_store();

// Whether a state may be read whose ids of sites are not those of site_id(), because its format is
// older than 5.
enum class OlderIds : uint8_t {
  kRefuse,
  kAccept,       // rows have the ids of their time
  kAcceptMixed,  // also if an upgrade was interrupted, so that only some rows have new ids
};

struct StoreOptions {
  // Cache for blocks of data files, with the indexes and filters of all files.
  size_t cache_bytes = 64 << 20;
  // Limit of data that are not in a data file yet. After a crash, a log of about this size must be
  // read.
  size_t unflushed_bytes = 96 << 20;
  size_t max_open_files = 512;  // at least 20; includes ten that RocksDB itself needs
  // A file outside the folder that records what the state has at least (state_mark.h); empty: none.
  // It is written with every commit of Durability::kPower, and has copies of these facts.
  std::string mark_file;
  std::vector<std::string> marked_facts;
  // Called while the state is opened, with the formats before and after, if it has an older format
  // and is upgraded. With many pages that takes minutes.
  std::function<void(uint32_t from, uint32_t to)> before_upgrade;
  OlderIds older_ids = OlderIds::kRefuse;  // only to read
};

// Opens the folder, or creates it with its parents, and takes all shards. Older formats are
// migrated. It is an error if another process has the folder open, if a newer version wrote it, or
// if it cannot be written. It is also an error if the state has less than its mark says; then
// nothing in it is changed.
Result<std::unique_ptr<Store>> open_rocksdb_store(const std::string& folder,
                                                  const StoreOptions& options = {});

// Opens a snapshot of the state, whatever other processes do with it. It changes nothing on the
// disk, needs no permission to write and holds no lock. take() and commit() return errors. Damage
// is reported here or when it is read, and nothing is repaired. It is an error if the state has an
// older format whose keys differ; opening it to write upgrades it.
Result<std::unique_ptr<Store>> open_rocksdb_store_to_read(const std::string& folder,
                                                          const StoreOptions& options = {});

}  // namespace freshet::store
