#include "schedule/class_queue.h"

#include <algorithm>
#include <cmath>

namespace freshet::schedule {
namespace {

constexpr double kDay = 86'400;
// The price follows what was paid: it takes about a thirtieth of a round through all pages to get
// used to another budget.
constexpr double kRoundsToLearn = 1.0 / 30;
constexpr double kLargestStep = 1.0 / 16;
// All heads are looked at anew when the price has moved by this share.
constexpr double kPriceMoved = 0.03;
constexpr double kNever = 1e6 * kDay;

}  // namespace

ClassQueue::ClassQueue(WorthOf worth_of) : worth_of_(std::move(worth_of)) {}

ClassQueue::Found ClassQueue::find_class(uint64_t key) {
  const auto [found, is_new] = by_key_.try_emplace(key, static_cast<Class>(fifos_.size()));
  if (is_new) fifos_.emplace_back();
  return {found->second, is_new};
}

void ClassQueue::push(Class id, Page page, uint32_t last_visit) {
  Fifo& fifo = fifos_[id];
  const bool was_empty = fifo.empty();
  fifo.entries.push_back({page, last_visit});
  ++pages_;
  if (was_empty) offer_head(id);
}

// When the head's value will be the price. Values grow about as a power of the time, between the
// square (short after a visit) and not at all (nothing more to lose), so that a value and its slope
// tell where the price is; where that leads astray, the middle of what is left is tried.
double ClassQueue::foretell(Class id) const {
  const Fifo& fifo = fifos_[id];
  const uint32_t last = fifo.entries[fifo.first].last_visit;
  double low = 1;
  double high = kNever;
  double wait = fifo.wait;
  for (int i = 0; i < 12 && high > low * 1.02; ++i) {
    const Worth worth = worth_of_(id, last, last + wait);
    (worth.value < price_ ? low : high) = wait;
    const double power = worth.slope * wait / kDay / worth.value;
    const double better = wait * std::pow(price_ / worth.value, 1 / power);
    if (std::abs(better - wait) < 0.01 * wait) break;
    wait = better > low && better < high ? better : std::sqrt(low * high);
  }
  return last + wait;
}

void ClassQueue::offer_head(Class id) {
  heap_.push_back({foretell(id), id});
  std::push_heap(heap_.begin(), heap_.end());
}

void ClassQueue::look_at_all() {
  heap_.clear();
  for (Class id = 0; id < fifos_.size(); ++id) {
    if (!fifos_[id].empty()) offer_head(id);
  }
  offers_left_ = std::max<size_t>(heap_.size(), 1);
  foretold_at_ = price_;
}

void ClassQueue::drop_first(Fifo& fifo) {
  ++fifo.first;
  if (fifo.first * 2 < fifo.entries.size() && fifo.first < fifo.entries.size()) return;
  fifo.entries.erase(fifo.entries.begin(),
                     fifo.entries.begin() + static_cast<ptrdiff_t>(fifo.first));
  fifo.first = 0;
}

std::optional<ClassQueue::Offer> ClassQueue::pop(uint32_t now) {
  const bool moved = std::abs(price_ - foretold_at_) > kPriceMoved * foretold_at_;
  if (offers_left_ == 0 || moved) look_at_all();
  if (heap_.empty()) return std::nullopt;
  --offers_left_;
  std::pop_heap(heap_.begin(), heap_.end());
  const Class id = heap_.back().id;
  heap_.pop_back();
  Fifo& fifo = fifos_[id];
  const Entry entry = fifo.entries[fifo.first];
  const double value = worth_of_(id, entry.last_visit, now).value;
  const double step = 1 / (kRoundsToLearn * static_cast<double>(pages_) + 1);
  price_ += std::min(step, kLargestStep) * (value - price_);
  --pages_;
  fifo.wait = std::max(static_cast<float>(now - entry.last_visit), 1.0F);
  drop_first(fifo);
  if (!fifo.empty()) offer_head(id);
  return Offer{entry.page, entry.last_visit, value};
}

size_t ClassQueue::memory_bytes() const {
  size_t bytes = heap_.capacity() * sizeof(Head) + fifos_.capacity() * sizeof(Fifo) +
                 by_key_.size() * (sizeof(std::pair<uint64_t, Class>) + 2 * sizeof(void*));
  for (const Fifo& fifo : fifos_) bytes += fifo.entries.capacity() * sizeof(Entry);
  return bytes;
}

}  // namespace freshet::schedule
