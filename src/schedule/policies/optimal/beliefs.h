#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "change/belief.h"
#include "change/trust.h"
#include "schedule/hazard.h"
#include "schedule/policies/optimal/page_state.h"
#include "schedule/site_clock.h"

namespace freshet::schedule {

// What visits have taught of pages and sites: how often pages change, by their own evidence on top
// of how often pages in the same state do, and how sites' time passes.
class Beliefs {
 public:
  struct Options {
    double first_rate = 1;     // changes a day that pages are thought to have before any was seen
    double memory_days = 300;  // what a page was seen to do is forgotten to 1/e in this time
    uint32_t pages_for_a_clock = 200;  // of a site with a clock: fewer tell nothing of its days
  };
  // Before anything was seen: a change for each visit there will be, but at least one in five days.
  static double first_guess(double visits_per_page_day) {
    return std::max(visits_per_page_day, 0.2);
  }
  explicit Beliefs(const Options& options) : options_(options) {}

  void add_page(Site site);
  void remove_page(Site site) { --sites_[site].pages; }

  change::Belief of(const PageState& page, uint32_t now) const;
  // Of a page of which nothing is known.
  change::Belief of_any() const;
  // It will be asked about a page of the site, or told of one.
  void soon(Site site) const { __builtin_prefetch(&sites_[site]); }

  // The site whose clock a site's pages wait by: itself, or none if that foretold no better.
  std::optional<Site> clock_of(Site site) const;
  // Days between, on that clock.
  double waited(std::optional<Site> clock, uint32_t since, double until) const;
  // The second at which it will be so long.
  double when(std::optional<Site> clock, uint32_t since, double days) const;

  struct Visit {
    uint32_t since = 0;  // the last that succeeded
    uint32_t now = 0;
    bool changed = false;
    std::optional<uint32_t> changed_at;  // where that is known
  };
  // Takes a visit in: changes all of the page's state that tells of changes.
  void learn(PageState& page, const Visit& visit);
  // The same of visits that are only known in sum.
  void remember(PageState& page, double changes, double days);

  change::DateTrust& dates_of(Site site) { return sites_[site].dates; }
  size_t memory_bytes() const;

 private:
  // How alike the pages of one state are: candidates for the prior's shape, of which the one that
  // foretells best is used.
  static constexpr std::array<double, 5> kShapes = {0.35, 0.7, 1.4, 2.8, 5.6};
  static constexpr uint32_t kNoHazard = std::numeric_limits<uint32_t>::max();
  struct alignas(64) SiteModel {
    uint32_t pages = 0;
    float clock_score = 0;  // by how much the clock foretold better: a log likelihood ratio
    Hazard::Tally all;
    change::DateTrust dates;
    // Small sites do without: they would tell little and take much room.
    uint32_t hazard = kNoHazard;  // in hazards_
    std::unique_ptr<SiteClock> clock;
  };

  double usual_rate(const PageState& page, Hazard::State state) const;
  static change::Belief belief_of(const PageState& page, double usual, double shape);
  double stands_for();
  void score_shapes(const PageState& page, double usual, double days, bool changed, double weight);
  void score_clock(SiteModel& site, const change::Belief& belief, const Visit& visit,
                   double weight);

  const Options options_;
  std::vector<SiteModel> sites_;
  std::vector<Hazard> hazards_;  // of the sites that have one
  Hazard everywhere_;
  Hazard::Tally all_;
  double shape_ = 1.4;
  std::array<double, kShapes.size()> scores_{};
  uint64_t visits_ = 0;
};

}  // namespace freshet::schedule
