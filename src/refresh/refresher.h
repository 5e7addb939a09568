#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "change/history.h"
#include "clock/instant.h"
#include "digest/number_of.h"
#include "refresh/calibration.h"
#include "refresh/found.h"
#include "refresh/gain_floor.h"
#include "refresh/held_pages.h"
#include "refresh/recollection.h"
#include "schedule/believer.h"
#include "schedule/load_profile.h"
#include "schedule/policy.h"
#include "schedule/polite.h"
#include "schedule/sections.h"
#include "schedule/value.h"
#include "store/types.h"

namespace freshet::refresh {

struct RefreshOptions {
  std::string policy = "optimal";
  schedule::Objective objective{.freshness = 1, .harmonic = 0.3};
  // Visits a page and day that there will be, roughly; only for what is believed at the beginning.
  double visits_per_page_day = 1;
  double audit_share = 0.01;  // of the visits to known pages
  GainFloor floor;            // pages below it are not chosen
  uint64_t seed = 1;          // of the draw for audits
  // What is known of a site's load: nullptr if nothing. Empty: all hours are the same.
  std::function<const schedule::LoadProfile*(store::SiteId)> load;
};

// Which of the known pages is looked at next. Joins a policy, which sees pages as small numbers and
// learns only what it is told, to a collection: keeps the numbers, holds pages of sites that must
// not be asked back, draws pages for audits, and knows what is believed of each, whether the policy
// believes anything or not.
//
// Nothing is kept beyond the process but what the store has: after a restart the visits that the
// pages' histories tell of are told to the policy once more. For one thread.
class Refresher {
 public:
  explicit Refresher(const RefreshOptions& options);
  ~Refresher();

  // What earlier runs saw of a page: before begin().
  void recall(const store::PageState& page, const change::History& history, double weight);
  // Tells the policy all that was recalled.
  void begin(Instant now);

  // A page that was visited for the first time.
  struct NewPage {
    store::PageKey key;
    std::string_view url = {};  // by which the sections of a site are told apart
    double weight = 1;
    uint32_t size = 0;
    bool is_listing = false;
    std::optional<store::PageId> listed_on;
  };
  void add(const NewPage& page, Instant now);
  bool knows(store::PageId page) const;
  // Some of what was told of the page was wrong: so much was seen of it, its last visit included.
  // After visited().
  struct Past {
    double changes = 0;
    double days = 0;
  };
  void relearn(const NewPage& page, const Past& past, Instant now);

  struct Choice {
    store::PageKey key;
    bool audit = false;  // drawn at random, to be asked for without conditions
    double worth = 0;    // of the visit, on the policy's scale; 0: it does not say, or an audit
  };
  // The page to visit now, if any: until visited() is called for it, it is not chosen again.
  std::optional<Choice> next(Instant now);
  void visited(const Choice& choice, const Found& found, Instant now);
  // Chooses this page, whatever the policy thinks of it. Nothing if it is not in the collection, or
  // chosen already.
  std::optional<Choice> choose(store::PageId page, Instant now);
  // On the same scale, the first visit to a page that will be looked at again after so long.
  double worth_of_new(double weight, Duration again) const;
  // What the page weighs by now: of one that was chosen, before visited().
  void weighs(store::PageId page, double weight);
  // The visit was the last: it is in the collection no more, unless it is added again.
  void leave(const Choice& choice, Instant now);
  // It was not visited after all.
  void put_back(const Choice& choice, Instant now);
  // A sitemap or a feed says that it changed then.
  void announced(store::PageId page, Instant changed, Instant now);
  // The same, said by somebody who is believed on their own account.
  void pinged(store::PageId page, Instant changed, Instant now);
  // No page of the site before then.
  void rest(store::SiteId site, Instant until);
  // A page that was chosen and is not wanted now: it stays out, and counts for nothing that is
  // believed of the collection.
  void set_aside(const Choice& choice);
  // From now on only pages of these sites are chosen. All others are set aside, and what was set
  // aside of these comes back.
  void choose_among(const std::function<bool(store::SiteId)>& wanted, Instant now);
  // After next() had none: when it may have one.
  Instant wake(Instant now) const;

  struct Belief {
    double pages = 0;
    double weight = 0;
    double current = 0;  // weight of pages that are thought to be current
    double age = 0;      // sum of weight times expected_age() in seconds

