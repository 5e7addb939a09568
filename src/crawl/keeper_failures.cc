// Sites and seeds that fail: what is remembered, counted and said of it.
#include "crawl/failure_words.h"
#include "crawl/keeper.h"
#include "crawl/robots_words.h"

namespace freshet::crawl {

// Remembers the last failure of a site until the site answers, and tells the user of seeds that
// fail at their first failure; retries go on.
void Keeper::learn_of_failure(const Outstanding& outstanding, const Completed& completed) {
  using Kind = Assignment::Kind;
  if (std::holds_alternative<fetch::Cancelled>(completed.outcome)) return;
  SiteEntry& entry = sites_.at(outstanding.site.value);
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  const bool is_robots = outstanding.kind == Kind::kRobots;
  const bool is_page = outstanding.kind == Kind::kPage || outstanding.kind == Kind::kSitemap;
  const bool site_failed =
      is_robots ? completed.robots->meaning == robots::RobotsStatus::kHoldBack : reply == nullptr;
  if (site_failed) {
    const std::string words =
        is_robots ? robots_failure_words(completed.outcome) : failure_words(completed.outcome);
    const std::string_view cause =
        reply != nullptr ? "robots_unavailable" : fetch::name(completed.outcome);
    if (!is_page) count_error(cause);  // of pages, whoever judges the visit counts
    entry.remembered().failure = SiteFailure{.at = completed.at, .words = words};
    touch(entry);
    warn_of_failing(is_page ? seeds_.page_fails(outstanding.lease->page().key, cause)
                            : seeds_.site_fails(outstanding.site, cause),
                    words);
    return;
  }
  if (outstanding.kind == Kind::kResolve) return;  // the site itself has not answered yet
  // One page with a server error says little of the others.
  if (reply->status < 500 && entry.has_failure()) {
    entry.remembered().failure.reset();
    touch(entry);
  }
  if (is_page && reply->status >= 400) {
    warn_of_failing(seeds_.page_fails(outstanding.lease->page().key, "status"),
                    failure_words(completed.outcome));
  }
}

void Keeper::warn_of_failing(const std::vector<std::string>& seeds, const std::string& reason) {
  if (!options_.warn_of_failing_seeds) return;
  for (const std::string& seed : seeds) {
    log_.warning("a seed cannot be fetched", {{"seed", seed}, {"reason", reason}});
  }
}

void Keeper::warn_of_disallowed(const frontier::Queued& page) {
  const std::vector<std::string> seeds = seeds_.page_fails(page.key, "disallowed");
  if (seeds.empty()) return;
  const auto robots =
      robots_of(sites_.at(page.key.site.value).state, *url::parse(page.url), options_);
  warn_of_failing(seeds,
                  robots && !robots->allowed ? robots_words(*robots) : "robots.txt disallows it");
}

// Where no seed has a host that exists, the user has misspelled it and should not have to wait for
// the retries. A run without end goes on trying.
void Keeper::give_up_unresolved_seeds(Instant now) {
  if (refresher_ || !seeds_.none_resolves()) return;
  for (const store::SiteId site : seeds_.sites()) {
    give_up(site, store::VisitResult::kUnreachable, fetch::name(fetch::NoAddress()), now);
  }
}

// After the last commit: what became of the seeds is in the store.
void Keeper::sum_up_seeds() {
  const std::vector<std::string>& seeds = seeds_.urls();
  progress_.seeds_failed = failed_seeds(store_, options_, seeds);
  const bool is_every_seed = !seeds.empty() && progress_.seeds_failed.size() == seeds.size();
  progress_.no_seed_fetched = is_every_seed && progress_.pages == 0 && progress_.ended != kStopped;
  if (progress_.ended != kAllCollected || progress_.seeds_failed.empty()) return;
  progress_.ended = progress_.no_seed_fetched
                        ? "no seed could be fetched"
                        : "everything in scope that could be fetched is collected";
}

}  // namespace freshet::crawl
