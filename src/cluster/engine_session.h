#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "clock/clock.h"
#include "cluster/reply.h"
#include "collection/run_control.h"
#include "crawl/agent_port.h"
#include "crawl/crawl.h"
#include "crawl/options.h"
#include "store/store.h"
#include "telemetry/log.h"

namespace freshet::cluster {

// The crawl of an agent on one set of shards, on a thread of its own: from the loading of their
// state until everything is committed. When the agent gets other shards, a new session begins.
class EngineSession {
 public:
  struct World {
    store::Store& store;
    const Clock& clock;  // the database's
    telemetry::Log& log;
  };
  // Starts the thread. `world` must outlive the session.
  EngineSession(crawl::CrawlOptions options, collection::RunControl run_control,
                const World& world);
  // Stops the crawl and waits for it.
  ~EngineSession();
  EngineSession(const EngineSession&) = delete;
  EngineSession& operator=(const EngineSession&) = delete;

  // Ends the crawl: requests in flight are finished, and everything is committed.
  void stop();
  bool has_ended() const { return has_ended_; }
  // How it ended, after has_ended().
  const Status& status() const { return status_; }
  crawl::Progress progress() const;

  // Calls `call` on the engine's thread and waits for the result. Returns nothing while the state
  // is loaded, after the end, or if the engine is busy for too long.
  template <typename Call>
  auto call(Call call) -> std::optional<decltype(call(std::declval<crawl::AgentPort&>()))> {
    using Value = decltype(call(std::declval<crawl::AgentPort&>()));
    Reply<Value> reply;
    const bool posted = post([answer = reply.answer(), call = std::move(call)](
                                 crawl::AgentPort& port) { answer->give(call(port)); });
    return posted ? reply.wait(kPatience) : std::nullopt;
  }
  // Calls `call` on the engine's thread, soon. Returns false if there is no engine at present.
  bool post(std::function<void(crawl::AgentPort&)> call);

 private:
  static constexpr std::chrono::seconds kPatience{2};

  void work(crawl::CrawlOptions options, collection::RunControl run_control);

  const World world_;
  mutable std::mutex mutex_;
  std::unique_ptr<crawl::Crawl> crawl_;  // guarded by mutex_; null while the state is loaded
  crawl::Progress last_progress_;        // guarded by mutex_; after the end
  bool stop_requested_ = false;          // guarded by mutex_
  Status status_ = Done{};
  std::atomic<bool> has_ended_ = false;
  std::thread thread_;
};

}  // namespace freshet::cluster