    void add(const Belief& other);
  };
  // Of all pages; of a sample where they are many.
  Belief believed(Instant now) const;
  // The same, by the numbers of their sites. Small sites may be missing where it is a sample.
  std::unordered_map<uint64_t, Belief> believed_by_site(Instant now) const;
  // How long our copy has been out of date, on average over all that may have happened: with
  // changes as likely at any time since the last visit as the probability says.
  std::optional<Duration> expected_age(store::PageId page, Instant now) const;
  std::optional<double> probability_current(store::PageId page, Instant now) const;
  std::string explain(store::PageId page, Instant now) const;
  // When it will be visited, as things are; nothing if the policy cannot say.
  std::optional<Instant> expected(store::PageId page, Instant now) const;

  // What happened to many pages of a site at once, in the order of time.
  std::vector<schedule::Rewrite> rewrites(store::SiteId site) const;
  // Whether one that is confirmed concerns the page, and happened between these.
  bool was_rewritten(store::PageId page, Instant from, Instant to) const;

  // A page that is not worth a request now: until when, and a sentence for a person.
  struct BelowFloor {
    Instant until;
    std::string words;
  };
  std::optional<BelowFloor> below_floor(store::PageId page, Instant now) const;
  // How many pages the policy would visit that are below the floor.
  size_t held_below_floor() const { return held_.size(); }

  Calibration& calibration() { return calibration_; }
  const Calibration& calibration() const { return calibration_; }
  size_t pages() const { return alive_; }

 private:
  enum class Last : uint8_t { kThere, kFailed, kGone };
  // 32 bytes; times are Unix seconds.
  struct Known {
    store::PageId page;
    schedule::Site site = 0;
    float weight = 1;
    uint32_t last_visit = 0;     // that succeeded
    uint32_t last_look = 0;      // a visit, whatever it came to
    uint32_t same_since = 0;     // the last change that was seen, or the first visit
    bool alive : 1 = false;      // in the collection
    bool out : 1 = false;        // chosen, not visited yet
    bool aside : 1 = false;      // and not to be
    bool announced : 1 = false;  // since the last visit somebody said that it has changed
    Last last = Last::kThere;    // what the last visit found
    schedule::Section section = 0;
  };

  Instant advance(Instant now);
  Instant policy_time(Instant now) const;
  schedule::Page number_for(const store::PageKey& key, std::string_view url);
  std::optional<schedule::Page> find(store::PageId page) const;
  schedule::Site site_number(store::SiteId site);
  std::unique_ptr<schedule::Policy> make_policy() const;
  schedule::Polite::Dearness dearness() const;
  std::optional<Choice> draw_audit(Instant now);
  store::PageKey key_of(const Known& known) const { return {sites_[known.site], known.page}; }
  schedule::Page chosen(store::PageId page) const;
  void begin_with(schedule::Page page, const schedule::PageFacts& facts, Instant now);
  schedule::PageFacts facts_of(schedule::Page number, const NewPage& page) const;
  void tell(schedule::Page page, const Found& found, Instant now);
  double current(schedule::Page page, Instant policy_time) const;
  template <typename Take>
  void each_belief(Instant now, Take take) const;

  static Last last_of(Found::Kind kind);

  // refresher_floor.cc
  static GainFloor::Watched watched(const Known& known);
  double chance_of_change(schedule::Page page, Instant policy_time) const;
  uint32_t worth_a_request_at(schedule::Page page, Instant policy_time) const;
  bool hold_below_floor(schedule::Page page, Instant now);
  void release_due(Instant now);
  void release_announced(schedule::Page page, Instant now);

  const RefreshOptions options_;
  const GainFloor& floor_ = options_.floor;
  std::unique_ptr<schedule::Policy> policy_;
  schedule::Polite polite_;
  std::optional<schedule::Believer> believer_;  // beside a policy that does not say
  std::vector<Known> pages_;                    // by schedule::Page
  digest::NumberOf number_of_page_;
  std::vector<store::SiteId> sites_;  // by schedule::Site
  digest::NumberOf number_of_site_;
  schedule::Sections sections_;
  HeldPages held_;                // below the floor; the policy gave them
  bool has_more_to_try_ = false;  // next() gave up before the policy had no more pages
  Recollection recalled_;
  std::vector<std::pair<schedule::Page, store::PageId>> recalled_listed_;  // page, its listing
  size_t alive_ = 0;
  Instant latest_;  // that the policy was told
  Duration ahead_;  // of the clock, since that was set back
  std::mt19937_64 random_;
  double audits_owed_ = 0;
  // What was believed before each audit, and what was found: what people are told is set right by
  // this. Not by other visits: pages that a policy chose are not as pages are.
  Calibration experience_;
  Calibration calibration_;  // the same for audits, of what people are told
};

}  // namespace freshet::refresh
