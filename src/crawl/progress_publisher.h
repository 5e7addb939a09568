#pragma once

#include "clock/clock.h"
#include "crawl/crawl_tables.h"
#include "crawl/dispatcher.h"
#include "eventloop/task_loop.h"

namespace freshet::crawl {

// Publishes the progress of a crawl to other threads, a few times a second. For the engine's
// thread.
class ProgressPublisher {
 public:
  ProgressPublisher(CrawlTables& tables, const Dispatcher& dispatcher, const Clock& clock,
                    const eventloop::TaskLoop& loop)
      : tables_(tables), dispatcher_(dispatcher), clock_(clock), loop_(loop) {}

  void crawl_began(Instant at) { started_ = at; }
  bool is_due() const;
  void publish();

 private:
  void estimate_freshness();

  CrawlTables& tables_;
  const Dispatcher& dispatcher_;
  const Clock& clock_;
  const eventloop::TaskLoop& loop_;
  Instant started_;
  Duration last_published_;
  Duration last_estimate_;
};

}  // namespace freshet::crawl
