#include "collection/run_control.h"

#include "collection/state.h"
#include "gtest/gtest.h"
#include "store/state_folder.h"
#include "support/scratch_folder.h"

namespace freshet::collection {
namespace {

constexpr char kFormerSeed[] = "https://former.test/";
constexpr char kSeed[] = "https://a.test/";

std::string encoded(const std::string& seed) {
  RunControl run_control;
  run_control.seeds = {seed};
  return run_control.encode();
}

class RunControlTest : public testing::Test {
 protected:
  void commit(const char* fact, const std::string& text) {
    ASSERT_TRUE(store_->commit({.facts = {{fact, text}}}, store::Durability::kPower));
  }
  std::vector<std::string> seeds() const { return stored_run_control(*store_).value().seeds; }

  const ScratchFolder folder_;
  std::unique_ptr<store::Store> store_ = store::make_memory_store();
};

TEST_F(RunControlTest, IsEmptyInANewCollection) {
  EXPECT_TRUE(seeds().empty());
}

TEST_F(RunControlTest, IsReadUnderItsFormerName) {
  commit(kFormerRunControlFact, encoded(kFormerSeed));
  EXPECT_EQ(seeds(), std::vector<std::string>{kFormerSeed});
}

TEST_F(RunControlTest, ItsPresentNamePrecedesTheFormerOne) {
  commit(kFormerRunControlFact, encoded(kFormerSeed));
  commit(kRunControlFact, encoded(kSeed));
  EXPECT_EQ(seeds(), std::vector<std::string>{kSeed});
}

TEST_F(RunControlTest, TheMarkHasCopiesUnderBothNames) {
  const store::StoreOptions options = state_options(folder_.path());
  store_ = store::open_rocksdb_store(folder_.path() + "/state", options).value();
  commit(kFormerRunControlFact, encoded(kFormerSeed));
  using Facts = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(store::marked_facts(options.mark_file),
            (Facts{{kFormerRunControlFact, encoded(kFormerSeed)}}));
  commit(kRunControlFact, encoded(kSeed));
  EXPECT_EQ(
      store::marked_facts(options.mark_file),
      (Facts{{kRunControlFact, encoded(kSeed)}, {kFormerRunControlFact, encoded(kFormerSeed)}}));
}

}  // namespace
}  // namespace freshet::collection
