// What comes back from the shards, and what is made of it.
#include <algorithm>
#include <cstring>

#include "crawl/attended.h"
#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "crawl/packing.h"
#include "crawl/result_names.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

bool has_content(const Completed& completed) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  return reply != nullptr && reply->status >= 200 && reply->status < 300;
}

uint64_t prefix_of(const digest::Digest256& content) {
  uint64_t prefix = 0;
  std::memcpy(&prefix, content.bytes.data(), sizeof prefix);
  return prefix;
}

store::PageState state_of(const frontier::Queued& queued, Instant visited, VisitResult result) {
  return {.key = queued.key,
          .url = queued.url,
          .depth = queued.depth,
          .redirects = queued.redirects,
          .sitemap = queued.sitemap,
          .first_seen = queued.first_seen,
          .last_visit = visited,
          .next_visit = Instant::never(),
          .result = result,
          .listed_on = queued.listed_on};
}

}  // namespace

void Keeper::count(std::string_view outcome) {
  auto found = progress_.outcomes.find(outcome);
  if (found == progress_.outcomes.end()) {
    found = progress_.outcomes.emplace(std::string(outcome), 0).first;
  }
  ++found->second;
}

// A page that will not be had.
void Keeper::count_error(std::string_view outcome) {
  ++progress_.errors;
  ++progress_.error_kinds[std::string(outcome)];
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
  pump_soon();
}

void Keeper::on_visited(Outstanding outstanding, Completed completed, Instant now) {
  --pages_under_way_;
  last_page_ = now;
  const frontier::Queued& queued = outstanding.lease->page();
  if (queued.made_up) {
    on_made_up(std::move(outstanding), completed, now);
    return;
  }
  if (queued.revisit) {
    on_revisited(std::move(outstanding), completed, now);
    return;
  }
  const auto waits = put_off_.find(queued.key.page.value);
  const Tries tries{.attempts = queued.attempts + 1,
                    .put_off = waits != put_off_.end() ? waits->second : 0};
  Judgement judgement =
      judge(completed.outcome, tries, options_.retry, options_.politeness.longest_rest, now);
  const bool reply = std::holds_alternative<fetch::Reply>(completed.outcome);
  if (!judgement.final) {
    if (judgement.settlement.host_rests) ++put_off_[queued.key.page.value];
    if (judgement.result != VisitResult::kNever) {
      count(reply ? "asked_to_wait_or_retry" : fetch::name(completed.outcome));
    }
    touch(sites_.at(outstanding.site.value));
    record_retry(queued, judgement, completed.at);
    settle(std::move(*outstanding.lease), judgement.settlement, now);
    return;
  }

  const Soft404 soft = soft_404(queued, nullptr, completed, now);
  if (soft == Soft404::kYes) judgement.result = VisitResult::kSoftGone;
  if (soft == Soft404::kAskFirst || (completed.packed && !has_room())) {
    settle(std::move(*outstanding.lease),
           {.page = frontier::Settlement::Page::kPutBack, .took = completed.took}, now);
    return;
  }

  store::PageState page = state_of(queued, completed.at, judgement.result);
  if (soft == Soft404::kYes)
    page.http_status = 200;
  else if (reply)
    record_content(page, completed);
  if (page.result == VisitResult::kServerError || page.result == VisitResult::kUnreachable) {
    page.failures = static_cast<uint8_t>(std::min(tries.attempts, 255));
  }
  if (completed.packed) archive_visit(page, completed);
  if (completed.reading && soft != Soft404::kYes) follow(page, *completed.reading, now);

  const bool is_sitemap = page.sitemap && has_content(completed);
  const std::string_view outcome = is_sitemap ? "sitemap"
                                   : reply    ? name_of(page.result)
                                              : fetch::name(completed.outcome);
  count(outcome);
  if (page.truncated) count("truncated");
  if (page.result >= VisitResult::kRefused && page.result <= VisitResult::kUnreachable) {
    count_error(outcome);
  }
  ++sites_.at(outstanding.site.value).state.pages;
  begin_attending(page, completed);
  leave_queue(queued, std::move(page));
  settle(std::move(*outstanding.lease), judgement.settlement, now);
}

void Keeper::record_retry(const frontier::Queued& queued, const Judgement& judgement, Instant at) {
  if (judgement.settlement.page != frontier::Settlement::Page::kLater) return;
  retrying_.insert(queued.key.page.value);
  store::PageState page = state_of(queued, at, judgement.result);
  page.next_visit = judgement.settlement.again_at;
  page.failures = static_cast<uint8_t>(queued.attempts + 1);
  batch_.visited.push_back({std::move(page), queued.not_before});
}

// A page is done with, visited or not.
void Keeper::leave_queue(const frontier::Queued& queued, store::PageState page) {
  SiteEntry& entry = sites_.at(queued.key.site.value);
  touch(entry);
  if (entry.state.waiting > 0) --entry.state.waiting;
  if (entry.state.in_scope && progress_.waiting > 0) --progress_.waiting;
  retrying_.erase(queued.key.page.value);
  put_off_.erase(queued.key.page.value);
  batch_.visited.push_back({std::move(page), queued.not_before});
}

void Keeper::record_end(const frontier::Queued& queued, VisitResult result, Instant now) {
  store::PageState page = state_of(queued, now, result);
  if (refresher_) {
    visited_in_batch_.insert(page.key.page.value);
    absent_.put(absent_of(page));
  }
  leave_queue(queued, std::move(page));
}

