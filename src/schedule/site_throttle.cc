#include "schedule/site_throttle.h"

#include <array>
#include <cstdio>

#include "schedule/load_profile.h"

namespace freshet::schedule {

void SiteThrottle::RecentLeast::add(double value) {
  now_ = std::min(now_, value);
  if (++count_ < kWindow) return;
  before_ = std::exchange(now_, kMostExpensive);
  count_ = 0;
}

SiteThrottle::SiteState& SiteThrottle::state_of(Site site) {
  if (site >= sites_.size()) sites_.resize(site + size_t{1});
  return sites_[site];
}

bool SiteThrottle::is_resting(Site site, Instant now) const {
  return site < sites_.size() && sites_[site].resting && sites_[site].until > now;
}

void SiteThrottle::rest(Site site, Instant until) {
  SiteState& state = state_of(site);
  if (!state.resting) awake_inside_ -= state.inside;
  state.resting = true;
  state.until = until;
  state.presented = 0;
  if (until != Instant::never()) resting_.push({until, site});
  // A rest that is cut short at every visit must not be remembered until it would have been over.
  constexpr size_t kFew = 64;
  if (resting_.size() > std::max(kFew, 2 * sites_.size())) drop_old_rests();
  inner_.rest(site, until);
}

void SiteThrottle::drop_old_rests() {
  std::vector<Rest> rests;
  for (Site site = 0; site < sites_.size(); ++site) {
    const SiteState& state = sites_[site];
    if (state.resting && state.until != Instant::never()) rests.push_back({state.until, site});
  }
  resting_ = std::priority_queue<Rest>(std::less<Rest>(), std::move(rests));
}

void SiteThrottle::wake_sites(Instant now) {
  while (!resting_.empty() && resting_.top().until <= now) {
    const Rest first = resting_.top();
    resting_.pop();
    SiteState& state = sites_[first.site];
    if (!state.resting || state.until != first.until) continue;
    state.resting = false;
    awake_inside_ += state.inside;
    present(first.site, now);
  }
}

void SiteThrottle::came_inside(Page page) {
  Known& known = pages_[page];
  SiteState& state = state_of(known.site);
  known.place = Place::kInside;
  ++state.inside;
  if (!state.resting) ++awake_inside_;
}

void SiteThrottle::left_inside(Page page) {
  SiteState& state = sites_[pages_[page].site];
  --state.inside;
  if (!state.resting) --awake_inside_;
}

void SiteThrottle::add(Page page, const PageFacts& facts, Instant now) {
  if (page >= pages_.size()) pages_.resize(page + size_t{1});
  pages_[page].site = facts.site;
  came_inside(page);
  inner_.add(page, facts, now);
}

void SiteThrottle::visited(Page page, const Seen& seen, Instant now) {
  came_inside(page);
  inner_.visited(page, seen, now);
}

void SiteThrottle::failed(Page page, Instant now) {
  came_inside(page);
  inner_.failed(page, now);
}

void SiteThrottle::announced(Page page, Instant now) {
  inner_.announced(page, now);
  worth_leapt(page);
}

void SiteThrottle::pinged(Page page, Instant now) {
  inner_.pinged(page, now);
  worth_leapt(page);
}

void SiteThrottle::worth_leapt(Page page) {
  if (page >= pages_.size()) return;
  const Known& known = pages_[page];
  if (known.place == Place::kHeld) sites_[known.site].held.invalidate();
}

void SiteThrottle::removed(Page page, Instant now) {
  Known& known = pages_[page];
  if (known.place == Place::kInside) left_inside(page);
  if (known.place == Place::kInHand) in_hand_.reset();
  // What is held back is dropped when it is looked at.
  known.place = Place::kNowhere;
  inner_.removed(page, now);
}

void SiteThrottle::take(Page page, Instant now) {
  if (take_out(page)) inner_.take(page, now);
}

// Of what the policy gave before, it is told nothing.
void SiteThrottle::take_at_random(Page page, Instant now) {
  if (take_out(page)) inner_.take_at_random(page, now);
}

// Whether it was with the policy.
bool SiteThrottle::take_out(Page page) {
  Known& known = pages_[page];
  const bool was_inside = known.place == Place::kInside;
  if (was_inside) left_inside(page);
  if (known.place == Place::kInHand) in_hand_.reset();
  known.place = Place::kOut;
  return was_inside;
}

void SiteThrottle::put_back(Page page, Instant now) {
  hold(page, now);
  const Site site = pages_[page].site;
  if (!sites_[site].resting) present(site, now);
}

void SiteThrottle::hold(Page page, Instant now) {
  Known& known = pages_[page];
  known.place = Place::kHeld;
  known.held = ++numbers_;
  sites_[known.site].held.push({inner_.worth(page, now), known.held, page});
}

std::optional<GrowingHeap::Entry> SiteThrottle::best_held(Site site, Instant now) {
  return sites_[site].held.best([&](const GrowingHeap::Entry& entry) -> std::optional<double> {
    const Known& known = pages_[entry.item];
    if (known.place != Place::kHeld || known.held != entry.number) return std::nullopt;
    return inner_.worth(entry.item, now);
  });
}

void SiteThrottle::present(Site site, Instant now) {
  SiteState& state = sites_[site];
  const auto best = best_held(site, now);
  state.presented = best ? ++numbers_ : 0;
  if (best) ready_.push({best->worth / price_of(site, now), state.presented, site});
}

std::optional<GrowingHeap::Entry> SiteThrottle::best_ready(Instant now) {
  return ready_.best([&](const GrowingHeap::Entry& entry) -> std::optional<double> {
    SiteState& state = sites_[entry.item];
    if (state.presented != entry.number) return std::nullopt;
    const auto best = best_held(entry.item, now);
    if (best) return best->worth / price_of(entry.item, now);
    state.presented = 0;
    return std::nullopt;
  });
}

double SiteThrottle::cost_factor(Site site, Instant now) const {
  // Written so that what is not a number is nothing, too.
  const double cost_factor = cost_factor_ ? cost_factor_(site, now) : 1;
  return cost_factor > 1 ? std::min(cost_factor, kMostExpensive) : 1;
}

double SiteThrottle::price_of(Site site, Instant now) {
  SiteState& state = sites_[site];
  if (const int64_t hour = hour_since_1970(now); cost_factor_ && state.priced != hour) {
    state.priced = hour;
    state.price = cost_factor(site, now);
  }
  return state.price;
}

double SiteThrottle::worth_in_hand(Instant now) {
  return inner_.worth(*in_hand_, now) / price_of(pages_[*in_hand_].site, now);
}

// Worths only grow, but prices rise: a site that waits is weighed anew when its price has changed.
void SiteThrottle::turn_hour(Instant now) {
  const int64_t hour = hour_since_1970(now);
  if (!cost_factor_ || hour == hour_) return;
  hour_ = hour;
  for (Site site = 0; site < sites_.size(); ++site) {
    const SiteState& state = sites_[site];
    if (const double before = state.price; state.presented != 0 && price_of(site, now) != before)
      present(site, now);
  }
}

// Whether a page that the policy would give later, being worth less, could still be the better
// choice: one of a cheaper site. How cheap it could be, the last that it gave tell; where all are
// expensive, none is.
bool SiteThrottle::may_be_outdone(Instant now) {
  if (price_of(pages_[*in_hand_].site, now) <= prices_.least()) return false;
  const double worth = inner_.worth(*in_hand_, now);
  double best = worth_in_hand(now);
  if (const auto ready = best_ready(now)) best = std::max(best, ready->worth);
  return worth / prices_.least() > best;
}

// Fills the hand, if the policy has a page of a site that does not rest.
void SiteThrottle::ask_inner(Instant now) {
  const auto hold_hand = [&] {
    const Page page = *std::exchange(in_hand_, std::nullopt);
    hold(page, now);
    const Site site = pages_[page].site;
    if (!sites_[site].resting) present(site, now);
  };
  if (in_hand_ && sites_[pages_[*in_hand_].site].resting) hold_hand();
  // While all rest, the policy is left alone: it would give up all its pages, to no end.
  while (awake_inside_ > 0) {
    if (in_hand_) {
      if (!may_be_outdone(now)) return;
      hold_hand();
    }
    const std::optional<Page> page = inner_.next(now);
    if (!page) return;
    left_inside(*page);
    if (sites_[pages_[*page].site].resting) {
      hold(*page, now);
    } else {
      pages_[*page].place = Place::kInHand;
      in_hand_ = page;
      prices_.add(price_of(pages_[*page].site, now));
    }
  }
}

std::optional<Page> SiteThrottle::next(Instant now) {
  turn_hour(now);
  wake_sites(now);
  ask_inner(now);
  const auto ready = best_ready(now);
  // Of equals, what was held back has waited longer.
  if (ready && (!in_hand_ || ready->worth >= worth_in_hand(now))) {
    const Site site = ready->item;
    ready_.take_best();
    const Page page = best_held(site, now)->item;
    sites_[site].held.take_best();
    pages_[page].place = Place::kOut;
    present(site, now);
    return page;
  }
  if (!in_hand_) return std::nullopt;
  const Page page = *in_hand_;
  in_hand_.reset();
  pages_[page].place = Place::kOut;
  return page;
}

Instant SiteThrottle::wake() const {
  const Instant rested = resting_.empty() ? Instant::never() : resting_.top().until;
  return awake_inside_ > 0 ? std::min(rested, inner_.wake()) : rested;
}

// It is the turn of one that is held back, or in hand.
std::optional<Instant> SiteThrottle::expected(Page page, Instant now) const {
  const Known& known = pages_[page];
  const Instant free = is_resting(known.site, now) ? sites_[known.site].until : now;
  if (known.place == Place::kHeld || known.place == Place::kInHand) return free;
  const auto turn = inner_.expected(page, now);
  return turn ? std::optional(std::max(*turn, free)) : std::nullopt;
}

std::string SiteThrottle::explain(Page page, Instant now) const {
  std::string text = inner_.explain(page, now);
  const Known& known = pages_[page];
  if (known.place == Place::kHeld && is_resting(known.site, now)) {
    text += "; it is its turn, but its site is not asked for another " +
            std::to_string((sites_[known.site].until - now).in_whole_seconds()) + " s";
  }
  if (const double times = cost_factor(known.site, now); times > 1) {
    std::array<char, 128> words{};
    std::snprintf(
        words.data(), words.size(),
        "; its site is expensive at this hour, %.1f times as much as in its cheap hours, and "
        "is asked for what is worth as much more",
        times);
    text += words.data();
  }
  return text;
}

}  // namespace freshet::schedule
