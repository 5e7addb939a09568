// From a lease to the shard that asks, and back.
#include "crawl/keeper.h"

namespace freshet::crawl {

void Keeper::hand_out(frontier::Lease lease, Instant now) {
  const store::SiteId site = lease.site();
  SiteEntry& entry = sites_.at(site.value);
  if (lease.kind() == frontier::Lease::Kind::kRobots) {
    auto url = url::parse(entry.state.text + "/robots.txt");
    assign(Assignment::Kind::kRobots, site, std::move(*url), std::move(lease));
    return;
  }
  auto url = url::parse(lease.page().url);
  if (robots_redirects_.has(lease.page().key.page)) {
    hand_out_hop(std::move(lease), std::move(*url), now);
    return;
  }
  // The scope may have become narrower since the page was queued.
  if (seeds_changed_ && !lease.page().sitemap && !scope_.admits(*url)) {
    if (!lease.page().revisit && !lease.page().made_up) count_outside(entry, 1);
    lay_aside(lease.page());
    if (refresher_) budget_.give_back();
    settle(std::move(lease), {.asked = false}, now);
    return;
  }
  if (!entry.rules.ask(url->request_target()).allowed) {
    count("disallowed");
    warn_of_disallowed(lease.page());
    if (lease.page().made_up)
      entry.asking_made_up = false;
    else if (lease.page().revisit)
      forgo_revisit(lease.page(), store::VisitResult::kExcluded, now);
    else
      record_end(lease.page(), store::VisitResult::kExcluded, now);
    if (refresher_) budget_.give_back();
    settle(std::move(lease), {.asked = false}, now);
    return;
  }
  ++pages_under_way_;
  last_page_ = now;
  const auto kind = lease.page().sitemap ? Assignment::Kind::kSitemap : Assignment::Kind::kPage;
  assign(kind, site, std::move(*url), std::move(lease));
}

void Keeper::assign(Assignment::Kind kind, store::SiteId site, url::Url url,
                    std::optional<frontier::Lease> lease) {
  const uint64_t id = next_id_++;
  if (kind != Assignment::Kind::kResolve) {
    ++progress_.requests;
    meter_.count(clock_.now());
  }
  Assignment assignment{.id = id, .kind = kind, .url = std::move(url)};
  if (kind == Assignment::Kind::kPage || kind == Assignment::Kind::kSitemap) {
    assignment.depth = lease->page().depth;
    if (lease->page().revisit) ask_again(assignment, lease->page());
  }
  outstanding_.emplace(id, Outstanding{kind, site, std::move(lease)});
  handed_out_[shard_for(site)].push_back(std::move(assignment));
}

// One connection to a site stays with one shard, where it is used again, and so do its cookies;
// several may as well be spread, so that a single large site is not bound to one core.
size_t Keeper::shard_for(store::SiteId site) {
  const bool may_be_spread = options_.politeness.per_host > 1 && !options_.fetch.cookies;
  const size_t turn = may_be_spread ? next_shard_++ : site.value;
  return turn % shards_.size();
}

void Keeper::deliver() {
  for (size_t i = 0; i < shards_.size(); ++i) {
    if (!handed_out_[i].empty()) shards_[i]->assign(std::exchange(handed_out_[i], {}));
  }
}

void Keeper::resolve_new_sites() {
  for (const store::SiteId site : frontier_.take_unresolved()) {
    auto root = url::parse(sites_.at(site.value).state.text + "/");
    assign(Assignment::Kind::kResolve, site, std::move(*root), std::nullopt);
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
    revisits_.back_in_queue();
  else
    refresher_->rest(site, frontier_.free_at(site));
  nothing_to_revisit_until_ = Instant();
}

}  // namespace freshet::crawl
