#include "refresh/held_pages.h"

#include <algorithm>
#include <utility>

#include "result/check.h"

namespace freshet::refresh {

void HeldPages::hold(schedule::Page page, uint32_t until) {
  const bool is_new = until_.emplace(page, until).second;
  FRESHET_CHECK(is_new, "the page is held already");
  queue_.push({until, page});
  // Outdated entries of pages that were released long before their time must not fill the memory.
  constexpr size_t kFew = 64;
  if (queue_.size() > std::max(kFew, 2 * until_.size())) {
    std::vector<Entry> entries;
    entries.reserve(until_.size());
    for (const auto& [held, its] : until_) entries.push_back({its, held});
    queue_ = std::priority_queue<Entry>(std::less<Entry>(), std::move(entries));
  }
}

bool HeldPages::release(schedule::Page page) {
  if (until_.erase(page) == 0) return false;
  drop_outdated();
  return true;
}

std::optional<schedule::Page> HeldPages::take_due(Instant now) {
  if (wake() > now) return std::nullopt;
  const schedule::Page page = queue_.top().page;
  release(page);
  return page;
}

std::optional<uint32_t> HeldPages::until(schedule::Page page) const {
  const auto found = until_.find(page);
  return found == until_.end() ? std::nullopt : std::optional(found->second);
}

Instant HeldPages::wake() const {
  return queue_.empty() ? Instant::never() : Instant::from_unix_seconds(queue_.top().until);
}

bool HeldPages::is_current(const Entry& entry) const {
  const auto found = until_.find(entry.page);
  return found != until_.end() && found->second == entry.until;
}

void HeldPages::drop_outdated() {
  while (!queue_.empty() && !is_current(queue_.top())) queue_.pop();
}

}  // namespace freshet::refresh
