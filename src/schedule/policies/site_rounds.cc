#include "schedule/policies/site_rounds.h"

#include <algorithm>
#include <limits>

#include "result/check.h"
#include "schedule/load_profile.h"
#include "schedule/policies/sentence.h"

namespace freshet::schedule {
namespace {

// A site that may be asked again within this time is waited for.
constexpr Duration kMoment = Duration::minutes(5);

int hour_of_day(int64_t hour) {
  return static_cast<int>((hour % kHoursOfDay + kHoursOfDay) % kHoursOfDay);
}

}  // namespace

SiteRounds::SiteRounds(const ServerOrderOptions& options)
    : options_(options),
      hands_(std::max<size_t>(1, options.robots), kNoSite),
      hour_(std::numeric_limits<int64_t>::min()) {}

SiteRounds::SiteState& SiteRounds::state_of(Site site) {
  if (site >= sites_.size()) sites_.resize(site + size_t{1});
  return sites_[site];
}

void SiteRounds::add(Page page, const PageFacts& facts, Instant now) {
  if (page >= pages_.size()) pages_.resize(page + size_t{1});
  FRESHET_CHECK(pages_[page].state == State::kAbsent, "a page was added twice");
  pages_[page] = {.site = facts.site, .state = State::kVisited, .last_visit = now};
  links_.push_back(state_of(facts.site).visited, page);
}

std::optional<Page> SiteRounds::next(Instant now) {
  if (const int64_t hour = hour_since_1970(now); hour != hour_) turn_hour(hour);
  if (waiting_ == 0) begin_round();
  if (queue_is_old_) fill_queue();
  if (const auto page = next_in_hand(now)) return page;
  const bool all_rest_for_long =
      std::all_of(hands_.begin(), hands_.end(), [](Site hand) { return hand == kNoSite; });
  if (!all_rest_for_long) return std::nullopt;
  begin_round();
  if (queue_is_old_) fill_queue();
  return next_in_hand(now);
}

std::optional<Page> SiteRounds::next_in_hand(Instant now) {
  for (size_t i = 0; i < hands_.size(); ++i) {
    Site& hand = hands_[turn_];
    turn_ = (turn_ + 1) % hands_.size();
    fill_hand(hand, now);
    if (hand != kNoSite && sites_[hand].rests_until <= now) return take_from(hand);
  }
  return std::nullopt;
}

void SiteRounds::visited(Page page, const Seen& /*seen*/, Instant now) {
  PageState& state = pages_[page];
  FRESHET_CHECK(state.state == State::kTaken, "a page was visited that was not given out");
  state.last_visit = now;
  state.state = State::kVisited;
  --sites_[state.site].out;
  links_.push_back(sites_[state.site].visited, page);
}

void SiteRounds::removed(Page page, Instant /*now*/) {
  PageState& state = pages_[page];
  FRESHET_CHECK(state.state != State::kAbsent, "a page was removed that is not there");
  if (state.state == State::kTaken)
    --sites_[state.site].out;
  else
    unlink(page);
  state.state = State::kAbsent;
}

void SiteRounds::take(Page page, Instant /*now*/) {
  PageState& state = pages_[page];
  FRESHET_CHECK(state.state == State::kWaiting || state.state == State::kVisited,
                "a page was taken that does not wait");
  if (waiting_ == 0) begin_round();
  unlink(page);
  state.state = State::kTaken;
  ++sites_[state.site].out;
}

void SiteRounds::unlink(Page page) {
  const PageState& state = pages_[page];
  SiteState& site = sites_[state.site];
  if (state.state == State::kVisited) {
    links_.unlink(site.visited, page);
  } else {
    links_.unlink(site.waiting, page);
    --site.waiting_count;
    --waiting_;
  }
}

std::string SiteRounds::explain(Page page, Instant now) const {
  const PageState& state = pages_[page];
  const SiteState& site = sites_[state.site];
  return reason() + ": its site has load " +
         in_words(load_of(state.site)[static_cast<size_t>(hour_of_day(hour_since_1970(now)))]) +
         " this hour and " + std::to_string(site.waiting_count) +
         " pages left in this round; the page was visited " + in_words(now - state.last_visit) +
         (state.state == State::kVisited ? " ago and waits for the next." : " ago.");
}

HourlyLoad SiteRounds::load_of(Site site) const {
  if (options_.load) return options_.load(site);
  HourlyLoad same;
  same.fill(1);
  return same;
}

void SiteRounds::turn_hour(int64_t hour) {
  // After a pause of hours nothing is known of the hour before.
  visits_last_hour_ = hour == hour_ + 1 ? visits_ : 0;
  visits_ = 0;
  hour_ = hour;
  for (Site& hand : hands_)
    if (hand != kNoSite && !goes_on(load_of(hand), hour_of_day(hour))) {
      sites_[hand].in_hand = false;
      hand = kNoSite;
    }
  fill_queue();
}

// All that is in hand is finished, or rests for long.
void SiteRounds::begin_round() {
  for (Site& hand : hands_) {
    if (hand != kNoSite) sites_[hand].in_hand = false;
    hand = kNoSite;
  }
  for (SiteState& site : sites_) {
    queue_is_old_ |= !site.visited.empty();
    for (Page page = site.visited.front; page != kNoPage; page = links_.after(page)) {
      pages_[page].state = State::kWaiting;
      ++site.waiting_count;
      ++waiting_;
    }
    links_.append(site.waiting, site.visited);
  }
}

void SiteRounds::fill_queue() {
  Unfinished unfinished;
  for (Site site = 0; site < sites_.size(); ++site) {
    if (sites_[site].in_hand || sites_[site].waiting.empty()) continue;
    unfinished.sites.push_back(site);
    unfinished.loads.push_back(load_of(site));
    unfinished.pages.push_back(sites_[site].waiting_count);
  }
  unfinished.visits_last_hour = visits_last_hour_;
  queue_.clear();
  for (const uint32_t i : order(unfinished, hour_of_day(hour_)))
    queue_.push_back(unfinished.sites[i]);
  queue_is_old_ = false;
}

// While a page is out nobody can tell for how long the site will rest.
bool SiteRounds::may_be_in_hand(const SiteState& site, Instant now) const {
  return !site.waiting.empty() && (site.out > 0 || site.rests_until <= now + kMoment);
}

void SiteRounds::fill_hand(Site& hand, Instant now) {
  if (hand != kNoSite) {
    if (may_be_in_hand(sites_[hand], now)) return;
    sites_[hand].in_hand = false;
    queue_.push_back(hand);
    hand = kNoSite;
  }
  for (size_t left = queue_.size(); left > 0; --left) {
    const Site site = queue_.front();
    queue_.pop_front();
    SiteState& state = sites_[site];
    if (state.waiting.empty()) continue;  // it is finished, or its pages were removed
    if (!may_be_in_hand(state, now)) {
      queue_.push_back(site);
      continue;
    }
    state.in_hand = true;
    hand = site;
    return;
  }
}

Page SiteRounds::take_from(Site site) {
  const Page page = links_.pop_front(sites_[site].waiting);
  --sites_[site].waiting_count;
  --waiting_;
  ++visits_;
  ++sites_[site].out;
  pages_[page].state = State::kTaken;
  return page;
}

}  // namespace freshet::schedule
