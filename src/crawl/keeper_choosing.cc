// Which page is asked for next, in a run without end: one that is new, or one that is known.
#include <algorithm>

#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

// Long enough for any visit; settling it says when the site may really be asked again.
constexpr Duration kWhileAsked = Duration::hours(1);
// Pages, each of another site, that were chosen and wait until their sites can be asked.
constexpr size_t kMostChosen = 1000;

}  // namespace

// New pages and known ones get their shares; and either gets what the other cannot use.
std::optional<frontier::Lease> Keeper::next_lease(Instant now) {
  if (!refresher_) return frontier_.next(now);
  if (!budget_.allows_one(now)) return std::nullopt;
  const bool refresh_first = comes_refresh_first();
  if (refresh_first) choose_revisit(now);
  auto lease = frontier_.next(now);
  if (!lease && !refresh_first && choose_revisit(now)) lease = frontier_.next(now);
  // One that was chosen may wait for its host's address or rules, perhaps for long.
  while (!lease && revisits_.queued() < kMostChosen && choose_another(now)) {
    lease = frontier_.next(now);
  }
  if (!lease) return std::nullopt;
  budget_.spend();
  // While it is asked, no page of it is chosen, which would then go before what is new.
  refresher_->rest(lease->site(), now + kWhileAsked);
  if (lease->kind() != frontier::Lease::Kind::kPage) return lease;
  const frontier::Queued& page = lease->page();
  if (robots_redirects_.has(page.key.page)) return lease;
  if (page.revisit) {
    revisits_.left_queue();
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

// False if there is nothing to choose.
bool Keeper::choose_revisit(Instant now) {
  return revisits_.queued() > 0 || choose_another(now);
}

bool Keeper::choose_another(Instant now) {
  nothing_to_revisit_until_ = Instant();
  if (absent_.is_their_turn() && choose_absent(now)) return true;
  while (const auto choice = refresher_->next(now)) {
    // Where the budget leaves hosts no rest, pages that are known would always be before new ones.
    if (!comes_refresh_first() && awaits_its_turn(choice->key.site)) {
      refresher_->put_back(*choice, now);
      refresher_->rest(choice->key.site, now + kWhileAsked);
      continue;
    }
    auto revisit = look_up(*choice);
    if (!revisit) {
      refresher_->put_back(*choice, now);
      return false;
    }
    if (!*revisit || is_outside((*revisit)->before)) {
      refresher_->set_aside(*choice);
      continue;
    }
    if (choice->worth > 0) division_.known_is_worth(choice->worth);
    queue_revisit(std::move(**revisit), now);
    absent_.another_was_chosen();
    return true;
  }
  if (choose_absent(now)) return true;
  nothing_to_revisit_until_ = std::min(refresher_->wake(now), absent_.wake());
  return false;
}

// What the last visit left of the page, if the store knows it. An error was told to the log.
Result<std::optional<Revisit>> Keeper::look_up(const refresh::Refresher::Choice& choice) {
  // What the batch says of it must be in the store to be found there.
  if (visited_in_batch_.contains(choice.key.page.value) && !commit()) {
    return fail("what is known of it could not be committed");
  }
  auto page = store_.page(choice.key);
  auto version = store_.version(choice.key);
  if (!page || !version) {
    const Error& why = page ? version.error() : page.error();
    log_.error("the state cannot be read", {{"reason", why.message}});
    return Unexpected(why);
  }
  if (!*page) return std::nullopt;
  return Revisit{.choice = choice, .before = std::move(**page), .version = version->value_or("")};
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
  revisits_.add(std::move(revisit));
}

Instant Keeper::next_spending(Instant now, Instant frontier_wakes) const {
  if (!refresher_) return frontier_wakes;
  const Instant has_something = std::min(frontier_wakes, nothing_to_revisit_until_);
  return std::max({has_something, budget_.next(now), now});
}

}  // namespace freshet::crawl
