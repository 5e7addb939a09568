#include "crawl/site_memory.h"

#include <gtest/gtest.h>

namespace freshet::crawl {
namespace {

const Instant kNow = Instant::from_unix_seconds(1'700'000'000);

TEST(SiteMemory, KeepsTheLastFailureBesideWhatElseIsKnown) {
  SiteMemory memory;
  memory.conditions.compared(true);
  memory.presence.none_since = kNow;
  memory.failure = SiteFailure{kNow, "no connection: Connection refused"};
  const std::string bytes = memory.encode();
  EXPECT_TRUE(SiteMemory::has_failure(bytes));
  const SiteMemory read = SiteMemory::decode(bytes);
  EXPECT_EQ(read.failure, memory.failure);
  EXPECT_EQ(read.presence, memory.presence);
  EXPECT_EQ(read.conditions, memory.conditions);
}

TEST(SiteMemory, HasNoFailureWhereNoneWasKept) {
  SiteMemory memory;
  memory.presence.none_since = kNow;
  EXPECT_FALSE(SiteMemory::has_failure(memory.encode()));
  EXPECT_FALSE(SiteMemory::decode(memory.encode()).failure);
  EXPECT_FALSE(SiteMemory::has_failure(""));
}

TEST(SiteMemory, CutsWordsThatAreTooLongToKeep) {
  SiteMemory memory;
  memory.failure = SiteFailure{kNow, std::string(10'000, 'x')};
  const SiteMemory read = SiteMemory::decode(memory.encode());
  ASSERT_TRUE(read.failure);
  EXPECT_EQ(read.failure->words, std::string(SiteFailure::kLongestWords, 'x'));
  EXPECT_EQ(read.conditions, memory.conditions);
}

TEST(SiteMemory, ReadsNothingOutOfAFailureThatIsCutShort) {
  SiteMemory memory;
  memory.failure = SiteFailure{kNow, "timed out"};
  const std::string bytes = memory.encode();
  for (size_t size = 0; size < 10; ++size) {
    EXPECT_FALSE(SiteMemory::decode(bytes.substr(0, size)).failure) << size;
  }
}

}  // namespace
}  // namespace freshet::crawl
