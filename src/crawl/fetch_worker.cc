#include "crawl/fetch_worker.h"

#include <utility>
#include <variant>

#include "coding/content_coding.h"
#include "crawl/packing.h"

namespace freshet::crawl {
namespace {

constexpr size_t kReportAt = 8;

Duration time_taken(const fetch::Outcome& outcome) {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  return reply != nullptr ? reply->timings.total : Duration();
}

// Sets how much of the memory for bodies the reply holds, until it is destroyed.
void hold(const fetch::Reply& reply, size_t bytes) {
  if (reply.held) reply.held->settle(bytes);
}

bool is_coded(const fetch::Reply& reply) {
  const auto coding = reply.headers.get("content-encoding");
  return coding && !coding->empty();
}

size_t memory_of(const Completed& completed) {
  return (completed.packed ? completed.packed->members.capacity() : 0) +
         completed.reading->candidates.memory() + completed.reading->version.capacity() +
         (completed.reading->item ? completed.reading->item->memory() : 0);
}

std::string robots_body(const fetch::Reply& reply) {
  constexpr size_t kMost = 4 << 20;  // the parser reads less; limits a decompression bomb
  if (!is_coded(reply)) return reply.body;
  return coding::decode_content(reply.body, *reply.headers.get("content-encoding"), kMost).bytes;
}

}  // namespace

FetchWorker::FetchWorker(const CrawlOptions& options, const Clock& clock, eventloop::TaskLoop& loop,
                         std::unique_ptr<fetch::Fetcher> fetcher, Report report)
    : clock_(clock),
      loop_(loop),
      reader_(options),
      writer_(options.archive.compression_level),
      report_(std::move(report)),
      max_body_bytes_(options.fetch.max_body_bytes),
      fetcher_(std::move(fetcher)) {}

void FetchWorker::stop() {
  fetcher_->cancel_all();
  report();
}

void FetchWorker::assign(std::vector<Assignment> assignments) {
  for (Assignment& assignment : assignments) begin(std::move(assignment));
}

void FetchWorker::complete(Completed completed) {
  if (completed_.empty()) loop_.defer([this] { report(); });
  completed_.push_back(std::move(completed));
  // The engine should not wait for the last of many.
  if (completed_.size() == kReportAt) report();
}

void FetchWorker::report() {
  if (!completed_.empty()) report_(std::exchange(completed_, {}));
}

void FetchWorker::begin(Assignment assignment) {
  switch (assignment.kind) {
    case Assignment::Kind::kPage:
    case Assignment::Kind::kSitemap: fetch_page(std::move(assignment)); return;
    case Assignment::Kind::kRobots: fetch_robots(assignment.id, assignment.url); return;
    case Assignment::Kind::kResolve: resolve(assignment.id, assignment.url); return;
  }
}

void FetchWorker::fetch_page(Assignment assignment) {
  const bool is_sitemap = assignment.kind == Assignment::Kind::kSitemap;
  fetch::Request request{.url = assignment.url, .headers = std::move(assignment.headers)};
  fetcher_->fetch(
      std::move(request), [this, is_sitemap, id = assignment.id, depth = assignment.depth,
                           before = std::move(assignment.before),
                           url = std::move(assignment.url)](fetch::Outcome outcome) {
        Completed completed{.id = id, .at = clock_.now(), .took = time_taken(outcome)};
        if (auto* reply = std::get_if<fetch::Reply>(&outcome)) {
          // As much as it may unpack to; later only the results are held.
          hold(*reply, reply->body.capacity() + (is_coded(*reply) ? max_body_bytes_ : 0));
          completed.reading = reader_.read(
              *reply,
              {.url = url, .is_sitemap = is_sitemap, .before = before.get(), .at = completed.at});
          if (!completed.reading->robots.noarchive) {
            completed.packed = pack(writer_, *reply,
                                    {.url = url.without_fragment(),
                                     .at = completed.at,
                                     .depth = depth,
                                     .sitemap = is_sitemap,
                                     .payload_digest = completed.reading->received_digest});
          }
          std::string().swap(reply->body);
          hold(*reply, memory_of(completed));
        }
        completed.outcome = std::move(outcome);
        complete(std::move(completed));
      });
}

void FetchWorker::fetch_robots(uint64_t id, const url::Url& url) {
  fetcher_->fetch({.url = url}, [this, id, url](fetch::Outcome outcome) {
    const Duration took = time_taken(outcome);
    const auto* reply = std::get_if<fetch::Reply>(&outcome);
    const int status = reply != nullptr ? reply->status : 0;
    RobotsAnswer answer{.meaning = robots::robots_meaning(status), .http_status = status};
    if (answer.meaning == robots::RobotsStatus::kFollowRedirect) {
      const auto location = reply->headers.get("location");
      auto target = url::resolve(location.value_or(""), url);
      if (location && target && target->is_web()) answer.redirect = std::move(*target);
      answer.meaning = robots::RobotsStatus::kAllowAll;  // unless the target is fetched
    }
    if (answer.meaning == robots::RobotsStatus::kUseBody && reply != nullptr) {
      // A file that broke off may lack an important rule; one that is too long is read up to the
      // limit.
      if (reply->body_truncated && reply->body.size() < max_body_bytes_)
        answer = {};
      else
        answer.body = robots_body(*reply);
    }
    Completed completed{.id = id, .at = clock_.now(), .robots = std::move(answer), .took = took};
    if (reply != nullptr) {
      completed.packed =
          pack(writer_, *reply, {.url = url.without_fragment(), .at = completed.at, .rules = true});
    }
    completed.outcome = std::move(outcome);
    complete(std::move(completed));
  });
}

void FetchWorker::resolve(uint64_t id, const url::Url& url) {
  fetcher_->resolve(url, [this, id](Result<std::vector<fetch::Address>, fetch::Outcome> resolved) {
    Completed completed{.id = id, .at = clock_.now()};
    if (!resolved)
      completed.outcome = std::move(resolved.error());
    else if (!resolved->empty())  // a proxy resolves the name
      completed.address = resolved->front();
    complete(std::move(completed));
  });
}

}  // namespace freshet::crawl
