#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "schedule/page_order.h"
#include "schedule/policy.h"
#include "schedule/round_length.h"

namespace freshet::schedule {

// Gives a share of the choices to pages that would have been visited by now if all pages were
// visited in turn, whatever a policy believes about them. This bounds the damage when a belief is
// wrong.
//
// A share of all choices, a tenth, goes through all pages in an order that does not depend on them.
// So no page waits longer than in turn with a tenth of the visits, plus a round, and these visits
// are a fair sample of the pages that are seldom visited. At most every second choice goes to a
// page that was visited only once: nothing is known about it, and each such page costs one visit.
// Times are in seconds.
class Sampler {
 public:
  static constexpr double kShare = 0.1;
  explicit Sampler(double share = kShare) : share_(share) {}

  // What a policy says of a page that it may give out now.
  struct Candidate {
    uint32_t last_visit = 0;
    bool is_new = false;   // never visited again
    bool in_turn = false;  // to be visited in turn, whatever a policy believes
  };

  // The page was visited for the first time.
  void add(Page page) { new_pages_.push_back(page); }

  // To be called after each visit; `alive` pages are in the collection. Visits before the first
  // choice are ignored: the sampler did not see their rhythm. A choice may become a visit later, as
  // a page may wait for its site.
  void visited(uint32_t now, size_t alive) {
    if (has_chosen_) round_.visited(now, alive);
  }

  struct Pages {
    size_t numbers = 0;  // all pages have smaller ones
    bool are_any_in_turn = false;
  };
  // To be called at each choice: returns the page to visit instead of the policy's choice, if any.
  // find(page) returns a candidate, prefetch(page) announces a find().
  template <typename Find, typename Prefetch>
  std::optional<Page> next(uint32_t now, const Pages& pages, Find find, Prefetch prefetch) {
    has_chosen_ = true;
    is_turn_of_new_ = !is_turn_of_new_;
    if (is_turn_of_new_) {
      if (const auto page = next_new(now, find)) return page;
    } else if (pages.are_any_in_turn) {
      if (const auto page = next_in_turn(now, pages.numbers, find)) return page;
    }
    owed_ = std::min(owed_ + share_, kMostOwed);
    const std::optional<Page> sample =
        owed_ >= 1 ? next_sample(now, pages.numbers, find) : std::nullopt;
    if (sample) owed_ -= 1;
    fetch_ahead(pages.numbers, prefetch);
    return sample;
  }

  // To be called when the policy has chosen a page. Where no page has waited for a round, one that
  // has waited for half a round counts as chosen by the sampler.
  bool takes_for_sample(uint32_t last_visit, uint32_t now) {
    constexpr double kHalf = 0.5;
    if (owed_ < 1 || now - last_visit < kHalf * round_.seconds()) return false;
    owed_ -= 1;
    return true;
  }

  const RoundLength& round() const { return round_; }
  size_t memory_bytes() const { return new_pages_.size() * sizeof(Page); }

 private:
  static constexpr double kMostOwed = 3;
  static constexpr int kMostLooks = 16;

  template <typename Find>
  std::optional<Page> next_new(uint32_t now, Find find) {
    while (!new_pages_.empty()) {
      const Page page = new_pages_.front();
      const std::optional<Candidate> found = find(page);
      const bool is_new = found && found->is_new;
      if (is_new && !has_waited_a_round(*found, now)) break;
      new_pages_.pop_front();
      if (is_new) return page;
    }
    return std::nullopt;
  }

  template <typename Find>
  std::optional<Page> next_sample(uint32_t now, size_t numbers, Find find) {
    for (int looks = 0; looks < kMostLooks; ++looks) {
      const uint64_t page = order_.next(numbers);
      if (page >= numbers) continue;
      const std::optional<Candidate> found = find(static_cast<Page>(page));
      if (found && has_waited_a_round(*found, now)) return static_cast<Page>(page);
    }
    return std::nullopt;
  }

  // At least half of the numbers below the power of two are pages, so two steps find one on
  // average. Every second choice calls this, so each page is considered within two rounds.
  template <typename Find>
  std::optional<Page> next_in_turn(uint32_t now, size_t numbers, Find find) {
    for (int looks = 0; looks < 2; ++looks) {
      const uint64_t page = order_.next(numbers);
      if (page >= numbers) continue;
      const std::optional<Candidate> found = find(static_cast<Page>(page));
      if (found && found->in_turn && has_waited_a_round(*found, now))
        return static_cast<Page>(page);
    }
    return std::nullopt;
  }

  bool has_waited_a_round(const Candidate& page, uint32_t now) const {
    return now - page.last_visit >= round_.seconds();
  }

  // Prefetches the pages of as many looks as a choice takes: a few at each choice, so that there is
  // time for other work meanwhile, or all if the next choice needs them.
  template <typename Prefetch>
  void fetch_ahead(size_t numbers, Prefetch prefetch) {
    constexpr int kAtOnce = 2;
    const bool is_urgent = owed_ + share_ >= 1;
    order_.prefetch(numbers, kMostLooks, is_urgent ? kMostLooks : kAtOnce, prefetch);
  }

  const double share_;
  std::deque<Page> new_pages_;  // in the order in which they came
  bool has_chosen_ = false;
  bool is_turn_of_new_ = false;
  double owed_ = 0;  // choices of the share
  PageOrder order_;
  RoundLength round_;
};

}  // namespace freshet::schedule
