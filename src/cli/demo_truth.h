#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "aquarium/aquarium.h"
#include "clock/instant.h"

namespace freshet::cli {

// How fresh a collection of the aquarium is, by what the server knows: which version it served
// when, and which it has now. Beside it, how fresh it would be if all pages were visited in turn,
// with as many requests.
class DemoTruth {
 public:
  explicit DemoTruth(const aquarium::Aquarium& aquarium) : aquarium_(aquarium) {}

  // Takes in what was asked since the last call.
  void update();

  struct Freshness {
    uint64_t pages = 0;
    double ours = 0;
    double in_turn = 0;
    uint64_t requests = 0;  // for pages, after the first visits
  };
  Freshness at(Instant now) const;

 private:
  struct Page {
    aquarium::PageId id;
    uint64_t served = 0;   // the version that we have
    uint64_t in_turn = 0;  // the version that the other would have
  };
  static uint64_t key(aquarium::PageId page) { return uint64_t{page.host} << 32 | page.number; }
  void visit_in_turn(Instant now);

  const aquarium::Aquarium& aquarium_;
  uint64_t seen_ = 0;  // requests
  uint64_t again_ = 0;
  std::vector<Page> pages_;
  std::unordered_map<uint64_t, size_t> number_of_;
  size_t turn_ = 0;
};

}  // namespace freshet::cli
