#include "crawl/worker_thread.h"

#include <utility>

namespace freshet::crawl {

WorkerThread::WorkerThread(const CrawlOptions& options, const Clock& clock,
                           const MakeFetcher& make_fetcher, Report report)
    : worker_(options, clock, loop_, make_fetcher(loop_), std::move(report)) {
  thread_ = std::thread([this] { loop_.run(); });
}

WorkerThread::~WorkerThread() {
  stop();
}

void WorkerThread::stop() {
  if (!thread_.joinable()) return;
  loop_.post([this] {
    worker_.stop();
    loop_.stop();
  });
  thread_.join();
}

void WorkerThread::assign(std::vector<Assignment> assignments) {
  // std::function needs a copyable object; assignments are only moved.
  auto shared = std::make_shared<std::vector<Assignment>>(std::move(assignments));
  loop_.post([this, shared] { worker_.assign(std::move(*shared)); });
}

}  // namespace freshet::crawl
