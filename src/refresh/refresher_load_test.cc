// Tests of policies that use the load of sites, as in a run: sites rest between visits, audits take
// pages out of order, and after a restart only the histories of pages are known.
#include <map>
#include <set>

#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

using schedule::LoadProfile;

constexpr uint64_t kSites = 8;
constexpr uint64_t kPages = 240;  // of a site
// Midnight.
const Instant kStart = Instant::from_unix_seconds(int64_t{20'000} * 86'400);
const Duration kRest = Duration::seconds(20);

// Returns a profile with this load in each hour of the day, from many observations.
LoadProfile profile(const std::function<double(int)>& load) {
  LoadProfile profile;
  for (int hour = 0; hour < schedule::kHoursOfDay; ++hour) {
    for (int i = 0; i < 200; ++i) {
      profile.add({.first_byte = Duration::from_seconds(load(hour))},
                  kStart - Duration::hours(24 - hour));
    }
  }
  return profile;
}

class ByLoad : public testing::Test {
 protected:
  // Sites 0 to 3 have their lowest load now, and a lower load at 2 than at 1; sites 4 to 7 have it
  // at 1.
  ByLoad() {
    for (uint64_t site = 0; site < kSites; ++site) {
      profiles_[site] = site < 4 ? profile([](int h) { return h == 0   ? 1.0
                                                              : h == 1 ? 9.0
                                                                       : 2.0; })
                                 : profile([](int h) { return h == 1 ? 1.0 : 5.0; });
    }
  }

  void begin(const std::string& policy, double audit_share = 0) {
    RefreshOptions options{.policy = policy,
                           .audit_share = audit_share,
                           .floor = {.min_gain = 0},  // the pages never change
                           .seed = static_cast<uint64_t>(now_.unix_seconds())};
    options.load = [this](store::SiteId site) { return &profiles_.at(site.value); };
    refresher_ = std::make_unique<Refresher>(options);
    if (histories_.empty()) {
      for (uint64_t page = 0; page < kSites * kPages; ++page) {
        // Pages are found at each site in turn.
        const Instant first = kStart - Duration::hours(30) + Duration::seconds(int64_t(page));
        histories_[page].record({.at = first, .size = 1000});
      }
    }
    for (const auto& [page, history] : histories_) {
      store::PageState state;
      state.key = {{page % kSites}, {page}};
      refresher_->recall(state, history, 1);
    }
    refresher_->begin(now_);
  }

  // Runs until `end`: each chosen page is visited, and its site rests a little.
  void run_until(Instant until) {
    for (; now_ < until; now_ += Duration::seconds(1)) {
      while (const auto choice = refresher_->next(now_)) {
        const uint64_t page = choice->key.page.value;
        refresher_->rest(choice->key.site, now_ + Duration::hours(1));
        if (!choice->audit) given_.push_back(page);
        sites_.insert(choice->key.site.value);
        histories_[page].record({.at = now_, .size = 1000});
        refresher_->visited(*choice, {}, now_);
        const auto down = down_until_.find(choice->key.site.value);
        const bool is_down = down != down_until_.end() && now_ < down->second;
        refresher_->rest(choice->key.site, is_down ? down->second : now_ + kRest);
      }
    }
  }

  using Sites = std::set<uint64_t>;
  std::map<uint64_t, LoadProfile> profiles_;
  std::map<uint64_t, change::History> histories_;  // as in the store
  std::map<uint64_t, Instant> down_until_;
  std::unique_ptr<Refresher> refresher_;
  Instant now_ = kStart;
  std::vector<uint64_t> given_;  // chosen pages without audits
  Sites sites_;                  // sites that were visited
};

TEST_F(ByLoad, MixedSortingStopsSitesAtTheEndOfTheHourAndContinuesLater) {
  begin("mixed-sorting");
  run_until(kStart + Duration::hours(1));
  EXPECT_EQ(sites_, (Sites{0, 1, 2, 3})) << "the sites with the lowest load in this hour";
  EXPECT_NEAR(static_cast<double>(given_.size()), 4 * 180, 8) << "as fast as their rests allow";
  sites_.clear();
  run_until(kStart + Duration::hours(2));
  EXPECT_EQ(sites_, (Sites{4, 5, 6, 7})) << "the others were stopped";
  sites_.clear();
  run_until(kStart + Duration::hours(3));
  EXPECT_EQ(sites_, (Sites{0, 1, 2, 3, 4, 5, 6, 7})) << "all were finished or continued";
  ASSERT_GE(given_.size(), kSites * kPages);
  const std::set<uint64_t> round(given_.begin(), given_.begin() + kSites * kPages);
  EXPECT_EQ(round.size(), kSites * kPages) << "every page once, from where it was stopped";
}

TEST_F(ByLoad, RestartContinuesTheRoundThatWasBegun) {
  begin("mixed-sorting");
  run_until(kStart + Duration::minutes(30));
  begin("mixed-sorting");
  run_until(kStart + Duration::minutes(80));
  begin("mixed-sorting");
  run_until(kStart + Duration::hours(3));
  ASSERT_GE(given_.size(), kSites * kPages);
  const std::set<uint64_t> round(given_.begin(), given_.begin() + kSites * kPages);
  EXPECT_EQ(round.size(), kSites * kPages);
}

TEST_F(ByLoad, SiteThatIsDownBlocksNeitherItsPlaceNorTheRound) {
  down_until_[0] = kStart + Duration::hours(9);
  begin("mixed-sorting");
  run_until(kStart + Duration::minutes(50));
  EXPECT_EQ(sites_, (Sites{0, 1, 2, 3, 4})) << "one more has the place of the site that is down";
  run_until(kStart + Duration::hours(8));
  EXPECT_EQ(std::count_if(given_.begin(), given_.end(), [](uint64_t p) { return p % 8 == 0; }), 1);
  EXPECT_GT(given_.size(), 2 * (kSites - 1) * kPages) << "the others are in their next rounds";
  run_until(kStart + Duration::hours(11));
  EXPECT_GT(std::count_if(given_.begin(), given_.end(), [](uint64_t p) { return p % 8 == 0; }),
            100);
}

TEST_F(ByLoad, SitesWithUnknownLoadAreVisitedToo) {
  profiles_[4] = LoadProfile();
  begin("sorting");
  run_until(kStart + Duration::minutes(10));
  EXPECT_EQ(sites_, (Sites{0, 1, 2, 4}))
      << "a site of unknown load counts as less loaded than sites 5 to 7";
}

TEST_F(ByLoad, StalenessPrefersSitesThatAnswerQuicklyNow) {
  begin("staleness");
  // All are equally stale.
  run_until(kStart + Duration::seconds(1));
  EXPECT_EQ(sites_.size(), kSites) << "each site may be requested";
  EXPECT_LT(given_.front() % kSites, 4u);
}

class EveryOrder : public ByLoad, public testing::WithParamInterface<const char*> {};

TEST_P(EveryOrder, VisitsAllWithAuditsAndThroughRestarts) {
  for (int hour = 1; hour <= 8; ++hour) {
    begin(GetParam(), 0.05);
    run_until(kStart + Duration::hours(hour));
  }
  for (const auto& [page, history] : histories_) {
    EXPECT_GE(history.totals().requests, 2u) << page;
    EXPECT_LE(history.totals().requests, 14u) << page;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryOrder,
                         testing::Values("list-order", "sorting", "mixed-sorting", "relative-load",
                                         "staleness"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace freshet::refresh
