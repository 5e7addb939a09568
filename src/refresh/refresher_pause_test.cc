// Tests of what is visited first after a long pause, when all pages are overdue.
#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

constexpr uint64_t kPages = 100'000;
constexpr uint64_t kSites = 500;
const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
const Instant kPaused = kStart + Duration::days(32);
const Instant kResumed = kPaused + Duration::days(30);

// Every page is visited every other day. All pages of a tenth of the sites change often, others
// sometimes or never.
change::History history_of(uint64_t page) {
  change::History history;
  const bool is_lively = page % kSites < kSites / 10;
  const uint64_t every = is_lively ? 2 : 2 + page % 97;
  for (uint64_t i = 0; i < change::History::kRecent; ++i) {
    history.record({.at = kStart + Duration::days(static_cast<int64_t>(2 * i)) +
                          Duration::seconds(static_cast<int64_t>(page)),
                    .changed = i > 0 && (page + i) % every == 0,
                    .size = 1000});
  }
  return history;
}

class AfterAPause : public testing::Test {
 protected:
  AfterAPause() {
    for (uint64_t page = 0; page < kPages; ++page) {
      refresher_.recall({.key = {{page % kSites}, {page}}}, history_of(page),
                        1.0 / static_cast<double>(1 + page % 7));
    }
    refresher_.begin(kResumed);
  }
  Refresher refresher_{{.audit_share = 0}};
};

TEST_F(AfterAPause, PagesOfTheHighestWorthAreVisitedFirst) {
  ASSERT_EQ(refresher_.pages(), kPages);
  std::vector<double> worths;
  while (const auto choice = refresher_.next(kResumed)) worths.push_back(choice->worth);
  ASSERT_EQ(worths.size(), kPages) << "every page, once";
  // The budget of one day, if the whole collection takes a hundred days.
  constexpr auto kDay = static_cast<std::ptrdiff_t>(kPages / 100);
  const double first = std::accumulate(worths.begin(), worths.begin() + kDay, 0.0);
  std::partial_sort(worths.begin(), worths.begin() + kDay, worths.end(), std::greater<>());
  const double best = std::accumulate(worths.begin(), worths.begin() + kDay, 0.0);
  RecordProperty("share_of_best", std::to_string(first / best));
  // One in ten belongs to the sample, which is not ordered by worth.
  EXPECT_GT(first, 0.65 * best);
}

TEST_F(AfterAPause, SitesTakeTurns) {
  constexpr int kChoices = 2'000;
  std::map<uint64_t, Instant> last;
  Instant now = kResumed;
  for (int i = 0; i < kChoices; ++i, now += Duration::seconds(1)) {
    const auto choice = refresher_.next(now);
    ASSERT_TRUE(choice) << i;
    const auto before = last.find(choice->key.site.value);
    if (before != last.end()) {
      EXPECT_GE(now - before->second, Duration::seconds(20)) << choice->key.site.value;
    }
    last[choice->key.site.value] = now;
    refresher_.visited(*choice, {.kind = Found::Kind::kSame}, now);
    refresher_.rest(choice->key.site, now + Duration::seconds(20));
  }
  EXPECT_GE(last.size(), 20U);
}

}  // namespace
}  // namespace freshet::refresh
