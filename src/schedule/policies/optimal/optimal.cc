#include "schedule/policies/optimal/optimal.h"

#include <algorithm>
#include <array>

namespace freshet::schedule {
namespace {

// Beliefs in one class differ by this factor at most, in shape and in rate.
constexpr double kGrid = 1.2;
// So many pages are put off at one choice until one is taken as it is.
constexpr int kMostPutOff = 16;

}  // namespace

Optimal::Optimal(const OptimalOptions& options)
    : options_(options),
      grid_(kGrid),
      beliefs_({.first_rate = Beliefs::first_guess(options.visits_per_page_day),
                .memory_days = options.memory_days,
                .pages_for_a_clock = options.pages_for_a_clock}),
      queue_(static_cast<const ClassQueue::Model&>(*this)) {}

void Optimal::add(Page page, const PageFacts& facts, Instant now) {
  const uint32_t second = seconds_.begin_or(now);
  hours_.set_start(seconds_.start());
  if (page >= pages_.size()) pages_.resize(page + size_t{1});
  PageState state;
  const PageGroups::Found group = groups_.find_or_add(facts.site, facts.section);
  state.group = group.group;
  state.ratio = static_cast<float>(facts.weight / facts.cost);
  state.last_visit = state.last_change = second;
  state.outcomes = Reachability::with(state.outcomes, true);
  state.alive = 1;
  state.is_listing = facts.is_listing ? 1 : 0;
  state.is_listed = facts.listed_on ? 1 : 0;
  const bool has_own_time_begun = beliefs_.add_page(group.group, second);
  beliefs_.remember(state, facts.past_changes, facts.past_days);
  pages_[page] = state;
  group_pages_.add(group.group, page);
  ++alive_;
  if (facts.past_days <= 0) sampler_.add(page);
  if (has_own_time_begun) move_to_own_classes(group.group);
  if (facts.is_listing) signals_.add_listing(page, facts.cost, second);
  if (facts.listed_on) signals_.add_listed(page, *facts.listed_on, facts.weight);
  enqueue(page, second);
}

std::optional<Page> Optimal::next(Instant now) {
  const uint32_t second = seconds_.begin_or(now);
  const auto sample = sampler_.next(
      second, {.numbers = pages_.size(), .are_any_in_turn = comparison_.is_behind()},
      [&](Page page) -> std::optional<Sampler::Candidate> {
        const PageState& state = pages_[page];
        if (state.waiting == 0 || Reachability::last_failed(state.outcomes)) return std::nullopt;
        return Sampler::Candidate{.last_visit = state.last_visit,
                                  .is_new = state.visits == 0,
                                  .in_turn = comparison_.is_behind(state.group)};
      },
      [&](Page page) { __builtin_prefetch(&pages_[page]); });
  if (sample) {
    take_at_random(*sample, now);
    expect_visit(*sample, second);
    return sample;
  }
  auto offer = queue_.pop(second);
  for (int tries = 0; offer && tries < kMostPutOff && put_off(offer->page, second); ++tries)
    offer = queue_.pop(second);
  if (!offer) return std::nullopt;
  PageState& state = pages_[offer->page];
  state.waiting = 0;
  state.is_sample = sampler_.takes_for_sample(state.last_visit, second) ? 1 : 0;
  expect_visit(offer->page, second);
  return offer->page;
}

// A page that is due waits for a better hour, once.
bool Optimal::put_off(Page page, uint32_t now) {
  PageState& state = pages_[page];
  if (!hours_.are_used(state.group) || state.alone != 0) return false;
  const uint32_t delay =
      hours_.delay(state.group, state.last_visit, now, beliefs_.of(state).mean());
  if (delay == 0) return false;
  state.alone = 1;
  queue_.put_off(page, state.last_visit, now + delay);
  return true;
}

void Optimal::expect_visit(Page page, uint32_t now) {
  beliefs_.soon(pages_[page], pages_[chosen_[0]], pages_[chosen_[1]], now);
  chosen_ = {page, chosen_[0]};
}

void Optimal::visited(Page page, const Seen& seen, Instant now) {
  const uint32_t second = seconds_.at(now);
  PageState& state = pages_[page];
  const uint32_t since = last_success(page);
  if (state.is_listed != 0 || state.announced != 0) learn_of_signals(page, seen.changed, second);
  compare_with_turns(page, seen.changed, since, second);
  const std::optional<uint32_t> changed_at = dated_change(state, seen, since, now);
  if (hours_.learns_from(state.group, since, second, seen.changed))
    hours_.saw(state.group,
               {.since = since, .now = second, .changed = seen.changed, .changed_at = changed_at},
               beliefs_.of(state));
  const Beliefs::News news = beliefs_.learn(state, {.since = since,
                                                    .now = second,
                                                    .changed = seen.changed,
                                                    .changed_at = changed_at,
                                                    .is_sample = state.is_sample != 0});
  hear(news, state.group);
  if (Reachability::last_failed(state.outcomes)) last_success_.erase(page);
  state.outcomes = Reachability::with(state.outcomes, true);
  reachability_.saw(state.outcomes);
  state.last_visit = second;
  state.announced = state.pinged = state.is_sample = 0;
  if (state.is_listing != 0) signals_.listing_seen(page, second);
  enqueue(page, second);
}

void Optimal::compare_with_turns(Page page, bool changed, uint32_t since, uint32_t now) {
  sampler_.visited(now, alive_);
  if (!sampler_.knows_round()) return;
  const PageState& state = pages_[page];
  comparison_.saw({.page = page,
                   .group = state.group,
                   .weight = state.ratio,
                   .wait = sampler_.rounds_in(now - since),
                   .last_change = sampler_.rounds_in(now - std::min(state.last_change, now)),
                   .changed = changed,
                   .is_fast = state.visits >= 2 && state.recent().always_changed()},
                  sampler_.rounds());
}

// It waits anew from now on, so that what fails is not asked again and again; what is known of its
// changes is from when it was last seen.
void Optimal::failed(Page page, Instant now) {
  const uint32_t second = seconds_.at(now);
  PageState& state = pages_[page];
  sampler_.visited(second, alive_);
  last_success_.try_emplace(page, state.last_visit);
  state.outcomes = Reachability::with(state.outcomes, false);
  reachability_.saw(state.outcomes);
  state.last_visit = second;
  state.is_sample = 0;
  enqueue(page, second);
}

void Optimal::announced(Page page, Instant now) {
  announce(page, Announcer::kListing, now);
}

void Optimal::pinged(Page page, Instant now) {
  announce(page, Announcer::kPing, now);
}

// Of several, the first is believed or not.
void Optimal::announce(Page page, Announcer by, Instant now) {
  if (page >= pages_.size()) return;
  PageState& state = pages_[page];
  if (state.alive == 0 || state.announced != 0) return;
  state.announced = 1;
  state.pinged = by == Announcer::kPing ? 1 : 0;
  if (state.waiting == 0 || state.alone != 0 || !waits_alone(state)) return;
  // It leaves its class.
  state.alone = 1;
  queue_.forget();
  queue_.push_alone(page, state.last_visit, seconds_.at(now));
}

void Optimal::listed(Page page, Page listing, Instant /*now*/) {
  PageState& state = pages_[page];
  state.is_listed = 1;
  signals_.add_listed(page, listing, state.ratio);
  count_for_listing(page);
}

void Optimal::removed(Page page, Instant now) {
  PageState& state = pages_[page];
  take(page, now);
  // A copy of what is gone is not current either.
  const uint32_t second = seconds_.at(now);
  compare_with_turns(page, true, last_success(page), second);
  const Beliefs::News news = beliefs_.learn(state, {.since = last_success(page),
                                                    .now = second,
                                                    .changed = true,
                                                    .is_sample = state.is_sample != 0});
  state.alive = state.is_sample = 0;
  --alive_;
  hear(news, state.group);
  beliefs_.remove_page(state.group);
  last_success_.erase(page);
  if (state.is_listing != 0 || state.is_listed != 0) signals_.remove(page);
  if (state.is_listing != 0) stop_relying_on(page, second);
}

void Optimal::reweighed(Page page, double factor) {
  pages_[page].ratio *= static_cast<float>(factor);
}

// Pages that waited for the listing's word stand on their own again; they cannot go back to a
// class, where they would not be in order.
void Optimal::stop_relying_on(Page listing, uint32_t now) {
  signals_.for_each_listed_on(listing, [&](Page page) {
    PageState& state = pages_[page];
    if (state.waiting == 0 || state.alone != 0) return;
    state.alone = 1;
    queue_.forget();
    queue_.push_alone(page, state.last_visit, now);
  });
}

bool Optimal::waits_alone(const PageState& page) const {
  return page.is_listing != 0 || (page.announced != 0 && odds_of(page) > Signals::kLeastOdds);
}

void Optimal::take(Page page, Instant /*now*/) {
  PageState& state = pages_[page];
  const bool was_waiting = state.waiting != 0;
  state.waiting = 0;
  if (was_waiting) queue_.forget();
}

void Optimal::take_at_random(Page page, Instant now) {
  take(page, now);
  pages_[page].is_sample = 1;
}

void Optimal::enqueue(Page page, uint32_t now) {
  PageState& state = pages_[page];
  if (state.is_listed != 0) count_for_listing(page);
  state.waiting = 1;
  state.alone = waits_alone(state) ? 1 : 0;
  if (state.alone != 0)
    queue_.push_alone(page, now, now);
  else
    enqueue_by_class(page);
}

void Optimal::enqueue_by_class(Page page) {
  PageState& state = pages_[page];
  const Outlook outlook =
      beliefs_.outlook(state.group, belief_of(page), state.last_visit, state.last_visit);
  state.by_group_time = outlook.time ? 1 : 0;
  queue_.push(class_of(outlook, ratio_of(state)), page, state.last_visit);
}

void Optimal::hear(Beliefs::News news, Group group) {
  if (news == Beliefs::News::kNone) return;
  if (news == Beliefs::News::kOfTime) move_to_own_classes(group);
  queue_.look_soon();
}

// Pages for which their group's clock and shocks count cannot wait among those of other groups.
void Optimal::move_to_own_classes(Group group) {
  std::vector<Page> waiting;
  group_pages_.for_each(group, [&](Page page) {
    const PageState& state = pages_[page];
    if (state.waiting != 0 && state.alone == 0 && state.by_group_time == 0 &&
        beliefs_.time_of(group, state.last_visit))
      waiting.push_back(page);
  });
  std::sort(waiting.begin(), waiting.end(),
            [&](Page a, Page b) { return pages_[a].last_visit < pages_[b].last_visit; });
  for (const Page page : waiting) {
    queue_.forget();
    enqueue_by_class(page);
  }
}

void Optimal::count_for_listing(Page page) {
  const PageState& state = pages_[page];
  const double rate = beliefs_.of(state).mean();
  signals_.count(page, rate, state.ratio >= rate * queue_.price());
}

uint32_t Optimal::last_success(Page page) const {
  const PageState& state = pages_[page];
  return Reachability::last_failed(state.outcomes) ? last_success_.at(page) : state.last_visit;
}

void Optimal::learn_of_signals(Page page, bool changed, uint32_t now) {
  const PageState& state = pages_[page];
  // Asked of announced pages only.
  const double as_it_was =
      state.announced == 0 ? 1 : unchanged(state, beliefs_.of(state), state.last_visit, now);
  signals_.saw(page, groups_.site(state.group),
               {.last_visit = state.last_visit,
                .now = now,
                .announced = state.announced != 0,
                .pinged = state.pinged != 0,
                .changed = changed,
                .unchanged = as_it_was});
}

// When the page changed, if the server says so and its site has earned belief.
std::optional<uint32_t> Optimal::dated_change(PageState& page, const Seen& seen, uint32_t since,
                                              Instant now) {
  if (!seen.last_modified && page.last_date == 0) return std::nullopt;
  const Instant start = seconds_.start();
  const auto at = [&](uint32_t second) { return start + Duration::seconds(second); };
  change::DatedVisit visit{.last_visit = at(since), .now = now, .changed = seen.changed};
  if (page.last_date != 0) visit.last_date = at(page.last_date - 1);
  if (seen.last_modified) visit.date = std::max(*seen.last_modified, start);
  change::DateTrust& trust = beliefs_.dates_of(page.group);
  const bool believed = trust.may_use_dates();
  trust.saw(visit);
  page.last_date = visit.date ? seconds_.at(*visit.date) + 1 : 0;
  const std::optional<Instant> changed_at = change::change_time(visit);
  return believed && changed_at ? std::optional(seconds_.at(*changed_at)) : std::nullopt;
}

ClassQueue::Class Optimal::class_of(const Outlook& outlook, double ratio) {
  constexpr int kStepBits = 9;
  constexpr int kMost = (1 << (kStepBits - 1)) - 1;
  std::array<int, 3> steps = {grid_.step(outlook.belief.a), grid_.step(outlook.belief.b),
                              grid_.step(ratio)};
  uint64_t key = outlook.time ? uint64_t{*outlook.time} + 1 : 0;
  for (int& step : steps) {
    step = std::clamp(step, -kMost, kMost);
    key = key << kStepBits | (static_cast<uint64_t>(step) & ((1 << kStepBits) - 1));
  }
  const auto [id, is_new] = queue_.find_class(key);
  if (is_new)
    classes_.push_back({.a = static_cast<float>(grid_.middle(steps[0])),
                        .b = static_cast<float>(grid_.middle(steps[1])),
                        .ratio = static_cast<float>(grid_.middle(steps[2])),
                        .time = outlook.time.value_or(kNoTime)});
  return id;
}

Optimal::Footprint Optimal::footprint() const {
  return {.queue = queue_.memory_bytes() + classes_.capacity() * sizeof(ClassFacts),
          .pages = pages_.capacity() * sizeof(PageState) + group_pages_.memory_bytes() +
                   groups_.memory_bytes(),
          .sites = beliefs_.memory_bytes() + hours_.memory_bytes() + comparison_.memory_bytes() +
                   signals_.memory_bytes(),
          .classes = queue_.classes()};
}

std::unique_ptr<Policy> make_optimal(const OptimalOptions& options) {
  return std::make_unique<Optimal>(options);
}

}  // namespace freshet::schedule
