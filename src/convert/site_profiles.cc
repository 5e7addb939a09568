#include "convert/site_profiles.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace freshet::convert {
namespace {

constexpr double kGrowth = 4;
constexpr size_t kSitesAtOnce = 256;

std::string fact_of(store::SiteId site) {
  return "boilerplate/" + store::name_of(site);
}

// The number of pages as digits and a space, then the lines; no lines at all: judged by shape.
std::string encoded(double pages, const std::optional<RepeatedLines>& repeated) {
  std::string out = std::to_string(static_cast<uint64_t>(pages)) + ' ';
  if (repeated) out.append("r").append(repeated->encoded());
  return out;
}

}  // namespace

void PageSample::add(const store::PageKey& key, const store::ArchivePosition& at) {
  const uint64_t page = key.page.value;
  if (pages_.size() == kMost && page > pages_.back().page) return;
  const auto place = std::lower_bound(pages_.begin(), pages_.end(), page,
                                      [](const Page& a, uint64_t b) { return a.page < b; });
  if (place != pages_.end() && place->page == page) {
    place->at = at;
    return;
  }
  pages_.insert(place, {page, at});
  if (pages_.size() > kMost) pages_.pop_back();
}

double PageSample::pages_of_site() const {
  const auto known = static_cast<double>(pages_.size());
  if (pages_.size() < kMost) return known;
  const double share = std::ldexp(static_cast<double>(pages_.back().page), -64);
  return std::max(known, (known - 1) / std::max(share, 1e-18));
}

void SiteProfiles::meet(const store::PageState& page) {
  if (page.archived.file == 0 || page.duplicate_of) return;
  Profile& profile = sites_[page.key.site.value];
  profile.was_met = true;
  profile.sample.add(page.key, page.archived);
}

Status SiteProfiles::load(const store::Store& store, store::SiteId site, Profile& profile) {
  profile.is_loaded = true;
  const auto fact = store.fact(fact_of(site));
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return Done{};
  const std::string& bytes = **fact;
  const size_t space = bytes.find(' ');
  if (space == bytes.npos) return Done{};
  profile.pages = std::strtod(bytes.c_str(), nullptr);
  const std::string_view lines = std::string_view(bytes).substr(space + 1);
  if (!lines.starts_with('r')) return Done{};
  profile.repeated = RepeatedLines::decode(lines.substr(1));
  if (profile.repeated) profile.id = profile.repeated->id();
  return Done{};
}

Status SiteProfiles::load(const store::Store& store, bool again) {
  due_.clear();
  for (auto& [site, profile] : sites_) {
    if (!std::exchange(profile.was_met, false)) continue;
    if (!profile.is_loaded) {
      if (Status loaded = load(store, {site}, profile); !loaded) return loaded;
    }
    if (profile.sample.pages().size() < LineCounter::kFewest) continue;
    const bool has_grown = profile.sample.pages_of_site() >= kGrowth * profile.pages;
    if (again || has_grown) due_.push_back(site);
  }
  // Sites that were crawled together lie together in the archive.
  const auto where = [&](uint64_t site) { return sites_[site].sample.pages().front().at; };
  std::sort(due_.begin(), due_.end(), [&](uint64_t a, uint64_t b) { return where(b) < where(a); });
  return Done{};
}

size_t SiteProfiles::sites_at_once() const {
  return std::min(due_.size(), kSitesAtOnce);
}

std::vector<SiteProfiles::Reading> SiteProfiles::next_sample() const {
  std::vector<Reading> readings;
  for (size_t i = due_.size() - sites_at_once(); i < due_.size(); ++i) {
    for (const PageSample::Page& page : sites_.at(due_[i]).sample.pages()) {
      readings.push_back({.site = {due_[i]}, .at = page.at});
    }
  }
  std::sort(readings.begin(), readings.end(),
            [](const Reading& a, const Reading& b) { return a.at < b.at; });
  return readings;
}

void SiteProfiles::take(store::SiteId site, const std::vector<uint64_t>& lines) {
  sites_[site.value].counter.add(lines);
}

Status SiteProfiles::finish(store::Store& store) {
  store::Batch batch;
  for (size_t left = sites_at_once(); left > 0; --left) {
    const uint64_t site = due_.back();
    due_.pop_back();
    Profile& profile = sites_[site];
    profile.repeated = std::exchange(profile.counter, {}).repeated();
    profile.pages = profile.sample.pages_of_site();
    profile.id = profile.repeated ? profile.repeated->id() : 0;
    batch.facts.emplace_back(fact_of({site}), encoded(profile.pages, profile.repeated));
  }
  return batch.facts.empty() ? Status(Done{}) : store.commit(batch, store::Durability::kProcess);
}

const RepeatedLines* SiteProfiles::repeated_on(store::SiteId site) const {
  const auto found = sites_.find(site.value);
  return found != sites_.end() && found->second.repeated ? &*found->second.repeated : nullptr;
}

uint64_t SiteProfiles::id_of(store::SiteId site) const {
  const auto found = sites_.find(site.value);
  return found == sites_.end() ? 0 : found->second.id;
}

}  // namespace freshet::convert
