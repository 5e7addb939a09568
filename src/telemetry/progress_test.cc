#include "telemetry/progress.h"

#include "gtest/gtest.h"
#include "support/manual_clock.h"
#include "telemetry/log.h"

namespace freshet::telemetry {
namespace {

class ProgressTest : public testing::Test {
 protected:
  Progress::Outputs outputs() {
    return {.terminal = [this](std::string_view bytes) { terminal_ += bytes; },
            .line = [this](std::string_view line) { lines_.emplace_back(line); },
            .columns = [this] { return columns_; }};
  }

  test::ManualClock clock_{Instant::from_unix_seconds(1'000'000)};
  std::string terminal_;
  std::vector<std::string> lines_;
  int columns_ = 20;
};

TEST_F(ProgressTest, LiveLineIsRedrawnInPlace) {
  Progress progress(Progress::Mode::kLive, clock_, outputs());
  progress.show("1 page");
  progress.show("2 pages");
  EXPECT_EQ(terminal_, "\r\x1b[K1 page\r\x1b[K2 pages");
}

TEST_F(ProgressTest, LiveLineIsUpdatedTenTimesASecondAtMost) {
  Progress progress(Progress::Mode::kLive, clock_, outputs());
  int composed = 0;
  for (int ms = 0; ms < 1000; ++ms) {
    progress.update([&] { return std::to_string(++composed); });
    clock_.advance(Duration::milliseconds(1));
  }
  EXPECT_EQ(composed, 10);
}

TEST_F(ProgressTest, LinesModeWritesALineEveryTenSeconds) {
  Progress progress(Progress::Mode::kLines, clock_, outputs());
  for (int second = 0; second < 25; ++second) {
    progress.update([&] { return "at " + std::to_string(second); });
    clock_.advance(Duration::seconds(1));
  }
  EXPECT_EQ(lines_, (std::vector<std::string>{"at 0", "at 10", "at 20"}));
  EXPECT_EQ(terminal_, "");
}

TEST_F(ProgressTest, OffShowsNothing) {
  Progress progress(Progress::Mode::kOff, clock_, outputs());
  progress.update([] { return "x"; });
  progress.show("x");
  progress.clear();
  EXPECT_EQ(terminal_, "");
  EXPECT_TRUE(lines_.empty());
}

TEST_F(ProgressTest, ModeDependsOnTerminalAndQuiet) {
  EXPECT_EQ(Progress::mode_for(true, false), Progress::Mode::kLive);
  EXPECT_EQ(Progress::mode_for(false, false), Progress::Mode::kLines);
  EXPECT_EQ(Progress::mode_for(true, true), Progress::Mode::kOff);
}

TEST_F(ProgressTest, FollowsTheWidthOfTheTerminal) {
  Progress progress(Progress::Mode::kLive, clock_, outputs());
  columns_ = 8;
  progress.show("1,234 pages");
  EXPECT_EQ(terminal_, "\r\x1b[K1,234 …");
  columns_ = 80;
  terminal_.clear();
  progress.show("1,234 pages");
  EXPECT_EQ(terminal_, "\r\x1b[K1,234 pages");
}

TEST_F(ProgressTest, DestructorErasesTheLine) {
  { Progress(Progress::Mode::kLive, clock_, outputs()).show("1 page"); }
  EXPECT_TRUE(terminal_.ends_with("1 page\r\x1b[K"));
}

TEST_F(ProgressTest, AnUpdateIsDueWhenTheClockWasSetBack) {
  Progress progress(Progress::Mode::kLive, clock_, outputs());
  progress.show("1");
  EXPECT_FALSE(progress.due());
  clock_.advance(-Duration::hours(1));
  EXPECT_TRUE(progress.due());
}

TEST(Fit, CutsByColumnsNotBytes) {
  EXPECT_EQ(fit("abc", 3), "abc");
  EXPECT_EQ(fit("abcd", 3), "ab…");
  EXPECT_EQ(fit("äöü", 3), "äöü");
  EXPECT_EQ(fit("東京都", 6), "東京都");
  EXPECT_EQ(fit("東京都", 5), "東京…");
  EXPECT_EQ(fit("東京都", 4), "東…");
  EXPECT_EQ(fit("e\u0301a", 2), "e\u0301a");
  EXPECT_EQ(fit("abc", 1), "…");
  EXPECT_EQ(fit("abc", 0), "");
  EXPECT_EQ(fit("abc", -1), "");
}

TEST(Fit, ControlsAndInvalidBytesBecomeQuestionMarks) {
  EXPECT_EQ(fit("a\x1b[2J\n\xFF", 20), "a?[2J??");
}

}  // namespace
}  // namespace freshet::telemetry
