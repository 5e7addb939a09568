// Policies against the best that is possible, where that is known.
#include "simulate/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "schedule/registry.h"
#include "simulate/engine.h"
#include "simulate/host_caps.h"

namespace freshet::simulate {
namespace {

std::vector<double> without_caps(const std::vector<schedule::KnownPage>& pages, double budget,
                                 const schedule::Objective& objective) {
  return schedule::best_frequencies(
      pages, {.site_of = std::vector<schedule::Site>(pages.size()), .most = {HUGE_VAL}}, budget,
      objective);
}

using schedule::Page;
using schedule::Site;

constexpr uint64_t kSeed = 20;
constexpr double kMeasured = 2.0 / 3;

std::unique_ptr<schedule::Policy> make_named(const Synthetic& synthetic, std::string_view name,
                                             double budget) {
  schedule::PolicyContext context{.visits_per_page_day = budget,
                                  .objective = schedule::Objective{.freshness = 1}};
  for (const auto& page : synthetic.truth) context.known_rates.push_back(page.rate);
  return schedule::find_policy(name)->make(context);
}

double best_freshness(const Synthetic& synthetic, double budget) {
  const double visits = budget * static_cast<double>(synthetic.truth.size());
  return expected_freshness(synthetic.truth, without_caps(synthetic.truth, visits, {}));
}

struct Expected {
  uint64_t requests = 0;
  double freshness = 0;
};

// The freshness that a policy's visits give in the mean over all worlds with these rates: for
// policies whose choices do not depend on what they see, chance plays no part in it.
Expected run_expected(const Synthetic& synthetic, schedule::Policy& policy, RunOptions options) {
  const World& world = synthetic.world;
  const double days = (world.end - world.start).in_days();
  const double from = days * (1 - kMeasured);
  std::vector<double> last(world.pages.size());
  double current = 0;
  // Adds the days of the measured time in which a copy of day last[page] is current, until `day`.
  const auto count = [&](Page page, double day) {
    const double rate = synthetic.truth[page].rate;
    const double begin = std::max(last[page], from);
    if (day > begin) {
      current += synthetic.truth[page].weight * std::exp(-rate * (begin - last[page])) *
                 -std::expm1(-rate * (day - begin)) / rate;
    }
    last[page] = day;
  };
  Expected expected;
  options.log = [&, next_log = options.log](const Visit& visit) {
    count(visit.page, (visit.at - world.start).in_days());
    ++expected.requests;
    if (next_log) next_log(visit);
  };
  run(world, policy, options);
  double weight = 0;
  for (Page page = 0; page < last.size(); ++page) {
    count(page, days);
    weight += synthetic.truth[page].weight;
  }
  expected.freshness = current / (weight * (days - from));
  return expected;
}

// The exact largest value among all pages, each time: what optimal-known approximates.
class ExactIndex final : public schedule::Policy {
 public:
  explicit ExactIndex(const std::vector<schedule::KnownPage>& truth) : truth_(truth) {}

  void add(Page page, const schedule::PageFacts&, Instant now) override {
    last_.resize(std::max<size_t>(last_.size(), page + size_t{1}), Instant::never());
    last_[page] = now;
  }
  void visited(Page page, const schedule::Seen&, Instant now) override { last_[page] = now; }
  void removed(Page page, Instant) override { last_[page] = Instant::never(); }

  std::optional<Page> next(Instant now) override {
    std::optional<Page> best;
    double most = -1;
    for (Page page = 0; page < last_.size(); ++page) {
      if (last_[page] == Instant::never()) continue;
      const double rate = truth_[page].rate;
      const double worth =
          truth_[page].weight * schedule::fresh_gain(rate * (now - last_[page]).in_days()) / rate;
      if (worth <= most) continue;
      most = worth;
      best = page;
    }
    return best;
  }
  std::string explain(Page, Instant) const override { return "exact"; }

