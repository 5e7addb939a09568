#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clock/clock.h"
#include "crawl/admission.h"
#include "crawl/control.h"
#include "crawl/foreign_sites.h"
#include "crawl/importance.h"
#include "crawl/judge.h"
#include "crawl/lost_files.h"
#include "crawl/options.h"
#include "crawl/origin.h"
#include "crawl/originals.h"
#include "crawl/progress.h"
#include "crawl/refusal_cache.h"
#include "crawl/request_meter.h"
#include "crawl/revisits.h"
#include "crawl/robots_redirects.h"
#include "crawl/scope.h"
#include "crawl/seed_watch.h"
#include "crawl/shard.h"
#include "crawl/site_entry.h"
#include "crawl/spending.h"
#include "crawl/steering.h"
#include "eventloop/loop.h"
#include "frontier/frontier.h"
#include "frontier/traps.h"
#include "refresh/absent_pages.h"
#include "refresh/budget.h"
#include "refresh/division.h"
#include "refresh/refresher.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "warc/archive.h"

namespace freshet::crawl {

// Whether the last run ended by itself: "1"; while one runs, or if it was broken off: "0".
inline constexpr char kEndedFact[] = "ended";

// Why a crawl ends of itself.
inline constexpr char kAllCollected[] = "everything in scope is collected";
inline constexpr char kStopped[] = "stopped";  // by a person

// Keeps the order of a crawl: which page is asked for next, what came of it, what that means for
// the state. It alone touches frontier, store and archive, on the thread that called run(); shards
// do the asking and reading. A visit's page, links, discoveries and place in the archive go into
// one batch; batches are committed a few times a second: a crash costs the visits since.
class Keeper {
 public:
  Keeper(const CrawlOptions& options, Scope scope, store::Store& store, warc::Archive& archive,
         const Clock& clock, telemetry::Log& log);
  ~Keeper();

  // Takes up what earlier runs left, and the seeds; keeps what was laid down for the collection.
  Status prepare(const std::vector<url::Url>& seeds, Steering steering = {});
  // Until everything is done, a limit is reached or stop() is called.
  Status run(const Shard::MakeFetcher& make_fetcher);

  // Is told of every batch when it is in the store, on the thread of run(). Before run().
  void watch_commits(std::function<void(const store::Batch&)> watch) { watch_ = std::move(watch); }

  // From any thread. What is under way is finished, or put back after a few seconds.
  void stop();
  Progress progress() const;
  // Waits for the answer, some seconds at most; an error if the run has ended. Not on the thread of
  // run().
  Result<Answer> perform(const Command& command);

 private:
  struct Outstanding {
    Assignment::Kind kind = Assignment::Kind::kPage;
    store::SiteId site;
    std::optional<frontier::Lease> lease;  // none for kResolve
  };

  // keeper.cc: the round of asking and waiting
  void pump_soon();
  void pump();
  bool may_lease() const;
  void plan_next_pump(Instant now);
  void wind_down();
  void put_back_the_rest();
  void end(std::string why);
  bool limit_reached(Instant now);

  // keeper_choosing.cc: what is asked for next, in a run without end
  std::optional<frontier::Lease> next_lease(Instant now);
  bool comes_refresh_first() const;
  bool awaits_its_turn(store::SiteId site) const;
  double weight_of(const store::PageState& page) const;
  Duration until_looked_at_again() const;
  bool choose_revisit(Instant now);
  bool choose_another(Instant now);
  Result<std::optional<Revisit>> look_up(const refresh::Refresher::Choice& choice);
  void queue_revisit(Revisit revisit, Instant now);
  Instant next_spending(Instant now, Instant frontier_wakes) const;

  // keeper_handing_out.cc: to the shards, and back to the frontier
  void hand_out(frontier::Lease lease, Instant now);
  void assign(Assignment::Kind kind, store::SiteId site, url::Url url,
              std::optional<frontier::Lease> lease);
  size_t shard_for(store::SiteId site);
  void deliver();
  void resolve_new_sites();
  void settle(frontier::Lease lease, const frontier::Settlement& settlement, Instant now);

