#include "refresh/page_table.h"

#include <algorithm>

#include "refresh/found.h"

namespace freshet::refresh {
namespace {

using schedule::Page;
using schedule::Site;

constexpr uint32_t kNone = digest::KeyIndex::kNone;

std::string_view path_of(std::string_view url) {
  const size_t host = url.find("://");
  if (host == std::string_view::npos) return {};
  return url.substr(std::min(url.find('/', host + 3), url.size()));
}

}  // namespace

std::optional<Page> PageTable::find(store::PageId page) const {
  const uint32_t number =
      number_of_page_.find(page.value, [this](uint32_t n) { return pages_[n].page.value; });
  return number == kNone ? std::nullopt : std::optional<Page>(number);
}

std::optional<Page> PageTable::find_alive(store::PageId page) const {
  const auto known = find(page);
  return known && pages_[*known].alive ? known : std::nullopt;
}

std::optional<Site> PageTable::find_site(store::SiteId site) const {
  const uint32_t number =
      number_of_site_.find(site.value, [this](uint32_t n) { return sites_[n].value; });
  return number == kNone ? std::nullopt : std::optional<Site>(number);
}

Page PageTable::number(const store::PageKey& key, std::string_view url) {
  if (const auto known = find(key.page)) return *known;
  const auto number = static_cast<Page>(pages_.size());
  const Site site = site_number(key.site);
  pages_.push_back(
      {.page = key.page, .site = site, .section = sections_.count(site, path_of(url))});
  number_of_page_.insert(key.page.value, number,
                         [this](uint32_t n) { return pages_[n].page.value; });
  return number;
}

Site PageTable::site_number(store::SiteId site) {
  if (const auto known = find_site(site)) return *known;
  const auto number = static_cast<Site>(sites_.size());
  sites_.push_back(site);
  number_of_site_.insert(site.value, number, [this](uint32_t n) { return sites_[n].value; });
  return number;
}

void PageTable::enter(Page page, Instant now) {
  Known& known = pages_[page];
  known.alive = true;
  known.last_success = known.last_visit = unix_seconds_of(now);
  // A recalled time of the last change may be later than the first replayed visit.
  if (known.unchanged_since == 0 || known.unchanged_since > known.last_visit)
    known.unchanged_since = known.last_visit;
  known.last = Known::Last::kThere;
  known.announced = false;
  ++alive_;
}

void PageTable::leave(Page page) {
  pages_[page].alive = false;
  --alive_;
}

}  // namespace freshet::refresh
