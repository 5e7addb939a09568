#include "crawl/site_failures.h"

#include "collection/robots_answer.h"
#include "crawl/failure_words.h"
#include "crawl/outcome_event.h"

namespace freshet::crawl {

using collection::Event;

void SiteFailures::completed(const PendingRequest& request, const Completed& completed) {
  using Kind = Assignment::Kind;
  if (std::holds_alternative<fetch::Cancelled>(completed.outcome)) return;
  SiteEntry& entry = sites_.at(request.site);
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  const bool is_robots = request.kind == Kind::kRobots;
  const bool is_page = request.kind == Kind::kPage || request.kind == Kind::kSitemap;
  const bool site_failed =
      is_robots ? completed.robots->meaning == robots::RobotsStatus::kHoldBack : reply == nullptr;
  if (site_failed) {
    const std::string words =
        is_robots ? robots_failure_words(completed.outcome) : failure_words(completed.outcome);
    const Event cause = reply != nullptr ? Event::kRobotsUnavailable : event_of(completed.outcome);
    if (!is_page) stats_.count_error(cause);  // those of pages are counted with the visit
    entry.profile().failure = collection::SiteFailure{.at = completed.at, .words = words};
    sites_.touch(entry);
    const std::string_view name = collection::name_of(cause);
    warn(is_page ? seeds_.page_fails(request.lease->page().key, name)
                 : seeds_.site_fails(request.site, name),
         words);
    return;
  }
  if (request.kind == Kind::kResolve) return;  // the site has not answered yet
  // A server error of one page says little about the others.
  if (reply->status < 500 && entry.has_failure()) {
    entry.profile().failure.reset();
    sites_.touch(entry);
  }
  if (is_page && reply->status >= 400) {
    warn(seeds_.page_fails(request.lease->page().key, "status"), failure_words(completed.outcome));
  }
}

void SiteFailures::lacks_rules(SiteEntry& entry, const std::string& words, Instant now) {
  entry.profile().failure = collection::SiteFailure{.at = now, .words = words};
  sites_.touch(entry);
  warn(seeds_.site_fails(entry.state.id, collection::name_of(Event::kRobotsUnavailable)), words);
}

void SiteFailures::disallowed(const frontier::Queued& page) {
  const std::vector<std::string> seeds =
      seeds_.page_fails(page.key, collection::name_of(Event::kDisallowed));
  if (seeds.empty()) return;
  const auto robots = collection::robots_of(sites_.at(page.key.site).state, *url::parse(page.url),
                                            options_.collection);
  warn(seeds,
       robots && !robots->allowed ? collection::robots_words(*robots) : "robots.txt disallows it");
}

void SiteFailures::warn(const std::vector<std::string>& seeds, const std::string& reason) {
  if (!options_.warn_of_failing_seeds) return;
  for (const std::string& seed : seeds) {
    log_.warning("a seed cannot be fetched", {{"seed", seed}, {"reason", reason}});
  }
}

}  // namespace freshet::crawl
