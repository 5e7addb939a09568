#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet::digest {

// Maps 64-bit keys, such as fingerprints, to the numbers of the elements that have them. A hash
// table with open addressing that stores only the numbers, in about 8 bytes per key. The elements
// store the keys: `key_of(number)` must return the key of an element that was inserted. Keys need
// not be well mixed.
class KeyIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  KeyIndex() : slots_(16, kNone) {}

  // Returns the number of the element with this key, or kNone.
  template <typename KeyOf>
  uint32_t find(uint64_t key, const KeyOf& key_of) const {
    for (size_t slot = first_slot(key);; slot = after(slot)) {
      const uint32_t number = slots_[slot];
      if (number == kNone || key_of(number) == key) return number;
    }
  }

  // The key must not be in the index yet.
  template <typename KeyOf>
  void insert(uint64_t key, uint32_t number, const KeyOf& key_of) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow(key_of);
    ++size_;
    put(key, number);
  }

  // Does nothing if the key is not in the index.
  template <typename KeyOf>
  void erase(uint64_t key, const KeyOf& key_of) {
    size_t hole = first_slot(key);
    while (slots_[hole] != kNone && key_of(slots_[hole]) != key) hole = after(hole);
    if (slots_[hole] == kNone) return;
    --size_;
    // Move later entries of the same run into the hole where their search would pass it. Otherwise
    // the search for them would end at the hole.
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

  std::vector<uint32_t> slots_;  // element numbers or kNone; the size is a power of two
  size_t size_ = 0;
};

}  // namespace freshet::digest
