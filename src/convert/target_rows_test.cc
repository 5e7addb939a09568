#include "convert/target_rows.h"

#include "convert/recording_writer.h"
#include "gtest/gtest.h"

namespace freshet::convert {
namespace {

TEST(TargetRows, KnowTheStampsOfTheTarget) {
  RecordingWriter writer;
  writer.stamps = {{3, {1, 2}}, {-1, {9, 9}}};
  TargetRows rows;
  ASSERT_TRUE(rows.read(writer));
  EXPECT_EQ(rows.stamp(3), (catalog::Stamp{1, 2}));
  EXPECT_EQ(rows.stamp(2), catalog::Stamp());
  EXPECT_EQ(rows.stamp(1'000), catalog::Stamp());
}

TEST(TargetRows, RowsWhosePagesWereNotSeenAreUnseen) {
  RecordingWriter writer;
  writer.stamps = {{1, {1, 1}}, {2, {1, 1}}, {5, {1, 1}}};
  TargetRows rows;
  ASSERT_TRUE(rows.read(writer));
  rows.set_seen(2);
  rows.set_seen(9);
  EXPECT_EQ(rows.unseen(), (std::vector<int64_t>{1, 5}));
  EXPECT_TRUE(rows.is_seen(9));
  EXPECT_FALSE(rows.is_put(9));
  rows.set_put(9);
  EXPECT_TRUE(rows.is_put(9));
}

}  // namespace
}  // namespace freshet::convert
