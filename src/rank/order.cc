#include "rank/order.h"

#include <algorithm>
#include <numeric>

namespace freshet::rank {
namespace {

// A page's mark is 0 (not met), its number in the order of meeting (on the stack), or this bit and
// the level of its finished component.
constexpr uint32_t kFinished = 1u << 31;

class Walk {
 public:
  explicit Walk(const Graph& graph) : graph_(graph), mark_(graph.pages()) {
    found_.reserve(graph.pages());
  }

  // Against the links, so that a component is finished after all that link to it.
  void from(uint32_t page) {
    if (mark_[page] != 0) return;
    meet(page);
    while (!path_.empty()) {
      const uint32_t next = step(path_.back());
      if (next == kNone)
        leave();
      else
        meet(next);
    }
  }

  Order order() &&;

 private:
  static constexpr uint32_t kNone = ~0u;
  struct Step {
    uint32_t page;
    uint32_t lowest;  // number that is reached from here
    uint32_t level;   // one above all finished components that link here
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
    stack_.push_back(page);
    path_.push_back({page, met_, 0, sources.data(), sources.data() + sources.size()});
  }

  // The next page to go to.
  uint32_t step(Step& at) const {
    while (at.next != at.end) {
      const uint32_t source = *at.next++;
      const uint32_t mark = mark_[source];
      if ((mark & kFinished) != 0)
        at.level = std::max(at.level, (mark & ~kFinished) + 1);
      else if (mark != 0)
        at.lowest = std::min(at.lowest, mark);
      else
        return source;
    }
    return kNone;
  }

  void leave() {
    const Step left = path_.back();
    path_.pop_back();
    if (left.lowest == mark_[left.page]) {
      components_.push_back({static_cast<uint32_t>(found_.size()), left.level});
      uint32_t page = kNone;
      while (page != left.page) {
        page = stack_.back();
        stack_.pop_back();
        mark_[page] = kFinished | left.level;
        found_.push_back(page);
      }
    }
    if (path_.empty()) return;
    Step& parent = path_.back();
    if ((mark_[left.page] & kFinished) != 0) {
      parent.level = std::max(parent.level, left.level + 1);
    } else {
      parent.lowest = std::min(parent.lowest, left.lowest);
      parent.level = std::max(parent.level, left.level);
    }
  }

  const Graph& graph_;
  std::vector<uint32_t> mark_;
  uint32_t met_ = 0;
  std::vector<Step> path_;
  std::vector<uint32_t> stack_;
  std::vector<uint32_t> found_;
  std::vector<Component> components_;
};

// Components by level; of one level as they were found.
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
  for (uint32_t page = 0; page < graph.pages(); ++page) walk.from(page);
  return std::move(walk).order();
}

}  // namespace freshet::rank