  // keeper_revisits.cc: pages that are known
  void ask_again(Assignment& assignment, const frontier::Queued& queued);
  void on_revisited(Outstanding outstanding, const Completed& completed, Instant now);
  refresh::Found take_in(Revisit& revisit, const Judgement& judgement, const Completed& completed,
                         Instant now);
  void take_in_content(store::PageState& page, const Completed& completed, Instant now);
  void hear_announcements(const store::PageState& listing, const Candidates& candidates,
                          Instant now);
  void visit_quickly(const store::PageState& page, const std::string& version, Instant now);
  void forgo_revisit(const frontier::Queued& queued, store::VisitResult result, Instant now);

  // keeper_memory.cc: what earlier runs left, and what sites are like
  Status recall_pages(Instant now);
  const schedule::LoadProfile* load_of(store::SiteId site);
  void learn_of_host(const refresh::Refresher::Choice& choice, const http::Validators& before,
                     const Completed& completed, const refresh::Found& found);

  // keeper_history.cc: what visits came to
  void note_visit(store::PageState& page, const refresh::Found& found, const Completed& completed,
                  Instant seen_before);
  void tell_policy(const Revisit& revisit, const refresh::Found& found, const Completed& completed,
                   Instant now);
  void begin_attending(store::PageState& page, const Completed& completed, Instant now);
  refresh::Refresher::NewPage new_page_of(const store::PageState& page) const;

  // keeper_absence.cc: pages that are not there
  bool choose_absent(Instant now);
  bool may_look_for_absent(store::SiteId site, Instant now) const;
  void put_back(const Revisit& revisit, Instant now);
  void hand_back(const Revisit& revisit, const refresh::Found& found, Instant now);
  void learn_of_presence(Revisit& revisit, Judgement& judgement, Instant now);
  void hear_of_absent(const Candidate& candidate, Instant now);

  // keeper_soft_404.cc: pages that are not there and say otherwise
  enum class Soft404 : uint8_t { kNo, kYes, kAskFirst };
  Soft404 soft_404(const frontier::Queued& queued, const store::PageState* before,
                   const Completed& completed, Instant now);
  bool is_of_another(const frontier::Queued& queued, const Reading& reading) const;
  bool front_page_differs(const store::SiteState& site, const NothingThere& nothing) const;
  bool ask_made_up(const frontier::Queued& suspect, Instant now);
  void on_made_up(Outstanding outstanding, const Completed& completed, Instant now);

  // keeper_walls.cc: challenges, consent walls and block pages
  void judge_wall(const frontier::Queued& queued, const store::PageState* before,
                  const Completed& completed, const Tries& tries, Judgement& judgement,
                  Instant now);
  void begin_wall(const SiteEntry& entry, const Wall& wall, Instant now);
  void keep_before_wall(const Revisit& revisit, Instant at);
  void take_back_walled(store::SiteId site, const Likeness& likeness, Instant now);
  void give_back(WallWatch::Kept kept, const store::PageState& now);
  void lose_content(const store::PageState& known, Instant now);

  // keeper_control.cc: what people ask and tell
  Result<Answer> answer(const Command& command);
  Result<Answer> perform_here(const AskStatus& ask);
  Result<Answer> perform_here(const AskWhy& ask);
  Result<Answer> perform_here(const AskChanges& ask);
  Result<Answer> perform_here(const Pause& pause);
  Result<Answer> perform_here(const Resume& resume);
  Result<Answer> perform_here(const SetBudget& set);
  Result<Answer> perform_here(const AskSeeds& ask);
  Result<Answer> perform_here(const Stop& stop);
  SteeringReport steering_report() const;
  Result<Answer> keep_steering();
  Obstacle obstacle_of(const PageReport& report, Instant now) const;
  void expect_visit(PageReport& report, Instant now) const;
  Obstacle obstacle_of(const SiteEntry& entry, Instant now) const;
  void keep_house(Instant now);

  // keeper_pings.cc: what others tell of changes
  Result<Answer> perform_here(const Ping& ping);
  std::string hear_ping(std::string_view text, Instant changed, Instant now, PingReport& report);

