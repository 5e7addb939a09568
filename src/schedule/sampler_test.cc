#include "schedule/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace freshet::schedule {
namespace {

constexpr auto kIgnored = [](Page) {};

Sampler::Pages pages(size_t all) {
  return {.numbers = all};
}

constexpr uint32_t kMinute = 60;

// A choice every minute; what the sampler does not choose goes to the first of the pages.
class SampledPages {
 public:
  explicit SampledPages(size_t pages, uint32_t start = 0)
      : now_(start), last_visit_(pages, start), visits_(pages) {}

  // How many the sampler chose.
  size_t choose(size_t choices) {
    size_t sampled = 0;
    for (size_t i = 0; i < choices; ++i) {
      now_ += kMinute;
      const auto page = sampler_.next(
          now_, pages(last_visit_.size()),
          [&](Page its) {
            return std::optional(Sampler::Candidate{.last_visit = last_visit_[its],
                                                    .is_new = is_new_ && visits_[its] == 0});
          },
          kIgnored);
      if (page) ++sampled;
      const Page visited = page.value_or(0);
      longest_ = std::max(longest_, now_ - last_visit_[visited]);
      last_visit_[visited] = now_;
      sampler_.visited(now_, last_visit_.size());
      ++visits_[visited];
    }
    return sampled;
  }
  void add_all_as_new() {
    is_new_ = true;
    for (Page page = 0; page < last_visit_.size(); ++page) sampler_.add(page);
  }
  size_t visited() const {
    return static_cast<size_t>(
        std::count_if(visits_.begin(), visits_.end(), [](int visits) { return visits > 0; }));
  }
  // Between two visits of a page, in minutes.
  uint32_t longest_wait() const { return longest_ / kMinute; }

 private:
  Sampler sampler_;
  uint32_t now_;
  uint32_t longest_ = 0;
  bool is_new_ = false;
  std::vector<uint32_t> last_visit_;
  std::vector<int> visits_;
};

TEST(Sampler, ChoosesATenth) {
  SampledPages pages(1'000);
  pages.choose(2'000);  // until pages have waited for a round
  EXPECT_NEAR(static_cast<double>(pages.choose(10'000)), 1'000, 10);
}

// The bound that docs/policies.md states.
TEST(Sampler, NoPageWaitsLongerThanInTurnWithATenthOfTheVisits) {
  for (const size_t count : {10u, 64u, 1'000u, 1'025u}) {
    SampledPages pages(count);
    pages.choose(40 * count);
    EXPECT_EQ(pages.visited(), count);
    EXPECT_LE(pages.longest_wait(), 11 * count + 64) << count;
  }
}

TEST(Sampler, PagesThatWereVisitedWithinARoundAreLeftAlone) {
  Sampler sampler;
  uint32_t now = 1'000'000;
  for (int i = 0; i < 1'000; ++i) {
    now += kMinute;
    const auto page = sampler.next(
        now, pages(100),
        [&](Page its) {
          return std::optional(Sampler::Candidate{.last_visit = now - kMinute * (its + 1)});
        },
        kIgnored);
    EXPECT_GE(page.value_or(99), 98u) << i;
    sampler.visited(now, 100);
  }
}

TEST(Sampler, PagesThatCannotBeChosenAreNot) {
  Sampler sampler;
  uint32_t now = 0;
  sampler.add(3);
  for (int i = 0; i < 1'000; ++i) {
    const auto page = sampler.next(
        now += kMinute, pages(4),
        [](Page its) { return its == 2 ? std::optional(Sampler::Candidate{}) : std::nullopt; },
        kIgnored);
    EXPECT_EQ(page.value_or(2), 2u);
    sampler.visited(now, 4);
  }
}

TEST(Sampler, NewPagesAreVisitedOnceAfterARoundByEverySecondChoiceAtMost) {
  SampledPages pages(1'000);
  pages.add_all_as_new();
  EXPECT_LT(pages.choose(1'000), 60u);
  EXPECT_NEAR(static_cast<double>(pages.choose(1'900)), 0.55 * 1'900, 120);
  EXPECT_GT(pages.visited(), 950u);
  pages.choose(200);
  EXPECT_NEAR(static_cast<double>(pages.choose(1'000)), 100, 5);
}

TEST(Sampler, APauseDoesNotStopIt) {
  Sampler sampler;
  uint32_t now = 0;
  size_t sampled = 0;
  const auto choose = [&](int choices) {
    for (int i = 0; i < choices; ++i) {
      const auto page = sampler.next(
          now += kMinute, pages(100), [](Page) { return std::optional(Sampler::Candidate{}); },
          kIgnored);
      if (page) ++sampled;
      sampler.visited(now, 100);
    }
  };
  choose(1'000);
  now += 30 * 86'400;
  sampled = 0;
  choose(400);
  EXPECT_NEAR(static_cast<double>(sampled), 40, 3);
}

TEST(Sampler, TheTimeBeforeTheFirstChoiceIsNoGap) {
  SampledPages pages(100, 60 * 86'400);
  pages.add_all_as_new();
  pages.choose(100);
  pages.choose(220);  // one in two
  EXPECT_EQ(pages.visited(), 100u);
}

// Every second choice looks at pages that are to be visited in turn; the others are the policy's.
TEST(Sampler, PagesToBeVisitedInTurnWaitForTwoRoundsAtMost) {
  constexpr uint32_t kPages = 1'000;
  Sampler sampler;
  std::vector<uint32_t> last_visit(kPages);
  uint32_t longest = 0;
  uint32_t now = 0;
  constexpr Page kOfPolicy = 0;  // which visits no other page
  for (uint32_t i = 0; i < 20 * kPages; ++i) {
    now += 60;
    const auto sample = sampler.next(
        now, {.numbers = kPages, .are_any_in_turn = true},
        [&](Page page) {
          return std::optional(
              Sampler::Candidate{.last_visit = last_visit[page], .in_turn = page != kOfPolicy});
        },
        kIgnored);
    const Page page = sample.value_or(kOfPolicy);
    if (i > 4 * kPages) longest = std::max(longest, now - last_visit[page]);
    last_visit[page] = now;
    sampler.visited(now, kPages);
  }
  EXPECT_LE(longest, 3.1 * kPages * 60) << "two rounds, and one in which it is passed over";
}

}  // namespace
}  // namespace freshet::schedule
