#pragma once

#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "simulate/experiments/chance.h"
#include "simulate/world.h"

namespace freshet::simulate {

// What listings (sitemaps, feeds) tell of changes.
struct Signals {
  bool offered = false;
  double recall = 1;              // each change is told of with this probability
  double false_per_page_day = 0;  // claims of a change that was none
  Duration delay;                 // from a change until the listing tells of it
  uint64_t seed = 1;
};

// "none", "honest" (every change, at once) or "partial:Q,NU,DELAY": recall, false claims a page and
// day, delay in hours.
Result<Signals> parse_signals(std::string_view text);

// Listings of a world: one for each 50,000 pages of a host, numbered behind the world's pages. What
// one will claim depends on the world and the seed, not on who reads it when, nor on the future.
class Listings {
 public:
  static constexpr uint32_t kPagesOfListing = 50'000;

  Listings(const World& world, const Signals& signals);

  size_t count() const { return listings_.size(); }
  schedule::Page page(size_t listing) const {
    return first_ + static_cast<schedule::Page>(listing);
  }
  bool has(schedule::Page page) const { return page >= first_; }
  schedule::Page listing_of(schedule::Page page) const { return listing_of_[page]; }
  schedule::Site site(schedule::Page listing) const { return at(listing).site; }
  // From 0, among those of its host.
  uint32_t number(schedule::Page listing) const { return at(listing).number; }

  // The listing that came to be with this page, its first; else nothing.
  std::optional<schedule::Page> appears_with(schedule::Page page);
  // A page was changed, deleted or added again.
  void happened(const Event& event);
  void visited(schedule::Page page, Instant now) { last_visit_[page] = now; }
  // Reads a listing: pages that it says have changed since it was last read and since they were
  // last visited, each once, in the order of their numbers.
  std::vector<schedule::Page> read(schedule::Page listing, Instant now);

 private:
  struct Claim {
    Instant changed;
    schedule::Page page;
  };
  struct Listing {
    schedule::Site site = 0;
    uint32_t number = 0;
    schedule::Page first_page = 0;
    uint32_t pages = 0;
    bool is_known = false;
    std::deque<Claim> claims;  // by time
    Chance chance;             // for false claims
    Claim next_false;
  };
  Listing& at(schedule::Page listing) { return listings_[listing - first_]; }
  const Listing& at(schedule::Page listing) const { return listings_[listing - first_]; }
  void draw_false(Listing& listing, Instant from) const;

  const Signals signals_;
  const schedule::Page first_;
  std::vector<Listing> listings_;
  std::vector<schedule::Page> listing_of_;  // by page
  std::vector<Instant> last_visit_;         // by page
};

}  // namespace freshet::simulate
