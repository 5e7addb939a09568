#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "change/availability.h"
#include "change/predict.h"
#include "simulate/experiments/chance.h"
#include "simulate/experiments/experiments.h"
#include "simulate/experiments/predict_changes.h"

namespace freshet::simulate {
namespace {

using change::Availability;
using Outcomes = std::array<change::Outcome, 10>;  // of the last five collections and the next five
using Rates = std::array<double, change::RateDistribution::kClasses>;

// A group of URLs in the paper: its table of download rates, and the published error of the
// formula.
struct Group {
  const char* name;
  Rates per_cent;
  int urls;
  double downloads_missed;  // the published error, per cent
};
constexpr std::array<Group, 2> kGroups = {
    {{"popular",
      {22.01, 0.06, 0.04, 0.06, 0.04, 0.05, 0.07, 0.07, 0.09, 0.33, 9.53, 67.66},
      581'608,
      0.07},
     {"random",
      {15.92, 0.20, 0.02, 0.03, 0.28, 0.03, 0.03, 0.08, 0.07, 0.35, 7.34, 75.65},
      838'035,
      0.11}}};
constexpr int kPages = 50'000;     // of a random world
constexpr size_t kMinPages = 100;  // of a host in a window; with fewer, random errors dominate

change::RateDistribution rates_of(const Group& group) {
  double sum = 0;
  for (const double share : group.per_cent) sum += share;
  change::RateDistribution rates;
  for (size_t i = 0; i < rates.share.size(); ++i) rates.share[i] = group.per_cent[i] / sum;
  return rates;
}

// Assumptions about availability that the table of rates does not determine.
struct Regime {
  const char* name;
  // The rate of all URLs in the class [0.9, 1); nullopt: uniform within the class.
  std::optional<double> high_rate;
  // With this probability, an outcome repeats the previous one; otherwise it is drawn. The rate is
  // the same, but failures come in runs.
  double sticky = 0;
};
constexpr std::array<Regime, 4> kRegimes = {{{"even rates", std::nullopt, 0},
                                             {"one failure in 50", 0.98, 0},
                                             {"runs, 0.5", std::nullopt, 0.5},
                                             {"runs, 0.9", std::nullopt, 0.9}}};

double draw_rate(const change::RateDistribution& group, const Regime& regime, Chance& chance) {
  constexpr int kLast = change::RateDistribution::kClasses - 1;
  double left = chance.unit();
  int at = 0;
  while (at < kLast && (left -= group.share[static_cast<size_t>(at)]) >= 0) ++at;
  if (at == 0 || at == kLast) return at == 0 ? 0 : 1;
  if (at == kLast - 1 && regime.high_rate) return *regime.high_rate;
  return chance.between((at - 1) / 10.0, at / 10.0);
}

Outcomes draw_outcomes(const change::RateDistribution& group, const Regime& regime,
                       Chance& chance) {
  const double rate = draw_rate(group, regime, chance);
  Outcomes outcomes{};
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const bool again = i > 0 && chance.unit() < regime.sticky;
    const bool succeeds = again ? outcomes[i - 1] == change::Outcome::kSuccess  //
                                : chance.unit() < rate;
    outcomes[i] = succeeds ? change::Outcome::kSuccess : change::Outcome::kFailed;
  }
  return outcomes;
}

int successes(std::span<const change::Outcome> outcomes) {
  return static_cast<int>(std::count(outcomes.begin(), outcomes.end(), change::Outcome::kSuccess));
}

struct DownloadErrors {
  double published = 0;
  double from_rates = 0;
  double learned = 0;
};

// Draws as many URLs as the paper's group has. The learned prediction comes from as many others.
DownloadErrors predict_downloads(const Group& group, const Regime& regime, Chance& chance) {
  constexpr int kFive = Availability::kVisits;
  const change::RateDistribution rates = rates_of(group);
  Availability availability(1);
  for (int i = 0; i < group.urls; ++i) {
    availability.learn(0, draw_outcomes(rates, regime, chance));
  }
  std::array<std::vector<double>, kFive + 1> by_formula;
  std::array<std::vector<double>, kFive + 1> by_bayes;
  for (int yes = 0; yes <= kFive; ++yes) {
    const change::Past past{.yes = yes, .no = kFive - yes};
    by_formula[static_cast<size_t>(yes)] = change::published(rates, past, kFive);
    by_bayes[static_cast<size_t>(yes)] = predicted_from_rates(rates, past, kFive);
  }
  change::Misprediction published;
  change::Misprediction from_rates;
  change::Misprediction learned;
  for (int i = 0; i < group.urls; ++i) {
    const Outcomes outcomes = draw_outcomes(rates, regime, chance);
    const std::span<const change::Outcome> past(outcomes.data(), kFive);
    const int real = successes(std::span(outcomes).subspan(kFive));
    const auto yes = static_cast<size_t>(successes(past));
    published.add(by_formula[yes], real);
    from_rates.add(by_bayes[yes], real);
    learned.add(availability.predict(0, past), real);
  }
  return {
      .published = published.share(), .from_rates = from_rates.share(), .learned = learned.share()};
}

void add_downloads(Chance& chance, Table& table) {
  for (const Regime& regime : kRegimes) {
    for (const Group& group : kGroups) {
      const DownloadErrors errors = predict_downloads(group, regime, chance);
      table.rows.push_back({std::string("downloads, ") + group.name + ", " + regime.name,
                            static_cast<double>(group.urls), 100 * errors.published,
                            100 * errors.from_rates, Cell(), 100 * errors.learned,
                            group.downloads_missed});
    }
  }
}

void add_changes(const std::string& row, const std::vector<ObservedChanges>& pages, Table& table) {
  const ChangeErrors errors = predict_changes(pages);
  table.rows.push_back({"changes, " + row, static_cast<double>(pages.size()),
                        100 * errors.published, 100 * errors.from_rates,
                        100 * errors.learned_of_five, 100 * errors.learned, Cell()});
}

// Adds the mean over several windows: pages change together, so that a single window has a large
// error.
void add_host(const World& world, schedule::Site host, Table& table) {
  ChangeErrors mean;
  double pages = 0;
  double windows = 0;
  for (const auto& observed : observe_histories(world, host)) {
    if (observed.size() < kMinPages) continue;
    const ChangeErrors errors = predict_changes(observed);
    ++windows;
    pages += static_cast<double>(observed.size());
    mean.published += (errors.published - mean.published) / windows;
    mean.from_rates += (errors.from_rates - mean.from_rates) / windows;
    mean.learned_of_five += (errors.learned_of_five - mean.learned_of_five) / windows;
    mean.learned += (errors.learned - mean.learned) / windows;
  }
  if (windows == 0) return;
  table.rows.push_back({"changes, " + world.hosts[host], pages / windows, 100 * mean.published,
                        100 * mean.from_rates, 100 * mean.learned_of_five, 100 * mean.learned,
                        Cell()});
}

std::vector<std::string> about_downloads() {
  return {
      "Misprediction: half the sum over the counts 0 to 5 of |predicted - real|, divided by the "
      "URLs. Errors of single URLs can compensate each other.",
      "downloads: URLs as many as in the paper, rates drawn from its table; even within a class, "
      "or, \"one failure in 50\", 0.98 for all of [0.9, 1). runs: an outcome is that of the "
      "collection before with this probability, and else drawn anew. The last five collections "
      "are known.",
      "learned, downloads: what followed the state of the last five, counted on as many other "
      "URLs."};
}

std::vector<std::string> about_changes() {
  return {
      "changes: 55 collections two days apart, of which the last five are predicted. The paper's "
      "table of "
      "change rates repeats that of downloads; rates of a group are those of its 50 collections "
      "before.",
      "steady: Poisson, ln rate = ln 0.05 + N(0, 1.98) a day. die down: five times that until, in "
      "the mean, 60 days of age, then a tenth; ages even in a year. in batches: half of it, and "
      "moments at which each page of a site of 250 changes with probability 1/3.",
      "published formula, rule of Bayes, Gamma belief of five: from the last five collections. "
      "learned, changes: the Gamma belief from all 50; its prior is learned from the same.",
      "Hosts, where histories are given: pages there throughout, mean of five windows; those "
      "with 100 pages and more."};
}

}  // namespace

