#include "schedule/cycle.h"

#include <algorithm>
#include <map>

#include "result/check.h"
#include "schedule/policies.h"
#include "schedule/policies/page_list.h"
#include "schedule/policies/sentence.h"

namespace freshet::schedule {
namespace {

// Pages are due at their places in the weekly table; what is due and was not visited yet comes
// before what is due later, so a budget that is too small makes everything late, and one that is
// too large is not used up. The place of a page depends only on the summary of its visits, which a
// start reads from the page's history: the table is the same after a restart.
class CyclePolicy final : public Policy {
 public:
  explicit CyclePolicy(const CycleOptions& options) : options_(options) {}

  void add(Page page, const PageFacts& /*facts*/, Instant now) override {
    PageState& state = state_of(page);
    FRESHET_CHECK(state.state == State::kAbsent, "a page was added twice");
    const bool is_recalled = state.visits.visits > 0;
    if (!is_recalled) state.visits.saw(now, false, {});
    wait(page, now);
  }

  void recall(Page page, const change::Summary& visits) override {
    PageState& state = state_of(page);
    FRESHET_CHECK(state.state == State::kAbsent, "a page was recalled after it was added");
    state.visits = visits;
  }

  std::optional<Page> next(Instant now) override {
    while (!due_.empty() && due_.begin()->second.empty()) due_.erase(due_.begin());
    if (due_.empty() || due_.begin()->first > now) return std::nullopt;
    const Page page = links_.pop_front(due_.begin()->second);
    pages_[page].state = State::kTaken;
    return page;
  }

  void take(Page page, Instant /*now*/) override {
    PageState& state = pages_[page];
    FRESHET_CHECK(state.state == State::kWaiting, "a page was taken that does not wait");
    links_.unlink(due_[state.due], page);
    state.state = State::kTaken;
  }

  void visited(Page page, const Seen& seen, Instant now) override {
    PageState& state = pages_[page];
    FRESHET_CHECK(state.state == State::kTaken, "a page was visited that was not given out");
    state.visits.saw(now, seen.changed, seen.last_modified);
    wait(page, now);
  }

  void failed(Page page, Instant now) override {
    FRESHET_CHECK(pages_[page].state == State::kTaken, "a page failed that was not given out");
    wait(page, now);
  }

  void removed(Page page, Instant /*now*/) override {
    PageState& state = pages_[page];
    FRESHET_CHECK(state.state != State::kAbsent, "a page was removed that is not there");
    if (state.state == State::kWaiting) links_.unlink(due_[state.due], page);
    state = {};
  }

  Instant wake() const override {
    for (const auto& [when, pages] : due_)
      if (!pages.empty()) return when;
    return Instant::never();
  }

  std::optional<Instant> expected(Page page, Instant now) const override {
    const PageState& state = pages_[page];
    if (state.state != State::kWaiting) return std::nullopt;
    return std::max(state.due, now);
  }

  std::string explain(Page page, Instant now) const override {
    const PageState& state = pages_[page];
    const Duration until = state.due - now;
    const double changes = changes_per_week(state.visits);
    const PageCycle cycle = cycle_of(state.visits, options_.east);
    return "It seems to change " + in_words(changes) + " times a week, group " +
           cycle.group.name() + ", collected as " + simplified(cycle.group).name() +
           (cycle.at == CollectAt::kNoon ? " at noon" : " at midnight") +
           (until > Duration() ? "; due in " + in_words(until)
                               : "; due since " + in_words(-until)) +
           ".";
  }

 private:
  enum class State : uint8_t { kAbsent, kWaiting, kTaken };
  struct PageState {
    change::Summary visits;
    Instant due;
    State state = State::kAbsent;
  };

  PageState& state_of(Page page) {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    return pages_[page];
  }

  void wait(Page page, Instant now) {
    PageState& state = pages_[page];
    state.state = State::kWaiting;
    state.due = next_collection(cycle_of(state.visits, options_.east), now, options_.east);
    links_.push_back(due_[state.due], page);
  }

  CycleOptions options_;
  std::vector<PageState> pages_;
  PageLinks links_;
  std::map<Instant, PageList> due_;  // half days, four weeks ahead: at most 57 to come
};

}  // namespace

std::unique_ptr<Policy> make_cycle(const CycleOptions& options) {
  return std::make_unique<CyclePolicy>(options);
}

}  // namespace freshet::schedule
