#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "change/compare.h"
#include "clock/instant.h"
#include "collection/options.h"
#include "crawl/agent_role.h"
#include "fetch/fetcher.h"
#include "frontier/frontier.h"
#include "parse/page.h"
#include "parse/sitemap.h"
#include "refresh/division.h"
#include "warc/archive.h"
#include "warc/upload_mark.h"

namespace freshet::crawl {

// When to stop even if more could be fetched.
struct Limits {
  std::optional<uint64_t> max_pages;  // with content; sitemaps and feeds always count
  std::optional<uint64_t> max_bytes;
  std::optional<Duration> max_time;
};

struct Retry {
  int attempts = 3;
  Duration first = Duration::seconds(10);  // tripled with each attempt
  int put_off = 10;                        // how often a server may postpone one page
  // If nothing can be fetched for longer than this, because hosts are in back-off or do not answer,
  // the crawl ends and leaves their pages for another run.
  Duration patience = Duration::minutes(2);
};

// A run without end, which revisits known pages.
struct RunOptions {
  // Requests of every kind; none: the stored value, or 1.
  std::optional<double> requests_per_second;
  bool keep_scope = false;  // use the stored scope instead of CrawlOptions::scope
  Duration saved_up_for = Duration::seconds(1);  // unused budget is saved for at most so long
  refresh::DivisionOptions division;             // of the budget, between new and known pages
};

struct CrawlOptions {
  collection::Options collection;
  std::vector<std::string> seeds;
  Limits limits;
  Retry retry;
  frontier::Politeness politeness;
  frontier::FrontierLimits frontier;
  fetch::FetchOptions fetch;
  Duration robots_lifetime = Duration::hours(24);
  bool sitemaps = true;
  parse::PageOptions page;
  parse::SitemapOptions sitemap;
  warc::ArchiveOptions archive;
  // Called with the number of an archive file when it and all before it are complete: they and the
  // state are on the disk, and the files are not written again. May be called several times with
  // the same number. By the thread of Crawl::open() and Crawl::run(); must not wait.
  std::function<void(uint32_t last)> archive_completed;
  // What became of them, for the status. Called by the thread of Crawl::run(). May be empty.
  std::function<warc::UploadStatus()> uploads;
  warc::OpenUploaded open_uploaded;  // for recover_collection()
  size_t workers = 1;
  // Limits the memory for bodies, from their first byte until they are archived.
  size_t max_bytes_in_flight = 256 << 20;
  // Crawl::open() lowers workers and in_flight_per_worker if there are few file descriptors, and
  // divides fetch.max_connections by the number of workers.
  size_t in_flight_per_worker = 2000;
  std::optional<RunOptions> run;
  std::optional<AgentRole> agent;         // one of several that crawl the collection
  change::CompareRule compare;            // what counts as a change; used in a run
  bool warn_of_failing_seeds = true;      // in the log, at the first failure of each
  Duration grace = Duration::seconds(5);  // at the end, for requests in flight
  Duration commit_interval = Duration::milliseconds(250);
  Duration sync_interval = Duration::seconds(2);  // interval of syncs to the disk
};

}  // namespace freshet::crawl
