#include "result/result.h"

#include <memory>
#include <string>

#include "gtest/gtest.h"

namespace freshet {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail("halving " + std::to_string(n) + ": it is odd");
  return n / 2;
}

TEST(Result, CarriesAValue) {
  const Result<int> four = half(8);
  ASSERT_TRUE(four.has_value());
  EXPECT_EQ(*four, 4);
  EXPECT_EQ(four.value_or(0), 4);
}

TEST(Result, CarriesAnError) {
  const Result<int> failed = half(7);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "halving 7: it is odd");
  EXPECT_EQ(failed.value_or(-1), -1);
}

TEST(Result, TransformChangesTheValueAndKeepsTheError) {
  const auto text = [](int n) { return std::to_string(n); };
  EXPECT_EQ(half(3).transform(text).error().message, "halving 3: it is odd");
  EXPECT_EQ(*half(8).transform(text), "4");
}

TEST(Result, HoldsAValueThatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = std::move(owner).value();
  EXPECT_EQ(*taken, 5);
}

TEST(Result, HoldsAnErrorOfAnotherType) {
  enum class Why { kEmpty };
  const Result<int, Why> failed = Unexpected(Why::kEmpty);
  EXPECT_EQ(failed.error(), Why::kEmpty);
}

TEST(Result, ValueAndErrorMayHaveTheSameType) {
  const Result<std::string, std::string> failed = Unexpected(std::string("no"));
  EXPECT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error(), "no");
}

TEST(Error, WithinPutsTheContextInFront) {
  EXPECT_EQ(Error{"no such file"}.within("opening a.toml").message, "opening a.toml: no such file");
}

TEST(Error, WithinKeepsTheKind) {
  const Error error = Error{"taken", ErrorKind::kFenced}.within("committing");
  EXPECT_EQ(error.kind, ErrorKind::kFenced);
  EXPECT_NE(error, Error{error.message});
}

TEST(ResultDeathTest, ReadingTheValueOfAFailedResultAborts) {
  EXPECT_DEATH(half(7).value(), "value of a failed Result");
}

}  // namespace
}  // namespace freshet
