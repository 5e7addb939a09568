// What comes back from the shards, and what is made of it.
#include <algorithm>
#include <cstring>

#include "clock/civil.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "http/retry_after.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

std::string_view name_of(VisitResult result) {
  switch (result) {
    case VisitResult::kNever: return "never";
    case VisitResult::kNew: return "new";
    case VisitResult::kChanged: return "changed";
    case VisitResult::kUnchanged: return "unchanged";
    case VisitResult::kDuplicate: return "duplicate";
    case VisitResult::kRedirected: return "redirect";
    case VisitResult::kGone: return "gone";
    case VisitResult::kRefused: return "refused";
    case VisitResult::kServerError: return "server_error";
    case VisitResult::kUnreachable: return "unreachable";
    case VisitResult::kExcluded: return "excluded";
  }
  return "";
}

// Doubles with each failure; bounded.
Duration backoff(Duration first, int failures, Duration longest) {
  Duration delay = first;
  for (int i = 1; i < failures && delay < longest; ++i) delay = delay * 2;
  return std::min(delay, longest);
}

uint64_t address_key(const fetch::Address& address) {
  const auto& bytes = address.bytes();
  const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::max<uint64_t>(digest::fingerprint(view).value, 1);
}

bool has_content(const Completed& completed) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  return reply != nullptr && reply->status >= 200 && reply->status < 300;
}

}  // namespace

void Keeper::count(std::string_view outcome) {
  ++progress_.outcomes[std::string(outcome)];
}

void Keeper::on_completed(Completed completed) {
  const auto found = outstanding_.find(completed.id);
  if (found == outstanding_.end()) return;
  Outstanding outstanding = std::move(found->second);
  outstanding_.erase(found);
  const Instant now = clock_.now();
  switch (outstanding.kind) {
    case Assignment::Kind::kResolve:
      on_resolved(std::move(outstanding), std::move(completed), now);
      break;
    case Assignment::Kind::kRobots:
      on_robots(std::move(outstanding), std::move(completed), now);
      break;
    case Assignment::Kind::kPage:
    case Assignment::Kind::kSitemap:
      on_visited(std::move(outstanding), std::move(completed), now);
      break;
  }
  pump();
}

void Keeper::on_resolved(Outstanding outstanding, Completed completed, Instant now) {
  SiteEntry& entry = sites_.at(outstanding.site.value);
  if (completed.address) {
    entry.resolve_failures = 0;
    // Names that are sent elsewhere share an address by design: it says nothing about the server.
    const bool counts = !completed.address->is_private();
    frontier_.set_address(outstanding.site, counts ? address_key(*completed.address) : 0);
    return;
  }
  if (std::holds_alternative<fetch::AddressRefused>(completed.outcome)) {
    log_.warning("a private address is refused; see net.allow_private",
                 {{"site", entry.state.text}});
    give_up(outstanding.site, VisitResult::kExcluded, "address_refused", now);
    frontier_.hold_back(outstanding.site, Instant::never());
    return;
  }
  ++entry.resolve_failures;
  const Duration delay =
      backoff(options_.retry.first, entry.resolve_failures, options_.politeness.longest_rest);
  frontier_.hold_back(outstanding.site, now + delay);
  if (entry.resolve_failures >= options_.retry.attempts) {
    give_up(outstanding.site, VisitResult::kUnreachable, fetch::name(completed.outcome), now);
  }
}

std::optional<Duration> Keeper::retry_after(const fetch::Outcome& outcome, Instant now) const {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  const auto header = reply != nullptr ? reply->headers.get("retry-after") : std::nullopt;
  if (!header) return std::nullopt;
  return http::parse_retry_after(*header, now, options_.politeness.longest_rest);
}

