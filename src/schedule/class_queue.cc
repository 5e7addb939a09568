#include "schedule/class_queue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace freshet::schedule {
namespace {

constexpr double kDay = 86'400;
// All heads are recomputed when the price has moved by this share, but not so often that an offer
// recomputes more than kLooksPerOffer heads on average; unless that were so late that the price,
// which learns from offers, overshoots.
constexpr double kPriceMoved = 0.03;
constexpr size_t kLooksPerOffer = 4;
constexpr size_t kOffersLate = 240;  // this part of the pages
// They are recomputed at once when the price has moved by this share, for example at the start.
constexpr double kPriceMovedFar = 0.1;
// They are also recomputed after so many times as many offers as there are heads: clocks are
// learned, and pages that wait alone may have gained value.
constexpr size_t kRoundsOfHeads = 4;
// A first page that is not due and is worth less than this part of the price is far too early.
// While pages are postponed, the price is too high if none of the first few is worth about the
// price.
constexpr double kFarBelowPrice = 0.5;
constexpr double kAboutPrice = 0.9;
constexpr size_t kHeadsThatTell = 16;
// Forgotten entries are dropped when there is one for so many pages, but not while they are few.
constexpr size_t kFewForgotten = 1'000;
constexpr size_t kPagesPerForgotten = 6;
constexpr double kShortest = 1 / kDay;  // of all waits, in days
constexpr double kLongest = 1e6;
// A page that waits alone may be worth many times the price, which is the value of the least
// valuable visit that the budget pays for. So each such page raises the price only a little; if
// nothing else is visited, the price reaches their values all the same.
constexpr double kMostAbovePrice = 1.05;

// How far from a known point of a curve its power is relied on, as a share of the wait.
constexpr double kPowerReaches = 0.15;

// (1 + x)^power for a small x.
double power_of(double x, double power) {
  return 1 + power * x * (1 + (power - 1) / 2 * x);
}

struct Crossing {
  double wait;
  double power;
};

// The wait at which a curve reaches the price. Values grow about as a power of the time, between
// the square (shortly after a visit) and a constant (the copy is surely outdated). So a value and
// its slope predict where the curve reaches the price; where the prediction leaves the known
// bounds, the middle of the bounds is tried.
template <typename Curve>
Crossing crossing(const Curve& curve, double price, double guess) {
  double low = kShortest;
  double high = kLongest;
  double wait = std::clamp(guess, low, high);
  double power = 0;
  for (int i = 0; i < 12 && high > low * 1.01; ++i) {
    const ClassQueue::Worth worth = curve(wait);
    (worth.value < price ? low : high) = wait;
    power = worth.slope * wait / worth.value;
    const double better = wait * std::pow(price / worth.value, 1 / power);
    const bool found = std::abs(better - wait) < 0.01 * wait;
    wait = better > low && better < high ? better : std::sqrt(low * high);
    if (found) break;
  }
  return {wait, power};
}

}  // namespace

double ClassQueue::Model::waited(Class /*id*/, uint32_t since, double until) const {
  return (until - since) / kDay;
}

double ClassQueue::Model::when(Class /*id*/, uint32_t since, double days) const {
  return since + days * kDay;
}

ClassQueue::Worth ClassQueue::Model::worth_alone(Page /*page*/, double /*at*/) const {
  return {};
}

KeyTable::Found ClassQueue::find_class(uint64_t key) {
  const KeyTable::Found found = keys_.find_or_add(key);
  if (found.is_new) classes_.emplace_back();
  return found;
}

void ClassQueue::push(Class id, Page page, uint32_t last_visit) {
  Waiting& its = classes_[id];
  const bool was_empty = its.fifo.empty();
  entries_.push_back(its.fifo, {page, last_visit});
  ++pages_;
  if (!was_empty) return;
  // Empty classes are not recomputed when the price moves.
  compute_wait(id);
  heap_.push(head_of(id));
}

