#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "change/history.h"
#include "clock/instant.h"
#include "refresh/audit_draw.h"
#include "refresh/beliefs.h"
#include "refresh/floor_gate.h"
#include "refresh/found.h"
#include "refresh/history_replay.h"
#include "refresh/options.h"
#include "refresh/page_table.h"
#include "refresh/policy_clock.h"
#include "schedule/policy.h"
#include "schedule/site_throttle.h"
#include "store/types.h"

namespace freshet::refresh {

// Decides which known page is visited next. It connects a policy, which knows pages only as small
// numbers, to a collection: it assigns the numbers, holds back pages of sites that must not be
// requested, draws pages for audits, and has a belief about each page, also if the policy has none.
//
// It stores nothing itself. After a restart, the visits in the histories of pages are replayed to
// the policy. For one thread.
class Refresher {
 public:
  explicit Refresher(const RefreshOptions& options);
  ~Refresher();

  // Adds a page of the stored collection. Must be called before begin().
  void recall(const store::PageState& page, const change::History& history, double weight);
  // Replays all recalled visits to the policy.
  void begin(Instant now);

  // A page that was visited for the first time.
  struct NewPage {
    store::PageKey key;
    std::string_view url = {};  // decides the section of the site
    double weight = 1;
    uint32_t size = 0;
    bool is_listing = false;
    std::optional<store::PageId> listed_on;
  };
  void add(const NewPage& page, Instant now);
  bool knows(store::PageId page) const;
  // Some of the recorded changes of the page were noise: `past` has the right sums, including its
  // last visit. Must be called after visited().
  void relearn(const NewPage& page, const change::Summary& past, Instant now);

  struct Choice {
    store::PageKey key;
    bool audit = false;  // drawn at random; the request must be unconditional
    double worth = 0;    // of the visit, on the policy's scale; 0: not known, or an audit
  };
  // Returns the page to visit now, if any. It is not chosen again until visited() is called for it.
  std::optional<Choice> next(Instant now);
  void visited(const Choice& choice, const Found& found, Instant now);
  // Chooses this page, whatever the policy says. Returns nullopt if it is not in the collection or
  // already chosen.
  std::optional<Choice> choose(store::PageId page, Instant now);
  // Returns the value, on the same scale, of the first visit to a page that will be revisited after
  // `again`.
  double worth_of_new(double weight, Duration again) const;
  // Changes the weight of a page that was chosen. Must be called before visited().
  void set_weight(store::PageId page, double weight);
  // Removes a chosen page from the collection. It may be added again.
  void remove(const Choice& choice, Instant now);
  // The chosen page was not visited and may be chosen again.
  void requeue(const Choice& choice, Instant now);
  // A sitemap or a feed says that the page changed at `changed`.
  void announced(store::PageId page, Instant changed, Instant now);
  // The same from a ping. The policy has separate statistics about how often pings are true.
  void pinged(store::PageId page, Instant changed, Instant now);
  // No page of the site is chosen before `until`.
  void rest(store::SiteId site, Instant until);
  // Keeps a chosen page from being chosen again, until restrict_to() brings it back. It does not
  // count in the beliefs about the collection.
  void set_aside(const Choice& choice);
  // Restricts choices to pages of the sites for which `wanted` returns true. Sets all other pages
  // aside, and brings back pages of these sites that were set aside.
  void restrict_to(const std::function<bool(store::SiteId)>& wanted, Instant now);
  // After next() returned nothing: returns when it may return a page.
  Instant wake(Instant now) const;

  // Returns the sums over all pages; if there are many, over a sample.
  Belief believed(Instant now) const;
  // The same by SiteId. If it is a sample, small sites may be missing.
  std::unordered_map<uint64_t, Belief> believed_by_site(Instant now) const;
  // Returns how long our copy has been out of date on average, if changes follow a Poisson process
  // with the rate that gives the probability that the copy is current.
  std::optional<Duration> expected_age(store::PageId page, Instant now) const;
  std::optional<double> probability_current(store::PageId page, Instant now) const;
  std::string explain(store::PageId page, Instant now) const;
  // Returns when the page is expected to be visited; nullopt if the policy cannot say.
  std::optional<Instant> expected(store::PageId page, Instant now) const;

  // Returns the rewrites of a site, in the order of time.
  std::vector<schedule::Rewrite> rewrites(store::SiteId site) const;
  // Whether there was a confirmed rewrite of the page's section after `from` and up to `to`.
  bool was_rewritten(store::PageId page, Instant from, Instant to) const;

  std::optional<BelowFloor> below_floor(store::PageId page, Instant now) const;
  // Returns how many pages the policy has chosen are held back because they are below the floor.
  size_t held_below_floor() const { return gate_.held(); }

  Calibration& calibration() { return beliefs_.calibration(); }
  const Calibration& calibration() const { return beliefs_.calibration(); }
  size_t pages() const { return table_.alive(); }

 private:
  std::unique_ptr<schedule::Policy> make_policy() const;
  schedule::SiteThrottle::CostFactor cost_factor() const;
  schedule::Page chosen(store::PageId page) const;
  std::optional<Choice> draw_audit(Instant now);
  void begin_with(schedule::Page page, const schedule::PageFacts& facts, Instant now);
  schedule::PageFacts facts_of(schedule::Page number, const NewPage& page) const;
  void record(schedule::Page page, const Found& found, Instant now);
  void release_announced(schedule::Page page);
  template <typename Take>
  void each_belief(Instant now, Take take) const;

  const RefreshOptions options_;
  PageTable table_;
  PolicyClock clock_;
  std::unique_ptr<schedule::Policy> policy_;
  schedule::SiteThrottle throttle_;
  Beliefs beliefs_;
  FloorGate gate_;
  AuditDraw audits_;
  bool has_more_candidates_ = false;  // next() returned before the policy had no more pages
  HistoryReplay recalled_;
  std::vector<std::pair<schedule::Page, store::PageId>> recalled_listed_;  // page, its listing
};

}  // namespace freshet::refresh
