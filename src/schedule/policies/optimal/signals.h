#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// What listings say of other pages, how far a site's have earned belief, and what it is worth to
// look at one.
//
// The model: of a page's changes, a listing announces the share `recall`; and that it announced a
// page multiplies the odds that it has changed, which time alone has made. So an announcement of a
// site that tells the truth is worth much, and of one that names pages at random, or always all,
// nothing; and a page that never changes is not thought to because it stands among many that do.
class Signals {
 public:
  // Odds no higher than these are of announcements that tell nothing: what time alone is thought to
  // have made likely may be off by as much.
  static constexpr double kLeastOdds = 1.5;

  void add_listing(Page page, double cost, uint32_t now);
  void add_listed(Page page, Page listing, double weight);
  void remove(Page page);

  // By how much an announcement multiplies the odds of a change.
  double odds(Site site) const { return trust(site).odds(); }
  // The same of pings, which say nothing of what they leave out.
  double odds_of_pings(Site site) const {
    return site < ping_trusts_.size() ? ping_trusts_[site].odds() : Trust().odds();
  }
  // The chance that an announced page has not changed, where time alone has left it that chance;
  // none is taken to be certain.
  static double unchanged_after(double odds, double unchanged);
  // The share of changes that are announced; low while little is known.
  double recall(Site site) const { return trust(site).recall(); }
  // Whether the listing that names the page is there to announce its changes.
  bool is_watched(Page page) const;

  template <typename Function>
  void for_each_listed_on(Page listing, Function function) const {
    for (Page page = 0; page < listed_.size(); ++page)
      if (listed_[page].listing == listing) function(page);
  }

  // A visit of a page that is listed. `unchanged` is, of one that was announced, the chance of no
  // change since the last visit that was expected without.
  struct Visit {
    uint32_t last_visit = 0;
    uint32_t now = 0;
    bool announced = false;
    bool pinged = false;  // by a ping
    bool changed = false;
    double unchanged = 1;
  };
  void saw(Page page, Site site, const Visit& visit);
  // What the page's listing directs visits by: its rate (changes a day), or that it would not be
  // visited even if it were known to have changed.
  void count(Page page, double rate, bool worth_a_visit);
  void listing_seen(Page listing, uint32_t now) { listings_[listing].seen = now; }

  // What a visit of the listing would direct: value and slope a day, of freshness, over its cost.
  struct Worth {
    double value = 0;
    double slope = 0;
  };
  Worth worth(Page listing, Site site, double now) const;

  size_t memory_bytes() const;

 private:
  static constexpr size_t kRateClasses = 24;
  static constexpr uint8_t kNotCounted = kRateClasses;
  static constexpr double kFirstLogOdds = 4;  // of whom nothing was heard yet
  static constexpr Page kNoListing = std::numeric_limits<Page>::max();
  struct Listing {
    std::array<float, kRateClasses> weights{};  // of the pages, by powers of two of the rate
    double cost = 1;
    uint32_t seen = 0;
    bool alive = false;
  };
  struct Listed {
    Page listing = kNoListing;
    float weight = 0;
    uint8_t rate_class = kNotCounted;  // in its listing
  };
  struct Trust {
    double log_odds = kFirstLogOdds;
    double information = 1;  // that they rest on
    double named = 0;        // pages that were announced
    double told = 0;         // changes that were, and not by chance
    double missed = 0;       // and that were not

    void learn(const Visit& announced);
    double odds() const { return std::exp(log_odds); }
    double recall() const;
    double hoped_recall() const;
    double hoped_precision() const;
  };
  Trust trust(Site site) const { return site < trusts_.size() ? trusts_[site] : Trust(); }
  void take_out(Listed& listed);

  std::vector<Trust> trusts_;       // by site, as far as any has listings
  std::vector<Trust> ping_trusts_;  // or was pinged
  std::unordered_map<Page, Listing> listings_;
  std::vector<Listed> listed_;  // by page, as far as any is listed
};

}  // namespace freshet::schedule
