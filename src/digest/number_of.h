#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet::digest {

// From a 64-bit key, such as a fingerprint, to the number of the element that has it, in about 8
// bytes a key: open addressing over the numbers alone; the keys stay with the elements, where
// `key_of(number)` finds them. Keys need not be well mixed.
class NumberOf {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  NumberOf() : slots_(16, kNone) {}

  template <typename KeyOf>
  uint32_t find(uint64_t key, const KeyOf& key_of) const {
    for (size_t slot = first_slot(key);; slot = after(slot)) {
      const uint32_t number = slots_[slot];
      if (number == kNone || key_of(number) == key) return number;
    }
  }

  // The key must not be there yet.
  template <typename KeyOf>
  void insert(uint64_t key, uint32_t number, const KeyOf& key_of) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow(key_of);
    ++size_;
    put(key, number);
  }

  template <typename KeyOf>
  void erase(uint64_t key, const KeyOf& key_of) {
    size_t hole = first_slot(key);
    while (slots_[hole] != kNone && key_of(slots_[hole]) != key) hole = after(hole);
    if (slots_[hole] == kNone) return;
    --size_;
    // What was pushed behind the hole moves up, so that no search ends too soon.
    for (size_t slot = after(hole); slots_[slot] != kNone; slot = after(slot)) {
      const size_t home = first_slot(key_of(slots_[slot]));
      const size_t mask = slots_.size() - 1;
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots_[hole] = slots_[slot];
      hole = slot;
    }
    slots_[hole] = kNone;
  }

  size_t memory_bytes() const { return slots_.capacity() * sizeof(uint32_t); }

 private:
  size_t first_slot(uint64_t key) const {
    key = (key ^ (key >> 32)) * 0x9E3779B97F4A7C15;
    return (key >> 32) & (slots_.size() - 1);
  }
  size_t after(size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

  void put(uint64_t key, uint32_t number) {
    size_t slot = first_slot(key);
    while (slots_[slot] != kNone) slot = after(slot);
    slots_[slot] = number;
  }

  template <typename KeyOf>
  void grow(const KeyOf& key_of) {
    std::vector<uint32_t> old(slots_.size() * 2, kNone);
    old.swap(slots_);
    for (const uint32_t number : old) {
      if (number != kNone) put(key_of(number), number);
    }
  }

  std::vector<uint32_t> slots_;  // a power of two of them
  size_t size_ = 0;
};

}  // namespace freshet::digest