Table predict_experiment(const ExperimentInput& input) {
  Table table{.title = "Downloads and changes: misprediction of the next five collections",
              .assumptions = about_downloads(),
              .columns = {{"what", 0},
                          {"URLs", 0},
                          {"published formula %", 2},
                          {"rule of Bayes %", 2},
                          {"Gamma belief, of five %", 2},
                          {"learned %", 2},
                          {"in the paper %", 2}}};
  for (std::string& sentence : about_changes()) table.assumptions.push_back(std::move(sentence));
  Chance chance(input.seed);
  add_downloads(chance, table);
  for (const auto& [law, how] : {std::pair{ChangeLaw::kSteady, "steady"},
                                 {ChangeLaw::kDiesDown, "die down"},
                                 {ChangeLaw::kBatches, "in batches"}}) {
    add_changes(how, draw_observed(law, kPages, chance), table);
  }
  table.rows.push_back(
      {"changes, as published, popular", 486'603.0, Cell(), Cell(), Cell(), Cell(), 4.8});
  table.rows.push_back(
      {"changes, as published, random", 766'328.0, Cell(), Cell(), Cell(), Cell(), 4.4});
  if (input.histories == nullptr) return table;
  for (schedule::Site host = 0; host < input.histories->hosts.size(); ++host) {
    if (input.progress) input.progress(input.histories->hosts[host]);
    add_host(*input.histories, host, table);
  }
  return table;
}

}  // namespace freshet::simulate
