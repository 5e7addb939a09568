#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Pages that wait in no class. Each has a place, whose number is used again when it is free.
class LonePages {
 public:
  struct Lone {
    Page page;
    uint32_t last_visit;
    std::optional<uint32_t> due;  // none: when it is worth the price
    bool free = false;
  };

  uint32_t add(const Lone& page) {
    if (page.due) ++postponed_;
    if (free_places_.empty()) {
      places_.push_back(page);
      return static_cast<uint32_t>(places_.size() - 1);
    }
    const uint32_t place = free_places_.back();
    free_places_.pop_back();
    places_[place] = page;
    return place;
  }
  void free(uint32_t place) {
    if (places_[place].due) --postponed_;
    places_[place].free = true;
    free_places_.push_back(place);
  }

  // All places, also free ones.
  uint32_t places() const { return static_cast<uint32_t>(places_.size()); }
  const Lone& operator[](uint32_t place) const { return places_[place]; }
  // The number of pages that wait for a given time.
  size_t postponed() const { return postponed_; }

  size_t memory_bytes() const {
    return places_.capacity() * sizeof(Lone) + free_places_.capacity() * sizeof(uint32_t);
  }

 private:
  std::vector<Lone> places_;
  std::vector<uint32_t> free_places_;
  size_t postponed_ = 0;
};

}  // namespace freshet::schedule
