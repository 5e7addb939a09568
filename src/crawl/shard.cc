#include "crawl/shard.h"

#include <variant>

#include "fetch/content_coding.h"

namespace freshet::crawl {
namespace {

Duration time_taken(const fetch::Outcome& outcome) {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  return reply != nullptr ? reply->timings.total : Duration();
}

std::string robots_body(const fetch::Reply& reply) {
  constexpr size_t kMost = 4 << 20;  // the parser reads less; a bomb must not hurt before
  const auto coding = reply.headers.get("content-encoding");
  if (!coding || coding->empty()) return reply.body;
  return fetch::decode_content(reply.body, *coding, kMost).bytes;
}

}  // namespace

Shard::Shard(const CrawlOptions& options, const MakeFetcher& make_fetcher, Report report)
    : reader_(options), report_(std::move(report)), fetcher_(make_fetcher(loop_)) {
  thread_ = std::thread([this] { loop_.run(); });
}

Shard::~Shard() {
  stop();
}

void Shard::stop() {
  if (!thread_.joinable()) return;
  loop_.post([this] {
    fetcher_->cancel_all();
    loop_.stop();
  });
  thread_.join();
}

void Shard::assign(Assignment assignment) {
  // std::function wants what can be copied; an assignment is only ever moved.
  auto shared = std::make_shared<Assignment>(std::move(assignment));
  loop_.post([this, shared] { begin(std::move(*shared)); });
}

void Shard::begin(Assignment assignment) {
  switch (assignment.kind) {
    case Assignment::Kind::kPage:
    case Assignment::Kind::kSitemap: fetch_page(std::move(assignment)); return;
    case Assignment::Kind::kRobots:
      fetch_robots(assignment.id, assignment.url, 0, Duration());
      return;
    case Assignment::Kind::kResolve: resolve(assignment.id, assignment.url); return;
  }
}

void Shard::fetch_page(Assignment assignment) {
  const bool is_sitemap = assignment.kind == Assignment::Kind::kSitemap;
  fetch::Request request{.url = assignment.url, .headers = std::move(assignment.headers)};
  fetcher_->fetch(std::move(request), [this, is_sitemap, id = assignment.id,
                                       url = std::move(assignment.url)](fetch::Outcome outcome) {
    Completed completed{.id = id, .took = time_taken(outcome)};
    if (const auto* reply = std::get_if<fetch::Reply>(&outcome)) {
      completed.reading = reader_.read(*reply, url, is_sitemap);
    }
    completed.outcome = std::move(outcome);
    report_(std::move(completed));
  });
}

void Shard::fetch_robots(uint64_t id, const url::Url& url, int redirects, Duration took_before) {
  fetcher_->fetch({.url = url}, [this, id, url, redirects, took_before](fetch::Outcome outcome) {
    const Duration took = took_before + time_taken(outcome);
    const auto* reply = std::get_if<fetch::Reply>(&outcome);
    const int status = reply != nullptr ? reply->status : 0;
    RobotsAnswer answer{.meaning = robots::robots_meaning(status, redirects),
                        .http_status = status};
    if (answer.meaning == robots::RobotsStatus::kFollowRedirect) {
      const auto location = reply->headers.get("location");
      auto target = url::resolve(location.value_or(""), url);
      if (location && target && target->is_web()) {
        fetch_robots(id, *target, redirects + 1, took);
        return;
      }
      answer.meaning = robots::RobotsStatus::kAllowAll;  // as any other 3xx that leads nowhere
    }
    if (answer.meaning == robots::RobotsStatus::kUseBody && reply != nullptr) {
      answer.body = robots_body(*reply);
    }
    report_(Completed{
        .id = id, .outcome = std::move(outcome), .robots = std::move(answer), .took = took});
  });
}

void Shard::resolve(uint64_t id, const url::Url& url) {
  fetcher_->resolve(url, [this, id](Result<std::vector<fetch::Address>, fetch::Outcome> resolved) {
    Completed completed{.id = id};
    if (resolved)
      completed.address = resolved->front();
    else
      completed.outcome = std::move(resolved.error());
    report_(std::move(completed));
  });
}

}  // namespace freshet::crawl
