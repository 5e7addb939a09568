// Tests of a redesign in a quiet web: every page changes at one moment. The freshness is measured
// on the synthetic web and compared with the estimate of the run and with its audits, day by day.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/kept_world.h"

namespace freshet::test {
namespace {

constexpr double kRedesignDay = 17;
constexpr double kDaysAfter = 14;
constexpr double kVisitsPerPageDay = 0.3;
constexpr double kAuditShare = 0.1;
constexpr double kMostPages = 0.9;
constexpr double kDaysInTurn = kMostPages / kVisitsPerPageDay;  // to visit that share of them
constexpr double kJudgedDays = 7;                               // before the redesign and after it
constexpr uint32_t kHosts = 4;
constexpr uint32_t kPages = 60;  // of each host

Duration in_days(double days) {
  return Duration::from_seconds(days * 86'400);
}

class Redesign : public KeptWorld {
 protected:
  Redesign() { start(quiet_world()); }

  // Three of the four hosts never change but for the redesign.
  static aquarium::WorldOptions quiet_world() {
    aquarium::WorldOptions world = small_world();
    world.hosts = kHosts;
    world.pages_per_host = kPages;
    world.changes = aquarium::Mix<aquarium::ChangeKind>()
                        .with(aquarium::ChangeKind::kNever, 0.75)
                        .with(aquarium::ChangeKind::kPoisson, 0.25);
    world.changes_per_day = 0.02;
    world.rate_sigma_host = world.rate_sigma_page = 0.5;
    world.redesign_at = in_days(kRedesignDay);
    return world;
  }
  static Instant redesign() { return kNewYear + *quiet_world().redesign_at; }

  void keep_through_redesign(const std::string& policy) {
    set_run(policy, kVisitsPerPageDay);
    options_.collection.refresh.audit_share = kAuditShare;
    keep(kRedesignDay + kDaysAfter);
  }

  // What `status` says at a time.
  struct Sample {
    Instant at;
    double believed = 0;
    uint32_t audits = 0;  // since the beginning
    uint32_t current = 0;
    uint64_t rewritten = 0;  // sites
  };
  void observe(const collection::StatusReport& status) override {
    if (!status.freshness) return;
    const refresh::Calibration::Part audits = status.calibration.all();
    samples_.push_back(
        {status.at, *status.freshness, audits.visits, audits.current, status.sites.rewritten});
  }

  struct Freshness {
    double truth = 0;
    std::optional<double> believed;
    std::optional<double> audited;
    uint32_t audits = 0;
    size_t visits = 0;  // of pages
  };
  // The means from one time to another.
  Freshness between(Instant from, Instant until) const {
    Freshness mean{.truth = freshness(from, until)};
    const auto later = [](const Sample& sample, Instant at) { return sample.at < at; };
    const auto begin = std::lower_bound(samples_.begin(), samples_.end(), from, later);
    const auto end = std::lower_bound(begin, samples_.end(), until, later);
    if (begin != end) {
      double sum = 0;
      for (auto sample = begin; sample != end; ++sample) sum += sample->believed;
      mean.believed = sum / static_cast<double>(end - begin);
      const Sample& before = begin == samples_.begin() ? *begin : *(begin - 1);
      mean.audits = (end - 1)->audits - before.audits;
      if (mean.audits > 0) {
        mean.audited = static_cast<double>((end - 1)->current - before.current) / mean.audits;
      }
    }
    for (const auto& [url, page] : pages_) {
      mean.visits += static_cast<size_t>(
          std::count_if(page.visits.begin(), page.visits.end(),
                        [&](Instant visit) { return visit >= from && visit < until; }));
    }
    return mean;
  }
  // Days from the redesign; negative before it.
  Freshness between_days(double from, double until) const {
    return between(redesign() + in_days(from), redesign() + in_days(until));
  }

  // Days after the redesign until a share of the pages was fetched again, by the server's log;
  // nullopt if that did not happen.
  std::optional<double> days_until_fetched(double share) const {
    std::vector<Instant> fetched;
    for (const auto& [url, page] : pages_) {
      const auto again = std::lower_bound(page.visits.begin(), page.visits.end(), redesign());
      if (again != page.visits.end()) fetched.push_back(*again);
    }
    std::sort(fetched.begin(), fetched.end());
    const auto needed = static_cast<size_t>(share * static_cast<double>(pages_.size()));
    if (fetched.size() < needed) return std::nullopt;
    return (fetched[needed - 1] - redesign()).in_days();
  }
  double least_believed(double from, double until) const {
    double least = 1;
    for (const Sample& sample : samples_) {
      const double day = (sample.at - redesign()).in_days();
      if (day >= from && day < until) least = std::min(least, sample.believed);
    }
    return least;
  }

  // The most sites of which `status` said that they were rewritten.
  uint64_t most_rewritten(double from, double until) const {
    uint64_t most = 0;
    for (const Sample& sample : samples_) {
      const double day = (sample.at - redesign()).in_days();
      if (day >= from && day < until) most = std::max(most, sample.rewritten);
    }
    return most;
  }

  // What `status` says after a restart: it is learned anew from the histories.
  void expect_rewrites_after_a_restart() {
    after(Duration::seconds(1), [&] {
      const collection::StatusReport status = status_now();
      ASSERT_FALSE(status.rewritten.empty());
      for (const schedule::Rewrite& rewrite : status.rewritten.front().rewrites) {
        EXPECT_LT(rewrite.begin, redesign() + in_days(4));
        EXPECT_GT(rewrite.end, redesign() - in_days(4));
      }
    });
    run_for(Duration::seconds(2));
  }

  // Of the changes that were found from one day to another, those that are marked, and all.
  struct Marked {
    int changes = 0;
    int all = 0;
  };
  Marked marked_changes(double from, double until) const {
    Marked marked;
    const Instant begin = redesign() + in_days(from);
    EXPECT_TRUE(store_.each_change(store::ShardSet::all(), begin, [&](const auto& change) {
      if (change.at >= redesign() + in_days(until)) return false;
      ++marked.all;
      if (change.in_rewrite) ++marked.changes;
      return true;
    }));
    return marked;
  }

 private:
  std::vector<Sample> samples_;  // in the order of time
};

// The policy draws conclusions from the pages that it finds changed to those that it has not
// visited since: without that it would find a redesign page by page, in 12 days (90 % of the
// pages; 3.2 to 4.5 with it).
TEST_F(Redesign, FreshnessBeliefAndAuditsFallAndRiseAgain) {
  keep_through_redesign("optimal");
  const Freshness before = between_days(-kJudgedDays, 0);
  const Freshness first_day = between_days(0, 1);
  const Freshness two_days = between_days(0, 2);
  const Freshness at_the_end = between_days(kDaysAfter - 2, kDaysAfter);
  const double least = least_believed(0, kDaysAfter);
  const auto fetched = days_until_fetched(kMostPages);
  ASSERT_TRUE(before.believed && before.audited && two_days.audited && at_the_end.believed);

  EXPECT_GT(before.truth, 0.97);
  EXPECT_NEAR(*before.believed, before.truth, 0.02);
  EXPECT_GT(*before.audited, 0.9);
  // All copies are out of date at once, and a day's budget brings 30 % of them up to date.
  EXPECT_LT(first_day.truth, 0.35);
  // Of 13 audits each finds a current copy with a chance of 0.3: 11 do so once in ten thousand
  // runs.
  EXPECT_LT(*two_days.audited, 0.8);
  EXPECT_LT(least, *before.believed - 0.05);
  EXPECT_LT(least_believed(0, 2), *before.believed - 0.05);
  EXPECT_EQ(most_rewritten(-kJudgedDays, 0), 0u);
  EXPECT_GE(most_rewritten(0, kDaysInTurn), 1u);
  EXPECT_GT(at_the_end.truth, before.truth - 0.06);
  EXPECT_GT(*at_the_end.believed, least + 0.05);
  EXPECT_LT(fetched.value_or(kDaysAfter), 3 * kDaysInTurn);
  expect_rewrites_after_a_restart();
  EXPECT_EQ(marked_changes(-kJudgedDays, 0).changes, 0);
  const Marked marked = marked_changes(0, kDaysAfter);
  EXPECT_GT(marked.changes, marked.all / 4) << marked.all;
}

}  // namespace
}  // namespace freshet::test