  // keeper_scope.cc: seeds that come and go
  Result<Answer> perform_here(const AddSeed& add);
  Result<Answer> perform_here(const RemoveSeed& remove);
  Status change_seeds(Steering steering);
  Status take_up_seeds(const std::vector<url::Url>& seeds, Instant now);
  void attend_to_scope(Instant now);
  bool is_outside(const store::PageState& page) const;  // of the scope as it is now
  void leave_site(SiteEntry& entry);
  void rejoin_site(SiteEntry& entry, Instant now);
  void look_again_for_waiting(SiteEntry& entry);
  void lay_aside(const frontier::Queued& page);
  void fit_to_scope(SiteEntry& entry);
  void count_outside(SiteEntry& entry, uint64_t pages);
  void count_all_inside(SiteEntry& entry);

  // keeper_robots.cc: the rules of sites
  struct FetchedRules {
    int status = 0;
    std::string_view body;
    Instant at;
  };
  struct RulesLack {
    int http_status = 0;
    std::string words;                  // why they cannot be had
    std::optional<Duration> asked_for;  // Retry-After
    bool is_own = false;                // the site was asked itself, and not where it led to
  };
  static bool is_held_back(const store::SiteState& site);  // when robots.txt was last asked for
  bool has_good_rules(const store::SiteState& site, Instant now) const;
  void recall_rules(SiteEntry& entry, Instant now);
  void on_robots(Outstanding outstanding, Completed completed, Instant now);
  std::optional<Duration> retry_after(const fetch::Outcome& outcome, Instant now) const;
  Duration backoff_of_rules(int failures) const;
  void lack_rules(SiteEntry& entry, const RulesLack& lack, Instant now);
  void learn_rules(SiteEntry& entry, const FetchedRules& fetched, Instant now);
  void follow_robots_redirect(RobotsRedirects::Hop hop, const url::Url& to, Instant now);
  void hand_out_hop(frontier::Lease lease, url::Url url, Instant now);

  // keeper_hosts.cc: addresses
  void on_resolved(Outstanding outstanding, Completed completed, Instant now);
  void give_up(store::SiteId site, store::VisitResult result, std::string_view why, Instant now);

  // keeper_failures.cc: sites and seeds that fail
  void learn_of_failure(const Outstanding& outstanding, const Completed& completed);
  void warn_of_failing(const std::vector<std::string>& seeds, const std::string& reason);
  void warn_of_disallowed(const frontier::Queued& page);
  void give_up_unresolved_seeds(Instant now);
  void sum_up_seeds();

  // keeper_visits.cc: taking in
  void on_completed(Completed completed);
  void on_visited(Outstanding outstanding, Completed completed, Instant now);
  void record_retry(const frontier::Queued& queued, const Judgement& judgement, Instant at);
  void record_end(const frontier::Queued& queued, store::VisitResult result, Instant now);
  void leave_queue(const frontier::Queued& queued, store::PageState page);
  void record_content(store::PageState& page, const Completed& completed);
  void claim_content(const store::PageState& page, const Completed& completed);

  // keeper_archive.cc: what is kept of answers
  bool has_room();
  void archive_visit(store::PageState& page, const Completed& completed);
  std::optional<warc::PackedVisit> pack_revisit(const store::PageState& page,
                                                const store::Original& original,
                                                const Completed& completed);
  void note_lost_files();
  bool has_in_archive(const store::PageState& page, const Reading& reading) const;
  void archive_again(store::PageState& page, const Completed& completed);
  void archive_apart(const Completed& completed, std::string_view verdict);

  // keeper_discovery.cc: pages and sites that are met
  void follow(const store::PageState& page, const Reading& reading, Instant now);
  void record_listed_dates(const store::PageState& listing, const Candidates& candidates,
                           Instant now);
  void record_links(const store::PageState& from, const Candidates& candidates);
  SiteEntry& site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now);
  void meet_foreign_site(const url::Url& url, store::SiteId id, Instant now);
  Instant admission_time(Instant now);
  Status try_again(const store::PageKey& seed, Instant now);

  // keeper_admission.cc: which URLs become pages of the crawl
  void admit(const Candidate& candidate, const Origin& origin, Instant now);
  std::optional<store::UnadmittedReason> try_to_admit(const Candidate& candidate,
                                                      const Origin& origin, Instant now);
  AdmissionLimits admission_limits() const;
  SiteEntry* namer_of(const Origin& origin);
  bool has_sitemaps_left(const Origin& origin);
  void count_sitemap(const Origin& origin);
  void take_into_queue(const Candidate& candidate, const Origin& origin, SiteEntry& entry,
                       Instant now);
  void refuse_link(const Candidate& candidate, const Origin& origin, store::UnadmittedReason reason,
                   Instant now);
  void record_refusal(const Candidate& candidate, const Origin& origin,
                      store::UnadmittedReason reason, Instant now);
  bool is_over_budget(const store::SiteState& site) const;
  Status readmit_unadmitted(Instant now);
  Status readmit_urls(const std::vector<store::UnadmittedUrl>& urls, Instant now);
  Origin origin_of(const store::UnadmittedUrl& one) const;
  void keep_rules();

