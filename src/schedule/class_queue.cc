#include "schedule/class_queue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace freshet::schedule {
namespace {

constexpr double kDay = 86'400;
// The price follows what was paid: it takes about a thirtieth of a round through all pages to get
// used to another budget.
constexpr double kRoundsToLearn = 1.0 / 30;
constexpr double kLargestStep = 1.0 / 16;
// All heads are looked at anew when the price has moved by this share, but not so often that an
// offer looks at more heads on average; unless that were so late that the price overshoots, which
// learns in many more offers.
constexpr double kPriceMoved = 0.03;
constexpr size_t kLooksPerOffer = 4;
constexpr size_t kOffersLate = 240;  // this part of the pages
// At once when it has moved as far as this: at the beginning, for example.
constexpr double kPriceMovedFar = 0.1;
// Or after so many times as many offers as there are heads: clocks are learned, and what waits
// alone may be worth more.
constexpr size_t kRoundsOfHeads = 4;
// If the first page is not due and is worth less than this part of the price, the price is too
// high, unless one of the first few is worth about the price.
constexpr double kFarBelowPrice = 0.5;
constexpr double kAboutPrice = 0.9;
constexpr size_t kHeadsThatTell = 16;
// Entries of pages that are held no more are dropped when there are as many as pages; in large
// queues, where their room matters, when there is one for so many pages.
constexpr size_t kFewForgotten = 1'000;
constexpr size_t kManyForgotten = 20'000;
constexpr size_t kPagesPerForgotten = 6;
constexpr double kShortest = 1 / kDay;  // of all waits, in days
constexpr double kLongest = 1e6;
// Pages that wait alone may be worth many times the price, which is what the last visit that was
// still worth it is worth. So they raise it only a little each: if nothing else is visited any
// more, it will come to their values all the same.
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
// the square (short after a visit) and not at all (nothing more to lose), so that a value and its
// slope tell where the price is; where that leads astray, the middle of what is left is tried.
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
  // An empty class was not looked at when the price moved.
  work_out_wait(id);
  offer(head_of(id));
}

void ClassQueue::push_alone(Page page, uint32_t last_visit, uint32_t now) {
  push_alone({.page = page, .last_visit = last_visit}, now);
}

void ClassQueue::put_off(Page page, uint32_t last_visit, uint32_t due) {
  price_ = price_before_;
  push_alone({.page = page, .last_visit = last_visit, .due = due}, due);
}

void ClassQueue::push_alone(const Alone& page, uint32_t now) {
  uint32_t place = 0;
  if (free_places_.empty()) {
    place = static_cast<uint32_t>(alone_.size());
    alone_.emplace_back();
  } else {
    place = free_places_.back();
    free_places_.pop_back();
  }
  alone_[place] = page;
  ++pages_;
  offer(head_alone(place, now));
}

void ClassQueue::forget() {
  --pages_;
  ++forgotten_;
  // Whoever takes pages out and never asks for the best must not fill the memory.
  if (forgotten_ > kFewForgotten && forgotten_ > 2 * pages_) drop_forgotten();
}

void ClassQueue::work_out_wait(Class id) {
  Waiting& its = classes_[id];
  // Near a price for which it is known, the power tells; far from it a curve is no power.
  const double moved = foretold_at_ / its.full_price - 1;
  if (std::abs(moved) <= kPowerReaches * its.power) {
    its.wait = static_cast<float>(its.full_wait * power_of(moved, 1 / its.power));
    return;
  }
  const Crossing found =
      crossing([&](double days) { return model_.worth(id, days); }, foretold_at_, its.wait);
  its.wait = its.full_wait = static_cast<float>(found.wait);
  its.power = static_cast<float>(found.power);
  its.full_price = static_cast<float>(foretold_at_);
}

ClassQueue::Head ClassQueue::head_of(Class id) const {
  const EntryPool::Entry first = entries_.front(classes_[id].fifo);
  return {
      .due = model_.when(id, first.last_visit, classes_[id].wait), .id = id, .page = first.page};
}