void ClassQueue::push_alone(Page page, uint32_t last_visit, uint32_t now) {
  push_alone({.page = page, .last_visit = last_visit}, now);
}

void ClassQueue::postpone(Page page, uint32_t last_visit, uint32_t due) {
  price_.take_back();
  push_alone({.page = page, .last_visit = last_visit, .due = due}, due);
}

void ClassQueue::push_alone(const LonePages::Lone& page, uint32_t now) {
  ++pages_;
  heap_.push(head_of_alone(alone_.add(page), now));
}

void ClassQueue::forget() {
  --pages_;
  ++forgotten_;
  // A caller that removes pages and never calls pop() must not fill the memory.
  if (forgotten_ <= kFewForgotten || forgotten_ <= 2 * pages_) return;
  drop_forgotten();
  is_stale_ = true;
}

void ClassQueue::compute_wait(Class id) {
  Waiting& its = classes_[id];
  // Near the price of the last full computation the power is exact enough.
  const double moved = price_.reference() / its.full_price - 1;
  if (std::abs(moved) <= kPowerReaches * its.power) {
    its.wait = static_cast<float>(its.full_wait * power_of(moved, 1 / its.power));
    return;
  }
  const Crossing found =
      crossing([&](double days) { return model_.worth(id, days); }, price_.reference(), its.wait);
  its.wait = its.full_wait = static_cast<float>(found.wait);
  its.power = static_cast<float>(found.power);
  its.full_price = static_cast<float>(price_.reference());
}

ClassQueue::Head ClassQueue::head_of(Class id) const {
  const EntryPool::Entry first = entries_.front(classes_[id].fifo);
  return {
      .due = model_.when(id, first.last_visit, classes_[id].wait), .id = id, .page = first.page};
}

// A page that is worth more than the price already is overdue, by more the more it is worth.
ClassQueue::Head ClassQueue::head_of_alone(uint32_t place, double now) const {
  const Page page = alone_[place].page;
  if (const auto due = alone_[place].due)
    return {.due = static_cast<double>(*due), .id = place | kAlone, .page = page};
  const double value = model_.worth_alone(page, now).value;
  double days = 0;
  if (value >= price_.reference()) {
    days = price_.reference() > 0 ? -(value / price_.reference() - 1) : -value;
  } else {
    const auto curve = [&](double wait) { return model_.worth_alone(page, now + wait * kDay); };
    days = crossing(curve, price_.reference(), 1).wait;
  }
  return {.due = now + days * kDay, .id = place | kAlone, .page = page};
}

double ClassQueue::value_of_head(Class id, uint32_t now) const {
  const Waiting& its = classes_[id];
  const double waited = model_.waited(id, entries_.front(its.fifo).last_visit, now);
  // Near the computed wait the value is known well enough.
  const double away = waited / its.wait - 1;
  if (std::abs(away) < 0.1 && its.power > 0) return price_.reference() * (1 + its.power * away);
  return model_.value(id, waited);
}

// Of several overdue pages, one with a large weight has gained more since it was due.
size_t ClassQueue::best_of_the_due(uint32_t now) const {
  size_t best = 0;
  if (compared_ < 2 || heap_.size() < 2 || (heap_[0].id & kAlone) != 0) return best;
  double most = 0;
  for (size_t at = 0; at < std::min(compared_, heap_.size()); ++at) {
    const Head& head = heap_[at];
    if ((head.id & kAlone) != 0 || (at > 0 && head.due > now)) continue;
    const double value = value_of_head(head.id, now);
    if (value <= most) continue;
    most = value;
    best = at;
  }
  return best;
}

void ClassQueue::reevaluate_all(uint32_t now) {
  price_.update_reference();
  for (Class id = 0; id < classes_.size(); ++id) {
    if (!classes_[id].fifo.empty()) compute_wait(id);
  }
  collect_heads(now);
  offers_ = 0;
  is_stale_ = have_values_changed_ = false;
}

