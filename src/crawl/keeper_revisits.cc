// Pages that are known: chosen by the policy, asked for again, compared, and told to it.
#include <algorithm>

#include "crawl/attended.h"
#include "crawl/keeper.h"
#include "crawl/packing.h"
#include "crawl/recall.h"
#include "crawl/result_names.h"
#include "http/date.h"

namespace freshet::crawl {
namespace {

using refresh::Found;
using store::VisitResult;

// Long enough for any visit; settling it says when the site may really be asked again.
constexpr Duration kWhileAsked = Duration::hours(1);
// Pages, each of another site, that were chosen and wait until their sites can be asked.
constexpr size_t kMostChosen = 1000;
// Of the visits to known pages, for those that are not there, while others could be visited.
constexpr double kAbsentShare = 0.02;

http::Validators validators_of(const store::PageState& page) {
  return {.etag = page.etag,
          .last_modified = http::parse_http_date(page.last_modified),
          .last_modified_text = page.last_modified};
}

}  // namespace

Status Keeper::recall_pages(Instant now) {
  refresh::RefreshOptions refresh = options_.run->refresh;
  refresh.load = [this](store::SiteId site) { return load_of(site); };
  refresher_ = std::make_unique<refresh::Refresher>(refresh);
  const Importance importance = options_.run->importance;
  if (importance == Importance::kLinks) {
    auto in_links = count_in_links(store_);
    if (!in_links) return Unexpected(in_links.error());
    in_links_ = std::move(*in_links);
  }
  const InLinks* in_links = in_links_ ? &*in_links_ : nullptr;
  const auto take_standing = [this](const store::PageState& page) {
    if (is_absent(page)) absent_.put(absent_of(page));
    count_standing(page, 1);
  };
  Status read = recall_collection(store_, {importance, in_links, now, take_standing}, *refresher_);
  attend_to_scope(now);
  spent_before_ = kept_spending(store_);
  if (spent_before_.since == Instant()) spent_before_.since = now;
  const auto kept = store_.fact(kCalibrationFact);
  if (kept && *kept) {
    if (auto calibration = refresh::Calibration::decode(**kept)) {
      refresher_->calibration() = *calibration;
      audits_kept_ = calibration->all().visits;
    }
  }
  return read;
}

double Keeper::weight_of(const store::PageState& page) const {
  const uint32_t in_links = in_links_ ? in_links_->to(page.key.page) : 0;
  return crawl::weight_of(page, options_.run->importance, in_links);
}

// If all pages were visited in turn.
Duration Keeper::until_looked_at_again() const {
  constexpr double kLongest = 366 * 86'400.0;
  const double requests = std::max(budget_.rate(), 1e-9);
  return Duration::from_seconds(
      std::min(static_cast<double>(refresher_->pages() + 1) / requests, kLongest));
}

// New pages and known ones get their shares; and either gets what the other cannot use.
std::optional<frontier::Lease> Keeper::next_lease(Instant now) {
  if (!refresher_) return frontier_.next(now);
  if (!budget_.allows_one(now)) return std::nullopt;
  const bool refresh_first = comes_refresh_first();
  if (refresh_first) choose_revisit(now);
  auto lease = frontier_.next(now);
  if (!lease && !refresh_first && choose_revisit(now)) lease = frontier_.next(now);
  // One that was chosen may wait for its host's address or rules, perhaps for long.
  while (!lease && revisits_queued_ < kMostChosen && choose_another(now)) {
    lease = frontier_.next(now);
  }
  if (!lease) return std::nullopt;
  budget_.spend();
  // While it is asked, no page of it is chosen, which would then go before what is new.
  refresher_->rest(lease->site(), now + kWhileAsked);
  if (lease->kind() != frontier::Lease::Kind::kPage) return lease;
  const frontier::Queued& page = lease->page();
  if (page.revisit) {
    --revisits_queued_;
    division_.spent_on_known();
  } else {
    const double weight = weight_of({.key = page.key, .depth = page.depth});
    division_.new_is_worth(refresher_->worth_of_new(weight, until_looked_at_again()));
    division_.spent_on_new();
  }
  return lease;
}

bool Keeper::comes_refresh_first() const {
  return division_.known_is_next() || progress_.waiting == 0;
}

// A page of it that is new is about to be asked for, or will be when the one under way is done.
bool Keeper::awaits_its_turn(store::SiteId site) const {
  if (!frontier_.knows(site)) return false;
  const frontier::Frontier::SiteView view = frontier_.view(site);
  return view.queued > 0 && (view.standing == frontier::Standing::kReady ||
                             view.standing == frontier::Standing::kBusy);
}

// False if there is nothing to choose.
bool Keeper::choose_revisit(Instant now) {
  return revisits_queued_ > 0 || choose_another(now);
}

bool Keeper::choose_another(Instant now) {
  nothing_to_revisit_until_ = Instant();
  if (absent_owed_ >= 1 && choose_absent(now)) return true;
  while (const auto choice = refresher_->next(now)) {
    // Where the budget leaves hosts no rest, pages that are known would always be before new ones.
    if (!comes_refresh_first() && awaits_its_turn(choice->key.site)) {
      refresher_->put_back(*choice, now);
      refresher_->rest(choice->key.site, now + kWhileAsked);
      continue;
    }
    // What the batch says of it must be in the store to be found there.
    if (visited_in_batch_.contains(choice->key.page.value) && !commit()) {
      refresher_->put_back(*choice, now);
      return false;
    }
    auto page = store_.page(choice->key);
    auto version = store_.version(choice->key);
    if (!page || !version) {
      log_.error("the state cannot be read",
                 {{"reason", page ? version.error().message : page.error().message}});
      refresher_->put_back(*choice, now);
      return false;
    }
    if (!*page || is_outside(**page)) {
      refresher_->set_aside(*choice);
      continue;
    }
    if (choice->worth > 0) division_.known_is_worth(choice->worth);
    queue_revisit(
        {.choice = *choice, .before = std::move(**page), .remembered = version->value_or("")}, now);
    absent_owed_ = std::min(absent_owed_ + kAbsentShare, 1.0);
    return true;
  }
  if (choose_absent(now)) return true;
  nothing_to_revisit_until_ = std::min(refresher_->wake(now), absent_.wake());
  return false;
}

void Keeper::queue_revisit(Revisit revisit, Instant now) {
  const store::PageState& page = revisit.before;
  const store::PageKey key = page.key;
  refresher_->rest(key.site, now + kWhileAsked);
  frontier_.queue_first({.key = key,
                         .url = page.url,
                         .depth = page.depth,
                         .redirects = page.redirects,
                         .sitemap = page.sitemap,
                         .revisit = true,
                         .first_seen = page.first_seen});
  revisits_.insert_or_assign(key.page.value, std::move(revisit));
  ++revisits_queued_;
}

void Keeper::ask_again(Assignment& assignment, const frontier::Queued& queued) {
  const Revisit& revisit = revisits_.at(queued.key.page.value);
  const store::PageState& before = revisit.before;
  assignment.before =
      std::make_shared<Before>(Before{before.content, before.simhash, revisit.remembered});
  if (revisit.choice.audit || before.last_success == Instant()) return;
  SiteEntry& entry = sites_.at(queued.key.site.value);
  for (const auto& [name, value] : memory_of(entry).conditions.headers(validators_of(before))) {
    assignment.headers.emplace_back(name, value);
  }
}

SiteMemory& Keeper::memory_of(SiteEntry& entry) {
  if (!entry.memory) {
    entry.memory = std::make_unique<SiteMemory>(SiteMemory::decode(entry.state.learned));
    entry.state.learned = {};  // it is written anew from the memory
  }
  return *entry.memory;
}

const schedule::LoadProfile* Keeper::load_of(store::SiteId site) {
  const auto found = sites_.find(site.value);
  if (found == sites_.end()) return nullptr;
  SiteEntry& entry = found->second;
  const bool is_known = entry.memory || !entry.state.learned.empty();
  return is_known ? &memory_of(entry).load : nullptr;
}

// How it answers at this hour, and whether it keeps its word about what has not changed.
void Keeper::learn_of_host(const refresh::Refresher::Choice& choice, const http::Validators& before,
                           const Completed& completed, const Found& found) {
  SiteMemory& memory = memory_of(sites_.at(choice.key.site.value));
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply == nullptr || reply->status >= 500 || reply->status == 429) {
    memory.load.add({.failed = true}, completed.at);
    return;
  }
  memory.load.add({.first_byte = reply->timings.first_byte,
                   .transfer = reply->timings.total - reply->timings.first_byte,
                   .bytes = completed.reading->received},
                  completed.at);
  if (before.empty()) return;
  const bool not_modified = reply->status == 304;
  if (choice.audit) {
    if (completed.reading->validators == before) {
      memory.conditions.compared(found.kind == Found::Kind::kChanged);
    }
  } else if (not_modified || found.kind == Found::Kind::kSame) {
    const bool had_both = !before.etag.empty() && before.last_modified.has_value();
    memory.conditions.answered(not_modified, had_both);
  }
}