// Those that are worth more than the price already are due as much earlier as they are worth more.
ClassQueue::Head ClassQueue::head_alone(uint32_t place, double now) const {
  const Page page = alone_[place].page;
  if (const auto due = alone_[place].due)
    return {.due = static_cast<double>(*due), .id = place | kAlone, .page = page};
  const double value = model_.worth_alone(page, now).value;
  double days = 0;
  if (value >= foretold_at_) {
    days = foretold_at_ > 0 ? -(value / foretold_at_ - 1) : -value;
  } else {
    const auto curve = [&](double wait) { return model_.worth_alone(page, now + wait * kDay); };
    days = crossing(curve, foretold_at_, 1).wait;
  }
  return {.due = now + days * kDay, .id = place | kAlone, .page = page};
}

void ClassQueue::offer(Head head) {
  heap_.push_back(head);
  std::push_heap(heap_.begin(), heap_.end(),
                 [](const Head& a, const Head& b) { return a.due > b.due; });
}

// What stands there gives way. One way through the heap, where taking one out and putting one in
// would be two.
void ClassQueue::replace(size_t at, Head head) {
  const size_t size = heap_.size();
  for (size_t child = 2 * at + 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap_[child + 1].due < heap_[child].due) ++child;
    if (heap_[child].due >= head.due) break;
    heap_[at] = heap_[child];
    at = child;
  }
  for (; at > 0 && heap_[(at - 1) / 2].due > head.due; at = (at - 1) / 2) {
    heap_[at] = heap_[(at - 1) / 2];
  }
  heap_[at] = head;
}

void ClassQueue::remove(size_t at) {
  const Head last = heap_.back();
  heap_.pop_back();
  if (at < heap_.size()) replace(at, last);
}

double ClassQueue::value_of_head(Class id, uint32_t now) const {
  const Waiting& its = classes_[id];
  const double waited = model_.waited(id, entries_.front(its.fifo).last_visit, now);
  // Near the wait that was foretold, its value is known well enough.
  const double away = waited / its.wait - 1;
  if (std::abs(away) < 0.1 && its.power > 0) return foretold_at_ * (1 + its.power * away);
  return model_.worth(id, waited).value;
}

// Of those that are late, a heavy page has gained more since it was due.
size_t ClassQueue::best_of_the_first(uint32_t now) const {
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

void ClassQueue::look_at_all(uint32_t now) {
  foretold_at_ = price_;
  heap_.clear();
  for (Class id = 0; id < classes_.size(); ++id) {
    if (classes_[id].fifo.empty()) continue;
    work_out_wait(id);
    heap_.push_back(head_of(id));
  }
  for (uint32_t place = 0; place < alone_.size(); ++place) {
    if (!alone_[place].free) heap_.push_back(head_alone(place, now));
  }
  std::make_heap(heap_.begin(), heap_.end(),
                 [](const Head& a, const Head& b) { return a.due > b.due; });
  offers_ = 0;
  is_stale_ = have_values_changed_ = false;
}

bool ClassQueue::is_time_to_look() const {
  if (is_stale_ || has_price_moved(kPriceMovedFar)) return true;
  if (offers_ * kLooksPerOffer < heap_.size() && offers_ * kOffersLate < pages_) return false;
  return has_price_moved(kPriceMoved) || have_values_changed_ ||
         offers_ > kRoundsOfHeads * heap_.size();
}

// Nothing is due, and what comes first is worth so much less that the order in which pages will be
// worth the price says nothing of what they are worth now. Not so if one of the next is worth about
// the price: a page that is visited every few minutes may come first while it is worth little.
bool ClassQueue::is_price_too_high(uint32_t now) const {
  if (heap_.empty() || heap_.front().due <= now || (heap_.front().id & kAlone) != 0) return false;
  if (value_of_head(heap_.front().id, now) >= kFarBelowPrice * price_) return false;
  const auto first = std::min(heap_.size(), kHeadsThatTell);
  return std::none_of(
      heap_.begin(), heap_.begin() + static_cast<ptrdiff_t>(first), [&](const Head& head) {
        return (head.id & kAlone) == 0 && value_of_head(head.id, now) >= kAboutPrice * price_;
      });
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

bool ClassQueue::has_price_moved(double share) const {
  return std::abs(price_ - foretold_at_) > share * foretold_at_;
}

// All entries once through their queues: those that are not held are not put back. Some are taken
// at once, so that the model can fetch what it knows of their pages.
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
        model_.soon(some[count].page);
      }
      for (const EntryPool::Entry& entry : std::span(some).first(count))
        if (model_.holds(entry.page, entry.last_visit, id)) entries_.push_back(kept, entry);
    }
    its.fifo = kept;
  }
  for (uint32_t place = 0; place < alone_.size(); ++place) {
    const Alone& its = alone_[place];
    if (!its.free && !model_.holds(its.page, its.last_visit, std::nullopt)) free_place(place);
  }
  forgotten_ = 0;
  heap_.clear();
  is_stale_ = true;
}

