#include "schedule/class_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "schedule/value.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 11;
constexpr double kDay = 86'400;

// Pages that change at known rates, one class for each; a page is held until it is forgotten.
class Known : public ClassQueue::Model {
 public:
  explicit Known(size_t classes) {
    std::mt19937_64 random(kSeed);
    std::normal_distribution<double> normal;
    for (size_t i = 0; i < classes; ++i)
      facts_.push_back(
          {.rate = 0.05 * std::exp(1.4 * normal(random)), .ratio = std::exp(normal(random))});
  }

  ClassQueue::Worth worth(ClassQueue::Class id, double days) const override {
    const Facts& facts = facts_[id];
    const double step = 1e-4 * days;
    const double here = schedule::value(objective_, facts.rate, days);
    return {facts.ratio * here,
            facts.ratio * (schedule::value(objective_, facts.rate, days + step) - here) / step};
  }
  bool holds(Page page, uint32_t /*last_visit*/,
             std::optional<ClassQueue::Class> /*id*/) const override {
    return std::find(forgotten.begin(), forgotten.end(), page) == forgotten.end();
  }
  ClassQueue::Worth worth_alone(Page /*page*/, double /*at*/) const override { return {alone, 0}; }

  double rate(ClassQueue::Class id) const { return facts_[id].rate; }
  double ratio(ClassQueue::Class id) const { return facts_[id].ratio; }

  std::vector<Page> forgotten;
  double alone = 0;

 private:
  struct Facts {
    double rate;
    double ratio;
  };
  Objective objective_{.freshness = 1, .harmonic = 0.03};
  std::vector<Facts> facts_;
};

// A queue of all classes, and what is in it: pages are numbered class by class.
class World {
 public:
  World(uint32_t classes, uint32_t pages_each)
      : model(classes), queue(model), last_visit_(size_t{classes} * pages_each), each_(pages_each) {
    for (uint64_t id = 0; id < classes; ++id) EXPECT_EQ(queue.find_class(id).id, id);
    for (Page page = 0; page < last_visit_.size(); ++page) queue.push(page / each_, page, 0);
  }

  double value_of(Page page, uint32_t now) const {
    return model.worth(page / each_, (now - last_visit_[page]) / kDay).value;
  }
  Page exact_best(uint32_t now) const {
    Page best = 0;
    for (Page page = 1; page < last_visit_.size(); ++page)
      if (value_of(page, now) > value_of(best, now)) best = page;
    return best;
  }
  void visit(Page page, uint32_t now, bool told) {
    // How much of the time since the last visit the copy was current, by the rate.
    const double days = (now - last_visit_[page]) / kDay;
    const double rate = model.rate(page / each_);
    current += model.ratio(page / each_) * -std::expm1(-rate * days) / rate;
    last_visit_[page] = now;
    if (told) queue.push(page / each_, page, now);
  }
  void finish(uint32_t now) {
    for (Page page = 0; page < last_visit_.size(); ++page) visit(page, now, false);
  }
  uint32_t pages() const { return static_cast<uint32_t>(last_visit_.size()); }

  Known model;
  ClassQueue queue;
  double current = 0;  // weighted days

 private:
  std::vector<uint32_t> last_visit_;
  uint32_t each_;
};

TEST(ClassQueue, OffersWhatIsWorthNearlyTheMost) {
  World world(60, 5);
  double taken = 0;
  double best = 0;
  for (uint32_t i = 1; i <= 6'000; ++i) {
    const uint32_t now = i * 600;
    const auto offer = world.queue.pop(now);
    ASSERT_TRUE(offer.has_value());
    if (i > 1'500) {
      taken += world.value_of(offer->page, now);
      best += world.value_of(world.exact_best(now), now);
    }
    world.visit(offer->page, now, true);
  }
  // Heads are compared by when they are worth the price, and the price is known to 3 %. What that
  // costs in freshness is a matter of squares: see below.
  EXPECT_GT(taken / best, 0.965);
  EXPECT_LE(taken / best, 1);
}

