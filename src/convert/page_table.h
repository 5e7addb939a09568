#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet::convert {

// A hash table from the fingerprints of pages to ids greater than 0. Takes about 20 bytes a page.
class PageTable {
 public:
  PageTable() : slots_(kInitialSlots) {}

  // Returns 0 if the page has no id.
  uint32_t find(uint64_t page) const { return slots_[slot_of(page)].id(); }

  void insert(uint64_t page, uint32_t id) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    Slot& slot = slots_[slot_of(page)];
    if (slot.id() == 0) ++size_;
    slot = Slot(page, id);
  }

  size_t size() const { return size_; }

 private:
  // The fingerprint is stored in two halves, so that a slot takes 12 bytes instead of 16.
  class Slot {
   public:
    Slot() = default;
    Slot(uint64_t page, uint32_t id)
        : low_(static_cast<uint32_t>(page)), high_(static_cast<uint32_t>(page >> 32)), id_(id) {}
    uint64_t page() const { return uint64_t{high_} << 32 | low_; }
    uint32_t id() const { return id_; }

   private:
    uint32_t low_ = 0;
    uint32_t high_ = 0;
    uint32_t id_ = 0;  // 0: free
  };

  // The slot of the page, or the free slot for it. A fingerprint serves as its own hash.
  size_t slot_of(uint64_t page) const {
    size_t slot = page & (slots_.size() - 1);
    while (slots_[slot].id() != 0 && slots_[slot].page() != page) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.id() != 0) slots_[slot_of(slot.page())] = slot;
    }
  }

  static constexpr size_t kInitialSlots = 64;
  std::vector<Slot> slots_;  // their number is a power of two
  size_t size_ = 0;
};

}  // namespace freshet::convert
