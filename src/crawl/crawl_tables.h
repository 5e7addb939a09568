#pragma once

#include "crawl/admission.h"
#include "crawl/journal.h"
#include "crawl/known_pages.h"
#include "crawl/options.h"
#include "crawl/run_stats.h"
#include "crawl/site_table.h"
#include "frontier/frontier.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "warc/archive.h"

namespace freshet::crawl {

// The tables of a crawl in memory, and the journal that writes to the disk. The parts of the engine
// work on them one after another, on one thread.
struct CrawlTables {
  CrawlTables(const CrawlOptions& options, store::Store& its_store, warc::Archive& archive,
              Journal::Hooks hooks, telemetry::Log& log)
      : store(its_store),
        frontier(options.politeness, options.frontier),
        known(its_store),
        journal(its_store, archive,
                {.compression_level = options.archive.compression_level,
                 .writer = options.agent ? options.agent->writer : uint16_t{0},
                 .sync_interval = options.sync_interval},
                std::move(hooks), log) {}

  // A view for parts that read the store and change all other tables.
  Admission::Tables view() { return {store, frontier, sites, known, journal, stats}; }

  store::Store& store;
  frontier::Frontier frontier;
  SiteTable sites;
  KnownPages known;
  RunStats stats;
  Journal journal;
};

}  // namespace freshet::crawl
