#include "schedule/policies/optimal/signals.h"

#include <algorithm>
#include <cmath>

#include "schedule/policies/seconds.h"
#include "schedule/value.h"

namespace freshet::schedule {
namespace {

constexpr double kPriorChanges = 4;
constexpr double kPriorAnnouncements = 2;  // and true
// So much is always left open: a site that was right so far may be wrong tomorrow, which is only
// found out by looking where it says nothing.
constexpr double kLeastDoubt = 0.02;
// Beyond so many, what was long ago counts half.
constexpr double kMost = 400;
// The odds rest on about so many visits.
constexpr double kMemory = 1'000;
constexpr double kLeastInformation = 0.05;
constexpr double kMostLogOdds = 12;
constexpr int kSlowestRate = -14;  // the first class of rates, as a power of two a day

double rate_of(size_t rate_class) {
  return std::ldexp(1.5, static_cast<int>(rate_class) + kSlowestRate);
}

}  // namespace

double Signals::unchanged_after(double odds, double unchanged) {
  return std::max(unchanged / (unchanged + odds * (1 - unchanged)), kLeastDoubt * unchanged);
}

// A step of Newton's method towards the odds that make what was seen most likely.
void Signals::Trust::learn(const Visit& visit) {
  const double unchanged = visit.unchanged / (visit.unchanged + odds() * (1 - visit.unchanged));
  information *= 1 - 1 / kMemory;
  information = std::max(information + unchanged * (1 - unchanged), kLeastInformation);
  const double step = (visit.changed ? unchanged : unchanged - 1) / information;
  log_odds = std::clamp(log_odds + std::clamp(step, -1.0, 1.0), 0.0, kMostLogOdds);
  named += 1;
  if (!visit.changed) return;
  const double by_chance = std::min(kLeastOdds / odds(), 1.0);
  told += 1 - by_chance;
  missed += by_chance;
}

double Signals::Trust::recall() const {
  return std::min(told / (told + missed + kPriorChanges), 1 - kLeastDoubt);
}

// As they may be: what is not tried cannot be learned of.
double Signals::Trust::hoped_recall() const {
  return (told + kPriorChanges / 2) / (told + missed + kPriorChanges);
}

double Signals::Trust::hoped_precision() const {
  return (told + kPriorAnnouncements) / (named + kPriorAnnouncements);
}

void Signals::add_listing(Page page, double cost, uint32_t now) {
  Listing& its = listings_[page];
  its.cost = cost;
  its.seen = now;
  its.alive = true;
}

void Signals::add_listed(Page page, Page listing, double weight) {
  if (page >= listed_.size()) listed_.resize(page + size_t{1});
  take_out(listed_[page]);
  listed_[page] = {.listing = listing, .weight = static_cast<float>(weight)};
}

void Signals::remove(Page page) {
  if (const auto its = listings_.find(page); its != listings_.end()) its->second.alive = false;
  if (page < listed_.size()) {
    take_out(listed_[page]);
    listed_[page].listing = kNoListing;
  }
}

bool Signals::is_watched(Page page) const {
  const auto its = listings_.find(listed_[page].listing);
  return its != listings_.end() && its->second.alive;
}

void Signals::take_out(Listed& listed) {
  if (listed.rate_class == kNotCounted) return;
  float& weight = listings_[listed.listing].weights[listed.rate_class];
  weight = std::max(weight - listed.weight, 0.0F);
  listed.rate_class = kNotCounted;
}

void Signals::count(Page page, double rate, bool worth_a_visit) {
  Listed& listed = listed_[page];
  if (listed.listing == kNoListing) return;
  const int power = std::ilogb(rate) - kSlowestRate;
  const auto rate_class = worth_a_visit
                              ? static_cast<uint8_t>(std::clamp<int>(power, 0, kRateClasses - 1))
                              : kNotCounted;
  if (rate_class == listed.rate_class) return;
  take_out(listed);
  listed.rate_class = rate_class;
  // The listing may come later than the pages that it names.
  if (rate_class != kNotCounted) listings_[listed.listing].weights[rate_class] += listed.weight;
}

void Signals::saw(Page page, Site site, const Visit& visit) {
  std::vector<Trust>& trusts = visit.pinged ? ping_trusts_ : trusts_;
  if (site >= trusts.size()) trusts.resize(site + size_t{1});
  Trust& its = trusts[site];
  if (visit.announced) {
    its.learn(visit);
  } else if (visit.changed) {
    // It is the listing's fault only if the change was there when the listing was last seen.
    const auto listing = listings_.find(page < listed_.size() ? listed_[page].listing : kNoListing);
    if (listing == listings_.end() || listing->second.seen <= visit.last_visit) return;
    const double before = (1 - its.recall()) * (listing->second.seen - visit.last_visit);
    const double after = visit.now - std::min(visit.now, listing->second.seen);
    its.missed += before / (before + after);
  }
  if (its.named + its.missed < kMost) return;
  for (double* number : {&its.named, &its.told, &its.missed}) *number /= 2;
}

Signals::Worth Signals::worth(Page listing, Site site, double now) const {
  const auto found = listings_.find(listing);
  if (found == listings_.end()) return {};
  const Listing& its = found->second;
  const Trust its_trust = trust(site);
  const double recall = its_trust.hoped_recall();
  const double precision = its_trust.hoped_precision();
  const double days = std::max(now - its.seen, 0.0) / kSecondsOfADay;
  Worth worth;
  for (size_t i = 0; i < kRateClasses; ++i) {
    if (its.weights[i] <= 0) continue;
    const double rate = recall * rate_of(i);
    const double weight = precision * its.weights[i] / its.cost;
    worth.value += weight * fresh_gain(rate * days) / rate;
    worth.slope += weight * rate * days * std::exp(-rate * days);
  }
  return worth;
}

size_t Signals::memory_bytes() const {
  return (trusts_.capacity() + ping_trusts_.capacity()) * sizeof(Trust) +
         listed_.capacity() * sizeof(Listed) +
         listings_.size() * (sizeof(std::pair<Page, Listing>) + 2 * sizeof(void*));
}

}  // namespace freshet::schedule
