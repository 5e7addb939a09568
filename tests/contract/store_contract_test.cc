#include "contract/store_contract.h"

#include "contract/scratch_folder.h"

namespace freshet::store {
namespace {

struct MemoryStoreMaker {
  Result<std::unique_ptr<Store>> make() { return make_memory_store(); }
};

struct RocksDbStoreMaker {
  Result<std::unique_ptr<Store>> make() { return open_rocksdb_store(folder.path() + "/state"); }
  ScratchFolder folder;
};

// So little memory that a test's rows go through files and compactions.
struct TightRocksDbStoreMaker {
  Result<std::unique_ptr<Store>> make() {
    return open_rocksdb_store(folder.path(),
                              {.cache_bytes = 64 << 10, .unflushed_bytes = 64 << 10});
  }
  ScratchFolder folder;
};

INSTANTIATE_TYPED_TEST_SUITE_P(MemoryStore, StoreContract, MemoryStoreMaker);
INSTANTIATE_TYPED_TEST_SUITE_P(RocksDbStore, StoreContract, RocksDbStoreMaker);
INSTANTIATE_TYPED_TEST_SUITE_P(TightRocksDbStore, StoreContract, TightRocksDbStoreMaker);

}  // namespace
}  // namespace freshet::store
