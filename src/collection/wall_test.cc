#include "collection/wall.h"

#include "gtest/gtest.h"

namespace freshet::collection {
namespace {

using Verdict = WallWatch::Verdict;

Likeness content(uint64_t number) {
  return {.content = number, .title = number, .text = {}};
}

constexpr uint64_t kChallenge = 99;

class WallTest : public testing::Test {
 protected:
  static store::PageKey key(uint64_t page) { return {store::SiteId{1}, store::PageId{page}}; }

  Verdict saw(WallSight sight) { return watch_.saw(sight, pages_, now_, wall_); }
  Verdict marked(uint64_t page) { return saw({.page = key(page), .mark = "captcha"}); }
  // Visits a page that had the content of its own number.
  Verdict shows(uint64_t page, uint64_t number) {
    return saw({.page = key(page), .shown = content(number), .before = content(page)});
  }
  Verdict first_visit(uint64_t page, uint64_t number) {
    return saw({.page = key(page), .shown = content(number)});
  }

  WallWatch watch_;
  std::optional<Wall> wall_;
  uint64_t pages_ = 100;
  Instant now_ = Instant::from_unix_seconds(1'000'000);
};

TEST_F(WallTest, AMarkBlocksTheVisitAndThreePagesTheSite) {
  EXPECT_EQ(marked(1), Verdict::kBlocked);
  EXPECT_EQ(marked(2), Verdict::kBlocked);
  EXPECT_EQ(marked(2), Verdict::kBlocked);
  EXPECT_FALSE(wall_);
  EXPECT_EQ(marked(3), Verdict::kBlocked);
  ASSERT_TRUE(wall_);
  EXPECT_EQ(wall_->mark, "captcha");
  EXPECT_TRUE(wall_->stands(now_ + Duration::days(1000)));
}

TEST_F(WallTest, APageWithItsOwnContentResetsTheCountAndEndsTheWall) {
  marked(1);
  marked(2);
  EXPECT_EQ(first_visit(4, 4), Verdict::kOpen);
  marked(3);
  EXPECT_FALSE(wall_);
  marked(1);
  marked(2);
  EXPECT_TRUE(wall_);
  EXPECT_EQ(shows(5, 5), Verdict::kOpen);
  EXPECT_FALSE(wall_);
}

TEST_F(WallTest, KnownPagesThatAllTurnIntoOneContentAreAWall) {
  EXPECT_EQ(shows(1, kChallenge), Verdict::kOpen) << "one page may have changed";
  for (const uint64_t page : {2, 3, 4}) EXPECT_EQ(shows(page, kChallenge), Verdict::kSuspect);
  EXPECT_EQ(shows(5, kChallenge), Verdict::kBlocked);
  ASSERT_TRUE(wall_);
  EXPECT_EQ(watch_.in_a_row().front(), key(1));
  EXPECT_EQ(first_visit(6, kChallenge), Verdict::kBlocked);
  EXPECT_EQ(wall_->visits, 6u);
}

TEST_F(WallTest, ThreePagesAreEnoughForASmallSite) {
  pages_ = 3;
  shows(1, kChallenge);
  shows(2, kChallenge);
  EXPECT_EQ(shows(3, kChallenge), Verdict::kBlocked);
  EXPECT_TRUE(wall_);
}

TEST_F(WallTest, PagesThatWereAlikeBeforeCountOnce) {
  shows(1, kChallenge);
  for (uint64_t page = 2; page < 20; ++page) {
    EXPECT_EQ(saw({.page = key(page), .shown = content(kChallenge), .before = content(1)}),
              Verdict::kOpen);
  }
  EXPECT_FALSE(wall_);
}

TEST_F(WallTest, NewPagesThatAreAllAlikeAreNoWall) {
  for (uint64_t page = 1; page < 50; ++page) EXPECT_EQ(first_visit(page, 7), Verdict::kOpen);
  EXPECT_FALSE(wall_);
}

TEST_F(WallTest, UnchangedPagesAreNoWallHoweverAlike) {
  for (uint64_t page = 1; page < 50; ++page) {
    EXPECT_EQ(saw({.page = key(page), .shown = content(7), .before = content(7)}), Verdict::kOpen);
  }
  EXPECT_FALSE(wall_);
}

TEST_F(WallTest, PagesThatTurnWhileOthersDoNotAreNoWall) {
  for (uint64_t page = 1; page < 20; ++page) {
    EXPECT_EQ(shows(page, kChallenge), Verdict::kOpen);
    EXPECT_EQ(shows(100 + page, 100 + page), Verdict::kOpen);
  }
  EXPECT_FALSE(wall_);
}

TEST_F(WallTest, ASuspectPageIsAcceptedTheSecondTime) {
  shows(1, kChallenge);
  EXPECT_EQ(shows(2, kChallenge), Verdict::kSuspect);
  EXPECT_EQ(shows(2, kChallenge), Verdict::kOpen);
  EXPECT_EQ(saw({.page = key(3),
                 .shown = content(kChallenge),
                 .before = content(3),
                 .was_blocked = true}),
            Verdict::kOpen);
}

TEST_F(WallTest, KnownPagesThatAllGetTheSameRefusalAreAWall) {
  for (uint64_t page = 1; page < 5; ++page) {
    EXPECT_EQ(saw({.page = key(page),
                   .shown = content(kChallenge),
                   .before = content(page),
                   .refused = true}),
              Verdict::kOpen);
  }
  EXPECT_EQ(
      saw({.page = key(5), .shown = content(kChallenge), .before = content(5), .refused = true}),
      Verdict::kBlocked);
  EXPECT_TRUE(wall_);
}

TEST_F(WallTest, AContentThatStaysForAMonthIsTheSitesOwn) {
  for (uint64_t page = 1; page <= 5; ++page) shows(page, kChallenge);
  ASSERT_TRUE(wall_);
  now_ = now_ + Duration::days(29);
  EXPECT_EQ(shows(6, kChallenge), Verdict::kBlocked);
  now_ = now_ + Duration::days(2);
  EXPECT_EQ(shows(7, kChallenge), Verdict::kOpen);
  EXPECT_EQ(shows(8, kChallenge), Verdict::kOpen);
  EXPECT_FALSE(wall_->stands(now_));
}

TEST_F(WallTest, OutcomesWithoutEvidenceChangeNothing) {
  marked(1);
  marked(2);
  EXPECT_EQ(saw({.page = key(7)}), Verdict::kOpen);
  marked(3);
  EXPECT_TRUE(wall_);
}

TEST_F(WallTest, RestsBecomeLongerUpToALimit) {
  Wall wall{.rests = 1};
  const auto rest = [&] { return wall.rest(Duration::minutes(10), Duration::hours(24)); };
  EXPECT_EQ(rest(), Duration::minutes(10));
  wall.rests = 3;
  EXPECT_EQ(rest(), Duration::minutes(40));
  wall.rests = 255;
  EXPECT_EQ(rest(), Duration::hours(24));
}

TEST_F(WallTest, IsWrittenAndReadBack) {
  Wall wall{
      .since = now_, .last = now_ + Duration::hours(1), .visits = 12, .rests = 3, .mark = "x"};
  EXPECT_EQ(Wall::decode(wall.encode()), wall);
  wall.mark.clear();
  wall.likeness = content(5);
  EXPECT_EQ(Wall::decode(wall.encode()), wall);
  EXPECT_FALSE(Wall::decode("short"));
}

}  // namespace
}  // namespace freshet::collection