void Keeper::on_robots(Outstanding outstanding, Completed completed, Instant now) {
  SiteEntry& entry = sites_.at(outstanding.site.value);
  const RobotsAnswer& answer = *completed.robots;
  touch(entry);
  if (std::holds_alternative<fetch::Cancelled>(completed.outcome)) {
    frontier_.settle(std::move(*outstanding.lease), {.asked = false}, now);
    return;
  }
  entry.state.robots_fetched = now;
  entry.state.robots_status = static_cast<uint16_t>(answer.http_status);
  entry.state.robots_body = answer.body;
  if (answer.meaning == robots::RobotsStatus::kHoldBack) {
    ++entry.robots_failures;
    count("robots_unavailable");
    log_.info("robots.txt cannot be had: the host is held back",
              {{"site", entry.state.text}, {"status", answer.http_status}});
    Duration rest = backoff(options_.politeness.first_backoff, entry.robots_failures,
                            options_.politeness.longest_rest);
    if (const auto asked_for = retry_after(completed.outcome, now))
      rest = std::max(rest, *asked_for);
    frontier_.settle(std::move(*outstanding.lease), {.took = completed.took, .host_failed = true},
                     now);
    frontier_.hold_back(outstanding.site, now + rest);
    return;
  }
  entry.robots_failures = 0;
  const robots::RobotsRules rules = robots::parse_robots(answer.body, options_.robots);
  entry.rules = rules.for_agent(options_.agent);
  entry.state.crawl_delay = entry.rules.crawl_delay().value_or(Duration());
  frontier_.set_rules(outstanding.site, entry.state.crawl_delay, now + options_.robots_lifetime);
  frontier_.settle(std::move(*outstanding.lease), {.took = completed.took}, now);
  if (!options_.sitemaps || options_.scope.kind == ScopeKind::kPage) return;
  const auto base = url::parse(entry.state.text + "/robots.txt");
  for (const std::string& sitemap : rules.sitemaps()) {
    const auto url = url::resolve(sitemap, *base);
    if (!url || !url->is_web()) continue;
    const std::string text(url->without_fragment());
    admit({.key = page_key(text), .url = text, .sitemap = true}, 0, 0, now);
  }
}

void Keeper::on_visited(Outstanding outstanding, Completed completed, Instant now) {
  --pages_under_way_;
  const frontier::Queued queued = outstanding.lease->page();
  SiteEntry& entry = sites_.at(outstanding.site.value);
  touch(entry);
  const Judgement judgement = judge(completed.outcome, queued.attempts + 1, options_.retry,
                                    options_.politeness.longest_rest, now);
  const bool reply = std::holds_alternative<fetch::Reply>(completed.outcome);
  if (!judgement.final) {
    if (judgement.result != VisitResult::kNever) {
      count(reply ? "asked_to_wait_or_retry" : fetch::name(completed.outcome));
    }
    record_retry(queued, judgement, now);
    frontier_.settle(std::move(*outstanding.lease), judgement.settlement, now);
    return;
  }

  store::PageState page{.key = queued.key,
                        .url = queued.url,
                        .depth = queued.depth,
                        .redirects = queued.redirects,
                        .sitemap = queued.sitemap,
                        .first_seen = queued.not_before,
                        .last_visit = now,
                        .next_visit = Instant::never(),
                        .result = judgement.result};
  if (reply)
    record_content(page, completed, now);
  else
    ++page.failures;
  if (judgement.archived && reply) archive_exchange(page, completed, now);
  if (completed.reading) follow(page, completed, now);

  count(reply ? name_of(page.result) : fetch::name(completed.outcome));
  if (page.result >= VisitResult::kRefused && page.result <= VisitResult::kUnreachable) {
    ++progress_.errors;
  }
  ++entry.state.pages;
  if (entry.state.waiting > 0) --entry.state.waiting;
  if (progress_.waiting > 0) --progress_.waiting;
  retrying_.erase(queued.key.page.value);
  batch_.pages.push_back(std::move(page));
  frontier_.settle(std::move(*outstanding.lease), judgement.settlement, now);
}

void Keeper::record_retry(const frontier::Queued& queued, const Judgement& judgement, Instant now) {
  if (judgement.settlement.page != frontier::Settlement::Page::kLater) return;
  retrying_.insert(queued.key.page.value);
  batch_.pages.push_back({.key = queued.key,
                          .url = queued.url,
                          .depth = queued.depth,
                          .redirects = queued.redirects,
                          .sitemap = queued.sitemap,
                          .first_seen = queued.not_before,
                          .last_visit = now,
                          .next_visit = judgement.settlement.again_at,
                          .result = judgement.result,
                          .failures = static_cast<uint8_t>(queued.attempts + 1)});
}

