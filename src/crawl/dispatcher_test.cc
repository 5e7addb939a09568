#include "crawl/dispatcher.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace freshet::crawl {
namespace {

class RecordingWorker : public Worker {
 public:
  struct Log {
    std::vector<Assignment> assigned;
    bool is_stopped = false;
  };
  explicit RecordingWorker(Log& log) : log_(log) {}
  void assign(std::vector<Assignment> assignments) override {
    for (Assignment& one : assignments) log_.assigned.push_back(std::move(one));
  }
  void stop() override { log_.is_stopped = true; }

 private:
  Log& log_;
};

class DispatcherTest : public testing::Test {
 protected:
  Dispatcher make(const Dispatcher::Options& options, size_t workers) {
    Dispatcher dispatcher(options);
    logs_.resize(workers);
    std::vector<std::unique_ptr<Worker>> made;
    for (auto& log : logs_) made.push_back(std::make_unique<RecordingWorker>(log));
    dispatcher.start(std::move(made));
    return dispatcher;
  }
  static void resolve(Dispatcher& dispatcher, uint64_t site) {
    dispatcher.assign({.url = *url::parse("http://a.test/")},
                      {.kind = Assignment::Kind::kResolve, .site = {site}});
  }

  std::vector<RecordingWorker::Log> logs_;
};

TEST_F(DispatcherTest, DeliverPassesRequestsToTheWorkers) {
  Dispatcher dispatcher = make({.pending_per_worker = 10}, 1);
  resolve(dispatcher, 1);
  resolve(dispatcher, 2);
  EXPECT_TRUE(logs_[0].assigned.empty());
  dispatcher.deliver();
  ASSERT_EQ(logs_[0].assigned.size(), 2u);
  EXPECT_EQ(logs_[0].assigned[0].kind, Assignment::Kind::kResolve);
  EXPECT_NE(logs_[0].assigned[0].id, logs_[0].assigned[1].id);
  dispatcher.deliver();
  EXPECT_EQ(logs_[0].assigned.size(), 2u);
}

TEST_F(DispatcherTest, ASiteStaysWithOneWorkerUnlessSitesAreSpread) {
  for (const bool spreads : {false, true}) {
    logs_.clear();
    Dispatcher dispatcher = make({.pending_per_worker = 100, .spreads_sites = spreads}, 3);
    for (int i = 0; i < 9; ++i) resolve(dispatcher, 7);
    dispatcher.deliver();
    std::multiset<size_t> sizes;
    for (const auto& log : logs_) sizes.insert(log.assigned.size());
    EXPECT_EQ(sizes, spreads ? (std::multiset<size_t>{3, 3, 3}) : (std::multiset<size_t>{0, 0, 9}));
  }
}

TEST_F(DispatcherTest, AnAnswerEndsItsRequestOnce) {
  Dispatcher dispatcher = make({.pending_per_worker = 2}, 1);
  resolve(dispatcher, 5);
  EXPECT_FALSE(dispatcher.is_full());
  resolve(dispatcher, 6);
  EXPECT_TRUE(dispatcher.is_full());
  dispatcher.deliver();
  const Completed answer{.id = logs_[0].assigned[1].id};
  const auto request = dispatcher.complete(answer);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->site, store::SiteId{6});
  EXPECT_EQ(dispatcher.pending(), 1u);
  EXPECT_FALSE(dispatcher.is_full());
  EXPECT_FALSE(dispatcher.complete(answer));
  EXPECT_FALSE(dispatcher.complete({.id = 999}));
}

TEST_F(DispatcherTest, StopReturnsPendingRequests) {
  Dispatcher dispatcher = make({.pending_per_worker = 9}, 2);
  for (const uint64_t site : {1, 2, 3}) resolve(dispatcher, site);
  dispatcher.deliver();
  const std::vector<PendingRequest> rest = dispatcher.stop();
  EXPECT_EQ(rest.size(), 3u);
  EXPECT_EQ(dispatcher.pending(), 0u);
  for (const auto& log : logs_) EXPECT_TRUE(log.is_stopped);
}

}  // namespace
}  // namespace freshet::crawl