  // keeper_state.cc: loading and committing
  Status load_sites(Instant now);
  void keep_delays_after_crash();
  void load_hungry();
  void touch(SiteEntry& site);
  bool commit();
  Status try_commit();
  void wait_for_room(const Error& why);

  // keeper_progress.cc: what is counted and told
  void count(std::string_view outcome);
  void count_error(std::string_view outcome);
  void count_standing(const store::PageState& page, int by);
  void publish_progress();
  void publish_belief();

  const CrawlOptions& options_;
  Scope scope_;           // changes with the seeds
  AdmissionRules rules_;  // likewise
  // At the last start. With none the collection is new, or older than their being kept.
  std::optional<AdmissionRules> rules_before_;
  bool rules_changed_ = false;  // since then
  bool seeds_changed_ = false;  // since the start
  Instant prepared_;            // what was admitted from then on belongs to the scope of the start
  RefusalCache refused_;
  ForeignSites foreign_sites_;
  store::Store& store_;
  warc::Archive& archive_;
  warc::VisitWriter writer_;  // of revisits
  const Clock& clock_;
  telemetry::Log& log_;

  std::function<void(const store::Batch&)> watch_;  // may be empty
  eventloop::Loop loop_;
  eventloop::Timer pump_timer_;
  eventloop::Timer commit_timer_;
  eventloop::Timer stop_timer_;
  std::vector<std::unique_ptr<Shard>> shards_;
  std::vector<std::vector<Assignment>> handed_out_;  // for each shard, not delivered yet

  Revisits revisits_;
  std::unordered_set<uint64_t> visited_in_batch_;  // PageId
  std::unique_ptr<refresh::Refresher> refresher_;  // of a run without end, as is the budget
  refresh::Budget budget_;
  refresh::Division division_;
  std::optional<InLinks> in_links_;  // of a run that goes by them
  refresh::AbsentPages absent_;
  uint64_t gone_ = 0;  // pages in the collection
  uint64_t left_ = 0;
  Instant nothing_to_revisit_until_;

  Steering steering_;
  SeedWatch seeds_;
  bool paused_ = false;
  RequestMeter meter_;
  Spending spent_before_;     // this run
  uint64_t spent_kept_ = 0;   // requests of this run that the store knows of
  Instant last_forgotten_;    // changes, when they are old
  uint32_t audits_kept_ = 0;  // in the store
  std::atomic<bool> over_ = false;

  frontier::Frontier frontier_;
  frontier::SimilarPages similar_pages_;
  std::unordered_map<uint64_t, SiteEntry> sites_;  // by SiteId
  std::unordered_map<uint64_t, Outstanding> outstanding_;
  std::unordered_set<uint64_t> retrying_;  // PageId of pages that wait in memory for another try
  RobotsRedirects robots_redirects_;
  std::unordered_map<uint64_t, int> put_off_;  // by PageId: how often its server asked for time
  std::vector<store::SiteId> hungry_;          // sites that wait for load_hungry()
  uint64_t next_id_ = 1;

  store::Batch batch_;
  std::vector<store::SiteId> touched_;
  Originals originals_;
  LostFiles lost_files_;
  Instant last_admission_;
  Duration last_sync_;

  Instant started_;
  Instant last_page_;  // when one was last asked for, or answered
  uint64_t pages_under_way_ = 0;
  uint64_t sitemaps_visited_ = 0;
  bool was_broken_off_ = false;  // the run before
  size_t next_shard_ = 0;
  bool pump_posted_ = false;
  bool stopping_ = false;
  std::string ended_;
  Status failure_ = Done{};

  mutable std::mutex progress_mutex_;
  Progress progress_;   // the keeper's own
  Progress published_;  // guarded by progress_mutex_
  Duration last_published_;
  Duration last_belief_;
};

}  // namespace freshet::crawl