// Fills in what the reply says of the page, and finds out whether another has the same content.
void Keeper::record_content(store::PageState& page, const Completed& completed, Instant now) {
  const auto& reply = std::get<fetch::Reply>(completed.outcome);
  const Reading& reading = *completed.reading;
  page.http_status = static_cast<uint16_t>(reply.status);
  page.last_success = now;
  page.size = reading.size;
  page.content = reading.content;
  page.simhash = reading.simhash;
  page.title = reading.title;
  page.noindex = reading.robots.noindex;
  page.etag = reading.validators.etag;
  page.last_modified = reading.validators.last_modified_text;
  if (reading.redirect) page.redirect_to = reading.redirect->url;
  if (!has_content(completed)) return;

  ++progress_.pages;
  progress_.bytes += reply.body.size();
  page.last_change = now;
  if (reading.size == 0) return;
  uint64_t prefix = 0;
  std::memcpy(&prefix, reading.content.bytes.data(), sizeof prefix);
  std::optional<store::PageKey> first;
  if (const auto fresh = fresh_contents_.find(prefix);
      fresh != fresh_contents_.end() && fresh->second.content == reading.content) {
    first = fresh->second.key;
  } else if (const auto stored = store_.page_with_content(reading.content); stored && *stored) {
    first = **stored;
  }
  if (first && *first != page.key) {
    page.result = VisitResult::kDuplicate;
    page.duplicate_of = first;
    ++progress_.duplicates;
    return;
  }
  batch_.contents.emplace_back(reading.content, page.key);
  fresh_contents_.emplace(
      prefix, store::PageState{
                  .key = page.key, .url = page.url, .last_visit = now, .content = reading.content});
}

void Keeper::archive_exchange(store::PageState& page, const Completed& completed, Instant now) {
  const auto& reply = std::get<fetch::Reply>(completed.outcome);
  if (completed.reading->robots.noarchive) return;
  const std::string address = reply.address ? reply.address->text() : "";
  const std::string depth = std::to_string(page.depth);
  warc::Exchange exchange{.url = page.url,
                          .date = now,
                          .request_head = reply.request_head,
                          .reply_head = reply.reply_head,
                          .body = reply.body,
                          .truncated = reply.body_truncated,
                          .address = address,
                          .protocol = reply.protocol,
                          .metadata = {{"hops-from-seed", depth}}};
  store::PageState original;
  if (page.duplicate_of) {
    uint64_t prefix = 0;
    std::memcpy(&prefix, page.content.bytes.data(), sizeof prefix);
    if (const auto fresh = fresh_contents_.find(prefix); fresh != fresh_contents_.end()) {
      original = fresh->second;
    } else if (auto stored = store_.page(*page.duplicate_of); stored && *stored) {
      original = std::move(**stored);
    }
    if (!original.url.empty()) {
      exchange.original = {.url = original.url, .date = original.last_visit};
    }
  }
  const auto written = archive_.write(exchange);
  if (!written) {
    log_.error("the archive cannot be written", {{"reason", written.error().message}});
    progress_.out_of_room = true;
    return;
  }
  page.archived = {.file = written->file, .offset = written->offset};
}

void Keeper::follow(const store::PageState& page, Completed& completed, Instant now) {
  Reading& reading = *completed.reading;
  if (reading.redirect) {
    admit(std::move(*reading.redirect), page.depth, static_cast<uint8_t>(page.redirects + 1), now);
  }
  if (reading.candidates.empty()) return;
  const uint64_t pattern = frontier::pattern_of(*url::parse(page.url));
  if (!page.sitemap && similar_pages_.add(pattern, reading.simhash)) {
    count("trap_similar_pages");
    return;
  }
  store::PageLinks links{.from = page.key};
  for (const Candidate& candidate : reading.candidates) {
    if (!candidate.sitemap) links.to.push_back({candidate.key, candidate.nofollow});
  }
  if (!page.sitemap) batch_.links.push_back(std::move(links));
  if (reading.robots.nofollow) return;
  const auto depth = static_cast<uint16_t>(std::min(page.depth + 1, 65'535));
  for (Candidate& candidate : reading.candidates) {
    if (!candidate.nofollow) admit(std::move(candidate), depth, 0, now);
  }
}

void Keeper::record_end(const frontier::Queued& queued, VisitResult result, Instant now) {
  SiteEntry& entry = sites_.at(queued.key.site.value);
  touch(entry);
  if (entry.state.waiting > 0) --entry.state.waiting;
  if (progress_.waiting > 0) --progress_.waiting;
  batch_.pages.push_back({.key = queued.key,
                          .url = queued.url,
                          .depth = queued.depth,
                          .redirects = queued.redirects,
                          .sitemap = queued.sitemap,
                          .first_seen = queued.not_before,
                          .last_visit = now,
                          .next_visit = Instant::never(),
                          .result = result});
}

// None of the pages in memory of a site will be had; those in the store stay for another run.
void Keeper::give_up(store::SiteId site, VisitResult result, std::string_view why, Instant now) {
  for (const frontier::Queued& page : frontier_.drop_pages(site)) {
    count(why);
    ++progress_.errors;
    record_end(page, result, now);
  }
}

}  // namespace freshet::crawl
