// Tests of a run with the policy cycle: pages are visited at the places of the weekly table, which
// is the same after a restart and can be read at any time.
#include <algorithm>

#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using collection::CycleReport;

// A page with a new text each time that `period` begins, counted from `first`.
Answer changing_at(Instant first, Duration period) {
  return [first, answer = changing_every(period)](const Hit& hit) {
    return answer({.request = hit.request, .now = Instant() + (hit.now - first)});
  };
}

// Times are those of UTC. The world begins on a Friday at 08:00.
class Cycle : public EngineWorld {
 protected:
  static constexpr Instant kSunday = kStart - Duration::hours(5 * 24 + 8);

  Cycle() {
    run_without_end();
    options_.collection.refresh.policy = "cycle";
    web_.set(kDaily, changing_at(kSunday + Duration::hours(14), Duration::days(1)));
    web_.set(kNightly, changing_at(kSunday + Duration::hours(3), Duration::days(1)));
    web_.set(kWeekly, changing_at(kSunday + Duration::hours(5 * 24 + 15), Duration::days(7)));
    web_.set(kNever, html("<p>always</p>"));
    web_.set("http://a.test/", links({"/daily", "/nightly", "/weekly", "/never"}));
  }

  CycleReport table() {
    return query<CycleReport>(collection::CycleQuery{.urls = 100, .pages = 100});
  }
  static CycleReport::Page of(const CycleReport& table, const std::string& url) {
    for (const CycleReport::Page& page : table.listed) {
      if (page.url == url) return page;
    }
    ADD_FAILURE() << url << " is not in the table";
    return {};
  }
  static std::string place(const CycleReport& table, const std::string& url) {
    const schedule::PageCycle cycle = of(table, url).cycle;
    return schedule::simplified(cycle.group).name() +
           (cycle.at == schedule::CollectAt::kNoon ? " noon" : " midnight");
  }
  // "Sat 12:00", for each of the last requests.
  std::vector<std::string> last_visits(const std::string& url, size_t count) {
    static constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    std::vector<std::string> visits;
    const auto requests = web_.requests_for(url);
    for (size_t i = requests.size() - std::min(count, requests.size()); i < requests.size(); ++i) {
      const Duration since = requests[i].time - kSunday;
      const int64_t hours = since.in_whole_seconds() / 3600;
      char time[16];
      std::snprintf(time, sizeof time, " %02d:%02d", static_cast<int>(hours % 24),
                    static_cast<int>(since.in_whole_seconds() / 60 % 60));
      visits.push_back(kDays[hours / 24 % 7] + std::string(time));
    }
    return visits;
  }

  const std::string kDaily = "http://a.test/daily";      // at 14:00
  const std::string kNightly = "http://a.test/nightly";  // at 03:00
  const std::string kWeekly = "http://a.test/weekly";    // on Fridays at 15:00
  const std::string kNever = "http://a.test/never";
  using Visits = std::vector<std::string>;
};

TEST_F(Cycle, PagesAreVisitedAfterTheirChanges) {
  CycleReport after;
  at(Duration::days(7 * 12), [&] { after = table(); });
  run_for(Duration::days(7 * 12) + Duration::hours(1));
  EXPECT_EQ(place(after, kDaily), "G7 midnight");
  EXPECT_EQ(last_visits(kDaily, 3), (Visits{"Wed 00:00", "Thu 00:00", "Fri 00:00"}));
  EXPECT_EQ(place(after, kNightly), "G7 noon");
  EXPECT_EQ(last_visits(kNightly, 3), (Visits{"Tue 12:00", "Wed 12:00", "Thu 12:00"}));
  EXPECT_EQ(place(after, kWeekly), "G1 midnight");
  EXPECT_EQ(last_visits(kWeekly, 2), (Visits{"Sat 00:00", "Sat 00:00"}));
  EXPECT_EQ(place(after, kNever), "4G1 midnight");
}

