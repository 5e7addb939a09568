// What comes back from the shards, and what is made of it.
#include <algorithm>

#include "crawl/attended.h"
#include "crawl/keeper.h"
#include "crawl/packing.h"
#include "crawl/result_names.h"
#include "crawl/visit_notes.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

bool has_content(const Completed& completed) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  return reply != nullptr && reply->status >= 200 && reply->status < 300;
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

void Keeper::on_completed(Completed completed) {
  const auto found = outstanding_.find(completed.id);
  if (found == outstanding_.end()) return;
  Outstanding outstanding = std::move(found->second);
  outstanding_.erase(found);
  const Instant now = clock_.now();
  learn_of_failure(outstanding, completed);
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
  judge_wall(queued, nullptr, completed, tries, judgement, now);
  const bool reply = std::holds_alternative<fetch::Reply>(completed.outcome);
  const bool is_blocked = judgement.result == VisitResult::kBlocked;
  if (is_blocked && has_room()) archive_apart(completed, kBlockedVerdict);
  if (!judgement.final) {
    if (judgement.settlement.host_rests) ++put_off_[queued.key.page.value];
    if (judgement.result != VisitResult::kNever) {
      count(is_blocked ? name_of(judgement.result)
            : reply    ? "asked_to_wait_or_retry"
                       : fetch::name(completed.outcome));
    }
    if (is_blocked || judgement.settlement.page == frontier::Settlement::Page::kLater) {
      count_error(reply ? name_of(judgement.result) : fetch::name(completed.outcome));
    }
    touch(sites_.at(outstanding.site.value));
    record_retry(queued, judgement, completed.at);
    settle(std::move(*outstanding.lease), judgement.settlement, now);
    return;
  }

  const Soft404 soft = is_blocked ? Soft404::kNo : soft_404(queued, nullptr, completed, now);
  if (soft == Soft404::kYes) judgement.result = VisitResult::kSoftGone;
  if (soft == Soft404::kAskFirst || (completed.packed && !has_room())) {
    settle(std::move(*outstanding.lease),
           {.page = frontier::Settlement::Page::kPutBack, .took = completed.took}, now);
    return;
  }

  store::PageState page = state_of(queued, completed.at, judgement.result);
  if (soft == Soft404::kYes || is_blocked)
    page.http_status = static_cast<uint16_t>(std::get<fetch::Reply>(completed.outcome).status);
  else if (reply)
    record_content(page, completed);
  if (page.result == VisitResult::kServerError || page.result == VisitResult::kUnreachable) {
    page.failures = static_cast<uint8_t>(std::min(tries.attempts, 255));
  }
  if (completed.packed && !is_blocked) archive_visit(page, completed);
  if (completed.reading && soft != Soft404::kYes && !is_blocked)
    follow(page, *completed.reading, now);

  const bool is_sitemap = page.sitemap && has_content(completed);
  const std::string_view outcome = is_sitemap ? "sitemap"
                                   : reply    ? name_of(page.result)
                                              : fetch::name(completed.outcome);
  count(outcome);
  if (page.truncated) count("truncated");
  if (is_blocked ||
      (page.result >= VisitResult::kRefused && page.result <= VisitResult::kUnreachable)) {
    count_error(outcome);
  }
  ++sites_.at(outstanding.site.value).state.pages;
  if (queued.sitemap) ++sitemaps_visited_;
  begin_attending(page, completed, now);
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
  if (entry.outside > entry.state.waiting) {  // its site left the scope while it was under way
    --entry.outside;
    --progress_.outside_scope;
  }
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
  take_reading(page, reading, reply.status);
  if (!has_content(completed)) return;

  page.last_success = page.last_change = completed.at;
  if (page.sitemap) return;
  ++progress_.pages;
  progress_.bytes += reading.received;
  if (reading.size == 0) return;
  const std::optional<store::Original> original = originals_.of(reading.content);
  if (!original || original->page == page.key) {
    // What an earlier visit has put into the archive is referred to, not written anew.
    const bool is_archived = original && page.archived.file != 0 &&
                             original->payload == reading.received_digest &&
                             !lost_files_.contains(page.archived.file);
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
  originals_.claim(page.content, original, page.url);
}

}  // namespace freshet::crawl
