#include "postgres/failure.h"

#include "gtest/gtest.h"

namespace freshet::postgres {
namespace {

TEST(Failure, KindSaysWhatACallerCanDo) {
  EXPECT_EQ(kind_of("08006"), ErrorKind::kUnavailable);
  EXPECT_EQ(kind_of("57P01"), ErrorKind::kUnavailable);
  EXPECT_EQ(kind_of("53300"), ErrorKind::kUnavailable);
  EXPECT_EQ(kind_of("40P01"), ErrorKind::kConflict);
  EXPECT_EQ(kind_of("40001"), ErrorKind::kConflict);
  EXPECT_EQ(kind_of("53100"), ErrorKind::kNoSpace);
  EXPECT_EQ(kind_of("28P01"), ErrorKind::kDenied);
  EXPECT_EQ(kind_of("42501"), ErrorKind::kDenied);
  EXPECT_EQ(kind_of("57014"), ErrorKind::kOther);
  EXPECT_EQ(kind_of(""), ErrorKind::kOther);
}

TEST(Failure, MessagesAreOnOneLine) {
  EXPECT_EQ(one_line("ERROR:  no\nDETAIL:  why\n"), "ERROR:  no DETAIL:  why");
  EXPECT_EQ(one_line(""), "");
}

}  // namespace
}  // namespace freshet::postgres
