#pragma once

#include <memory>
#include <vector>

#include "clock/clock.h"
#include "crawl/options.h"
#include "crawl/reading.h"
#include "crawl/worker.h"
#include "eventloop/task_loop.h"
#include "fetch/fetcher.h"
#include "warc/visit_writer.h"

namespace freshet::crawl {

// A worker on a given loop. All members must be called on the thread of that loop.
class FetchWorker : public Worker {
 public:
  // `report` is called on the loop's thread.
  FetchWorker(const CrawlOptions& options, const Clock& clock, eventloop::TaskLoop& loop,
              std::unique_ptr<fetch::Fetcher> fetcher, Report report);

  void assign(std::vector<Assignment> assignments) override;
  void stop() override;

 private:
  void begin(Assignment assignment);
  void complete(Completed completed);
  void report();
  void fetch_page(Assignment assignment);
  void fetch_robots(uint64_t id, const url::Url& url);
  void resolve(uint64_t id, const url::Url& url);

  const Clock& clock_;
  eventloop::TaskLoop& loop_;
  const Reader reader_;
  warc::VisitWriter writer_;
  const Report report_;
  const size_t max_body_bytes_;
  std::vector<Completed> completed_;  // to be reported
  std::unique_ptr<fetch::Fetcher> fetcher_;
};

}  // namespace freshet::crawl
