// What earlier runs left of pages, and what visits teach of sites.
#include "crawl/attended.h"
#include "crawl/keeper.h"
#include "crawl/recall.h"

namespace freshet::crawl {

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
  audits_kept_ = refresher_->calibration().all().visits;
  return read;
}

const schedule::LoadProfile* Keeper::load_of(store::SiteId site) {
  const auto found = sites_.find(site.value);
  if (found == sites_.end()) return nullptr;
  SiteEntry& entry = found->second;
  return entry.has_memory() ? &entry.remembered().load : nullptr;
}

// How it answers at this hour, and whether it keeps its word about what has not changed.
void Keeper::learn_of_host(const refresh::Refresher::Choice& choice, const http::Validators& before,
                           const Completed& completed, const refresh::Found& found) {
  SiteMemory& memory = sites_.at(choice.key.site.value).remembered();
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
      memory.conditions.compared(found.kind == refresh::Found::Kind::kChanged);
    }
  } else if (not_modified || found.kind == refresh::Found::Kind::kSame) {
    const bool had_both = !before.etag.empty() && before.last_modified.has_value();
    memory.conditions.answered(not_modified, had_both);
  }
}

}  // namespace freshet::crawl
