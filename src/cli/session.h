#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "clock/clock.h"
#include "convert/updater.h"
#include "crawl/crawl.h"
#include "json/write.h"

namespace freshet::cli {

// A crawl in the foreground, from opening the collection to the end. run_session() stops it at
// signals (stop_signals.h) and shows its progress.
struct Session {
  crawl::CrawlOptions options;
  const Clock& clock;
  std::optional<convert::UpdaterOptions> catalog;  // the catalogue to keep up to date, if any
  std::function<std::string(const crawl::Progress&)> progress_line;
  // What is printed at the end: text for people, or JSON.
  std::function<std::string(const crawl::Progress&)> summary;
};
// Returns the exit status.
int run_session(const Invocation& invocation, Session session);

// Write members of a summary: "outcomes" and "errors"; "warc_files"; "seeds_failed".
void write_event_counts(const crawl::Progress& p, json::Writer& w);
void write_archive_files(const crawl::Progress& p, json::Writer& w);
void write_failed_seeds(const std::vector<collection::FailedSeed>& seeds, json::Writer& w);

double cpu_seconds();
uint64_t max_rss_bytes();

}  // namespace freshet::cli
