#include "crawl/recovery.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "collection/run_control.h"
#include "collection/state.h"
#include "crawl/packing.h"
#include "store/store.h"
#include "support/manual_clock.h"
#include "support/scratch_folder.h"
#include "warc/archive.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

constexpr char kSeed[] = "http://a.test/";
const Instant kNow = Instant::from_unix_seconds(1'790'000'000);

// A data folder with one archived page and without a state, of which only the mark is left.
class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() {
    options_.collection.data_folder = folder_.path();
    fs::create_directories(fs::path(folder_.path()) / "warc");
    const auto archive =
        warc::Archive::open(fs::path(folder_.path()) / "warc", {}, {.software = "test"}).value();
    fetch::Reply reply;
    reply.status = 200;
    reply.reply_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    reply.body = "<p>text";
    warc::VisitWriter writer{1};
    EXPECT_TRUE(archive->append(pack(writer, reply, {.url = "http://a.test/1", .at = kNow})));
    EXPECT_TRUE(archive->close());
  }
  // Creates a state with this fact and removes all of it but the mark.
  void leave_mark_with(const char* fact, const std::string& text) {
    const std::string state = folder_.path() + "/state";
    {
      const auto store =
          store::open_rocksdb_store(state, collection::state_options(folder_.path())).value();
      ASSERT_TRUE(store->commit({.facts = {{fact, text}}}, store::Durability::kPower));
    }
    fs::remove_all(state);
  }

  const ScratchFolder folder_;
  CrawlOptions options_;
};

TEST_F(RecoveryTest, SeedsAreReadFromTheMarkUnderTheirPresentAndFormerName) {
  for (const char* fact : {collection::kRunControlFact, collection::kFormerRunControlFact}) {
    collection::RunControl run_control;
    run_control.seeds = {kSeed};
    leave_mark_with(fact, run_control.encode());
    RecoveryProgress progress;
    const auto summary =
        recover_collection(options_, {.dry_run = true}, test::ManualClock(kNow), progress);
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_TRUE(summary->seeds_are_known) << fact;
    EXPECT_EQ(summary->seeds, std::vector<std::string>{kSeed}) << fact;
    fs::remove(folder_.path() + "/state.mark");
  }
}

}  // namespace
}  // namespace freshet::crawl