// Fills in what the reply says of the page, and finds out whether another has the same content.
void Keeper::record_content(store::PageState& page, const Completed& completed) {
  const auto& reply = std::get<fetch::Reply>(completed.outcome);
  const Reading& reading = *completed.reading;
  page.http_status = static_cast<uint16_t>(reply.status);
  page.truncated = reading.truncated;
  page.size = reading.size;
  page.content = reading.content;
  page.simhash = reading.simhash;
  page.title = reading.title;
  page.noindex = reading.robots.noindex;
  page.etag = reading.validators.etag;
  page.last_modified = reading.validators.last_modified_text;
  if (reading.redirect) page.redirect_to = *reading.redirect;
  if (!has_content(completed)) return;

  page.last_success = page.last_change = completed.at;
  if (page.sitemap) return;
  ++progress_.pages;
  progress_.bytes += reading.received;
  if (reading.size == 0) return;
  const std::optional<store::Original> original = original_of(reading.content);
  if (!original || original->page == page.key) {
    // What an earlier visit has put into the archive is referred to, not written anew.
    const bool is_archived =
        original && page.archived.file != 0 && original->payload == reading.received_digest;
    if (!is_archived) claim_content(page, completed);
    return;
  }
  page.result = VisitResult::kDuplicate;
  page.duplicate_of = original->page;
  ++progress_.duplicates;
}

void Keeper::claim_content(const store::PageState& page, const Completed& completed) {
  store::Original original{.page = page.key, .at = completed.at};
  if (completed.packed) original.payload = completed.reading->received_digest;
  batch_.contents.emplace_back(page.content, original);
  fresh_contents_.emplace(prefix_of(page.content), FreshContent{page.content, original, page.url});
}

std::optional<store::Original> Keeper::original_of(const digest::Digest256& content) const {
  const auto fresh = fresh_contents_.find(prefix_of(content));
  if (fresh != fresh_contents_.end() && fresh->second.content == content) {
    return fresh->second.original;
  }
  const auto stored = store_.original_of(content);
  return stored ? *stored : std::nullopt;
}

// False if a visit could not be archived now: it is put back, and asked for again when there is
// room.
bool Keeper::has_room() {
  const Status room = archive_.make_room();
  if (!room) wait_for_room(room.error());
  return room.has_value();
}

// A duplicate leaves a revisit record that names the original, instead of its content, if both were
// received as the same bytes: under another coding they are not.
void Keeper::archive_visit(store::PageState& page, const Completed& completed) {
  std::optional<warc::PackedVisit> revisit;
  if (page.duplicate_of) {
    const std::optional<store::Original> original = original_of(page.content);
    if (original && original->payload == completed.reading->received_digest) {
      revisit = pack_revisit(page, *original, completed);
    }
  }
  const auto written = archive_.append(revisit ? *revisit : *completed.packed);
  if (!written) {
    wait_for_room(written.error());
    return;
  }
  page.archived = {.file = written->file, .offset = written->offset};
  // Whoever has the same content later can be told where it is.
  if (revisit || batch_.contents.empty()) return;
  auto& [content, claim] = batch_.contents.back();
  if (claim.page == page.key && content == page.content) claim.archived = page.archived;
}

std::optional<warc::PackedVisit> Keeper::pack_revisit(const store::PageState& page,
                                                      const store::Original& original,
                                                      const Completed& completed) {
  VisitFacts facts{.url = page.url,
                   .at = completed.at,
                   .depth = page.depth,
                   .payload_digest = completed.packed->payload_digest};
  const auto& reply = std::get<fetch::Reply>(completed.outcome);
  const auto fresh = fresh_contents_.find(prefix_of(page.content));
  if (fresh != fresh_contents_.end() && fresh->second.content == page.content) {
    facts.original = {.url = fresh->second.url, .date = original.at};
    return pack(writer_, reply, facts);
  }
  const auto stored = store_.page(original.page);
  if (!stored || !*stored) return std::nullopt;
  facts.original = {.url = (*stored)->url, .date = original.at};
  return pack(writer_, reply, facts);
}

void Keeper::follow(const store::PageState& page, const Reading& reading, Instant now) {
  if (reading.redirect) {
    admit({.key = page_key(*reading.redirect), .url = *reading.redirect},
          {.depth = page.depth, .redirects = static_cast<uint8_t>(page.redirects + 1)}, now);
  }
  const Candidates& candidates = reading.candidates;
  if (candidates.empty()) return;
  const uint64_t pattern = frontier::pattern_of(*url::parse(page.url));
  if (!page.sitemap && similar_pages_.add(pattern, reading.simhash)) {
    count("trap_similar_pages");
    return;
  }
  for (size_t i = 0; i < candidates.size(); ++i) frontier_.prefetch(candidates[i].key.page);
  if (!page.sitemap) record_links(page, candidates);
  if (reading.robots.nofollow) return;
  Origin origin{.depth = static_cast<uint16_t>(std::min(page.depth + 1, 65'535))};
  if (page.sitemap) origin.listing = page.key;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].nofollow) admit(candidates[i], origin, now);
  }
}

void Keeper::record_links(const store::PageState& from, const Candidates& candidates) {
  store::PageLinks links{.from = from.key};
  links.to.reserve(candidates.size());
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (!candidate.sitemap) links.to.push_back({candidate.key, candidate.nofollow});
  }
  if (in_links_) {
    // Of a page that was visited before, the store has what counted so far.
    if (!from.history.empty()) {
      const auto before = store_.links(from.key);
      if (before && *before) in_links_->remove(**before);
    }
    in_links_->add(links);
  }
  batch_.links.push_back(std::move(links));
}

}  // namespace freshet::crawl
