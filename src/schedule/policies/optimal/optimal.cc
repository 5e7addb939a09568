#include "schedule/policies/optimal/optimal.h"

#include <algorithm>

namespace freshet::schedule {
namespace {

// So many pages are put off at one choice until one is taken as it is.
constexpr int kMostPostponed = 16;

}  // namespace

Optimal::Optimal(const OptimalOptions& options)
    : options_(options),
      sampler_(options.sample_share),
      comparison_(options.turns),
      beliefs_({.first_rate = Beliefs::first_guess(options.visits_per_page_day),
                .memory_days = options.memory_days,
                .pages_for_a_clock = options.pages_for_a_clock,
                .usual_shocks = options.usual_shocks,
                .shocks = options.shocks}),
      hours_(options.hours_score),
      queue_(static_cast<const ClassQueue::Model&>(*this)) {}

void Optimal::add(Page page, const PageFacts& facts, Instant now) {
  const uint32_t second = seconds_.begin_or(now);
  hours_.set_start(seconds_.start());
  if (page >= pages_.size()) pages_.resize(page + size_t{1});
  PageState state;
  state.group = groups_.find_or_add(facts.site, facts.section).group;
  state.ratio = static_cast<float>(facts.weight / facts.cost);
  state.last_visit = state.last_change = second;
  state.outcomes = Reachability::with(state.outcomes, true);
  state.alive = 1;
  state.flags.is_listing = facts.is_listing ? 1 : 0;
  state.flags.is_listed = facts.listed_on ? 1 : 0;
  const bool has_own_time_begun = beliefs_.add_page(state.group, second);
  beliefs_.remember(state, facts.past_changes, facts.past_days);
  pages_[page] = state;
  groups_.add_page(state.group, page);
  ++alive_;
  if (facts.past_days <= 0) sampler_.add(page);
  if (has_own_time_begun) move_to_own_classes(state.group);
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
        if (state.flags.waiting == 0 || Reachability::last_failed(state.outcomes))
          return std::nullopt;
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
  for (int tries = 0; offer && tries < kMostPostponed && postpone(offer->page, second); ++tries)
    offer = queue_.pop(second);
  if (!offer) return std::nullopt;
  PageState& state = pages_[offer->page];
  state.flags.waiting = 0;
  state.flags.is_sample = sampler_.takes_for_sample(state.last_visit, second) ? 1 : 0;
  expect_visit(offer->page, second);
  return offer->page;
}

// A page that is due waits for a better hour, once.
bool Optimal::postpone(Page page, uint32_t now) {
  PageState& state = pages_[page];
  if (!hours_.are_used(state.group) || state.flags.alone != 0) return false;
  const uint32_t delay =
      hours_.delay(state.group, state.last_visit, now, beliefs_.of(state).mean());
  if (delay == 0) return false;
  state.flags.alone = 1;
  queue_.postpone(page, state.last_visit, now + delay);
  return true;
}

void Optimal::expect_visit(Page page, uint32_t now) {
  const PageState& first = pages_[chosen_[1]];
  beliefs_.prefetch(pages_[page], pages_[chosen_[0]], first, now);
  hours_.prefetch(first.group, first.last_visit, now);
  comparison_.prefetch(first.group);
  chosen_ = {page, chosen_[0]};
}

void Optimal::visited(Page page, const Seen& seen, Instant now) {
  const uint32_t second = seconds_.at(now);
  PageState& state = pages_[page];
  const uint32_t since = last_success(page);
  if (state.flags.is_listed != 0 || state.flags.announced != 0)
    learn_of_signals(page, seen.changed, second);
  compare_with_turns(page, seen.changed, since, second);
  const std::optional<uint32_t> changed_at = dated_change(state, seen, since, now);
  const Beliefs::Learned learned = beliefs_.learn(state, {.since = since,
                                                          .now = second,
                                                          .changed = seen.changed,
                                                          .changed_at = changed_at,
                                                          .is_sample = state.flags.is_sample != 0});
  if (hours_.learns_from(state.group, since, second, seen.changed))
    hours_.saw(state.group,
               {.since = since, .now = second, .changed = seen.changed, .changed_at = changed_at},
               learned.before);
  apply_news(learned.news, state.group);
  if (Reachability::last_failed(state.outcomes)) last_success_.erase(page);
  state.outcomes = Reachability::with(state.outcomes, true);
  reachability_.saw(state.outcomes);
  state.last_visit = second;
  state.flags.announced = state.flags.pinged = state.flags.is_sample = 0;
  if (state.flags.is_listing != 0) signals_.listing_seen(page, second);
  enqueue(page, second);
}

void Optimal::compare_with_turns(Page page, bool changed, uint32_t since, uint32_t now) {
  sampler_.visited(now, alive_);
  const RoundLength& round = sampler_.round();
  if (!round.is_known()) return;
  const PageState& state = pages_[page];
  comparison_.saw({.page = page,
                   .group = state.group,
                   .weight = state.ratio,
                   .wait = (now - since) / round.seconds(),
                   .last_change = (now - std::min(state.last_change, now)) / round.seconds(),
                   .changed = changed,
                   .is_fast = state.visits >= 2 && state.recent().always_changed()},
                  round.over());
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
  state.flags.is_sample = 0;
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
  if (state.alive == 0 || state.flags.announced != 0) return;
  state.flags.announced = 1;
  state.flags.pinged = by == Announcer::kPing ? 1 : 0;
  if (state.flags.waiting == 0 || state.flags.alone != 0 || !waits_alone(state)) return;
  // It leaves its class.
  state.flags.alone = 1;
  queue_.forget();
  queue_.push_alone(page, state.last_visit, seconds_.at(now));
}

void Optimal::listed(Page page, Page listing, Instant /*now*/) {
  PageState& state = pages_[page];
  state.flags.is_listed = 1;
  signals_.add_listed(page, listing, state.ratio);
  count_for_listing(page);
}

void Optimal::removed(Page page, Instant now) {
  PageState& state = pages_[page];
  take(page, now);
  // A copy of what is gone is not current either.
  const uint32_t second = seconds_.at(now);
  compare_with_turns(page, true, last_success(page), second);
  const Beliefs::Learned learned = beliefs_.learn(state, {.since = last_success(page),
                                                          .now = second,
                                                          .changed = true,
                                                          .is_sample = state.flags.is_sample != 0});
  state.alive = state.flags.is_sample = 0;
  --alive_;
  apply_news(learned.news, state.group);
  beliefs_.remove_page(state.group);
  last_success_.erase(page);
  if (state.flags.is_listing != 0 || state.flags.is_listed != 0) signals_.remove(page);
  if (state.flags.is_listing != 0) stop_relying_on(page, second);
}

void Optimal::reweighed(Page page, double factor) {
  pages_[page].ratio *= static_cast<float>(factor);
}

// Pages that waited for the listing's word stand on their own again; they cannot go back to a
// class, where they would not be in order.
void Optimal::stop_relying_on(Page listing, uint32_t now) {
  signals_.for_each_listed_on(listing, [&](Page page) {
    PageState& state = pages_[page];
    if (state.flags.waiting == 0 || state.flags.alone != 0) return;
    state.flags.alone = 1;
    queue_.forget();
    queue_.push_alone(page, state.last_visit, now);
  });
}

bool Optimal::waits_alone(const PageState& page) const {
  return page.flags.is_listing != 0 ||
         (page.flags.announced != 0 && odds_of(page) > Signals::kLeastOdds);
}

void Optimal::take(Page page, Instant /*now*/) {
  PageState& state = pages_[page];
  const bool was_waiting = state.flags.waiting != 0;
  state.flags.waiting = 0;
  if (was_waiting) queue_.forget();
}

void Optimal::take_at_random(Page page, Instant now) {
  take(page, now);
  pages_[page].flags.is_sample = 1;
}

void Optimal::enqueue(Page page, uint32_t now) {
  PageState& state = pages_[page];
  if (state.flags.is_listed != 0) count_for_listing(page);
  state.flags.waiting = 1;
  state.flags.alone = waits_alone(state) ? 1 : 0;
  if (state.flags.alone != 0)
    queue_.push_alone(page, now, now);
  else
    enqueue_by_class(page);
}

void Optimal::enqueue_by_class(Page page) {
  PageState& state = pages_[page];
  const Outlook outlook =
      beliefs_.outlook(state.group, belief_of(page), state.last_visit, state.last_visit);
  state.flags.by_group_time = outlook.time ? 1 : 0;
  queue_.push(class_of(outlook, ratio_of(state)), page, state.last_visit);
}

void Optimal::apply_news(Beliefs::News news, Group group) {
  if (news == Beliefs::News::kNone) return;
  if (news == Beliefs::News::kOfTime) move_to_own_classes(group);
  queue_.invalidate_values();
}

// Pages for which their group's clock and shocks count cannot wait among those of other groups.
void Optimal::move_to_own_classes(Group group) {
  std::vector<Page> waiting;
  groups_.for_each_page(group, [&](Page page) {
    const PageState& state = pages_[page];
    if (state.flags.waiting != 0 && state.flags.alone == 0 && state.flags.by_group_time == 0 &&
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
  // ReceivedRequest of announced pages only.
  const double as_it_was =
      state.flags.announced == 0 ? 1 : unchanged(state, beliefs_.of(state), state.last_visit, now);
  signals_.saw(page, groups_.site(state.group),
               {.last_visit = state.last_visit,
                .now = now,
                .announced = state.flags.announced != 0,
                .pinged = state.flags.pinged != 0,
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
  const uint64_t key = classes_.key_of(outlook, ratio);
  const auto [id, is_new] = queue_.find_class(key);
  if (is_new) classes_.add(key);
  return id;
}

Optimal::Footprint Optimal::footprint() const {
  return {.queue = queue_.memory_bytes() + classes_.memory_bytes(),
          .pages = pages_.capacity() * sizeof(PageState) + groups_.memory_bytes(),
          .sites = beliefs_.memory_bytes() + hours_.memory_bytes() + comparison_.memory_bytes() +
                   signals_.memory_bytes(),
          .classes = queue_.classes()};
}

std::unique_ptr<Policy> make_optimal(const OptimalOptions& options) {
  return std::make_unique<Optimal>(options);
}

}  // namespace freshet::schedule