// What is chosen next must know when the site may be asked again.
void Keeper::settle(frontier::Lease lease, const frontier::Settlement& settlement, Instant now) {
  const store::SiteId site = lease.site();
  const bool put_back = lease.kind() == frontier::Lease::Kind::kPage && lease.page().revisit &&
                        settlement.page != frontier::Settlement::Page::kDone;
  frontier_.settle(std::move(lease), settlement, now);
  if (!refresher_) return;
  if (put_back)
    ++revisits_queued_;
  else
    refresher_->rest(site, frontier_.free_at(site));
  nothing_to_revisit_until_ = Instant();
}

void Keeper::on_revisited(Outstanding outstanding, const Completed& completed, Instant now) {
  const frontier::Queued& queued = outstanding.lease->page();
  Retry once = options_.retry;
  once.attempts = 1;  // when to try again is the policy's to say
  Judgement judgement = judge(completed.outcome, {}, once, options_.politeness.longest_rest, now);
  SiteEntry& entry = sites_.at(outstanding.site.value);
  touch(entry);
  const auto soft = soft_404(queued, &revisits_.at(queued.key.page.value).before, completed, now);
  if (soft == Soft404::kYes) judgement.result = VisitResult::kSoftGone;
  const bool must_wait =
      !judgement.final || soft == Soft404::kAskFirst || (completed.packed && !has_room());
  if (must_wait) {
    // Not into the queue, where others would wait behind it: the policy has it again.
    const auto node = revisits_.extract(queued.key.page.value);
    put_back(node.mapped(), now);
    frontier::Settlement settlement = judgement.settlement;
    settlement.page = frontier::Settlement::Page::kDone;
    settle(std::move(*outstanding.lease), settlement, now);
    return;
  }
  auto node = revisits_.extract(queued.key.page.value);
  Revisit& revisit = node.mapped();
  const Instant was_due = revisit.before.next_visit;
  const http::Validators validators = validators_of(revisit.before);
  count_standing(revisit.before, -1);
  learn_of_presence(revisit, judgement, now);
  const Found found = take_in(revisit, judgement, completed);
  learn_of_host(revisit.choice, validators, completed, found);
  note_visit(revisit.before, found, completed);
  count_standing(revisit.before, 1);
  hand_back(revisit, found, now);
  visited_in_batch_.insert(queued.key.page.value);
  batch_.visited.push_back({std::move(revisit.before), was_due});
  settle(std::move(*outstanding.lease), judgement.settlement, now);
}

