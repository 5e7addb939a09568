#include "schedule/cycle.h"

#include <limits>
#include <map>

#include "result/check.h"
#include "schedule/policies.h"
#include "schedule/policies/page_list.h"
#include "schedule/policies/sentence.h"

namespace freshet::schedule {
namespace {

// A change whose time is known no better than this tells nothing of night and day.
constexpr Duration kHalfDay = Duration::hours(12);

// Pages are due at their places in the weekly table; what is due and was not visited yet comes
// before what is due later, so a budget that is too small makes everything late, and one that is
// too large is not used up. The group is that of the expected changes a week, learned from the
// page's own visits: plain counts would never leave a group, because a page that is visited once a
// week cannot show more than one change in it.
class CyclePolicy final : public Policy {
 public:
  explicit CyclePolicy(const CycleOptions& options) : options_(options) {}

  void add(Page page, const PageFacts& /*facts*/, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    FRESHET_CHECK(pages_[page].state == State::kAbsent, "a page was added twice");
    pages_[page] = {.belief = options_.prior};
    wait(page, now);
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
    const Duration waited = now - state.last_visit;
    if (seen.changed) {
      state.belief.saw_change(waited.in_days());
      note_hour(state, seen, now);
    } else {
      state.belief.saw_no_change(waited.in_days());
    }
    wait(page, now);
  }

  void removed(Page page, Instant /*now*/) override {
    PageState& state = pages_[page];
    FRESHET_CHECK(state.state != State::kAbsent, "a page was removed that is not there");
    if (state.state == State::kWaiting) links_.unlink(due_[state.due], page);
    state.state = State::kAbsent;
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
    return "It seems to change " + in_words(changes_per_week(state)) + " times a week, group " +
           group_of(changes_per_week(state)).name() + ", collected as " + group(state).name() +
           (collect_at(state.changes_at_night, state.changes_by_day) == CollectAt::kNoon
                ? " at noon"
                : " at midnight") +
           (until > Duration() ? "; due in " + in_words(until)
                               : "; due since " + in_words(-until)) +
           ".";
  }

 private:
  enum class State : uint8_t { kAbsent, kWaiting, kTaken };
  struct PageState {
    change::Belief belief;
    Instant last_visit;
    Instant due;
    uint16_t changes_at_night = 0;
    uint16_t changes_by_day = 0;
    State state = State::kAbsent;
  };

  static double changes_per_week(const PageState& page) { return 7 * page.belief.mean(); }
  static CycleGroup group(const PageState& page) {
    return simplified(group_of(changes_per_week(page)));
  }

  // When the change happened: at Last-Modified if that lies between the visits, else in the middle
  // between them if they are near each other.
  void note_hour(PageState& page, const Seen& seen, Instant now) const {
    const Duration waited = now - page.last_visit;
    Instant when = page.last_visit + waited / 2;
    if (seen.last_modified && *seen.last_modified > page.last_visit && *seen.last_modified <= now)
      when = *seen.last_modified;
    else if (waited > kHalfDay)
      return;
    const int64_t hours = (when + options_.east).unix_seconds() / 3600;
    uint16_t& count = is_by_day(static_cast<int>((hours % 24 + 24) % 24)) ? page.changes_by_day
                                                                          : page.changes_at_night;
    // Halved together, old changes fade and neither overflows.
    if (++count < std::numeric_limits<uint16_t>::max()) return;
    page.changes_at_night /= 2;
    page.changes_by_day /= 2;
  }

  void wait(Page page, Instant now) {
    PageState& state = pages_[page];
    state.last_visit = now;
    state.state = State::kWaiting;
    state.due = next_collection({.page = page,
                                 .group = group(state),
                                 .at = collect_at(state.changes_at_night, state.changes_by_day)},
                                now, options_.east);
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
