#include "rank/order.h"

#include <algorithm>
#include <numeric>

#include "rank/core.h"

namespace freshet::rank {
namespace {

// The mark of a page is 0 before it is visited, then its number in the order of visits. When its
// component is finished, it is this bit with the level of the component plus 1.
constexpr uint32_t kFinished = 1u << 31;

// A component that is larger than a cache is sorted by page number: pages with near numbers mostly
// link to each other, and that saves more than an order that follows the links.
constexpr size_t kLarge = 1 << 16;

// If a graph has at least this number of pages, so that their marks do not fit a near cache, the
// core is found first, by sweeps.
constexpr uint32_t kWorthACore = 1 << 18;

class Walk {
 public:
  explicit Walk(const Graph& graph) : graph_(graph), mark_(graph.pages()) {
    found_.reserve(graph.pages());
  }

  // Walks against the links, so that a component is finished after all components that link to it.
  void from(uint32_t page) {
    if (mark_[page] != 0) return;
    const size_t end = path_.size();
    meet(page);
    while (path_.size() > end) {
      const uint32_t next = step(path_.back());
      if (next == kNone)
        leave();
      else
        meet(next);
    }
  }

  // Walks as if the core were one page, and all pages before it linked to it.
  void from_core(const std::vector<Side>& side) {
    const uint32_t mark = ++met_;
    for (uint32_t page = 0; page < graph_.pages(); ++page) {
      if (side[page] != Side::kCore) continue;
      mark_[page] = mark;
      waiting_.push_back(page);
    }
    path_.push_back({waiting_.back(), mark, 0, nullptr, nullptr});
    waiting_.pop_back();
    for (uint32_t page = 0; page < graph_.pages(); ++page) {
      if (side[page] == Side::kBefore) from(page);
    }
    leave();
  }

  // Adds the pages without links. No page depends on them, so they come last, without a walk.
  void add_pages_without_links() {
    uint32_t level = 0;
    for (const Component& component : components_) level = std::max(level, component.level + 1);
    for (uint32_t page = 0; page < graph_.pages(); ++page) {
      if (graph_.out_degree(page) > 0) continue;
      components_.push_back({static_cast<uint32_t>(found_.size()), level});
      finish(page, level);
    }
  }

  Order order() &&;

 private:
  static constexpr uint32_t kNone = ~0u;
  struct Step {
    uint32_t page;
    uint32_t lowest;  // the lowest number that is reached from here
    int32_t level;    // one above all finished components that link here
    const uint32_t* next;
    const uint32_t* end;
  };
  struct Component {
    uint32_t begin;  // in found_
    uint32_t level;
  };

  void meet(uint32_t page) {
    const auto sources = graph_.sources_of(page);
    mark_[page] = ++met_;
    path_.push_back({page, met_, 0, sources.data(), sources.data() + sources.size()});
  }

  // Returns the level above that of a finished page, or a negative number for another page.
  static int32_t level_after(uint32_t mark) { return static_cast<int32_t>(mark ^ kFinished); }

  // Returns the next page to walk to, or kNone. A finished mark is higher than any number.
  uint32_t step(Step& at) const {
    const uint32_t* next = at.next;
    uint32_t lowest = at.lowest;
    int32_t level = at.level;
    uint32_t found = kNone;
    while (next != at.end) {
      const uint32_t source = *next++;
      const uint32_t mark = mark_[source];
      if (mark == 0) {
        found = source;
        break;
      }
      lowest = std::min(lowest, mark);
      level = std::max(level, level_after(mark));
    }
    at.next = next;
    at.lowest = lowest;
    at.level = level;
    return found;
  }

  // Leaves the last page of the path. A page that reaches a page visited before it waits until that
  // page is left. The pages that waited for this one are its component. They are placed in the
  // order in which they were left: so pages mostly come after those that link to them, which saves
  // rounds.
  void leave() {
    const Step left = path_.back();
    path_.pop_back();
    const uint32_t mark = mark_[left.page];
    if (left.lowest < mark) {
      waiting_.push_back(left.page);
    } else {
      size_t begin = waiting_.size();
      while (begin > 0 && mark_[waiting_[begin - 1]] >= mark) --begin;
      const auto level = static_cast<uint32_t>(left.level);
      components_.push_back({static_cast<uint32_t>(found_.size()), level});
      for (size_t i = begin; i < waiting_.size(); ++i) finish(waiting_[i], level);
      finish(left.page, level);
      waiting_.resize(begin);
    }
    if (path_.empty()) return;
    Step& parent = path_.back();
    if (left.lowest == mark) {
      parent.level = std::max(parent.level, left.level + 1);
    } else {
      parent.lowest = std::min(parent.lowest, left.lowest);
      parent.level = std::max(parent.level, left.level);
    }
  }

  void finish(uint32_t page, uint32_t level) {
    mark_[page] = kFinished | (level + 1);
    found_.push_back(page);
  }

  const Graph& graph_;
  std::vector<uint32_t> mark_;
  uint32_t met_ = 0;
  std::vector<Step> path_;
  std::vector<uint32_t> waiting_;
  std::vector<uint32_t> found_;
  std::vector<Component> components_;
};

// Sorts components by level; those of one level stay in the order in which they were found.
Order Walk::order() && {
  Order order;
  uint32_t levels = 0;
  for (const Component& c : components_) levels = std::max(levels, c.level + 1);
  order.level_begin.assign(levels + size_t{1}, 0);
  for (const Component& c : components_) ++order.level_begin[c.level + size_t{1}];
  std::partial_sum(order.level_begin.begin(), order.level_begin.end(), order.level_begin.begin());

  std::vector<uint32_t> next(order.level_begin.begin(), order.level_begin.end() - 1);
  std::vector<uint32_t> by_level(components_.size());
  for (uint32_t i = 0; i < components_.size(); ++i) by_level[next[components_[i].level]++] = i;

  order.place_of = std::move(mark_);
  order.page_at.reserve(found_.size());
  order.component_begin.reserve(components_.size() + 1);
  for (const uint32_t i : by_level) {
    order.component_begin.push_back(static_cast<uint32_t>(order.page_at.size()));
    const size_t end =
        i + size_t{1} < components_.size() ? components_[i + size_t{1}].begin : found_.size();
    if (end - components_[i].begin > kLarge) {
      std::sort(found_.begin() + components_[i].begin,
                found_.begin() + static_cast<ptrdiff_t>(end));
    }
    for (size_t at = components_[i].begin; at < end; ++at) {
      order.place_of[found_[at]] = static_cast<uint32_t>(order.page_at.size());
      order.page_at.push_back(found_[at]);
    }
  }
  order.component_begin.push_back(static_cast<uint32_t>(order.page_at.size()));
  return order;
}

}  // namespace

Order order_by_components(const Graph& graph) {
  Walk walk(graph);
  if (graph.pages() >= kWorthACore) walk.from_core(find_core(graph));
  for (uint32_t page = 0; page < graph.pages(); ++page) {
    if (graph.out_degree(page) > 0) walk.from(page);
  }
  walk.add_pages_without_links();
  return std::move(walk).order();
}

}  // namespace freshet::rank
