#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "refresh/refresher.h"
#include "store/types.h"

namespace freshet::crawl {

// A known page that was chosen for a visit, until the visit is over.
struct Revisit {
  refresh::Refresher::Choice choice;
  store::PageState before;
  std::string version;        // version from the last visit; see Reading
  bool quick = false;         // a second visit at once, to find what differs at every visit
  bool absent = false;        // an absent page, which the policy does not know
  bool site_is_gone = false;  // the answer counts as a failure of the whole site
};

// The revisits of a run. Each is in the frontier's queue or in flight.
class Revisits {
 public:
  // Adds a revisit that was put into the queue.
  void add(Revisit revisit) {
    const uint64_t page = revisit.before.key.page.value;
    pages_.insert_or_assign(page, std::move(revisit));
    ++queued_;
  }
  void left_queue() { --queued_; }
  void back_in_queue() { ++queued_; }
  size_t queued() const { return queued_; }

  bool has(store::PageId page) const { return pages_.contains(page.value); }
  const Revisit& of(store::PageId page) const { return pages_.at(page.value); }
  // The page, if it has a revisit, keeps this importance after it.
  void set_importance(store::PageId page, float importance) {
    const auto found = pages_.find(page.value);
    if (found != pages_.end()) found->second.before.importance = importance;
  }
  // Removes and returns the revisit when it is over or cancelled; nothing if the page has none.
  std::optional<Revisit> take(store::PageId page) {
    auto node = pages_.extract(page.value);
    return node.empty() ? std::nullopt : std::optional(std::move(node.mapped()));
  }

 private:
  std::unordered_map<uint64_t, Revisit> pages_;  // by PageId
  size_t queued_ = 0;
};

}  // namespace freshet::crawl
