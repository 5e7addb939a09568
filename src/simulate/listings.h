#pragma once

#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "simulate/experiments/chance.h"
#include "simulate/world.h"

namespace freshet::simulate {

// What listings (sitemaps, feeds) report about changes.
struct Signals {
  bool offered = false;
  double recall = 1;              // the probability that a change is reported
  double false_per_page_day = 0;  // reports of changes that did not happen
  Duration delay;                 // from a change until it is reported
  uint64_t seed = 1;
};

// Parses "none", "honest" (every change is reported at once) or "partial:Q,NU,DELAY": recall, false
// reports a page and day, delay in hours.
Result<Signals> parse_signals(std::string_view text);

// The listings of a world, one for each 50,000 pages of a host. Their page numbers follow those of
// the world's pages. What a listing reports depends on the world and the seed; it depends neither
// on when it is read nor on later events.
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
  // The number among the listings of its host, from 0.
  uint32_t number(schedule::Page listing) const { return at(listing).number; }

  // If this page is the first that becomes known of its listing, returns the listing; otherwise
  // nullopt.
  std::optional<schedule::Page> appears_with(schedule::Page page);
  // To be called for each event of the world, in order.
  void happened(const Event& event);
  void visited(schedule::Page page, Instant now) { last_visit_[page] = now; }
  // Reads a listing. Returns the pages that it newly reports as changed since they were last
  // visited, each once, in the order of their numbers.
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