TEST_F(Cycle, TableCountsEachPageAtItsTimes) {
  CycleReport after;
  at(Duration::days(7 * 12), [&] { after = table(); });
  run_for(Duration::days(7 * 12) + Duration::hours(1));
  EXPECT_TRUE(after.running);
  EXPECT_EQ(after.policy, "cycle");
  EXPECT_EQ(after.pages, 5u);
  ASSERT_EQ(after.places.size(), 56u);
  const CycleReport::Place& tuesday_noon = after.places[5];
  EXPECT_EQ(tuesday_noon.urls, Visits{kNightly});
  const CycleReport::Place& third_saturday = after.places[(2 * 7 + 6) * 2];
  EXPECT_EQ(third_saturday.pages, 4u) << "all but the one at noon";
  EXPECT_EQ(to_civil(third_saturday.at).hour, 0);
  // Daily, daily, weekly, and two that never change.
  EXPECT_NEAR(after.requests_a_day, 1 + 1 + 1 / 7.0 + 2 / 28.0, 1e-9);
}

TEST_F(Cycle, TableIsTheSameAfterARestart) {
  for (const int weeks : {1, 3, 12}) {
    CycleReport before;
    const Duration end = Duration::days(7 * weeks);
    at(end - Duration::minutes(1), [&] { before = table(); });
    run_for(end - elapsed());
    ASSERT_EQ(before.listed.size(), 5u);
    CycleReport after;
    std::map<std::string, std::optional<Instant>> next;
    this->after(Duration::minutes(1), [&] {
      after = table();
      for (const CycleReport::Page& page : after.listed) next[page.url] = why(page.url).next_visit;
    });
    run_for(Duration::minutes(2));
    for (const CycleReport::Page& page : before.listed) {
      EXPECT_EQ(of(after, page.url).cycle, page.cycle) << page.url << " in week " << weeks;
      EXPECT_EQ(next[page.url], schedule::next_collection(page.cycle, now(), {})) << page.url;
    }
  }
}

TEST_F(Cycle, TimesOfChangesAreLearnedUnderAnyPolicy) {
  // A month of visits each six hours, as before a first table is made.
  options_.collection.refresh.policy = "uniform";
  options_.run->requests_per_second = 5 * 4 / 86'400.0;
  run_for(Duration::days(28));
  options_.collection.refresh.policy = "cycle";
  options_.run->requests_per_second = 1;
  CycleReport after;
  this->after(Duration::minutes(1), [&] { after = table(); });
  run_for(Duration::hours(1));
  EXPECT_EQ(place(after, kDaily), "G7 midnight");
  EXPECT_EQ(place(after, kNightly), "G7 noon");
  EXPECT_EQ(place(after, kWeekly), "G1 midnight");
  EXPECT_EQ(place(after, kNever), "4G1 midnight");
}

TEST_F(Cycle, PagesOfAHostThatIsDownAreVisitedWhenItIsBack) {
  at(Duration::days(7 * 8) + Duration::hours(15),
     [&] { web_.instead("http://a.test", Answer(status(503, "Retry-After: 36000\r\n"))); });
  at(Duration::days(7 * 8) + Duration::hours(20), [&] { web_.as_before("http://a.test"); });
  run_for(Duration::days(7 * 8 + 2));
  const auto visits = last_visits(kDaily, 2);
  // The visit of midnight was refused for ten hours; the next is in its place again.
  EXPECT_EQ(visits, (Visits{"Sat 10:00", "Sun 00:00"}));
}

TEST_F(Cycle, LatePagesAreVisitedInTheOrderInWhichTheyWereDue) {
  run_for(Duration::days(7 * 8));
  const size_t before = web_.times(kDaily);
  pass(Duration::days(10));
  run_for(Duration::hours(1));
  EXPECT_EQ(web_.times(kDaily), before + 1) << "one visit for all that were missed";
}

TEST_F(Cycle, GonePageLeavesTheTable) {
  run_for(Duration::days(28));
  web_.set(kNever, status(404));
  options_.collection.leaving.after = Duration::days(3);
  CycleReport after;
  at(Duration::days(28 * 6), [&] { after = table(); });
  run_for(Duration::days(28 * 5) + Duration::hours(1));
  EXPECT_EQ(after.pages, 4u);
}

TEST_F(Cycle, AuditsAndTheirChangesDoNotMoveAPageOutOfItsPlace) {
  options_.collection.refresh.audit_share = 0.1;
  CycleReport after;
  at(Duration::days(7 * 12), [&] { after = table(); });
  run_for(Duration::days(7 * 12) + Duration::hours(1));
  EXPECT_EQ(place(after, kDaily), "G7 midnight");
  EXPECT_EQ(place(after, kNightly), "G7 noon");
}

}  // namespace
}  // namespace freshet::test
