#pragma once

#include <vector>

#include "schedule/policies.h"
#include "schedule/policies/page_list.h"

namespace freshet::schedule {

// Collects whole sites, round after round. In a round every page is visited once; a site is
// finished when all of its pages were. Some sites are in hand at a time and take turns; when one is
// finished its place goes to the first in the queue. The queue is made anew at the turn of the
// hour, in the order that the hour has. Within a site the longest unvisited page is first.
//
// A choice is O(1) but for the turns of the hour and of the round, which are O(sites log sites).
// Pages that are new, or out of hand when a round begins, join the next one.
class SiteRounds : public Policy {
 public:
  explicit SiteRounds(const ServerOrderOptions& options);

  void add(Page page, const PageFacts& facts, Instant now) override;
  std::optional<Page> next(Instant now) override;
  void take(Page page, Instant now) override;
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
    bool in_hand = false;
  };

  HourlyLoad load_of(Site site) const;
  void turn_hour(int64_t hour);
  void begin_round();
  void fill_queue();
  void fill_hand(Site& hand);
  Page take_from(Site site);
  void unlink(Page page);

  ServerOrderOptions options_;
  std::vector<PageState> pages_;
  std::vector<SiteState> sites_;
  PageLinks links_;
  size_t waiting_ = 0;  // pages, in this round
  std::vector<Site> hands_;
  size_t turn_ = 0;  // the hand whose turn it is
  std::vector<Site> queue_;
  size_t queue_front_ = 0;
  int64_t hour_;       // since 1970
  size_t visits_ = 0;  // in this hour
  size_t visits_last_hour_ = 0;
};

}  // namespace freshet::schedule
