#include "contract/registry_contract.h"

#include "cluster/memory_registry.h"
#include "contract/registry_contract_rates.h"
#include "contract/tasks_contract.h"
#include "support/manual_clock.h"

namespace freshet::cluster {
namespace {

class MemoryRegistryMaker {
 public:
  static std::string missing() { return ""; }
  Result<std::unique_ptr<Registry>> connect() { return cluster_.connect(); }
  Result<std::unique_ptr<Tasks>> connect_tasks() { return cluster_.connect_tasks(); }
  void pass(Duration time) { clock_.advance(time); }
  void drop_connections() { cluster_.drop_connections(); }
  void announce(const store::ShardSet& shards) { cluster_.announce_discoveries(shards); }

 private:
  test::ManualClock clock_{Instant::from_unix_seconds(1'800'000'000)};
  MemoryCluster cluster_{clock_, {.lease = kLease}};
};

using Makers = testing::Types<MemoryRegistryMaker>;

struct MakerNames {
  template <typename Maker>
  static std::string GetName(int) {
    return "Memory";
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Every, RegistryContract, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, RegistryContractRates, Makers, MakerNames);
INSTANTIATE_TYPED_TEST_SUITE_P(Every, TasksContract, Makers, MakerNames);

}  // namespace
}  // namespace freshet::cluster
