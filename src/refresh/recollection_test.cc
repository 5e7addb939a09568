#include "refresh/recollection.h"

#include <map>

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

using change::History;
using change::Outcome;

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

// A visit a day; '=' found it as it was, '!' changed, 'x' failed.
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

// The same letters, as they are told; and what is told in sum.
struct Heard {
  std::map<schedule::Page, std::string> visits;
  std::map<schedule::Page, schedule::PageFacts> facts;
  std::vector<Instant> times;
};

Heard heard_from(Recollection& recollection) {
  Heard heard;
  recollection.tell([&](const Recollection::Visit& visit) {
    const bool is_first = heard.visits[visit.page].empty();
    EXPECT_EQ(is_first, visit.first != nullptr);
    if (is_first) heard.facts[visit.page] = *visit.first;
    switch (visit.found.kind) {
      case Found::Kind::kSame: heard.visits[visit.page] += '='; break;
      case Found::Kind::kChanged: heard.visits[visit.page] += '!'; break;
      default: heard.visits[visit.page] += 'x'; break;
    }
    heard.times.push_back(visit.at);
  });
  return heard;
}

TEST(Recollection, TellsAllVisitsInTheOrderOfTime) {
  Recollection recollection;
  EXPECT_TRUE(recollection.add(0, {.site = 3, .weight = 0.5}, history_of("=!=x=")));
  EXPECT_TRUE(recollection.add(1, {}, history_of("x=!", kStart + Duration::hours(5))));
  EXPECT_FALSE(recollection.add(2, {}, history_of("xx")));
  const Heard heard = heard_from(recollection);
  EXPECT_EQ(heard.visits.size(), 2U);
  EXPECT_EQ(heard.visits.at(0), "=!=x=");
  EXPECT_EQ(heard.visits.at(1), "=!") << "from the first that succeeded";
  EXPECT_TRUE(std::is_sorted(heard.times.begin(), heard.times.end()));
  EXPECT_EQ(heard.facts.at(0).site, 3U);
  EXPECT_FLOAT_EQ(static_cast<float>(heard.facts.at(0).weight), 0.5F);
  EXPECT_EQ(heard.facts.at(0).past_days, 0);
}

TEST(Recollection, APageWhoseVisitsFailedForLongIsNotForgotten) {
  Recollection recollection;
  const History history = history_of("==" + std::string(40, 'x'));
  ASSERT_LT(history.recent().size(), 40U) << "what is kept one by one has no success";
  EXPECT_TRUE(recollection.add(0, {}, history));
  EXPECT_TRUE(heard_from(recollection).visits.at(0).starts_with("=x"));
}

TEST(Recollection, WhatIsOlderThanTheHistoryIsToldInSum) {
  Recollection recollection;
  // 30 visits, of which the last 16 are kept one by one.
  recollection.add(0, {},
                   history_of("=!!!!=========="
                              "==============="));
  const Heard heard = heard_from(recollection);
  EXPECT_EQ(heard.visits.at(0).size(), 16U);
  // What is long past counts a little less.
  EXPECT_NEAR(heard.facts.at(0).past_changes, 4, 0.6);
  EXPECT_NEAR(heard.facts.at(0).past_days, 14, 2);
}

TEST(Recollection, WithManyPagesOnlyTheLastVisitsAreToldOneByOne) {
  constexpr schedule::Page kPages = 100;
  Recollection recollection(/*most_visits=*/400);
  for (schedule::Page page = 0; page < kPages; ++page) {
    recollection.add(page, {}, history_of("==!===!===x=!==="));
  }
  const Heard heard = heard_from(recollection);
  ASSERT_EQ(heard.visits.size(), kPages);
  EXPECT_LE(heard.times.size(), 400U);
  for (const auto& [page, visits] : heard.visits) {
    EXPECT_EQ(visits, "!===") << page;
    // The first of those told still tells of what was before it: that it changed is in the sum.
    EXPECT_EQ(heard.facts.at(page).past_changes, 3) << page;
    EXPECT_NEAR(heard.facts.at(page).past_days, 12, 0.1) << page;
  }
}

TEST(Recollection, FailuresAreNoPlaceToBegin) {
  Recollection recollection(/*most_visits=*/3);
  recollection.add(0, {}, history_of("!!=xxx"));
  recollection.add(1, {}, history_of("====xx"));
  const Heard heard = heard_from(recollection);
  EXPECT_EQ(heard.visits.at(0), "=xxx");
  EXPECT_EQ(heard.visits.at(1), "==xx");
  EXPECT_NEAR(heard.facts.at(0).past_days, 2, 0.01);
}

}  // namespace
}  // namespace freshet::refresh
