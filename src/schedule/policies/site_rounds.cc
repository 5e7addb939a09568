#include "schedule/policies/site_rounds.h"

#include <algorithm>
#include <limits>

#include "result/check.h"
#include "schedule/policies/sentence.h"

namespace freshet::schedule {
namespace {

int64_t hour_since_1970(Instant t) {
  const int64_t seconds = t.unix_seconds();
  return seconds / 3600 - (seconds % 3600 < 0 ? 1 : 0);
}

int hour_of_day(int64_t hour) {
  return static_cast<int>((hour % kHoursOfDay + kHoursOfDay) % kHoursOfDay);
}

}  // namespace

SiteRounds::SiteRounds(const ServerOrderOptions& options)
    : options_(options),
      hands_(std::max<size_t>(1, options.robots), kNoSite),
      hour_(std::numeric_limits<int64_t>::min()) {}

void SiteRounds::add(Page page, const PageFacts& facts, Instant now) {
  if (page >= pages_.size()) pages_.resize(page + size_t{1});
  if (facts.site >= sites_.size()) sites_.resize(facts.site + size_t{1});
  FRESHET_CHECK(pages_[page].state == State::kAbsent, "a page was added twice");
  pages_[page] = {.site = facts.site, .state = State::kVisited, .last_visit = now};
  links_.push_back(sites_[facts.site].visited, page);
}

std::optional<Page> SiteRounds::next(Instant now) {
  if (const int64_t hour = hour_since_1970(now); hour != hour_) turn_hour(hour);
  if (waiting_ == 0) begin_round();
  if (waiting_ == 0) return std::nullopt;
  // Some site has a page: it is in hand or in the queue, which the first empty hand takes from.
  for (;;) {
    Site& hand = hands_[turn_];
    turn_ = (turn_ + 1) % hands_.size();
    fill_hand(hand);
    if (hand != kNoSite) return take_from(hand);
  }
}

void SiteRounds::visited(Page page, const Seen& /*seen*/, Instant now) {
  PageState& state = pages_[page];
  FRESHET_CHECK(state.state == State::kTaken, "a page was visited that was not given out");
  state.last_visit = now;
  state.state = State::kVisited;
  links_.push_back(sites_[state.site].visited, page);
}

void SiteRounds::removed(Page page, Instant /*now*/) {
  PageState& state = pages_[page];
  FRESHET_CHECK(state.state != State::kAbsent, "a page was removed that is not there");
  if (state.state != State::kTaken) unlink(page);
  state.state = State::kAbsent;
}

void SiteRounds::take(Page page, Instant /*now*/) {
  PageState& state = pages_[page];
  FRESHET_CHECK(state.state == State::kWaiting || state.state == State::kVisited,
                "a page was taken that does not wait");
  unlink(page);
  state.state = State::kTaken;
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
  return reason() + ": site " + std::to_string(state.site) + " has load " +
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

void SiteRounds::begin_round() {
  for (SiteState& site : sites_) {
    for (Page page = site.visited.front; page != kNoPage; page = links_.after(page)) {
      pages_[page].state = State::kWaiting;
      ++site.waiting_count;
      ++waiting_;
    }
    links_.append(site.waiting, site.visited);
  }
  fill_queue();
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
  queue_front_ = 0;
}

void SiteRounds::fill_hand(Site& hand) {
  if (hand != kNoSite && !sites_[hand].waiting.empty()) return;
  if (hand != kNoSite) sites_[hand].in_hand = false;
  hand = kNoSite;
  while (queue_front_ < queue_.size()) {
    const Site site = queue_[queue_front_++];
    if (sites_[site].waiting.empty()) continue;  // its pages were removed
    sites_[site].in_hand = true;
    hand = site;
    return;
  }
}

Page SiteRounds::take_from(Site site) {
  const Page page = links_.pop_front(sites_[site].waiting);
  --sites_[site].waiting_count;
  --waiting_;
  ++visits_;
  pages_[page].state = State::kTaken;
  return page;
}

}  // namespace freshet::schedule
