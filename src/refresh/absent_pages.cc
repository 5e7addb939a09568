#include "refresh/absent_pages.h"

#include <algorithm>

namespace freshet::refresh {

void AbsentPages::put(const Absent& page) {
  postpone(page, page.last_visit + std::clamp(page.last_visit - page.since, kShortest, kLongest));
}

void AbsentPages::postpone(const Absent& page, Instant until) {
  pages_.insert_or_assign(page.key.page.value, Waiting{page, until});
  queue_.push({until, page.key.page});
}

// Links to pages that are gone stay for years, so a link only shortens the wait to kShortest. A
// date after the last visit makes the page due at once.
bool AbsentPages::bring_forward(store::PageId page, std::optional<Instant> changed, Instant now) {
  const auto found = pages_.find(page.value);
  if (found == pages_.end()) return false;
  Waiting& its = found->second;
  const bool is_news = changed && *changed > its.page.last_visit;
  const Instant due = is_news ? now : std::max(now, its.page.last_visit + kShortest);
  if (due >= its.due) return false;
  its.due = due;
  queue_.push({due, page});
  return true;
}

std::optional<AbsentPages::Absent> AbsentPages::take(Instant now) {
  while (!queue_.empty() && queue_.top().at <= now) {
    const Entry first = queue_.top();
    queue_.pop();
    const auto found = pages_.find(first.page.value);
    if (found == pages_.end() || found->second.due != first.at) continue;
    const Absent page = found->second.page;
    pages_.erase(found);
    return page;
  }
  return std::nullopt;
}

std::optional<Instant> AbsentPages::due(store::PageId page) const {
  const auto found = pages_.find(page.value);
  return found == pages_.end() ? std::nullopt : std::optional(found->second.due);
}

bool AbsentPages::waits_for_another(const Absent& page) {
  const auto other = being_visited_.find(page.key.site.value);
  if (other == being_visited_.end()) return false;
  other->second.push_back(page);
  return true;
}

void AbsentPages::begin_visit(const Absent& page) {
  being_visited_.try_emplace(page.key.site.value);
  credit_ = std::max(credit_ - 1, 0.0);
}

void AbsentPages::end_visit(store::SiteId site, Instant now) {
  const auto waited = being_visited_.extract(site.value);
  if (waited.empty()) return;
  for (const Absent& page : waited.mapped()) postpone(page, now);
}

}  // namespace freshet::refresh
