// The beliefs about single pages and about all pages together.
#include <algorithm>

#include "refresh/found.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

using schedule::Page;

// If there are more pages, a sample of this size gives the mean with an error of a third of a
// percent.
constexpr size_t kSample = 20'000;

}  // namespace

template <typename Take>
void Refresher::each_belief(Instant now, Take take) const {
  const Instant then = clock_.at(now);
  const size_t step = std::max<size_t>(table_.size() / kSample, 1);
  for (size_t number = 0; number < table_.size(); number += step) {
    const Known& known = table_[number];
    if (!known.alive || known.aside) continue;
    const double believed = beliefs_.current(static_cast<Page>(number), then);
    const double since = static_cast<double>(unix_seconds_of(now)) - known.last_success;
    take(table_.site(known.site),
         Belief{.pages = 1,
                .weight = known.weight,
                .current = known.weight * believed,
                .age = known.weight * expected_age_after(since, believed)});
  }
}

Belief Refresher::believed(Instant now) const {
  Belief sum;
  each_belief(now, [&](store::SiteId /*site*/, const Belief& page) { sum.add(page); });
  return sum;
}

std::unordered_map<uint64_t, Belief> Refresher::believed_by_site(Instant now) const {
  std::unordered_map<uint64_t, Belief> sums;
  each_belief(now, [&](store::SiteId site, const Belief& page) { sums[site.value].add(page); });
  return sums;
}

std::optional<Duration> Refresher::expected_age(store::PageId page, Instant now) const {
  const auto current = probability_current(page, now);
  if (!current) return std::nullopt;
  const double since =
      static_cast<double>(unix_seconds_of(now)) - table_[*table_.find(page)].last_success;
  return Duration::from_seconds(expected_age_after(since, *current));
}

std::optional<double> Refresher::probability_current(store::PageId page, Instant now) const {
  const auto known = table_.find_alive(page);
  if (!known) return std::nullopt;
  return beliefs_.current(*known, clock_.at(now));
}

std::optional<Instant> Refresher::expected(store::PageId page, Instant now) const {
  const auto known = table_.find_alive(page);
  if (!known) return std::nullopt;
  const auto then = throttle_.expected(*known, clock_.at(now));
  const auto below = below_floor(page, now);
  if (!then) return below ? std::optional(below->until) : std::nullopt;
  return below ? std::max(clock_.to_clock(*then), below->until) : clock_.to_clock(*then);
}

std::vector<schedule::Rewrite> Refresher::rewrites(store::SiteId site) const {
  const auto number = table_.find_site(site);
  if (!number) return {};
  std::vector<schedule::Rewrite> rewrites = policy_->rewrites(*number);
  for (schedule::Rewrite& its : rewrites) {
    its.begin = clock_.to_clock(its.begin);
    its.end = clock_.to_clock(its.end);
    if (its.confirmed) its.confirmed = clock_.to_clock(*its.confirmed);
    its.directory = table_.directory(*number, its.section);
  }
  return rewrites;
}

bool Refresher::was_rewritten(store::PageId page, Instant from, Instant to) const {
  const auto known = table_.find(page);
  if (!known) return false;
  const std::vector<schedule::Rewrite> of_site = rewrites(table_.key(*known).site);
  return std::any_of(of_site.begin(), of_site.end(), [&](const schedule::Rewrite& its) {
    return its.section == table_[*known].section && its.confirmed && its.end > from &&
           its.end <= to;
  });
}

std::string Refresher::explain(store::PageId page, Instant now) const {
  const auto known = table_.find_alive(page);
  return known ? throttle_.explain(*known, clock_.at(now)) : "";
}

std::optional<BelowFloor> Refresher::below_floor(store::PageId page, Instant now) const {
  const auto known = table_.find_alive(page);
  if (!known) return std::nullopt;
  std::optional<BelowFloor> below = gate_.below(*known, clock_.at(now));
  if (below) below->until = clock_.to_clock(below->until);
  return below;
}

}  // namespace freshet::refresh
