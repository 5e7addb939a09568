#pragma once

#include <string>
#include <vector>

#include "collection/wall.h"
#include "crawl/dispatcher.h"
#include "crawl/journal.h"
#include "crawl/judge.h"
#include "crawl/known_pages.h"
#include "crawl/options.h"
#include "crawl/revisits.h"
#include "crawl/site_table.h"
#include "frontier/queued.h"
#include "store/store.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Recognises sites that answer with a challenge, a consent page or a block page instead of their
// pages, delays requests to them, and withdraws what was recorded from such answers. For the
// engine's thread.
class Walls {
 public:
  struct Tables {
    const store::Store& store;
    SiteTable& sites;
    KnownPages& known;
    Journal& journal;
  };
  Walls(const CrawlOptions& options, const Tables& tables, telemetry::Log& log);

  // Changes the judgement of a visit if the site answered with a wall. `before` is nullptr at the
  // first visit.
  void judge(const frontier::Queued& queued, const store::PageState* before,
             const Completed& completed, const Tries& tries, Judgement& judgement, Instant now);
  // Keeps the previous state of the first page that turned into the possible wall, until it is
  // known whether others turn, too.
  void keep_before(const store::PageState& before, const std::string& version, Instant at);
  // Called when the first content of a page was recorded.
  void took_in(const store::PageKey& page);

  // Whether contents must be withdrawn after the visit that is being judged.
  bool has_to_take_back() const { return !begun_.empty(); }
  // Withdraws the contents. Everything must be committed, because it reads the store.
  void take_back(Instant now);

 private:
  struct Begun {
    store::SiteId site;
    collection::Likeness likeness;
  };

  void begin(const SiteEntry& entry, const collection::Wall& wall);
  void take_back(const Begun& wall, Instant now);
  void restore(collection::WallWatch::Kept kept, const store::PageState& now);
  void remove_content(const store::PageState& known, Instant now);

  const CrawlOptions& options_;
  const Tables tables_;
  telemetry::Log& log_;
  std::vector<Begun> begun_;
};

}  // namespace freshet::crawl
