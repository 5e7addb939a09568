#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace freshet::schedule {

// The best of things whose worth grows with time. Worths are looked at anew when the thing stands
// first, and all of them after a sixty-fourth of them was taken: a few looks for each that is
// taken, however many wait. Of things of equal worth the first that came is the best.
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

  // `worth_of(entry)` is what it is worth now; none if it is no longer there.
  template <typename WorthOf>
  std::optional<Entry> best(WorthOf worth_of) {
    if (takes_left_ == 0) look_at_all(worth_of);
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

 private:
  static constexpr size_t kLooksForATake = 64;

  void pop() {
    std::pop_heap(entries_.begin(), entries_.end());
    entries_.pop_back();
  }

  template <typename WorthOf>
  void look_at_all(WorthOf worth_of) {
    std::vector<Entry> there;
    for (Entry entry : entries_) {
      if (const std::optional<double> worth = worth_of(entry)) {
        entry.worth = *worth;
        there.push_back(entry);
      }
    }
    entries_ = std::move(there);
    std::make_heap(entries_.begin(), entries_.end());
    takes_left_ = std::max<size_t>(entries_.size() / kLooksForATake, 1);
  }

  std::vector<Entry> entries_;
  size_t takes_left_ = 0;
};

}  // namespace freshet::schedule
