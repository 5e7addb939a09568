#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "store/types.h"

namespace freshet::crawl {

// A cache of refused URLs that were recorded recently. Navigation and external links are on every
// page of a site; their repetition must cost neither a write nor a look-up in the store. It is a
// direct-mapped table of fixed size, with 16 bytes for each place. If one URL displaces another,
// the latter is recorded again, which changes nothing.
class RefusalCache {
 public:
  static constexpr size_t kPlaces = size_t{1} << 16;

  // `places` is a power of two.
  explicit RefusalCache(size_t places = kPlaces) : places_(places) {}

  // Returns whether a find was added that store::preference() ranks before this one, or equal to
  // it.
  bool has(store::PageId page, uint32_t preference) const {
    const Place& place = places_[place_of(page)];
    return place.page == page && place.preference <= preference;
  }

  void add(store::PageId page, uint32_t preference) {
    Place& place = places_[place_of(page)];
    if (place.page == page && place.preference <= preference) return;
    place = {page, preference};
  }

  // Call it when the rules change: refused URLs may then be admitted.
  void clear() { places_.assign(places_.size(), Place()); }

 private:
  struct Place {
    store::PageId page;
    uint32_t preference = std::numeric_limits<uint32_t>::max();  // of an empty place
  };
  // Page ids are hashes: any of their bits will do.
  size_t place_of(store::PageId page) const { return page.value & (places_.size() - 1); }

  std::vector<Place> places_;
};

}  // namespace freshet::crawl
