#include "collection/cycle_report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "collection/page_status.h"

namespace freshet::collection {
namespace {

using schedule::CycleGroup;

// Orders groups by visits a day, the most first.
struct MoreVisits {
  bool operator()(const CycleGroup& a, const CycleGroup& b) const {
    return a.visits_a_day() > b.visits_a_day();
  }
};
using Counts = std::map<CycleGroup, uint64_t, MoreVisits>;

std::vector<CycleReport::Group> listed(const Counts& counts) {
  std::vector<CycleReport::Group> groups;
  for (const auto& [group, pages] : counts) groups.push_back({group, pages});
  return groups;
}

class TableBuilder {
 public:
  explicit TableBuilder(const CycleInput& input) : input_(input) {
    report_.at = input.now;
    report_.east = input.east;
    const Instant turn = schedule::turn_of(input.now, input.east);
    for (size_t i = 0; i < schedule::kCycleSlots; ++i) {
      const Duration into = Duration::hours(12) * static_cast<int64_t>(i);
      report_.places.push_back({.slot = schedule::slot_at(i), .at = turn + into});
    }
  }

  void add(const store::PageState& page) {
    const change::Summary visits = history_of(page).summary();
    const schedule::PageCycle cycle = schedule::cycle_of(visits, input_.east);
    ++report_.pages;
    ++groups_[cycle.group];
    ++simplified_[schedule::simplified(cycle.group)];
    place(page.url, cycle);
    if (report_.listed.size() < input_.query.pages) {
      report_.listed.push_back({page.url, cycle, schedule::changes_per_week(visits)});
    }
  }

  CycleReport finish() {
    report_.groups = listed(groups_);
    report_.simplified = listed(simplified_);
    for (const CycleReport::Group& group : report_.simplified) {
      report_.requests_a_day += static_cast<double>(group.pages) * group.group.visits_a_day();
    }
    const auto order = [](const CycleReport::Page& page) {
      return std::make_tuple(-page.cycle.group.visits_a_day(), page.cycle.at,
                             std::string_view(page.url));
    };
    std::sort(report_.listed.begin(), report_.listed.end(),
              [&](const auto& a, const auto& b) { return order(a) < order(b); });
    return std::move(report_);
  }

 private:
  void place(const std::string& url, const schedule::PageCycle& cycle) {
    const CycleGroup group = schedule::simplified(cycle.group);
    for (CycleReport::Place& place : report_.places) {
      if (!schedule::is_collected(group, cycle.at, place.slot)) continue;
      ++place.pages;
      if (place.urls.size() < input_.query.urls) place.urls.push_back(url);
    }
  }

  const CycleInput& input_;
  CycleReport report_;
  Counts groups_;
  Counts simplified_;
};

}  // namespace

Result<CycleReport> report_cycle(const store::Store& store, const CycleInput& input) {
  std::unordered_set<uint64_t> in_scope;
  uint64_t pages = 0;
  Status read = store.each_site([&](const store::SiteState& site) {
    if (site.in_scope) in_scope.insert(site.id.value);
    pages += site.pages;
    return true;
  });
  if (!read) return Unexpected(read.error());
  if (pages > input.most_pages) {
    return fail("the collection has " + std::to_string(pages) +
                " pages, and reading them would hold up the run; ask for the table when no run is "
                "active");
  }
  TableBuilder table(input);
  read = store.each_page([&](const store::PageState& page) {
    if (is_in_collection(page) && in_scope.contains(page.key.site.value)) table.add(page);
    return true;
  });
  if (!read) return Unexpected(read.error());
  return table.finish();
}

}  // namespace freshet::collection
