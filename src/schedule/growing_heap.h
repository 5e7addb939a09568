#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace freshet::schedule {

// The best of many items whose worth grows with time. The worth of an item is recomputed when it is
// the first, and that of all items after a share of them was taken: a sixty-fourth, and twice as
// many each time that the first turns out to be as good as the best, up to a quarter. So each item
// that is taken costs a few computations, however many wait, and more only while items overtake
// each other. Of items of equal worth the one that was pushed first is the best.
class GrowingHeap {
 public:
  struct Entry {
    double worth = 0;
    uint64_t number = 0;  // the caller's; grows with every push
    uint32_t item = 0;
    bool operator<(const Entry& other) const {
      return worth != other.worth ? worth < other.worth : number > other.number;
    }
  };

  bool empty() const { return entries_.empty(); }
  size_t size() const { return entries_.size(); }

  void push(const Entry& entry) {
    entries_.push_back(entry);
    std::push_heap(entries_.begin(), entries_.end());
  }

  // `worth_of(entry)` is the worth of an entry now; none if it is to be removed.
  template <typename WorthOf>
  std::optional<Entry> best(WorthOf worth_of) {
    if (takes_left_ == 0) reevaluate_all(worth_of);
    while (!entries_.empty()) {
      if (const std::optional<double> worth = worth_of(entries_.front())) {
        entries_.front().worth = std::max(entries_.front().worth, *worth);
        return entries_.front();
      }
      pop();
    }
    return std::nullopt;
  }
  void take_best() {
    pop();
    if (takes_left_ > 0) --takes_left_;
  }

  // A worth has changed at once: all are recomputed before best() answers.
  void invalidate() { takes_left_ = 0; }

 private:
  static constexpr size_t kMostLooksForATake = 64;
  static constexpr size_t kFewestLooksForATake = 4;
  static constexpr double kAsGood = 0.99;

  void pop() {
    std::pop_heap(entries_.begin(), entries_.end());
    entries_.pop_back();
  }

  template <typename WorthOf>
  void reevaluate_all(WorthOf worth_of) {
    const uint64_t first = entries_.empty() ? 0 : entries_.front().number;
    double worth_of_first = 0;
    double most = 0;
    size_t there = 0;
    for (Entry entry : entries_) {
      const std::optional<double> worth = worth_of(entry);
      if (!worth) continue;
      entry.worth = *worth;
      most = std::max(most, *worth);
      if (entry.number == first) worth_of_first = *worth;
      entries_[there++] = entry;
    }
    entries_.resize(there);
    std::make_heap(entries_.begin(), entries_.end());
    const bool was_in_order = worth_of_first >= kAsGood * most;
    looks_for_a_take_ =
        was_in_order ? std::max(looks_for_a_take_ / 2, kFewestLooksForATake) : kMostLooksForATake;
    takes_left_ = std::max<size_t>(entries_.size() / looks_for_a_take_, 1);
  }

  std::vector<Entry> entries_;
  size_t looks_for_a_take_ = kMostLooksForATake;
  size_t takes_left_ = 0;
};

}  // namespace freshet::schedule
