#include "store/postgres_crash_watch.h"

#include "gtest/gtest.h"

namespace freshet::store {
namespace {

void commit(CrashWatch& watch, Durability durability) {
  watch.note_commit(durability, watch.commits());
}

TEST(CrashWatch, CommitsThatAreNotOnTheDiskAreLost) {
  CrashWatch watch;
  EXPECT_TRUE(watch.check(0, "it")) << "before the first commit";
  EXPECT_FALSE(watch.knows(0));
  watch.adopt(7);
  EXPECT_TRUE(watch.knows(7));
  commit(watch, Durability::kProcess);
  EXPECT_TRUE(watch.check(7, "it"));
  EXPECT_FALSE(watch.check(0, "it"));
  EXPECT_FALSE(watch.check(7, "it")) << "until it begins anew";
  watch.restart();
  EXPECT_TRUE(watch.check(8, "it"));
}

TEST(CrashWatch, CommitOnTheDiskCoversThoseBefore) {
  CrashWatch watch;
  watch.adopt(7);
  commit(watch, Durability::kProcess);
  commit(watch, Durability::kPower);
  EXPECT_TRUE(watch.check(8, "it"));
  watch.adopt(8);
  // One that ended while the flushed one was in progress may not be covered.
  const uint64_t before = watch.commits();
  commit(watch, Durability::kProcess);
  watch.note_commit(Durability::kPower, before);
  EXPECT_FALSE(watch.check(9, "it"));
}

}  // namespace
}  // namespace freshet::store
