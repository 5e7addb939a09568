#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "digest/key_index.h"

namespace freshet::schedule {

// Gives keys the numbers 0, 1, 2, ... in the order in which they are first seen.
class KeyTable {
 public:
  struct Found {
    uint32_t id;
    bool is_new;
  };
  Found find_or_add(uint64_t key) {
    const auto key_of = [this](uint32_t id) { return keys_[id]; };
    const uint32_t known = ids_.find(key, key_of);
    if (known != digest::KeyIndex::kNone) return {known, false};
    const auto id = static_cast<uint32_t>(keys_.size());
    keys_.push_back(key);
    ids_.insert(key, id, key_of);
    return {id, true};
  }

  size_t memory_bytes() const { return keys_.capacity() * sizeof(uint64_t) + ids_.memory_bytes(); }

 private:
  std::vector<uint64_t> keys_;
  digest::KeyIndex ids_;
};

}  // namespace freshet::schedule