// The page's state becomes what the visit showed; what it did not show stays.
Found Keeper::take_in(Revisit& revisit, const Judgement& judgement, const Completed& completed) {
  store::PageState& page = revisit.before;
  page.last_visit = completed.at;
  page.result = judgement.result;
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply != nullptr) page.http_status = static_cast<uint16_t>(reply->status);
  Found found{.kind = Found::Kind::kFailed, .size = static_cast<uint32_t>(page.size)};
  switch (judgement.result) {
    case VisitResult::kUnchanged:
      found.kind = Found::Kind::kSame;
      page.last_success = completed.at;
      archive_again(page, completed);
      break;
    case VisitResult::kNew: {
      found.kind = completed.reading->same ? Found::Kind::kSame : Found::Kind::kChanged;
      found.size = static_cast<uint32_t>(completed.reading->size);
      found.last_modified = completed.reading->validators.last_modified;
      take_in_content(page, completed);
      batch_.versions.emplace_back(page.key, completed.reading->remembered);
      break;
    }
    case VisitResult::kRedirected:
      if (completed.reading->redirect) page.redirect_to = *completed.reading->redirect;
      found.kind = Found::Kind::kGone;
      if (completed.packed) archive_visit(page, completed);
      follow(page, *completed.reading, completed.at);
      break;
    case VisitResult::kGone:
    case VisitResult::kSoftGone:
      found.kind = revisit.site_is_gone ? Found::Kind::kFailed : Found::Kind::kGone;
      if (completed.packed) archive_visit(page, completed);
      break;
    default: break;
  }
  const bool failed = found.kind == Found::Kind::kFailed || found.kind == Found::Kind::kGone;
  page.failures = failed ? static_cast<uint8_t>(std::min(page.failures + 1, 255)) : 0;
  // Counted as first visits are: what is gone or has moved is no error.
  const std::string_view outcome = found.kind == Found::Kind::kSame      ? "unchanged"
                                   : found.kind == Found::Kind::kChanged ? "changed"
                                   : revisit.site_is_gone                ? "site_gone"
                                   : reply != nullptr                    ? name_of(page.result)
                                                      : fetch::name(completed.outcome);
  count(outcome);
  if (found.kind == Found::Kind::kFailed) count_error(outcome);
  return found;
}

