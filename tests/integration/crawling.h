#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clock/clock.h"
#include "crawl/crawl.h"
#include "gtest/gtest.h"
#include "store/types.h"
#include "support/scratch_folder.h"
#include "support/scripted_web.h"
#include "systemclock/system_clock.h"
#include "telemetry/log.h"

namespace freshet::test {

// Waits until `what` returns true, for steps of other threads. Returns false after a minute, which
// no machine needs.
bool comes_true(const std::function<bool()>& what);

// The machine's clock, which a test can move ahead by hours. (For a crawl of one page, a
// ManualClock, on which no time passes, is enough.)
class LeapingClock final : public Clock {
 public:
  Instant now() const override { return system_.now() + Duration::microseconds(ahead_us_.load()); }
  void leap(Duration by) { ahead_us_.fetch_add(by.in_microseconds()); }

 private:
  SystemClock system_;
  std::atomic<int64_t> ahead_us_ = 0;
};

// The archived records of one URL.
struct Archived {
  int records = 0;  // responses and revisits
  bool truncated = false;
  std::string body;  // of the last record
};

// Runs crawls on one data folder and reads the result.
class Crawling : public testing::Test {
 protected:
  // Returns options that map every name to this address, with short delays.
  crawl::CrawlOptions hasty(const std::string& address) const;

  // Returns the options of a run that visits all pages in turn, without audits, for this time.
  static crawl::CrawlOptions in_turn(crawl::CrawlOptions options,
                                     Duration time = Duration::milliseconds(900));

  crawl::Progress run(const crawl::CrawlOptions& options) { return run(options, system_clock_); }
  crawl::Progress run(const crawl::CrawlOptions& options, const Clock& clock);
  // Repeats a run of limited time until `is_done`. The test fails after a minute.
  void run_until(const crawl::CrawlOptions& options, const std::function<bool()>& is_done);

  // By URL.
  std::map<std::string, store::PageState> pages() const;
  store::PageState page(const std::string& url) const;  // fails the test if there is none
  store::SiteState site(const std::string& text) const;
  std::map<std::string, Archived> archived() const;  // without robots.txt

  ScratchFolder folder_;
  SystemClock system_clock_;
  telemetry::Log log_{{.level = telemetry::Level::kError}, system_clock_, [](std::string_view) {}};
};

// Crawls a web that a test defines page by page.
class ScriptedCrawling : public Crawling {
 protected:
  crawl::CrawlOptions options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = std::move(seeds);
    return options;
  }
  // Returns options for a run that is stopped after `time`, without audits.
  crawl::CrawlOptions run_for(Duration time, std::vector<std::string> seeds) const {
    crawl::CrawlOptions options = ScriptedCrawling::options(std::move(seeds));
    options.run.emplace();
    options.collection.refresh.floor.min_gain = 0;  // visit pages although they hardly change
    options.run->requests_per_second = 100;
    options.collection.refresh.audit_share = 0;
    options.limits.max_time = time;
    return options;
  }

  ScriptedWeb web_;
};

}  // namespace freshet::test
