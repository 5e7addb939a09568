#include "schedule/growing_heap.h"

#include <gtest/gtest.h>

#include <random>

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 7;

// Things that are worth more with every tick, each at its own pace.
class Growing {
 public:
  explicit Growing(size_t count) : worths_(count), paces_(count), there_(count, true) {
    for (uint32_t item = 0; item < count; ++item) heap_.push({0, item + 1, item});
  }

  void set(uint32_t item, double worth, double pace) {
    worths_[item] = worth;
    paces_[item] = pace;
  }
  double worth(uint32_t item) const { return worths_[item] + paces_[item] * ticks_; }
  double best_worth() const {
    double best = 0;
    for (uint32_t item = 0; item < worths_.size(); ++item) {
      if (there_[item]) best = std::max(best, worth(item));
    }
    return best;
  }

  std::optional<uint32_t> best() {
    const auto best = heap_.best([&](const GrowingHeap::Entry& entry) -> std::optional<double> {
      ++looks;
      return there_[entry.item] ? std::optional(worth(entry.item)) : std::nullopt;
    });
    return best ? std::optional(best->item) : std::nullopt;
  }
  // The one that is taken begins anew, as worthless as it can be.
  uint32_t take() {
    const uint32_t item = *best();
    heap_.take_best();
    worths_[item] = -paces_[item] * ticks_;
    heap_.push({0, ++numbers_ + worths_.size(), item});
    ++ticks_;
    return item;
  }
  void remove(uint32_t item) { there_[item] = false; }
  void invalidate() { heap_.invalidate(); }

  size_t looks = 0;

 private:
  GrowingHeap heap_;
  std::vector<double> worths_, paces_;
  std::vector<bool> there_;
  double ticks_ = 0;
  uint64_t numbers_ = 0;
};

TEST(GrowingHeap, ThoseThatKeepTheirOrderAreLookedAtAFewTimesForEachThatIsTaken) {
  constexpr size_t kCount = 1'000;
  Growing things(kCount);
  for (uint32_t item = 0; item < kCount; ++item) things.set(item, 1e6 - item, 1);
  for (uint32_t i = 0; i < kCount; ++i) EXPECT_EQ(things.take(), i);
  things.looks = 0;
  for (uint32_t i = 0; i < 10 * kCount; ++i) EXPECT_EQ(things.take(), i % kCount);
  EXPECT_LT(things.looks, 10 * kCount * 8);
}

TEST(GrowingHeap, WhatIsTakenIsAboutTheBestHoweverTheyOvertakeEachOther) {
  constexpr size_t kCount = 1'000;
  Growing things(kCount);
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> any(0, 1);
  for (uint32_t item = 0; item < kCount; ++item) things.set(item, any(random), any(random));
  double taken = 0;
  double best = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double most = things.best_worth();
    const double worth = things.worth(*things.best());
    things.take();
    if (i < 5'000) continue;  // until each has its turn
    taken += worth;
    best += most;
  }
  EXPECT_GT(taken, 0.97 * best);
}

TEST(GrowingHeap, OneThatLeapsIsSeenAtTheNextLook) {
  constexpr size_t kCount = 1'000;
  Growing things(kCount);
  for (uint32_t item = 0; item < kCount; ++item) things.set(item, 1e6 - item, 1);
  for (uint32_t i = 0; i < 100; ++i) things.take();
  things.set(500, 1e7, 1);
  EXPECT_NE(things.best(), 500u);
  things.invalidate();
  EXPECT_EQ(things.best(), 500u);
}

TEST(GrowingHeap, OfEqualsTheFirstComesFirstAndWhatIsGoneNever) {
  Growing things(200);
  for (uint32_t item = 0; item < 200; ++item) things.set(item, 1, 0);
  for (uint32_t item = 0; item < 200; item += 2) things.remove(item);
  for (uint32_t i = 0; i < 100; ++i) EXPECT_EQ(things.take(), 2 * i + 1);
}

}  // namespace
}  // namespace freshet::schedule
