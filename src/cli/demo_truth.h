#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "aquarium/aquarium.h"
#include "clock/instant.h"

namespace freshet::cli {

// The true freshness of a collection of the aquarium: compares the version of each page that was
// served last with the version that the server has now. For comparison, it also computes the
// freshness of a round-robin crawler, which visits all pages in turn with as many requests.
class DemoTruth {
 public:
  explicit DemoTruth(const aquarium::Aquarium& aquarium) : aquarium_(aquarium) {}

  // Reads the requests that the server has received since the last call.
  void update();

  struct Freshness {
    uint64_t pages = 0;
    double ours = 0;
    double round_robin = 0;
  };
  Freshness at(Instant now) const;

 private:
  struct Page {
    aquarium::PageId id;
    uint64_t served = 0;       // the version that the collection has
    uint64_t round_robin = 0;  // the version that the round-robin crawler would have
  };
  static uint64_t key(aquarium::PageId page) { return uint64_t{page.host} << 32 | page.number; }
  void visit_round_robin(Instant now);

  const aquarium::Aquarium& aquarium_;
  uint64_t last_request_ = 0;  // number of the last one that was read
  std::vector<Page> pages_;
  std::unordered_map<uint64_t, size_t> number_of_;
  size_t next_ = 0;  // page of the round-robin crawler
};

}  // namespace freshet::cli