void ClassQueue::free_place(uint32_t place) {
  alone_[place].free = true;
  free_places_.push_back(place);
}

void ClassQueue::follow(double value) {
  price_before_ = price_;
  const double step = 1 / (kRoundsToLearn * static_cast<double>(pages_) + 1);
  price_ += std::min(step, kLargestStep) * (value - price_);
}

std::optional<ClassQueue::Offer> ClassQueue::pop(uint32_t now) {
  const size_t most = std::min(pages_, std::max(kManyForgotten, pages_ / kPagesPerForgotten));
  if (forgotten_ > std::max(most, kFewForgotten)) drop_forgotten();
  if (is_time_to_look()) look_at_all(now);
  if (is_price_too_high(now)) {
    price_ = best_value(now);
    look_at_all(now);
  }
  while (!heap_.empty()) {
    const std::optional<Offer> offer = take(best_of_the_first(now), now);
    if (!heap_.empty()) {
      // Those that may be the next two.
      for (size_t at = 0; at < std::min<size_t>(heap_.size(), 3); ++at) {
        const Head& next = heap_[at];
        if ((next.id & kAlone) == 0) entries_.prefetch(classes_[next.id].fifo);
        model_.soon(next.page);
      }
    }
    if (!offer) continue;
    --pages_;
    ++offers_;
    return offer;
  }
  return std::nullopt;
}

// Nothing if what stands there is held no more.
std::optional<ClassQueue::Offer> ClassQueue::take(size_t at, uint32_t now) {
  const uint32_t id = heap_[at].id;
  if ((id & kAlone) != 0) return take_alone(at, now);
  Waiting& its = classes_[id];
  const double value = value_of_head(id, now);
  const EntryPool::Entry entry = entries_.front(its.fifo);
  entries_.pop_front(its.fifo);
  if (its.fifo.empty())
    remove(at);
  else
    replace(at, head_of(id));
  if (!model_.holds(entry.page, entry.last_visit, id)) {
    forgotten_ -= std::min<size_t>(forgotten_, 1);
    return std::nullopt;
  }
  follow(value);
  return Offer{entry.page, entry.last_visit, value};
}

std::optional<ClassQueue::Offer> ClassQueue::take_alone(size_t at, uint32_t now) {
  const uint32_t place = heap_[at].id & ~kAlone;
  const Alone its = alone_[place];
  remove(at);
  free_place(place);
  if (!model_.holds(its.page, its.last_visit, std::nullopt)) {
    forgotten_ -= std::min<size_t>(forgotten_, 1);
    return std::nullopt;
  }
  const double value = model_.worth_alone(its.page, now).value;
  follow(price_ > 0 ? std::min(value, kMostAbovePrice * price_) : value);
  return Offer{its.page, its.last_visit, value};
}

size_t ClassQueue::memory_bytes() const {
  return heap_.capacity() * sizeof(Head) + classes_.capacity() * sizeof(Waiting) +
         keys_.memory_bytes() + entries_.memory_bytes() + alone_.capacity() * sizeof(Alone) +
         free_places_.capacity() * sizeof(uint32_t);
}

}  // namespace freshet::schedule
