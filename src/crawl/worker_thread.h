#pragma once

#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "crawl/fetch_worker.h"
#include "crawl/worker.h"
#include "eventloop/loop.h"

namespace freshet::crawl {

// A worker with its own thread. Only that thread accesses its loop, connections and reader. All
// members may be called from any other thread.
class WorkerThread : public Worker {
 public:
  using MakeFetcher = std::function<std::unique_ptr<fetch::Fetcher>(eventloop::Loop&)>;

  // `report` is called on the worker's thread.
  WorkerThread(const CrawlOptions& options, const Clock& clock, const MakeFetcher& make_fetcher,
               Report report);
  ~WorkerThread() override;  // calls stop()
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  void assign(std::vector<Assignment> assignments) override;
  // Ends the thread, too.
  void stop() override;

 private:
  eventloop::Loop loop_;
  FetchWorker worker_;
  std::thread thread_;
};

}  // namespace freshet::crawl
