#pragma once

#include "crawl/dispatcher.h"
#include "crawl/evaluate_visit.h"
#include "crawl/first_visits.h"
#include "crawl/judge.h"
#include "crawl/link_follower.h"
#include "crawl/revisits.h"
#include "crawl/visit_source.h"
#include "http/validators.h"
#include "refresh/found.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Processes revisits of known pages: adds conditions to requests, and processes the answers up to
// the batch and the policy. For the engine's thread.
class RepeatVisits {
 public:
  RepeatVisits(const CrawlOptions& options, const Admission::Tables& tables,
               const FirstVisits::Detectors& detectors, LinkFollower& links, VisitSource& source,
               telemetry::Log& log);

  // Adds what the answer will be compared with, and conditional headers if they can be trusted.
  void prepare(Assignment& assignment, const frontier::Queued& queued) const;
  // Returns how the lease is to be settled.
  frontier::Settlement complete(const frontier::Queued& queued, const Completed& completed,
                                Instant now);
  // Called if the page is not requested: robots.txt forbids it now, or its host cannot be reached.
  void skip(const frontier::Queued& queued, store::VisitResult result, Instant now);

 private:
  struct Judged {
    Judgement judgement;
    // The page must be visited again, after a probe or when the journal can write.
    bool must_wait = false;
  };
  Judged judge_visit(const frontier::Queued& queued, const Completed& completed, Instant now);
  // Returns whether the whole site fails, rather than this page being gone.
  bool is_site_gone(const Revisit& revisit, Judgement& judgement, Instant now);
  VisitRecord record(const Revisit& revisit, const Judgement& judgement, bool site_is_gone,
                     const Completed& completed, Instant now);
  void note_history(const Revisit& revisit, VisitRecord& record, const Completed& completed);
  void update_server_profile(const Revisit& revisit, const refresh::Found& found,
                             const Completed& completed);
  void update_policy(const Revisit& revisit, const VisitRecord& record, const Completed& completed,
                     Instant now);
  void finish(const Revisit& revisit, const store::PageState& after, const refresh::Found& found,
              Instant now);

  const CrawlOptions& options_;
  const Admission::Tables tables_;
  const FirstVisits::Detectors detectors_;
  LinkFollower& links_;
  VisitSource& source_;
  telemetry::Log& log_;
};

}  // namespace freshet::crawl
