#include "collection/lost_files.h"

#include <fstream>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"
#include "warc/upload_mark.h"

namespace freshet::collection {
namespace {

TEST(LostFiles, AreStoredAsText) {
  LostFiles lost;
  EXPECT_EQ(lost.encode(), "");
  lost.add({.file = 1, .bytes = 5'000});
  lost.add({.file = 12, .bytes = 0});
  EXPECT_EQ(lost.encode(), "1 5000,12 0");
  EXPECT_EQ(LostFiles::decode(lost.encode()).all(), lost.all());
  EXPECT_TRUE(LostFiles::decode("").empty());
  EXPECT_TRUE(LostFiles::decode("x,,-1 7").empty());
  EXPECT_TRUE(lost.contains(12));
  EXPECT_FALSE(lost.contains(0));
}

TEST(LostFiles, AFileThatIsBackWithAllBytesIsNotLost) {
  const ScratchFolder folder;
  LostFiles lost;
  lost.add({.file = 1, .bytes = 4});
  lost.add({.file = 2, .bytes = 5});
  lost.add({.file = 3, .bytes = 1});
  std::ofstream(folder.path() + "/freshet-000001.warc.gz") << "four";
  std::ofstream(folder.path() + "/freshet-000002.warc.gz") << "four";
  const LostFiles still = lost.still_lost(folder.path());
  EXPECT_EQ(still.names(),
            (std::vector<std::string>{"freshet-000002.warc.gz", "freshet-000003.warc.gz"}));
}

TEST(LostFiles, AFileThatWasUploadedAndRemovedIsNotLost) {
  const ScratchFolder folder;
  LostFiles lost;
  lost.add({.file = 1, .bytes = 4});
  lost.add({.file = 2, .bytes = 5});
  for (const uint32_t number : {1, 2}) {
    ASSERT_TRUE(warc::write_upload_mark(folder.path(), number, {}, {.bytes = 4}));
  }
  EXPECT_EQ(lost.still_lost(folder.path()).names(),
            std::vector<std::string>{"freshet-000002.warc.gz"});
}

}  // namespace
}  // namespace freshet::collection
