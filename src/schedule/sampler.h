#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "schedule/policy.h"

namespace freshet::schedule {

// Gives some choices to pages that would have been visited by now if all were visited in turn,
// whatever a policy believes of them: for the day when what it believes is wrong.
//
// A tenth of all choices goes through all pages in an order that knows nothing of them. So no page
// waits longer than it would in turn with a tenth of the visits, and a round; and what these visits
// find is a fair sample of the pages that are seldom visited. Every second choice at most goes to a
// page that was never visited again since it was new: nothing is known of it, and each such page
// costs one visit. Times are in seconds.
class Sampler {
 public:
  // What a policy says of a page that it may give out now.
  struct Candidate {
    uint32_t last_visit = 0;
    bool is_new = false;   // never visited again
    bool in_turn = false;  // to be visited in turn, whatever a policy believes
  };

  // It was visited for the first time.
  void add(Page page) { new_pages_.push_back(page); }

  // After each visit; so many pages are in the collection. Visits before the first choice were made
  // by others. Not every choice becomes a visit at once: a page may wait for its site.
  void visited(uint32_t now, size_t alive) {
    if (has_chosen_) learn_round(now, alive);
  }

  struct Pages {
    size_t numbers = 0;  // all pages have smaller ones
    bool are_any_in_turn = false;
  };
  // At each choice: the page to visit instead of the one that the policy would choose, if any.
  // find(page) gives a candidate, soon(page) says that the page will be asked for.
  template <typename Find, typename Soon>
  std::optional<Page> next(uint32_t now, const Pages& pages, Find find, Soon soon) {
    has_chosen_ = true;
    is_turn_of_new_ = !is_turn_of_new_;
    if (is_turn_of_new_) {
      if (const auto page = next_new(now, find)) return page;
    } else if (pages.are_any_in_turn) {
      if (const auto page = next_in_turn(now, pages.numbers, find)) return page;
    }
    owed_ = std::min(owed_ + kShare, kMostOwed);
    if (owed_ < 1) return std::nullopt;
    std::optional<Page> sample;
    for (int looks = 0; looks < kMostLooks && !sample; ++looks) {
      const uint64_t page = advance(pages.numbers);
      if (page >= pages.numbers) continue;
      const std::optional<Candidate> found = find(static_cast<Page>(page));
      if (found && has_waited_a_round(*found, now)) sample = static_cast<Page>(page);
    }
    if (sample) owed_ -= 1;
    uint64_t ahead = cursor_;
    for (int looks = 0; looks < kLooksAhead; ++looks) {
      ahead = after(ahead, pages.numbers);
      if (ahead < pages.numbers) soon(static_cast<Page>(ahead));
    }
    return sample;
  }

  // The policy chose a page itself. Where no page has waited for a round, one that has waited for
  // half as long counts as chosen by the sampler.
  bool takes_for_sample(uint32_t last_visit, uint32_t now) {
    constexpr double kHalf = 0.5;
    if (owed_ < 1 || now - last_visit < kHalf * round_) return false;
    owed_ -= 1;
    return true;
  }

  // How many rounds are over, and how many there are in so many seconds.
  double rounds() const { return rounds_; }
  bool knows_round() const { return round_ > 0; }
  double rounds_in(uint32_t seconds) const { return seconds / round_; }
  size_t memory_bytes() const { return new_pages_.size() * sizeof(Page); }

 private:
  static constexpr double kShare = 0.1;
  static constexpr double kMostOwed = 3;
  static constexpr int kMostLooks = 16;
  static constexpr int kLooksAhead = 4;

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

  // At least half of the numbers below the power of two are pages, so that two looks find one on
  // average. Every second choice calls this: each page is looked at within two rounds.
  template <typename Find>
  std::optional<Page> next_in_turn(uint32_t now, size_t numbers, Find find) {
    for (int looks = 0; looks < 2; ++looks) {
      const uint64_t page = advance(numbers);
      if (page >= numbers) continue;
      const std::optional<Candidate> found = find(static_cast<Page>(page));
      if (found && found->in_turn && has_waited_a_round(*found, now))
        return static_cast<Page>(page);
    }
    return std::nullopt;
  }

  bool has_waited_a_round(const Candidate& page, uint32_t now) const {
    return now - page.last_visit >= round_;
  }

  // How long a round through all pages takes, by the time between visits of late; of the first few,
  // the mean.
  void learn_round(uint32_t now, size_t alive) {
    constexpr double kLeastVisits = 16;
    constexpr double kRounds = 0.25;
    // A gap so many times as long as usual, and not short beside a round, says little of others.
    constexpr double kPause = 16;
    constexpr double kPartOfRound = 1.0 / 64;
    const auto pages = static_cast<double>(alive);
    if (last_visit_) {
      gaps_ = std::min(gaps_ + 1, std::max(kLeastVisits, kRounds * pages));
      const double gap = now - std::min(*last_visit_, now);
      const double longest = std::max(kPause * gap_, kPartOfRound * round_) + 1;
      gap_ += ((gaps_ > 1 ? std::min(gap, longest) : gap) - gap_) / gaps_;
    }
    last_visit_ = now;
    round_ = gap_ * pages;
    rounds_ += 1 / std::max(pages, 1.0);
  }

  // A permutation of the numbers below a power of two: each comes once in a period.
  static uint64_t after(uint64_t cursor, size_t pages) {
    constexpr uint64_t kFactor = 6'364'136'223'846'793'005U;
    constexpr uint64_t kStep = 1'442'695'040'888'963'407U;
    return (cursor * kFactor + kStep) & (std::bit_ceil(pages) - 1);
  }
  uint64_t advance(size_t pages) { return cursor_ = after(cursor_, pages); }

  std::deque<Page> new_pages_;  // in the order in which they came
  bool has_chosen_ = false;
  bool is_turn_of_new_ = false;
  double owed_ = 0;  // choices of the tenth
  uint64_t cursor_ = 0;
  std::optional<uint32_t> last_visit_;
  double gaps_ = 0;   // between visits, that were seen
  double gap_ = 0;    // their mean, of late
  double round_ = 0;  // through all pages
  double rounds_ = 0;
};

}  // namespace freshet::schedule
