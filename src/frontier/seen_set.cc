#include "frontier/seen_set.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "result/check.h"

namespace freshet::frontier {
namespace {

constexpr uint32_t kFirstHomes = 14;
constexpr double kGrowth = 1.25;
constexpr size_t kAllocationOverhead = 16;

bool is_full(uint32_t used, uint32_t homes) {
  return uint64_t{used} * 100 >= uint64_t{homes} * 85;
}

// Returns the number of slots for values that are pushed past the last home.
uint32_t tail_for(uint32_t homes) {
  return std::clamp(homes / 32, uint32_t{1}, uint32_t{64});
}

// Returns the value that is stored for a fingerprint. Fingerprints are well mixed, but the set must
// not become slow if they are not. The function is a bijection (both steps can be inverted) and
// maps 0 to 0.
uint64_t mixed(uint64_t fingerprint) {
  return (fingerprint ^ (fingerprint >> 32)) * 0x9E3779B97F4A7C15;
}

size_t table_of(uint64_t value) {
  return value >> 57;
}

uint32_t home_of(uint64_t value, uint32_t homes) {
  const uint64_t spread = (value << 7) >> 32;
  return static_cast<uint32_t>((spread * homes) >> 32);
}

// Returns the slot where the value is or belongs: it is not after the first empty slot from its
// home on. The extra slot at the end stops the search.
size_t find_slot(const uint64_t* slots, uint32_t homes, uint64_t value) {
  size_t slot = home_of(value, homes);
  while (slots[slot] != 0 && slots[slot] < value) ++slot;
  return slot;
}

}  // namespace

SeenSet::SeenSet() : memory_bytes_(sizeof *this) {
  for (size_t i = 0; i < kTables; ++i) {
    const double part = static_cast<double>(i) / kTables;
    const auto homes = static_cast<uint32_t>(std::lround(kFirstHomes * std::pow(kGrowth, part)));
    grow(tables_[i], homes, homes + tail_for(homes));
  }
}

bool SeenSet::insert(digest::Fingerprint fingerprint) {
  const uint64_t value = mixed(fingerprint.value);
  if (value == 0) {
    if (has_zero_) return false;
    has_zero_ = true;
    ++size_;
    return true;
  }
  Table& table = tables_[table_of(value)];
  size_t slot = find_slot(table.slots.get(), table.homes, value);
  if (table.slots[slot] == value && slot < table.capacity) return false;
  if (is_full(table.used + 1, table.homes)) {
    FRESHET_CHECK(table.homes < std::numeric_limits<uint32_t>::max() / 2, "the seen set is full");
    const auto homes = static_cast<uint32_t>(std::ceil(table.homes * kGrowth));
    grow(table, homes, homes + tail_for(homes));
    slot = find_slot(table.slots.get(), table.homes, value);
  }

  size_t empty = slot;
  while (empty < table.capacity && table.slots[empty] != 0) ++empty;
  if (empty == table.capacity) grow(table, table.homes, table.capacity + table.capacity / 16 + 1);
  uint64_t* const slots = table.slots.get();
  std::copy_backward(slots + slot, slots + empty, slots + empty + 1);
  slots[slot] = value;
  ++table.used;
  ++size_;
  return true;
}

void SeenSet::prefetch(digest::Fingerprint fingerprint) const {
  const uint64_t value = mixed(fingerprint.value);
  const Table& table = tables_[table_of(value)];
  __builtin_prefetch(&table.slots[home_of(value, table.homes)], 1);
}

bool SeenSet::contains(digest::Fingerprint fingerprint) const {
  const uint64_t value = mixed(fingerprint.value);
  if (value == 0) return has_zero_;
  const Table& table = tables_[table_of(value)];
  const size_t slot = find_slot(table.slots.get(), table.homes, value);
  return table.slots[slot] == value && slot < table.capacity;
}

void SeenSet::grow(Table& table, uint32_t homes, uint32_t capacity) {
  size_t after_last = 0;
  auto slots = std::make_unique<uint64_t[]>(size_t{capacity} + 1);
  for (uint32_t i = 0; i < table.capacity; ++i) {
    const uint64_t value = table.slots[i];
    if (value == 0) continue;
    const size_t slot = std::max(after_last, size_t{home_of(value, homes)});
    // If the values do not fit because they cluster at the end, start again with one slot for each
    // of the rest.
    if (slot == capacity) return grow(table, homes, capacity + (table.capacity - i));
    slots[slot] = value;
    after_last = slot + 1;
  }
  slots[capacity] = std::numeric_limits<uint64_t>::max();
  if (table.capacity == 0) memory_bytes_ += kAllocationOverhead + sizeof(uint64_t);
  memory_bytes_ += sizeof(uint64_t) * capacity - sizeof(uint64_t) * table.capacity;
  table.slots = std::move(slots);
  table.homes = homes;
  table.capacity = capacity;
}

}  // namespace freshet::frontier