void ClassQueue::collect_heads(uint32_t now) {
  heap_.clear();
  early_.clear();
  for (Class id = 0; id < classes_.size(); ++id) {
    if (!classes_[id].fifo.empty()) heap_.append(head_of(id));
  }
  for (uint32_t place = 0; place < alone_.places(); ++place) {
    if (!alone_[place].free) heap_.append(head_of_alone(place, now));
  }
  heap_.restore();
}

bool ClassQueue::is_reevaluation_due() const {
  if (is_stale_ || price_.has_moved(kPriceMovedFar)) return true;
  if (offers_ * kLooksPerOffer < heap_.size() && offers_ * kOffersLate < pages_) return false;
  return price_.has_moved(kPriceMoved) || have_values_changed_ ||
         offers_ > kRoundsOfHeads * heap_.size();
}

// Whether no page is due and the first one is worth far less than the price. That happens when a
// page that is visited every few minutes comes first; its value says nothing about the others.
bool ClassQueue::is_first_far_too_early(uint32_t now) const {
  return !heap_.empty() && heap_.front().due > now && (heap_.front().id & kAlone) == 0 &&
         value_of_head(heap_.front().id, now) < kFarBelowPrice * price_.now();
}

// Whether none of the first few heads is worth about the price.
bool ClassQueue::is_price_too_high(uint32_t now) const {
  const auto first = static_cast<ptrdiff_t>(std::min(heap_.size(), kHeadsThatTell));
  return std::none_of(heap_.begin(), heap_.begin() + first, [&](const Head& head) {
    return (head.id & kAlone) == 0 && value_of_head(head.id, now) >= kAboutPrice * price_.now();
  });
}

void ClassQueue::lower_price(uint32_t now) {
  price_.set(best_value(now));
  reevaluate_all(now);
}

// Heads that are far too early wait in early_ until they are due, so that each is evaluated once.
// If there is no other head, the price is too high. Not while pages are postponed: these are the
// pages that are worth the price, and to offer only pages near the price would lower it before they
// return.
void ClassQueue::set_early_heads_aside(uint32_t now) {
  const bool are_any_postponed = alone_.postponed() > 0;
  while (!early_.empty() && (early_.front().due <= now || are_any_postponed))
    heap_.push(early_.pop());
  if (are_any_postponed) {
    if (is_first_far_too_early(now) && is_price_too_high(now)) lower_price(now);
    return;
  }
  while (is_first_far_too_early(now)) {
    early_.push(heap_.front());
    heap_.remove(0);
  }
  if (!heap_.empty() || early_.empty()) return;
  heap_.swap(early_);
  lower_price(now);
}

double ClassQueue::best_value(uint32_t now) const {
  double best = 0;
  for (const Head& head : heap_) {
    const double value = (head.id & kAlone) != 0 ? model_.worth_alone(head.page, now).value
                                                 : value_of_head(head.id, now);
    best = std::max(best, value);
  }
  return best;
}

// Passes all entries through their queues once and keeps those that holds() confirms. They are
// taken in groups, so that the model can prefetch the data of their pages.
void ClassQueue::drop_forgotten() {
  std::array<EntryPool::Entry, 64> some;
  for (Class id = 0; id < classes_.size(); ++id) {
    Waiting& its = classes_[id];
    EntryPool::Fifo kept;
    while (!its.fifo.empty()) {
      size_t count = 0;
      for (; count < some.size() && !its.fifo.empty(); ++count) {
        some[count] = entries_.front(its.fifo);
        entries_.pop_front(its.fifo);
        model_.prefetch(some[count].page);
      }
      for (const EntryPool::Entry& entry : std::span(some).first(count))
        if (model_.holds(entry.page, entry.last_visit, id)) entries_.push_back(kept, entry);
    }
    its.fifo = kept;
  }
  for (uint32_t place = 0; place < alone_.places(); ++place) {
    const LonePages::Lone& its = alone_[place];
    if (!its.free && !model_.holds(its.page, its.last_visit, std::nullopt)) alone_.free(place);
  }
  forgotten_ = 0;
  heap_.clear();
  early_.clear();
}

