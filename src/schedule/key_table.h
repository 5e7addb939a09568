#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet::schedule {

// Gives keys the numbers 0, 1, 2, ... in the order in which they are first seen. Open addressing:
// 16 to 24 bytes a key, and most often one line of memory a question.
class KeyTable {
 public:
  struct Found {
    uint32_t id;
    bool is_new;
  };
  Found find_or_add(uint64_t key) {
    if (keys_.size() * 2 >= slots_.size()) grow();
    for (size_t i = home(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == 0) {
        keys_.push_back(key);
        slots_[i] = static_cast<uint32_t>(keys_.size());
        return {slots_[i] - 1, true};
      }
      if (keys_[slots_[i] - 1] == key) return {slots_[i] - 1, false};
    }
  }

  size_t memory_bytes() const {
    return keys_.capacity() * sizeof(uint64_t) + slots_.capacity() * sizeof(uint32_t);
  }

 private:
  size_t home(uint64_t key) const {
    // Fibonacci hashing: the upper bits depend on all of the key's.
    return (key * 0x9E3779B97F4A7C15 ^ key >> 29) >> 20 & (slots_.size() - 1);
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, 0);
    for (size_t n = 0; n < keys_.size(); ++n) {
      size_t i = home(keys_[n]);
      while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = static_cast<uint32_t>(n + 1);
    }
  }

  std::vector<uint64_t> keys_;
  std::vector<uint32_t> slots_;  // number of the key and 1; 0 where there is none
};

}  // namespace freshet::schedule
