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

// A crawl in the foreground, from opening to the end: watches for signals (stop_signals.h) and
// shows how it goes.
struct Session {
  crawl::CrawlOptions options;
  const Clock& clock;
  std::optional<convert::UpdaterOptions> catalog;  // is kept up to date meanwhile
  // The progress line, and the last words: for a person, or as JSON.
  std::function<std::string(const crawl::Progress&)> line;
  std::function<std::string(const crawl::Progress&)> last_words;
};
// The exit status.
int run_session(const Invocation& invocation, Session session);

// The member "seeds_failed" of a summary.
void write_failed_seeds(const std::vector<crawl::FailedSeed>& seeds, json::Writer& w);

double cpu_seconds();
uint64_t max_rss_bytes();

}  // namespace freshet::cli
