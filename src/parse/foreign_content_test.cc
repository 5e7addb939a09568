#include "parse/foreign_content.h"

#include "gtest/gtest.h"

namespace freshet::parse {
namespace {

TEST(ForeignContent, BeginsAndEndsWithItsElement) {
  ForeignContent foreign;
  foreign.enter(Tag::kP);
  EXPECT_FALSE(foreign.is_inside());
  foreign.enter(Tag::kSvg);
  foreign.enter(Tag::kSvg);
  foreign.leave(Tag::kSvg);
  EXPECT_TRUE(foreign.is_inside());
  foreign.leave(Tag::kSvg);
  EXPECT_FALSE(foreign.is_inside());
  foreign.leave(Tag::kSvg);
  EXPECT_FALSE(foreign.has_open());
}

TEST(ForeignContent, RulesOfHtmlApplyAtIntegrationPoints) {
  ForeignContent foreign;
  foreign.enter(Tag::kSvg);
  foreign.enter(Tag::kForeignObject);
  EXPECT_FALSE(foreign.is_inside());
  EXPECT_TRUE(foreign.has_open());
  foreign.enter(Tag::kMath);
  EXPECT_TRUE(foreign.is_inside());
  foreign.leave(Tag::kMath);
  foreign.leave(Tag::kForeignObject);
  EXPECT_TRUE(foreign.is_inside());
}

TEST(ForeignContent, EndOfAnElementEndsThoseInsideIt) {
  ForeignContent foreign;
  foreign.enter(Tag::kMath);
  foreign.enter(Tag::kAnnotationXml);
  foreign.enter(Tag::kSvg);
  foreign.leave(Tag::kMath);
  EXPECT_FALSE(foreign.has_open());
}

TEST(ForeignContent, DeepNestingTakesNoMoreMemory) {
  ForeignContent foreign;
  for (int i = 0; i < 100'000; ++i) foreign.enter(Tag::kSvg);
  for (int i = 0; i < 300; ++i) foreign.leave(Tag::kSvg);
  EXPECT_FALSE(foreign.has_open());
}

}  // namespace
}  // namespace freshet::parse
