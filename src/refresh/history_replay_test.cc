#include "refresh/history_replay.h"

#include <map>

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

using change::History;
using change::Outcome;

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

// Makes a history with one visit a day: '=' found the page unchanged, '!' changed, 'x' failed.
History history_of(std::string_view visits, Instant first = kStart) {
  History history;
  for (size_t i = 0; i < visits.size(); ++i) {
    history.record({.at = first + Duration::days(static_cast<int64_t>(i)),
                    .outcome = visits[i] == 'x' ? Outcome::kFailed : Outcome::kSuccess,
                    .changed = visits[i] == '!',
                    .size = 100});
  }
  return history;
}

// The replayed visits as the same letters, and the sums.
struct Replayed {
  std::map<schedule::Page, std::string> visits;
  std::map<schedule::Page, schedule::PageFacts> facts;
  std::vector<Instant> times;
};

Replayed heard_from(HistoryReplay& replay) {
  Replayed replayed;
  replay.replay([&](const HistoryReplay::Visit& visit) {
    const bool is_first = replayed.visits[visit.page].empty();
    EXPECT_EQ(is_first, visit.first != nullptr);
    if (is_first) replayed.facts[visit.page] = *visit.first;
    switch (visit.found.kind) {
      case Found::Kind::kSame: replayed.visits[visit.page] += '='; break;
      case Found::Kind::kChanged: replayed.visits[visit.page] += '!'; break;
      default: replayed.visits[visit.page] += 'x'; break;
    }
    replayed.times.push_back(visit.at);
  });
  return replayed;
}

TEST(HistoryReplay, ReplaysAllVisitsInTheOrderOfTime) {
  HistoryReplay replay;
  EXPECT_TRUE(replay.add(0, {.site = 3, .weight = 0.5}, history_of("=!=x=")));
  EXPECT_TRUE(replay.add(1, {}, history_of("x=!", kStart + Duration::hours(5))));
  EXPECT_FALSE(replay.add(2, {}, history_of("xx")));
  const Replayed replayed = heard_from(replay);
  EXPECT_EQ(replayed.visits.size(), 2U);
  EXPECT_EQ(replayed.visits.at(0), "=!=x=");
  EXPECT_EQ(replayed.visits.at(1), "=!") << "from the first visit that succeeded";
  EXPECT_TRUE(std::is_sorted(replayed.times.begin(), replayed.times.end()));
  EXPECT_EQ(replayed.facts.at(0).site, 3U);
  EXPECT_FLOAT_EQ(static_cast<float>(replayed.facts.at(0).weight), 0.5F);
  EXPECT_EQ(replayed.facts.at(0).past_days, 0);
}

TEST(HistoryReplay, ReplaysAPageWhoseLastVisitsAllFailed) {
  HistoryReplay replay;
  const History history = history_of("==" + std::string(40, 'x'));
  ASSERT_LT(history.recent().size(), 40U) << "the recent visits have no success";
  EXPECT_TRUE(replay.add(0, {}, history));
  EXPECT_TRUE(heard_from(replay).visits.at(0).starts_with("=x"));
}

TEST(HistoryReplay, OlderVisitsAreReplayedAsSums) {
  HistoryReplay replay;
  // There are 30 visits, and the history has the last 16 one by one.
  replay.add(0, {},
             history_of("=!!!!=========="
                        "==============="));
  const Replayed replayed = heard_from(replay);
  EXPECT_EQ(replayed.visits.at(0).size(), 16U);
  // Older visits count a little less.
  EXPECT_NEAR(replayed.facts.at(0).past_changes, 4, 0.6);
  EXPECT_NEAR(replayed.facts.at(0).past_days, 14, 2);
}

TEST(HistoryReplay, WithManyPagesOnlyTheLastVisitsAreReplayedOneByOne) {
  constexpr schedule::Page kPages = 100;
  HistoryReplay replay(/*most_visits=*/400);
  for (schedule::Page page = 0; page < kPages; ++page) {
    replay.add(page, {}, history_of("==!===!===x=!==="));
  }
  const Replayed replayed = heard_from(replay);
  ASSERT_EQ(replayed.visits.size(), kPages);
  EXPECT_LE(replayed.times.size(), 400U);
  for (const auto& [page, visits] : replayed.visits) {
    EXPECT_EQ(visits, "!===") << page;
    // The change that the first replayed visit found is in the sum.
    EXPECT_EQ(replayed.facts.at(page).past_changes, 3) << page;
    EXPECT_NEAR(replayed.facts.at(page).past_days, 12, 0.1) << page;
  }
}

TEST(HistoryReplay, ReplayedVisitsBeginWithASuccess) {
  HistoryReplay replay(/*most_visits=*/3);
  replay.add(0, {}, history_of("!!=xxx"));
  replay.add(1, {}, history_of("====xx"));
  const Replayed replayed = heard_from(replay);
  EXPECT_EQ(replayed.visits.at(0), "=xxx");
  EXPECT_EQ(replayed.visits.at(1), "==xx");
  EXPECT_NEAR(replayed.facts.at(0).past_days, 2, 0.01);
}

}  // namespace
}  // namespace freshet::refresh
