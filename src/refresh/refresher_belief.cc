// What is believed of pages, and of all of them together.
#include <algorithm>
#include <cmath>

#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

using schedule::Page;

// Of more pages than this a sample tells the mean to a third of a percent.
constexpr size_t kSample = 20'000;

// With p = exp(-rate t) after t seconds: the mean of the time since the first change.
double expected_age_after(double t, double p) {
  constexpr double kSurely = 1e-9;
  if (t <= 0) return 0;
  p = std::clamp(p, kSurely, 1.0);
  const double changes = -std::log(p);
  return changes < kSurely ? 0 : t * (1 - (1 - p) / changes);
}

}  // namespace

double Refresher::current(Page page, Instant policy_time) const {
  return believer_ ? believer_->current(page, policy_time)
                   : policy_->current(page, policy_time).value_or(0);
}

template <typename Take>
void Refresher::each_belief(Instant now, Take take) const {
  const Instant then = policy_time(now);
  const size_t step = std::max<size_t>(pages_.size() / kSample, 1);
  for (size_t number = 0; number < pages_.size(); number += step) {
    const Known& known = pages_[number];
    if (!known.alive || known.aside) continue;
    const double believed = experience_.corrected(current(static_cast<Page>(number), then));
    const double since = static_cast<double>(unix_seconds_of(now)) - known.last_visit;
    take(sites_[known.site], Belief{.pages = 1,
                                    .weight = known.weight,
                                    .current = known.weight * believed,
                                    .age = known.weight * expected_age_after(since, believed)});
  }
}

void Refresher::Belief::add(const Belief& other) {
  pages += other.pages;
  weight += other.weight;
  current += other.current;
  age += other.age;
}

Refresher::Belief Refresher::believed(Instant now) const {
  Belief sum;
  each_belief(now, [&](store::SiteId /*site*/, const Belief& page) { sum.add(page); });
  return sum;
}

std::unordered_map<uint64_t, Refresher::Belief> Refresher::believed_by_site(Instant now) const {
  std::unordered_map<uint64_t, Belief> sums;
  each_belief(now, [&](store::SiteId site, const Belief& page) { sums[site.value].add(page); });
  return sums;
}

std::optional<Duration> Refresher::expected_age(store::PageId page, Instant now) const {
  const auto current = probability_current(page, now);
  if (!current) return std::nullopt;
  const double since = static_cast<double>(unix_seconds_of(now)) - pages_[*find(page)].last_visit;
  return Duration::from_seconds(expected_age_after(since, *current));
}

std::optional<double> Refresher::probability_current(store::PageId page, Instant now) const {
  const auto known = find(page);
  if (!known || !pages_[*known].alive) return std::nullopt;
  return experience_.corrected(current(*known, policy_time(now)));
}

std::optional<Instant> Refresher::expected(store::PageId page, Instant now) const {
  const auto known = find(page);
  if (!known || !pages_[*known].alive) return std::nullopt;
  const auto then = polite_.expected(*known, policy_time(now));
  const auto below = below_floor(page, now);
  if (!then) return below ? std::optional(below->until) : std::nullopt;
  return below ? std::max(*then - ahead_, below->until) : *then - ahead_;
}

std::vector<schedule::Rewrite> Refresher::rewrites(store::SiteId site) const {
  const uint32_t number =
      number_of_site_.find(site.value, [this](uint32_t n) { return sites_[n].value; });
  if (number >= sites_.size()) return {};
  std::vector<schedule::Rewrite> rewrites = policy_->rewrites(number);
  for (schedule::Rewrite& its : rewrites) {
    its.begin = its.begin - ahead_;
    its.end = its.end - ahead_;
    if (its.confirmed) its.confirmed = *its.confirmed - ahead_;
    its.directory = sections_.directory(number, its.section);
  }
  return rewrites;
}

bool Refresher::was_rewritten(store::PageId page, Instant from, Instant to) const {
  const auto known = find(page);
  if (!known) return false;
  const std::vector<schedule::Rewrite> of_site = rewrites(sites_[pages_[*known].site]);
  return std::any_of(of_site.begin(), of_site.end(), [&](const schedule::Rewrite& its) {
    return its.section == pages_[*known].section && its.confirmed && its.end > from &&
           its.end <= to;
  });
}

std::string Refresher::explain(store::PageId page, Instant now) const {
  const auto known = find(page);
  return known && pages_[*known].alive ? polite_.explain(*known, policy_time(now)) : "";
}

}  // namespace freshet::refresh