TEST(ClassQueue, InAClassTheFirstInIsTheFirstOut) {
  World world(7, 20);
  std::vector<Page> last(7, 0);
  for (int i = 0; i < 140; ++i) {
    const auto offer = world.queue.pop(86'400);
    ASSERT_TRUE(offer.has_value());
    const uint32_t id = offer->page / 20;
    EXPECT_TRUE(offer->page == 20 * id || offer->page == last[id] + 1);
    last[id] = offer->page;
  }
  EXPECT_EQ(world.queue.pop(86'400), std::nullopt);
}

// 150 pages, 240 days at one visit an hour, then twice or half as many. The freshness lost against
// the exact choice, in all of the time: at most a thousandth.
TEST(ClassQueue, FollowsABudgetThatDoublesOrHalves) {
  for (const uint32_t then : {1'800U, 3'600U, 7'200U}) {
    World by_queue(50, 3);
    World exact(50, 3);
    constexpr uint32_t kStep = 120 * 86'400;
    constexpr uint32_t kEnd = 2 * kStep;
    for (uint32_t now = 3'600; now < kEnd; now += now < kStep ? 3'600 : then) {
      by_queue.visit(by_queue.queue.pop(now)->page, now, true);
      exact.visit(exact.exact_best(now), now, false);
    }
    by_queue.finish(kEnd);
    exact.finish(kEnd);
    EXPECT_GT(by_queue.current / exact.current, 0.999) << then;
  }
}

TEST(ClassQueue, WhatIsForgottenIsNotOfferedAndDoesNotMoveThePrice) {
  World world(5, 600);
  for (Page page = 0; page < world.pages(); page += 2) {
    world.model.forgotten.push_back(page);
    world.queue.forget();
  }
  EXPECT_EQ(world.queue.pages(), 1'500U);
  // More than half is forgotten now: the entries are dropped all at once.
  for (const Page page : {1U, 3U}) {
    world.model.forgotten.push_back(page);
    world.queue.forget();
  }
  size_t offers = 0;
  while (const auto offer = world.queue.pop(86'400)) {
    EXPECT_EQ(offer->page % 2, 1U);
    ++offers;
  }
  EXPECT_EQ(offers, 1'498U);
  EXPECT_EQ(world.queue.pages(), 0U);
}

TEST(ClassQueue, APageThatWaitsAloneComesWhenItIsWorthThePrice) {
  World world(20, 10);
  uint32_t now = 0;
  const auto play = [&](int offers) {
    for (int i = 0; i < offers; ++i) {
      now += 600;
      const auto offer = world.queue.pop(now);
      if (offer->page == 1'000) return true;
      world.visit(offer->page, now, true);
    }
    return false;
  };
  play(2'000);
  world.model.alone = 0.5 * world.queue.price();
  world.queue.push_alone(1'000, now, now);
  EXPECT_FALSE(play(1'000));
  // Its worth has changed: this is seen when all are looked at anew.
  world.model.alone = 2 * world.queue.price();
  EXPECT_TRUE(play(100));
  const double price = world.queue.price();
  world.model.alone = 1'000 * price;
  world.queue.push_alone(1'000, now, now);
  EXPECT_TRUE(play(1));
  EXPECT_LT(world.queue.price(), 1.01 * price);
}

TEST(ClassQueue, TakesLittleRoom) {
  World world(100, 2'000);
  for (uint32_t i = 1; i <= 400'000; ++i) {
    const auto offer = world.queue.pop(i * 10);
    world.visit(offer->page, i * 10, true);
  }
  EXPECT_LT(static_cast<double>(world.queue.memory_bytes()) / world.pages(), 10);
}

// Values grow evenly up to a most.
class Saturating : public ClassQueue::Model {
 public:
  struct Curve {
    double a_day;
    double most;
  };
  explicit Saturating(std::vector<Curve> curves) : curves_(std::move(curves)) {}

  ClassQueue::Worth worth(ClassQueue::Class id, double days) const override {
    const Curve& its = curves_[id];
    const double left = std::exp(-its.a_day * days / its.most);
    return {its.most * (1 - left), its.a_day * left};
  }
  bool holds(Page /*page*/, uint32_t /*last_visit*/,
             std::optional<ClassQueue::Class> /*id*/) const override {
    return true;
  }

 private:
  std::vector<Curve> curves_;
};

// Expensive pages leave a price behind that the others never reach, but for one that will in many
// years: it must not be offered again and again for that.
TEST(ClassQueue, APriceThatNothingIsWorthAnyMoreIsGivenUp) {
  constexpr Page kDear = 500;
  constexpr Page kCheap = 100;
  const Saturating model({{1'000, 1'000}, {1, 10}, {0.01, 1e6}});
  ClassQueue queue(model);
  for (uint64_t id = 0; id < 3; ++id) queue.find_class(id);
  for (Page page = 0; page < kDear; ++page) queue.push(0, page, 0);
  for (Page page = kDear; page < kDear + kCheap; ++page) queue.push(1, page, 0);
  queue.push(2, kDear + kCheap, 0);
  uint32_t now = 10 * static_cast<uint32_t>(kDay);
  for (Page i = 0; i < kDear; ++i) ASSERT_TRUE(queue.pop(++now));
  EXPECT_GT(queue.price(), 100);
  std::vector<int> offers(kDear + kCheap + 1);
  for (Page i = 0; i < 2 * kCheap; ++i) {
    now += static_cast<uint32_t>(kDay / kCheap);
    const auto offer = queue.pop(now);
    ASSERT_TRUE(offer);
    ++offers[offer->page];
    queue.push(offer->page < kDear + kCheap ? 1 : 2, offer->page, now);
  }
  EXPECT_LE(*std::max_element(offers.begin(), offers.end()), 3);
}

// A page that is visited every minute comes first and is worth little yet; another will be worth
// the price in some minutes only, and is worth nearly that now.
TEST(ClassQueue, AFirstPageThatIsFarTooEarlyGivesWayUnlessPagesArePutOff) {
  constexpr Page kSlow = 100;
  constexpr Page kFast = kSlow;
  constexpr uint32_t kStep = 864;
  for (const bool is_one_postponed : {false, true}) {
    const Saturating model({{1, 1e9}, {2'000, 1e9}});
    ClassQueue queue(model);
    for (uint64_t id = 0; id < 2; ++id) queue.find_class(id);
    for (Page page = 0; page < kSlow; ++page) queue.push(0, page, page * kStep);
    uint32_t now = kSlow * kStep;
    for (int i = 0; i < 2'000; ++i, now += kStep) {
      const auto offer = queue.pop(now);
      ASSERT_TRUE(offer);
      if (is_one_postponed && i == 1'999)
        queue.postpone(offer->page, offer->last_visit, now + 100 * kStep);
      else
        queue.push(0, offer->page, now);
    }
    queue.push(1, kFast, now - 665);
    const auto offer = queue.pop(now - 660);
    ASSERT_TRUE(offer);
    EXPECT_EQ(offer->page == kFast, is_one_postponed);
    if (is_one_postponed) continue;
    // It is offered when it is due.
    const auto next = queue.pop(now - 610);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->page, kFast);
  }
}

TEST(ClassQueue, DroppingForgottenEntriesChangesNoOrder) {
  constexpr uint32_t kClasses = 60;
  World world(kClasses, 12);
  World other(kClasses, 12);
  for (uint32_t i = 1; i <= 6'000; ++i) {
    const uint32_t now = i * 600;
    if (i == 3'000) {
      for (Page page = 1'000; page < 2'200; ++page) {
        other.queue.push(page % kClasses, page, now);
        other.model.forgotten.push_back(page);
        other.queue.forget();
      }
      const size_t before = other.queue.memory_bytes();
      EXPECT_GT(before, world.queue.memory_bytes());
    }
    const auto offer = world.queue.pop(now);
    const auto same = other.queue.pop(now);
    ASSERT_TRUE(offer && same);
    ASSERT_EQ(offer->page, same->page) << i;
    world.visit(offer->page, now, true);
    other.visit(same->page, now, true);
  }
}

}  // namespace
}  // namespace freshet::schedule
