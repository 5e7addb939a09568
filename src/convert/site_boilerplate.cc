#include "convert/site_boilerplate.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace freshet::convert {
namespace {

constexpr double kGrowth =
    4;  // boilerplate is learned again when a site has so many times more pages
constexpr size_t kSitesABatch = 256;

std::string fact_of(store::SiteId site) {
  return "boilerplate/" + store::name_of(site);
}

// The number of pages in digits and a space; then 'r' and the repeated lines, or nothing if they
// are unknown.
std::string encoded(double pages, const std::optional<RepeatedLines>& repeated) {
  std::string out = std::to_string(static_cast<uint64_t>(pages)) + ' ';
  if (repeated) out.append("r").append(repeated->encoded());
  return out;
}

}  // namespace

void PageSample::add(const Page& page) {
  if (pages_.size() == kMaxPages && page.page > pages_.back().page) return;
  const auto place = std::lower_bound(pages_.begin(), pages_.end(), page.page,
                                      [](const Page& a, uint64_t b) { return a.page < b; });
  if (place != pages_.end() && place->page == page.page) {
    place->at = page.at;
    return;
  }
  pages_.insert(place, page);
  if (pages_.size() > kMaxPages) pages_.pop_back();
}

double PageSample::pages_of_site() const {
  const auto known = static_cast<double>(pages_.size());
  if (pages_.size() < kMaxPages) return known;
  const double share = std::ldexp(static_cast<double>(pages_.back().page), -64);
  return std::max(known, (known - 1) / std::max(share, 1e-18));
}

void SiteBoilerplate::add_page(const store::PageState& page) {
  if (page.archived.file == 0 || page.duplicate_of) return;
  Site& site = sites_[page.key.site.value];
  site.has_new_pages = true;
  site.sample.add(page.key, page.archived);
}

Status SiteBoilerplate::load_site(const store::Store& store, store::SiteId id, Site& site) {
  site.is_loaded = true;
  const auto fact = store.fact(fact_of(id));
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return Done{};
  const std::string& bytes = **fact;
  const size_t space = bytes.find(' ');
  if (space == bytes.npos) return Done{};
  site.pages = std::strtod(bytes.c_str(), nullptr);
  const std::string_view lines = std::string_view(bytes).substr(space + 1);
  if (!lines.starts_with('r')) return Done{};
  site.repeated = RepeatedLines::decode(lines.substr(1));
  if (site.repeated) site.fingerprint = site.repeated->fingerprint();
  return Done{};
}

Status SiteBoilerplate::load(const store::Store& store, bool relearn) {
  due_.clear();
  for (auto& [id, site] : sites_) {
    if (!std::exchange(site.has_new_pages, false)) continue;
    if (!site.is_loaded) {
      if (Status loaded = load_site(store, {id}, site); !loaded) return loaded;
    }
    if (site.sample.pages().size() < LineCounter::kMinPages) continue;
    const bool has_grown = site.sample.pages_of_site() >= kGrowth * site.pages;
    if (relearn || has_grown) due_.push_back(id);
  }
  // Sites that were crawled together are near each other in the archive. The next is at the end.
  const auto position = [&](uint64_t id) { return sites_[id].sample.pages().front().at; };
  std::sort(due_.begin(), due_.end(),
            [&](uint64_t a, uint64_t b) { return position(b) < position(a); });
  return Done{};
}

std::map<size_t, std::vector<SiteBoilerplate::Request>> SiteBoilerplate::divide(
    const Archives& here, const ArchiveHolders& holders) {
  std::map<size_t, std::vector<Request>> requests;
  given_away_.clear();
  std::erase_if(due_, [&](uint64_t id) {
    const PageSample& sample = sites_[id].sample;
    size_t readable = 0;
    std::map<size_t, std::vector<PageSample::Page>> elsewhere;
    for (const PageSample::Page& page : sample.pages()) {
      if (here.has(page.at.writer))
        ++readable;
      else if (const auto holder = holders.find(page.at.writer); holder != holders.end())
        elsewhere[holder->second].push_back(page);
    }
    if (readable == sample.pages().size()) return false;
    const auto most = std::max_element(
        elsewhere.begin(), elsewhere.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == elsewhere.end() || most->second.size() <= readable) {
      return readable < LineCounter::kMinPages;
    }
    if (most->second.size() < LineCounter::kMinPages) return true;
    requests[most->first].push_back({.site = {id},
                                     .pages = static_cast<uint64_t>(sample.pages_of_site()),
                                     .sample = std::move(most->second)});
    given_away_.push_back({id});
    return true;
  });
  return requests;
}

void SiteBoilerplate::add_request(const Request& request) {
  Site& site = sites_[request.site.value];
  for (const PageSample::Page& page : request.sample) site.sample.add(page);
  site.counted_pages = request.pages;
  due_.push_back(request.site.value);
}

Status SiteBoilerplate::load_sites(const store::Store& store,
                                   const std::vector<store::SiteId>& sites) {
  for (const store::SiteId id : std::exchange(given_away_, {})) {
    if (Status loaded = load_site(store, id, sites_[id.value]); !loaded) return loaded;
  }
  for (const store::SiteId id : sites) {
    Site& site = sites_[id.value];
    if (site.is_loaded) continue;
    if (Status loaded = load_site(store, id, site); !loaded) return loaded;
  }
  return Done{};
}

size_t SiteBoilerplate::batch_size() const {
  return std::min(due_.size(), kSitesABatch);
}

std::vector<SiteBoilerplate::SampledPage> SiteBoilerplate::next_sample() const {
  std::vector<SampledPage> sample;
  for (size_t i = due_.size() - batch_size(); i < due_.size(); ++i) {
    for (const PageSample::Page& page : sites_.at(due_[i]).sample.pages()) {
      sample.push_back({.site = {due_[i]}, .at = page.at});
    }
  }
  std::sort(sample.begin(), sample.end(),
            [](const SampledPage& a, const SampledPage& b) { return a.at < b.at; });
  return sample;
}

void SiteBoilerplate::add_lines(store::SiteId site, const std::vector<uint64_t>& lines) {
  sites_[site.value].counter.add(lines);
}

Status SiteBoilerplate::finish(store::Store& store) {
  store::Batch batch;
  for (size_t left = batch_size(); left > 0; --left) {
    const uint64_t id = due_.back();
    due_.pop_back();
    Site& site = sites_[id];
    site.repeated = std::exchange(site.counter, {}).repeated();
    site.pages =
        site.counted_pages ? static_cast<double>(*site.counted_pages) : site.sample.pages_of_site();
    site.fingerprint = site.repeated ? site.repeated->fingerprint() : 0;
    batch.facts.emplace_back(fact_of({id}), encoded(site.pages, site.repeated));
  }
  return batch.facts.empty() ? Status(Done{}) : store.commit(batch, store::Durability::kProcess);
}

const RepeatedLines* SiteBoilerplate::repeated_on(store::SiteId site) const {
  const auto found = sites_.find(site.value);
  return found != sites_.end() && found->second.repeated ? &*found->second.repeated : nullptr;
}

uint64_t SiteBoilerplate::fingerprint_of(store::SiteId site) const {
  const auto found = sites_.find(site.value);
  return found == sites_.end() ? 0 : found->second.fingerprint;
}

}  // namespace freshet::convert
