#include "cluster/engine_session.h"

namespace freshet::cluster {

EngineSession::EngineSession(crawl::CrawlOptions options, collection::RunControl run_control,
                             const World& world)
    : world_(world),
      thread_([this, options = std::move(options), run_control = std::move(run_control)]() mutable {
        work(std::move(options), std::move(run_control));
        has_ended_ = true;
      }) {}

EngineSession::~EngineSession() {
  stop();
  thread_.join();
}

void EngineSession::work(crawl::CrawlOptions options, collection::RunControl run_control) {
  auto opened = crawl::Crawl::open_agent(std::move(options), std::move(run_control), world_.store,
                                         world_.clock, world_.log);
  if (!opened) {
    status_ = Unexpected(opened.error());
    return;
  }
  crawl::Crawl* crawl = opened->get();
  {
    const std::lock_guard lock(mutex_);
    crawl_ = *std::move(opened);
    if (stop_requested_) crawl_->stop();
  }
  status_ = crawl->run();
  const std::lock_guard lock(mutex_);
  last_progress_ = crawl_->progress();
  crawl_.reset();
}

void EngineSession::stop() {
  const std::lock_guard lock(mutex_);
  if (crawl_ && !stop_requested_) crawl_->stop();
  stop_requested_ = true;
}

bool EngineSession::post(std::function<void(crawl::AgentPort&)> call) {
  const std::lock_guard lock(mutex_);
  if (!crawl_) return false;
  crawl_->post(std::move(call));
  return true;
}

crawl::Progress EngineSession::progress() const {
  const std::lock_guard lock(mutex_);
  return crawl_ ? crawl_->progress() : last_progress_;
}

}  // namespace freshet::cluster