void Keeper::take_in_content(store::PageState& page, const Completed& completed) {
  const Reading& reading = *completed.reading;
  const bool same = reading.same;
  const Instant last_change = page.last_change;
  const bool is_archived = has_in_archive(page, reading);
  const bool was_duplicate = page.duplicate_of.has_value();
  page.duplicate_of.reset();
  page.result = VisitResult::kNew;
  record_content(page, completed);
  if (page.result == VisitResult::kNew) {
    page.result = same ? VisitResult::kUnchanged : VisitResult::kChanged;
  }
  if (same) page.last_change = last_change;
  if (page.duplicate_of && was_duplicate) --progress_.duplicates;  // it was counted
  if (is_archived && !page.duplicate_of)
    archive_again(page, completed);
  else if (completed.packed)
    archive_visit(page, completed);
  if (page.sitemap) hear_announcements(page, reading.candidates, completed.at);
  if (!same || page.sitemap) follow(page, reading, completed.at);
}

// Whether the very bytes that came now are there from an earlier visit to the page.
bool Keeper::has_in_archive(const store::PageState& page, const Reading& reading) const {
  if (page.archived.file == 0 || page.content != reading.content) return false;
  const std::optional<store::Original> original = original_of(page.content);
  return original && original->page == page.key && original->payload == reading.received_digest;
}

// Nothing is new: the record refers to the one that has the body, if it is known, and that stays
// the page's place in the archive.
void Keeper::archive_again(store::PageState& page, const Completed& completed) {
  const std::optional<store::Original> original = original_of(page.content);
  if (!completed.packed || !original || original->payload == digest::Digest256()) return;
  const auto holder = store_.page(original->page);
  const bool is_own = original->page == page.key;
  if (!is_own && (!holder || !*holder)) return;
  const auto& reply = std::get<fetch::Reply>(completed.outcome);
  VisitFacts facts{.url = page.url,
                   .at = completed.at,
                   .depth = page.depth,
                   .original = {{.url = is_own ? page.url : (*holder)->url,
                                 .date = original->at,
                                 .not_modified = reply.status == 304}},
                   .payload_digest = original->payload};
  const auto written = archive_.append(pack(writer_, reply, facts));
  if (!written) wait_for_room(written.error());
}

// It was not asked for: robots.txt forbids it now, or its host cannot be asked.
void Keeper::forgo_revisit(const frontier::Queued& queued, VisitResult result, Instant now) {
  auto node = revisits_.extract(queued.key.page.value);
  if (node.empty()) return;
  store::PageState& page = node.mapped().before;
  page.result = result;
  const Instant was_due = page.next_visit;
  visited_in_batch_.insert(queued.key.page.value);
  hand_back(node.mapped(), {.kind = Found::Kind::kFailed}, now);
  batch_.visited.push_back({std::move(page), was_due});
}

void Keeper::hear_announcements(const store::PageState& listing, const Candidates& candidates,
                                Instant now) {
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    const bool is_of_its_site = candidate.key.site == listing.key.site;
    if (candidate.date == Instant() || !is_of_its_site) continue;
    refresher_->announced(candidate.key.page, candidate.date, now);
  }
}

Instant Keeper::next_spending(Instant now, Instant frontier_wakes) const {
  if (!refresher_) return frontier_wakes;
  const Instant has_something = std::min(frontier_wakes, nothing_to_revisit_until_);
  return std::max({has_something, budget_.next(now), now});
}

}  // namespace freshet::crawl
