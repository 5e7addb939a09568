#pragma once

#include <deque>
#include <vector>

#include "schedule/policies.h"
#include "schedule/policies/page_list.h"

namespace freshet::schedule {

// Collects whole sites, round after round. In a round every page is visited once; a site is
// finished when all of its pages were. Some sites are in hand at a time and take turns; when one is
// finished its place goes to the first in the queue. The queue is made anew at the turn of the
// hour, in the order that the hour has. Within a site the longest unvisited page is first.
//
// A site in hand that rests for a moment is waited for, even if nothing can be visited meanwhile;
// one that rests for longer gives up its place and goes on later from where it stopped. Where all
// that is left of a round rests so, the others begin the next.
//
// A choice is O(1) but for sites in the queue that rest, and for the turns of the hour and of the
// round, which are O(sites log sites). Pages that are new, or out of hand when a round begins, join
// the next one. What was visited although next() did not give it counts for the round: told the
// visits of the past, it goes on in the round in which they ended.
class SiteRounds : public Policy {
 public:
  explicit SiteRounds(const ServerOrderOptions& options);

  void add(Page page, const PageFacts& facts, Instant now) override;
  std::optional<Page> next(Instant now) override;
  void take(Page page, Instant now) override;
  void rest(Site site, Instant until) override { state_of(site).rests_until = until; }
  void visited(Page page, const Seen& seen, Instant now) override;
  void removed(Page page, Instant now) override;
  std::string explain(Page page, Instant now) const override;

 protected:
  struct Unfinished {
    std::vector<Site> sites;
    std::vector<HourlyLoad> loads;
    std::vector<size_t> pages;  // that still wait in this round
    size_t visits_last_hour = 0;
  };

  // Numbers into `unfinished`, the first to be collected first.
  virtual ServerOrder order(const Unfinished& unfinished, int hour) const = 0;
  // Whether a site in hand stays there at the turn to this hour.
  virtual bool goes_on(const HourlyLoad& /*load*/, int /*hour*/) const { return true; }
  // "The least loaded site goes first"
  virtual std::string reason() const = 0;

  size_t robots() const { return hands_.size(); }

 private:
  static constexpr Site kNoSite = kNoPage;
  enum class State : uint8_t { kAbsent, kWaiting, kTaken, kVisited };
  struct PageState {
    Site site = 0;
    State state = State::kAbsent;
    Instant last_visit;
  };
  struct SiteState {
    PageList waiting;  // in this round
    PageList visited;
    size_t waiting_count = 0;
    size_t out = 0;  // pages that were given or taken
    Instant rests_until;
    bool in_hand = false;
  };

  SiteState& state_of(Site site);
  HourlyLoad load_of(Site site) const;
  void turn_hour(int64_t hour);
  void begin_round();
  void fill_queue();
  std::optional<Page> next_in_hand(Instant now);
  bool may_be_in_hand(const SiteState& site, Instant now) const;
  void fill_hand(Site& hand, Instant now);
  Page take_from(Site site);
  void unlink(Page page);

  ServerOrderOptions options_;
  std::vector<PageState> pages_;
  std::vector<SiteState> sites_;
  PageLinks links_;
  size_t waiting_ = 0;  // pages, in this round
  std::vector<Site> hands_;
  size_t turn_ = 0;  // the hand whose turn it is
  std::deque<Site> queue_;
  bool queue_is_old_ = false;  // a round has begun since it was made
  int64_t hour_;               // since 1970
  size_t visits_ = 0;          // in this hour
  size_t visits_last_hour_ = 0;
};

}  // namespace freshet::schedule