std::optional<ClassQueue::Offer> ClassQueue::pop(uint32_t now) {
  if (forgotten_ > std::max(pages_ / kPagesPerForgotten, kFewForgotten)) {
    // The computed waits stay: to drop entries must not change the order of the others.
    drop_forgotten();
    if (!is_stale_) collect_heads(now);
  }
  if (is_reevaluation_due()) reevaluate_all(now);
  set_early_heads_aside(now);
  while (!heap_.empty()) {
    const std::optional<Offer> offer = take(best_of_the_due(now), now);
    if (heap_.empty()) heap_.swap(early_);
    fetch_next_heads();
    if (!offer) continue;
    --pages_;
    ++offers_;
    return offer;
  }
  return std::nullopt;
}

// Prefetches in two steps, because the data of a class tell where its first entry is: the entries
// of the next two offers, and the classes of those that may be the two after them.
void ClassQueue::fetch_next_heads() const {
  constexpr size_t kNextTwo = 3;
  constexpr size_t kTwoAfter = 7;
  for (size_t at = 0; at < std::min(heap_.size(), kTwoAfter); ++at) {
    const Head& head = heap_[at];
    const bool is_alone = (head.id & kAlone) != 0;
    if (at >= kNextTwo) {
      if (!is_alone) __builtin_prefetch(&classes_[head.id]);
      continue;
    }
    if (!is_alone) {
      const EntryPool::Fifo& fifo = classes_[head.id].fifo;
      if (at == 0) {
        model_.prefetch_clock(head.id, entries_.front(fifo).last_visit);
      } else {
        entries_.prefetch(fifo);
        model_.prefetch_clock(head.id);
      }
    }
    model_.prefetch(head.page);
  }
}

// Returns nothing if the entry no longer stands for its page.
std::optional<ClassQueue::Offer> ClassQueue::take(size_t at, uint32_t now) {
  const uint32_t id = heap_[at].id;
  if ((id & kAlone) != 0) return take_alone(at, now);
  Waiting& its = classes_[id];
  const double value = value_of_head(id, now);
  const EntryPool::Entry entry = entries_.front(its.fifo);
  entries_.pop_front(its.fifo);
  if (its.fifo.empty())
    heap_.remove(at);
  else
    heap_.replace(at, head_of(id));
  if (!model_.holds(entry.page, entry.last_visit, id)) {
    forgotten_ -= std::min<size_t>(forgotten_, 1);
    return std::nullopt;
  }
  price_.follow(value, pages_);
  return Offer{entry.page, entry.last_visit, value};
}

std::optional<ClassQueue::Offer> ClassQueue::take_alone(size_t at, uint32_t now) {
  const uint32_t place = heap_[at].id & ~kAlone;
  const LonePages::Lone its = alone_[place];
  heap_.remove(at);
  alone_.free(place);
  if (!model_.holds(its.page, its.last_visit, std::nullopt)) {
    forgotten_ -= std::min<size_t>(forgotten_, 1);
    return std::nullopt;
  }
  const double value = model_.worth_alone(its.page, now).value;
  const double price = price_.now();
  price_.follow(price > 0 ? std::min(value, kMostAbovePrice * price) : value, pages_);
  return Offer{its.page, its.last_visit, value};
}

size_t ClassQueue::memory_bytes() const {
  return heap_.memory_bytes() + early_.memory_bytes() + classes_.capacity() * sizeof(Waiting) +
         keys_.memory_bytes() + entries_.memory_bytes() + alone_.memory_bytes();
}

}  // namespace freshet::schedule
