#pragma once

#include "collection/scope.h"
#include "crawl/dispatcher.h"
#include "crawl/journal.h"
#include "crawl/run_stats.h"
#include "crawl/site_table.h"
#include "frontier/frontier.h"
#include "store/store.h"

namespace freshet::crawl {

// Recognises pages that do not exist although the server answers with status 200. A suspicion is no
// proof: the detector requests an address that cannot exist (a probe), and only a page that looks
// like the answer to it is gone. For the engine's thread.
class Soft404Detector {
 public:
  enum class Verdict : uint8_t {
    kThere,
    kGone,
    kProbeFirst,  // a probe was queued; the page must be visited again after it
  };

  struct Tables {
    const store::Store& store;
    frontier::Frontier& frontier;
    SiteTable& sites;
    const Journal& journal;
    RunStats& stats;
  };
  // The scope may change during the detector's lifetime.
  Soft404Detector(const Tables& tables, const collection::Scope& scope)
      : tables_(tables), scope_(scope) {}

  // `before` is nullptr at the first visit to the page.
  Verdict judge(const frontier::Queued& queued, const store::PageState* before,
                const Completed& completed, Instant now);
  // Called when a probe was answered.
  void learn(store::SiteId site, const Completed& completed, Instant now);
  // Called if a probe will not be sent.
  void give_up(store::SiteId site);

 private:
  bool is_of_another(const frontier::Queued& queued, const Reading& reading) const;
  bool front_page_differs(const store::SiteState& site,
                          const collection::Soft404Signature& signature) const;
  bool queue_probe(const frontier::Queued& suspect, Instant now);

  const Tables tables_;
  const collection::Scope& scope_;
};

}  // namespace freshet::crawl