 private:
  const std::vector<schedule::KnownPage>& truth_;
  std::vector<Instant> last_;
};

TEST(SyntheticWorld, PoliciesComeAsNearToTheOptimumAsTheyDid) {
  // Equal weights, so that chance is small where the policy learns: with 5,000 pages freshness is
  // within 0.5 % of its mean (three deviations, over seeds).
  const Synthetic synthetic =
      make_synthetic({.pages = 5'000, .hosts = 100, .zipf_weights = false, .seed = kSeed});
  struct Line {
    double budget;
    double learned, uniform;  // shares of the optimum
  };
  for (const Line& line : {Line{0.05, 0.946, 0.940}, Line{0.2, 0.978, 0.954}}) {
    const double best = best_freshness(synthetic, line.budget);
    const RunOptions options{.visits_per_page_day = line.budget, .measured_share = kMeasured};
    const auto known = make_named(synthetic, "optimal-known", line.budget);
    const auto learned = make_named(synthetic, "optimal", line.budget);
    const auto uniform = make_named(synthetic, "uniform", line.budget);
    // A little more than 1 is possible: all pages are current at the start.
    EXPECT_NEAR(run_expected(synthetic, *known, options).freshness / best, 1, 0.001);
    EXPECT_NEAR(run_expected(synthetic, *uniform, options).freshness / best, line.uniform, 0.002);
    EXPECT_GE(run(synthetic.world, *learned, options).freshness / best, line.learned - 0.005);
  }
}

// The loss against the exact rule is caused by classes of pages and predicted moments; with Zipf
// weights a handful of pages decides.
TEST(SyntheticWorld, AStepOfTheBudgetLosesAThousandthAtMost) {
  struct Line {
    double factor;
    bool zipf;
    double share;
  };
  for (const Line& line :
       {Line{0.5, false, 0.999}, {2, false, 0.999}, {0.5, true, 0.999}, {2, true, 0.999}}) {
    const Synthetic synthetic =
        make_synthetic({.pages = 1'000, .hosts = 20, .zipf_weights = line.zipf, .seed = kSeed});
    const Instant step = synthetic.world.start + Duration::days(60);
    const RunOptions options{.visits_per_page_day = 0.1,
                             .budget_factor = [&](Instant t) { return t < step ? 1 : line.factor; },
                             .measured_share = kMeasured};
    ExactIndex exact(synthetic.truth);
    const auto known = make_named(synthetic, "optimal-known", 0.1);
    const Expected by_rule = run_expected(synthetic, exact, options);
    const Expected by_classes = run_expected(synthetic, *known, options);
    EXPECT_NEAR(by_classes.requests, 0.1 * 1'000 * 60 * (1 + line.factor), 3);
    EXPECT_GE(by_classes.freshness / by_rule.freshness, line.share) << line.factor << line.zipf;
  }
}

// Hosts with caps, the obvious way: a list of the best pages, of which the first is visited whose
// host may be requested. It fills with pages of hosts that may not.
class ShortList final : public schedule::Policy {
 public:
  ShortList(schedule::Policy& inner, const World& world, double cap)
      : inner_(inner),
        world_(world),
        caps_(world.hosts.size(), cap, world.start),
        until_(world.hosts.size()) {}

  void add(Page page, const schedule::PageFacts& facts, Instant now) override {
    inner_.add(page, facts, now);
  }
  void visited(Page page, const schedule::Seen& seen, Instant now) override {
    inner_.visited(page, seen, now);
  }
  void removed(Page page, Instant now) override { inner_.removed(page, now); }
  std::optional<Page> next(Instant now) override {
    while (list_.size() < 40) list_.push_back(*inner_.next(now));
    for (auto it = list_.begin(); it != list_.end(); ++it) {
      const Page page = *it;
      const Site site = world_.pages[page].site;
      if (until_[site] > now) continue;
      until_[site] = caps_.spend(site, now);
      list_.erase(it);
      return page;
    }
    now_ = now;
    return std::nullopt;
  }
  Instant wake() const override { return now_ + Duration::minutes(1); }
  std::string explain(Page, Instant) const override { return "short list"; }

 private:
  schedule::Policy& inner_;
  const World& world_;
  HostCaps caps_;
  std::vector<Instant> until_;
  std::deque<Page> list_;
  Instant now_;
};

struct Capped {
  double cap = 0;   // visits a host and day
  double best = 0;  // freshness that is possible under it
};

// The cap that this share of the hosts would exceed in the best plan without caps.
Capped cap_that_binds(const Synthetic& synthetic, double share, double visits) {
  const size_t hosts = synthetic.world.hosts.size();
  schedule::SiteCaps caps;
  std::vector<double> wanted(hosts);
  const auto free = without_caps(synthetic.truth, visits, {});
  for (Page page = 0; page < free.size(); ++page) {
    caps.site_of.push_back(synthetic.world.pages[page].site);
    wanted[caps.site_of.back()] += free[page];
  }
  std::sort(wanted.begin(), wanted.end(), std::greater<>());
  const double cap = wanted[static_cast<size_t>(share * static_cast<double>(hosts))];
  caps.most.assign(hosts, cap);
  const auto best = best_frequencies(synthetic.truth, caps, visits, {});
  return {cap, expected_freshness(synthetic.truth, best)};
}

TEST(SyntheticWorld, UnderCapsWhatSomeHostsMayNotHaveGoesToTheOthers) {
  const double budget = 0.2;
  constexpr uint32_t kHosts = 40;
  const double visits = budget * 2'000;
  const Synthetic synthetic = make_synthetic({.pages = 2'000, .hosts = kHosts, .seed = kSeed});
  for (const double share : {0.33, 0.6}) {
    const Capped capped = cap_that_binds(synthetic, share, visits);
    std::vector<std::vector<Instant>> log(kHosts);
    RunOptions options{.visits_per_page_day = budget, .measured_share = kMeasured};
    const auto inner = make_named(synthetic, "optimal-known", budget);
    ShortList short_list(*inner, synthetic.world, capped.cap);
    const Expected naive = run_expected(synthetic, short_list, options);
    options.visits_per_host_day = capped.cap;
    options.log = [&](const Visit& visit) {
      log[synthetic.world.pages[visit.page].site].push_back(visit.at);
    };
    const auto known = make_named(synthetic, "optimal-known", budget);
    const Expected polite = run_expected(synthetic, *known, options);
    EXPECT_GE(polite.freshness / capped.best, 0.995);
    EXPECT_LE(naive.freshness / capped.best, 0.985);
    // Nothing was wasted: the budget is used, or every cap.
    EXPECT_NEAR(polite.requests / std::min(visits, kHosts * capped.cap) / 120, 1, 0.001);
    EXPECT_LE(naive.requests / std::min(visits, kHosts * capped.cap) / 120, 0.8);
    // Two visits may follow each other when the bucket was full.
    const Duration pause = Duration::from_seconds(86'400 / capped.cap);
    for (const auto& times : log) {
      for (size_t i = 2; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 2], pause);
    }
  }
}

}  // namespace
}  // namespace freshet::simulate
