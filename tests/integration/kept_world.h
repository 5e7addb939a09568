#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "aquarium/aquarium.h"
#include "integration/crawling.h"
#include "integration/paced_clock.h"

namespace freshet::test {

// A synthetic web whose days pass in a second or less, collected once and then kept fresh by a
// run, which lives by the same clock. The clock waits for the run: on a slow machine a test takes
// longer, and the run does as much. The judge is the server: what was served when, and what changed
// when.
class KeptWorld : public Crawling {
 protected:
  explicit KeptWorld(double scale);

  // Healthy and small: 12 hosts with 40 pages each. As on the web, many pages never change, and
  // sites differ.
  static aquarium::WorldOptions small_world();
  void start(const aquarium::WorldOptions& world);

  crawl::CrawlOptions options() const;
  // The same with a budget for each page and day.
  crawl::CrawlOptions run_options(const std::string& policy, double visits_per_page_day) const;

  // Collects everything once, then keeps it fresh for so many days.
  void keep(const crawl::CrawlOptions& options, double days);

  struct Page {
    double weight = 1;
    std::string host;
    std::vector<Instant> changes;
    std::vector<Instant> visits;  // answered with content, or 304
  };
  using Which = std::function<bool(const Page&)>;
  // Weight of current copies over that of all, from then until then.
  double freshness(Instant from, Instant until, const Which& which = nullptr) const;
  // In the last two thirds of the run, and what the simulator says of the same pages, changes and
  // budget; it knows of no sitemaps and no failures.
  double measured_freshness(const Which& which = nullptr) const;
  double foretold_freshness(const std::string& policy, double visits_per_page_day) const;
  // Requests of the run that the server saw.
  std::vector<aquarium::LoggedRequest> served() const;

  // Told of what `status` says, again and again until the run has ended, on a thread of its own.
  virtual void observe(const crawl::StatusReport&) {}

  static const Instant kStart;

  PacedClock clock_;
  aquarium::Aquarium aquarium_;
  std::string address_;
  Instant begin_;  // of the run, after everything was collected
  Instant end_;
  uint64_t requests_ = 0;
  double believed_ = 0;                // in the last two thirds
  std::map<std::string, Page> pages_;  // by URL

 private:
  void let_time_pass(crawl::Crawl& crawl, const crawl::CrawlOptions& options);
  void read_truth();

  const double scale_;           // of the run
  uint64_t collected_with_ = 0;  // requests
};

}  // namespace freshet::test
