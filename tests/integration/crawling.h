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
#include "support/scripted_web.h"
#include "telemetry/log.h"

namespace freshet::test {

// Steps of what runs elsewhere can only be waited for: a minute, which the slowest machine does not
// need. False if it never comes.
bool comes_true(const std::function<bool()>& what);

// A data folder that goes with the test.
class Folder {
 public:
  Folder();
  ~Folder();
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// The machine's clock, which can be told that hours have passed. (A ManualClock, on which no time
// passes at all, does for a crawl of one page.)
class LeapingClock final : public Clock {
 public:
  Instant now() const override { return system_.now() + Duration::microseconds(ahead_us_.load()); }
  void leap(Duration by) { ahead_us_.fetch_add(by.in_microseconds()); }

 private:
  SystemClock system_;
  std::atomic<int64_t> ahead_us_ = 0;
};

// What a crawl leaves in the archive of one URL.
struct Archived {
  int records = 0;  // responses and revisits
  bool truncated = false;
  std::string body;  // of the last
};

// Runs crawls on one data folder, and looks at what they leave there.
class Crawling : public testing::Test {
 protected:
  // Every name leads to this address; nothing waits longer than a test wants to.
  crawl::CrawlOptions hasty(const std::string& address) const;

  crawl::Progress run(const crawl::CrawlOptions& options) { return run(options, system_clock_); }
  crawl::Progress run(const crawl::CrawlOptions& options, const Clock& clock);

  // By URL.
  std::map<std::string, store::PageState> pages() const;
  store::PageState page(const std::string& url) const;  // fails the test if there is none
  store::SiteState site(const std::string& text) const;
  std::map<std::string, Archived> archived() const;  // without robots.txt

  Folder folder_;
  SystemClock system_clock_;
  telemetry::Log log_{{.level = telemetry::Level::kError}, system_clock_, [](std::string_view) {}};
};

// Crawls of a web that is written down page by page.
class ScriptedCrawling : public Crawling {
 protected:
  crawl::CrawlOptions options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = std::move(seeds);
    return options;
  }
  // A run without end, broken off then; no page is drawn for an audit.
  crawl::CrawlOptions run_for(Duration time, std::vector<std::string> seeds) const {
    crawl::CrawlOptions options = ScriptedCrawling::options(std::move(seeds));
    options.run.emplace();
    options.run->refresh.floor.min_gain = 0;  // pages hardly change, and are visited all the same
    options.run->requests_per_second = 100;
    options.run->refresh.audit_share = 0;
    options.limits.max_time = time;
    return options;
  }

  ScriptedWeb web_;
};

}  // namespace freshet::test
