#include "simulate/experiments/predict_changes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "change/predict.h"
#include "change/site_prior.h"

namespace freshet::simulate {
namespace {

using change::Belief;

constexpr int kPast = kPastCollections - 1;  // comparisons between successive collections
constexpr int kAll = kPast + kNextCollections;
constexpr double kObservedDays = kAll * kCollectionDays;

int changes(ObservedChanges page, int from, int count) {
  return std::popcount(page >> from & ((ObservedChanges{1} << count) - 1));
}

// Records a change at `day`, which counts from the first collection, for the next collection.
void change_at(double day, ObservedChanges& page) {
  const double collection = std::floor(day / kCollectionDays);
  if (collection >= 0 && collection < kAll)
    page |= ObservedChanges{1} << static_cast<int>(collection);
}

void change_by_chance(double rate, double from, double to, Chance& chance, ObservedChanges& page) {
  for (double day = from + chance.exponential(rate); day < to; day += chance.exponential(rate)) {
    change_at(day, page);
  }
}

Belief believed(const Belief& prior, ObservedChanges page, int from, int count) {
  Belief belief = prior;
  for (int i = from; i < from + count; ++i) {
    (page >> i & 1) != 0 ? belief.saw_change(kCollectionDays)
                         : belief.saw_no_change(kCollectionDays);
  }
  return belief;
}

// The Gamma distribution that nearly maximises the likelihood of the past of all pages: see
// site_prior.h.
Belief learned_prior(const std::vector<ObservedChanges>& pages) {
  constexpr int kRounds = 12;
  constexpr size_t kEnough = 5'000;
  const size_t stride = std::max<size_t>(pages.size() / kEnough, 1);
  const Belief start = change::starting_prior({});
  Belief prior = start;
  for (int round = 0; round < kRounds; ++round) {
    change::PageRates rates;
    for (size_t i = 0; i < pages.size(); i += stride) {
      rates.add(believed(prior, pages[i], 0, kPast));
    }
    prior = change::collection_prior(rates, start);
  }
  return prior;
}

change::RateDistribution rates_of(const std::vector<ObservedChanges>& pages) {
  std::vector<change::UrlRates> group;
  for (const ObservedChanges page : pages) {
    change::UrlRates& url = group.emplace_back(kPastCollections);
    for (int number = 1; number <= kPastCollections; ++number) {
      url.succeeded(number, static_cast<uint64_t>(changes(page, 0, number - 1)));
    }
  }
  return distribution(change::RateOf::kChanges, group);
}

}  // namespace

std::vector<ObservedChanges> draw_observed(ChangeLaw law, int pages, Chance& chance) {
  constexpr int kPagesOfSite = 250;
  std::vector<ObservedChanges> drawn(static_cast<size_t>(pages));
  std::vector<double> batches;
  for (size_t i = 0; i < drawn.size(); ++i) {
    const double rate = chance.lognormal(0.05, 1.98);
    ObservedChanges& page = drawn[i];
    switch (law) {
      case ChangeLaw::kSteady: change_by_chance(rate, 0, kObservedDays, chance, page); break;
      case ChangeLaw::kDiesDown: {
        const double quiet_from = chance.exponential(1.0 / 60) - chance.between(0, 365);
        change_by_chance(rate / 10, 0, kObservedDays, chance, page);
        change_by_chance(rate * 5, 0, std::clamp(quiet_from, 0.0, kObservedDays), chance, page);
        break;
      }
      case ChangeLaw::kBatches: {
        if (i % kPagesOfSite == 0) {
          batches.clear();
          const double site_rate = chance.lognormal(0.05, 1);
          for (double day = chance.exponential(site_rate); day < kObservedDays;
               day += chance.exponential(site_rate)) {
            batches.push_back(day);
          }
        }
        change_by_chance(rate / 2, 0, kObservedDays, chance, page);
        for (const double day : batches) {
          if (chance.unit() < 1.0 / 3) change_at(day, page);
        }
        break;
      }
    }
  }
  return drawn;
}

std::vector<std::vector<ObservedChanges>> observe_histories(const World& world,
                                                            schedule::Site host) {
  constexpr int kWindows = 5;
  const World part = world.only(host);
  const double span = (part.end - part.start).in_days();
  std::vector<std::vector<ObservedChanges>> windows;
  for (int window = 0; window < kWindows && span > kObservedDays + 1; ++window) {
    const double first = (span - kObservedDays) * (window + 1) / kWindows;
    std::vector<ObservedChanges> pages(part.pages.size());
    std::vector<bool> exists(part.pages.size());
    std::vector<bool> throughout(part.pages.size());
    bool begun = false;
    for (const Event& event : part.events) {
      const double day = (event.at - part.start).in_days() - first;
      if (day > kObservedDays) break;
      if (day > 0 && !begun) {
        begun = true;
        throughout = exists;
      }
      exists[event.page] = event.kind != Event::Kind::kDeleted;
      if (!exists[event.page]) throughout[event.page] = false;
      if (day > 0) change_at(day, pages[event.page]);
    }
    std::vector<ObservedChanges>& observed = windows.emplace_back();
    for (size_t i = 0; i < pages.size(); ++i) {
      if (throughout[i]) observed.push_back(pages[i]);
    }
  }
  return windows;
}

ChangeErrors predict_changes(const std::vector<ObservedChanges>& pages) {
  const change::RateDistribution group = rates_of(pages);
  const Belief prior = learned_prior(pages);
  const std::vector<double> next(kNextCollections, kCollectionDays);
  constexpr int kFive = 5;
  // Many pages have the same past, so predictions are cached.
  std::unordered_map<ObservedChanges, std::vector<double>> cache;
  const auto of_belief = [&](ObservedChanges page, int from) {
    const int count = kPast - from;
    const ObservedChanges past = page >> from & ((ObservedChanges{1} << count) - 1);
    const auto [found, is_new] = cache.try_emplace(past << 8 | static_cast<unsigned>(count));
    if (is_new) found->second = changed_visits(believed(prior, page, from, count), next);
    return found->second;
  };
  std::array<std::vector<double>, kFive + 1> by_formula;
  std::array<std::vector<double>, kFive + 1> by_bayes;
  for (int yes = 0; yes <= kFive; ++yes) {
    const change::Past past{.yes = yes, .no = kFive - yes};
    by_formula[static_cast<size_t>(yes)] = change::published(group, past, kNextCollections);
    by_bayes[static_cast<size_t>(yes)] = predicted_from_rates(group, past, kNextCollections);
  }
  change::Misprediction published;
  change::Misprediction from_rates;
  change::Misprediction of_five;
  change::Misprediction learned;
  for (const ObservedChanges page : pages) {
    const auto yes = static_cast<size_t>(changes(page, kPast - kFive, kFive));
    const int real = changes(page, kPast, kNextCollections);
    published.add(by_formula[yes], real);
    from_rates.add(by_bayes[yes], real);
    of_five.add(of_belief(page, kPast - kFive), real);
    learned.add(of_belief(page, 0), real);
  }
  return {.published = published.share(),
          .from_rates = from_rates.share(),
          .learned_of_five = of_five.share(),
          .learned = learned.share()};
}

}  // namespace freshet::simulate
