#include "refresh/absent_pages.h"

#include <algorithm>

namespace freshet::refresh {

void AbsentPages::put(const Absent& page) {
  put_off(page, page.last_visit + std::clamp(page.last_visit - page.since, kShortest, kLongest));
}

void AbsentPages::put_off(const Absent& page, Instant until) {
  pages_.insert_or_assign(page.key.page.value, Waiting{page, until});
  queue_.push({until, page.key.page});
}

// Links that lead to what is gone stay for years: they shorten the wait, and no more. A date after
// the last visit is news.
bool AbsentPages::heard_of(store::PageId page, std::optional<Instant> changed, Instant now) {
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
  const auto other = looked_for_.find(page.key.site.value);
  if (other == looked_for_.end()) return false;
  other->second.push_back(page);
  return true;
}

void AbsentPages::begin_visit(const Absent& page) {
  looked_for_.try_emplace(page.key.site.value);
  owed_ = std::max(owed_ - 1, 0.0);
}

void AbsentPages::end_visit(store::SiteId site, Instant now) {
  const auto waited = looked_for_.extract(site.value);
  if (waited.empty()) return;
  for (const Absent& page : waited.mapped()) put_off(page, now);
}

}  // namespace freshet::refresh
