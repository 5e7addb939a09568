#include "contract/store_contract.h"

#include <filesystem>

#include "contract/store_contract_durable.h"
#include "contract/store_contract_reads.h"
#include "contract/store_contract_writers.h"
#include "support/scratch_folder.h"

namespace freshet::store {
namespace {

struct MemoryStoreMaker {
  Result<std::unique_ptr<Store>> make() { return make_memory_store(); }
};

class RocksDbStoreMaker {
 public:
  explicit RocksDbStoreMaker(const StoreOptions& options = {}) : options_(options) {}

  Result<std::unique_ptr<Store>> make() { return open_rocksdb_store(state(), options_); }

  // Copies the files as they are now, which is what a killed process leaves. Copying fails if
  // RocksDB compacts files at the same time. No row is written meanwhile, so that a retry works.
  Result<std::unique_ptr<Store>> make_after_crash() {
    constexpr int kTries = 20;
    const std::string before = state();
    Result<std::unique_ptr<Store>> store = fail("not tried");
    for (int i = 0; i < kTries && !store; ++i) {
      ++crashes_;
      std::error_code error;
      std::filesystem::copy(before, state(), error);
      if (!error) store = open_rocksdb_store(state(), options_);
    }
    return store;
  }

 private:
  std::string state() const { return folder_.path() + "/state" + std::to_string(crashes_); }

  const StoreOptions options_;
  ScratchFolder folder_;
  int crashes_ = 0;
};

// A RocksDB store with so little memory that the rows of a test go through files and compactions.
struct TightRocksDbStoreMaker : RocksDbStoreMaker {
  TightRocksDbStoreMaker()
      : RocksDbStoreMaker({.cache_bytes = 64 << 10, .unflushed_bytes = 64 << 10}) {}
};

using Makers = testing::Types<MemoryStoreMaker, RocksDbStoreMaker, TightRocksDbStoreMaker>;
using DurableMakers = testing::Types<RocksDbStoreMaker, TightRocksDbStoreMaker>;

struct MakerNames {
  template <typename Maker>
  static std::string GetName(int) {
    if (std::is_same_v<Maker, MemoryStoreMaker>) return "MemoryStore";
    return std::is_same_v<Maker, RocksDbStoreMaker> ? "RocksDbStore" : "TightRocksDbStore";
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoreContract, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoreContractWriters, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, StoreContractReads, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Durable, StoreContractDurable, DurableMakers, MakerNames);

}  // namespace
}  // namespace freshet::store
