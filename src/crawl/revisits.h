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

// A page that was chosen to be visited again, from then until the visit is over.
struct Revisit {
  refresh::Refresher::Choice choice;
  store::PageState before;
  std::string version;        // what the last visit is compared by; see Reading
  bool quick = false;         // asked for at once, to see what differs by itself
  bool absent = false;        // one that is not there, and not from the policy
  bool site_is_gone = false;  // what was answered is taken for a failure of its site
};

// Each of them is in the frontier's queue, or under way.
class Revisits {
 public:
  // It is in the queue now.
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
  // The visit is over, or will not be. Nothing if the page was none of these.
  std::optional<Revisit> take(store::PageId page) {
    auto node = pages_.extract(page.value);
    return node.empty() ? std::nullopt : std::optional(std::move(node.mapped()));
  }

 private:
  std::unordered_map<uint64_t, Revisit> pages_;  // by PageId
  size_t queued_ = 0;
};

}  // namespace freshet::crawl
